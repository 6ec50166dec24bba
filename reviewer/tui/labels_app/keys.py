"""Every key of the review, once: its binding, its action, what it does, and where it is shown."""

from __future__ import annotations

from collections.abc import Callable

from reviewer.review.journal import Step
from reviewer.tui.key_use import KeyUse
from reviewer.tui.queue_keys import ADJUST, BACK, CONTEXT, DIGITS, FIND, FIND_BACK, HELP, MOVING, SEARCH

Act = Callable[[], Step]
"""Something that decides, and goes to disk."""


_NEXT = KeyUse("j", "j", "next(1, True)", "next", "next entry that is not decided")
_PREVIOUS = KeyUse("k", "k", "next(-1, True)", "previous", "the one before that is not decided")
_ANY_NEXT = KeyUse("J", "J", "next(1, False)", "any", "next entry, decided or not")
_ANY_PREVIOUS = KeyUse("K", "K", "next(-1, False)", "any", "the one before, decided or not")
_GO = KeyUse("g", "g", "go", "go", "go to an entry by a part of its name")
_ACCEPT = KeyUse("a", "a", "accept", "accept", "accept the chosen place (or that there still is no answer)")
_RETIRE = KeyUse("x", "x", "retire", "retire", "take the label out of use, with a reason")
_SKIP = KeyUse("s", "s", "skip", "skip", "leave it for another day")
_UNDO = KeyUse("z", "z", "undo", "undo", "take back the last decision, and the one before it…")
_REDO = KeyUse("Z", "Z", "redo", "redo", "do again what was taken back")
_ACCEPT_ALL = KeyUse("A", "A", "accept_all", "accept all", "show all that are unmoved or moved, and accept those shown")
_OPEN = KeyUse("o", "o", "open", "other document", "open another document, to draw the place in it")
_LEAVE = KeyUse("q", "q,ctrl+q", "leave", "leave", "say what would be written; another key writes it")
_CHOOSE = KeyUse("1–9", "", "", "choose", "choose another of the places offered")
REPEAT = KeyUse("r", "r", "repeat", "as before", "decide as before, where a decision is offered again")
_SCROLL = KeyUse("↑↓ PgUp PgDn Home End", "", "", "scroll", "scroll the text that has the focus")
_FOCUS = KeyUse("Tab", "", "", "focus", "give the focus to the queue, the texts, the places")

_TAKE = KeyUse("Enter", "enter", "accept_adjusted", "accept", "accept the span as it is drawn now (a too)")
_DROP = KeyUse("Esc", "", "screen.back", "drop it", "drop what was drawn; nothing is decided")

CONFIRM = KeyUse("a", "", "accept", "still no answer", "")
REVIEW = (_ACCEPT, ADJUST, _CHOOSE, _RETIRE, _SKIP, _UNDO, _NEXT, SEARCH, _ACCEPT_ALL, _OPEN, CONTEXT, _GO)
ALWAYS = (HELP, _LEAVE)
ADJUSTING_ALWAYS = (_TAKE, _DROP)
WHILE_ADJUSTING = frozenset({"accept", "accept_adjusted", "back", "help", "context", "leave"})
ALL = (
    _NEXT, _PREVIOUS, _ANY_NEXT, _ANY_PREVIOUS, _GO, _ACCEPT, ADJUST, *DIGITS, _RETIRE, _SKIP, _UNDO, _REDO,
    _ACCEPT_ALL, SEARCH, FIND, FIND_BACK, _OPEN, CONTEXT, REPEAT, _TAKE, HELP, _LEAVE, BACK,
)  # fmt: skip
GROUPS = (
    ("Going", (_NEXT, _PREVIOUS, _ANY_NEXT, _ANY_PREVIOUS, _GO)),
    ("Deciding", (_ACCEPT, _CHOOSE, ADJUST, _RETIRE, _SKIP, _ACCEPT_ALL, REPEAT, _UNDO, _REDO)),
    ("Adjusting", (*MOVING, _TAKE, _DROP)),
    ("Looking", (SEARCH, FIND, FIND_BACK, _OPEN, CONTEXT, _SCROLL, _FOCUS)),
    ("Leaving", (_LEAVE, HELP, BACK)),
)
