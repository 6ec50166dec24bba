"""Every key of the stepper, once: its binding, its action, what it does."""

from __future__ import annotations

from reviewer.tui.key_use import KeyUse

_NEXT = KeyUse("n", "n", "step(1)", "next", "next query: the lost first, then the gained, then all others")
_PREVIOUS = KeyUse("p", "p", "step(-1)", "previous", "the query before")
_OPEN = KeyUse(
    "Enter", "", "open", "open", "the chosen rank's hit where it stands: the candidate's, the baseline's, back"
)
_FULL = KeyUse("i", "i", "full", "in full", "read all that is said of the query, where it found no room")
_BOTH = KeyUse("o", "o", "both", "both hits", "read all that both hits of the chosen rank would send")
_TEXT = KeyUse("t", "t", "toggle_text", "text/offsets", "show offsets instead of text, or the text again")
_TREATED = KeyUse(
    "d", "d", "treatment", "treatment", "the lists before and after the arm's treatment, or both arms again"
)
_ARM = KeyUse("c", "c", "arm", "arm", "compare another arm with the baseline, where there are several")
_FILTER = KeyUse("f", "f", "filter", "filter", "step only through one slice, one cause, or what was lost or gained")
_GO = KeyUse("g", "g", "query", "go to", "go to a query by parts of its name, question or cause")
_SEARCH = KeyUse("/", "slash", "search", "search", "find words in the document that is shown")
_HIT = KeyUse("N", "N", "hit(1)", "next hit", "next place of the words")
_HIT_BACK = KeyUse("P", "P", "hit(-1)", "hit before", "the place before")
_BACK = KeyUse("Esc", "escape", "back", "evidence", "back to the evidence, from a hit or a search")
_EDIT = KeyUse("e", "e", "edit", "edit", "open the document at the evidence's line in $EDITOR")
_COPY = KeyUse("y", "y", "copy", "copy command", "copy the command that shows this query, for an issue or a colleague")
_MARK = KeyUse("m", "m", "mark", "reviewed", "accept the loss for these two arms, with your name and a reason")
_HELP = KeyUse("?", "question_mark", "help", "help", "this list")
_LEAVE = KeyUse("q", "q,ctrl+q", "leave", "leave", "leave; everything is written already")
_FOCUS = KeyUse("Tab", "", "", "focus", "give the focus to the document or to the ranks")
_SCROLL = KeyUse("↑↓ PgUp PgDn Home End", "", "", "scroll", "scroll the document, or choose a rank")

CUT = (_FULL,)
BAR = (_NEXT, _PREVIOUS, _OPEN, _TEXT, _FILTER, _SEARCH, _GO, _MARK, _COPY, _BOTH, _ARM, _TREATED, _EDIT)
VISITING = (_BACK, _OPEN, _BOTH, _TEXT, _SEARCH, _NEXT, _PREVIOUS)
SEARCHED = (_BACK, _HIT, _HIT_BACK, _OPEN, _BOTH, _TEXT, _SEARCH, _NEXT, _PREVIOUS)
ALWAYS = (_HELP, _LEAVE)
ALL = (
    _NEXT, _PREVIOUS, _FULL, _BOTH, _TEXT, _TREATED, _ARM, _FILTER, _GO, _SEARCH, _HIT, _HIT_BACK, _BACK, _EDIT, _COPY,
    _MARK, _HELP, _LEAVE,
)  # fmt: skip
GROUPS = (
    ("Going", (_NEXT, _PREVIOUS, _FILTER, _GO, _ARM)),
    ("Looking", (_FULL, _OPEN, _BOTH, _SEARCH, _HIT, _HIT_BACK, _BACK, _TEXT, _TREATED, _EDIT, _SCROLL, _FOCUS)),
    ("Handing on", (_COPY, _MARK)),
    ("Leaving", (_LEAVE, _HELP)),
)
