"""Every key of the review, once: its binding, its action, what it does, and where it is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reviewer.review.journal import Step
from reviewer.tui.key_use import KeyUse
from reviewer.tui.line_list import Part

Act = Callable[[], Step]
"""Something that decides, and goes to disk."""


_NEXT = KeyUse("j", "j", "next(1, True)", "next", "next entry that is not decided")
_PREVIOUS = KeyUse("k", "k", "next(-1, True)", "previous", "the one before that is not decided")
_ANY_NEXT = KeyUse("J", "J", "next(1, False)", "any", "next entry, decided or not")
_ANY_PREVIOUS = KeyUse("K", "K", "next(-1, False)", "any", "the one before, decided or not")
_GO = KeyUse("g", "g", "go", "go", "go to an entry by a part of its name")
_ACCEPT = KeyUse("a", "a", "accept", "accept", "accept the chosen place (or that there still is no answer)")
_ADJUST = KeyUse("e", "e", "adjust", "adjust", "move the ends of the place; the mouse can draw it too")
_RETIRE = KeyUse("x", "x", "retire", "retire", "take the label out of use, with a reason")
_SKIP = KeyUse("s", "s", "skip", "skip", "leave it for another day")
_UNDO = KeyUse("z", "z", "undo", "undo", "take back the last decision, and the one before it…")
_REDO = KeyUse("Z", "Z", "redo", "redo", "do again what was taken back")
_ACCEPT_ALL = KeyUse("A", "A", "accept_all", "accept all", "show all that are unmoved or moved, and accept those shown")
_SEARCH = KeyUse("/", "slash", "search", "search", "find words in the document")
_FIND = KeyUse("n", "n", "find_next(1)", "next hit", "next place of the words")
_FIND_BACK = KeyUse("N", "N", "find_next(-1)", "hit before", "the place before")
_OPEN = KeyUse("o", "o", "open", "other document", "open another document, to draw the place in it")
_CONTEXT = KeyUse("c", "c", "context", "context", "more context: hide the queue, or show it again")
_HELP = KeyUse("?", "question_mark", "help", "help", "this list")
_LEAVE = KeyUse("q", "q,ctrl+q", "leave", "leave", "say what would be written; another key writes it")
_BACK = KeyUse("Esc", "escape", "back", "back", "leave a search or the adjusting; it never decides")
_CHOOSE = KeyUse("1–9", "", "", "choose", "choose another of the places offered")
_DIGITS = tuple(KeyUse(str(n), str(n), f"choose({n})", "choose", "") for n in range(1, 10))
REPEAT = KeyUse("r", "r", "repeat", "as before", "decide as before, where a decision is offered again")
_SCROLL = KeyUse("↑↓ PgUp PgDn Home End", "", "", "scroll", "scroll the text that has the focus")
_FOCUS = KeyUse("Tab", "", "", "focus", "give the focus to the queue, the texts, the places")

_TAKE = KeyUse("Enter", "enter", "accept_adjusted", "accept", "accept the span as it is drawn now (a too)")
_CHARACTER = KeyUse("← →", "", "", "character", "move the end by a character (h l too)")
_WORD = KeyUse("b w", "", "", "word", "move the end by a word (Ctrl with arrows too)")
_SENTENCE = KeyUse("( )", "", "", "sentence", "move the end by a sentence (Shift with arrows too)")
_ROW = KeyUse("↑ ↓", "", "", "row", "move the end by a row (k j too)")
_OTHER_END = KeyUse("Tab", "", "", "other end", "move the other end (o too)")
_DROP = KeyUse("Esc", "", "screen.back", "drop it", "drop what was drawn; nothing is decided")

CONFIRM = KeyUse("a", "", "accept", "still no answer", "")
REVIEW = (_ACCEPT, _ADJUST, _CHOOSE, _RETIRE, _SKIP, _UNDO, _NEXT, _SEARCH, _ACCEPT_ALL, _OPEN, _CONTEXT, _GO)
ALWAYS = (_HELP, _LEAVE)
ADJUSTING = (_CHARACTER, _WORD, _SENTENCE, _OTHER_END, _ROW)
ADJUSTING_ALWAYS = (_TAKE, _DROP)
WHILE_ADJUSTING = frozenset({"accept", "accept_adjusted", "back", "help", "context", "leave"})
ALL = (
    _NEXT, _PREVIOUS, _ANY_NEXT, _ANY_PREVIOUS, _GO, _ACCEPT, _ADJUST, *_DIGITS, _RETIRE, _SKIP, _UNDO, _REDO,
    _ACCEPT_ALL, _SEARCH, _FIND, _FIND_BACK, _OPEN, _CONTEXT, REPEAT, _TAKE, _HELP, _LEAVE, _BACK,
)  # fmt: skip
_GROUPS = (
    ("Going", (_NEXT, _PREVIOUS, _ANY_NEXT, _ANY_PREVIOUS, _GO)),
    ("Deciding", (_ACCEPT, _CHOOSE, _ADJUST, _RETIRE, _SKIP, _ACCEPT_ALL, REPEAT, _UNDO, _REDO)),
    ("Adjusting", (_CHARACTER, _WORD, _SENTENCE, _ROW, _OTHER_END, _TAKE, _DROP)),
    ("Looking", (_SEARCH, _FIND, _FIND_BACK, _OPEN, _CONTEXT, _SCROLL, _FOCUS)),
    ("Leaving", (_LEAVE, _HELP, _BACK)),
)


def help_groups() -> list[tuple[str, Sequence[Part]]]:
    """Give all keys by what they are for."""
    return [(heading, [(use.shown, use.explained) for use in uses]) for heading, uses in _GROUPS]
