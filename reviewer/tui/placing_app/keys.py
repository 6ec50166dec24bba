"""Every key of placing, once: its binding, its action, what it does, and where it is shown."""

from __future__ import annotations

from reviewer.tui.key_use import KeyUse
from reviewer.tui.queue_keys import ADJUST, BACK, CONTEXT, DIGITS, FIND, FIND_BACK, HELP, MOVING, SEARCH

_NEXT = KeyUse("j", "j", "next(1, True)", "next", "next one that is not decided")
_PREVIOUS = KeyUse("k", "k", "next(-1, True)", "previous", "the one before that is not decided")
_ANY_NEXT = KeyUse("J", "J", "next(1, False)", "any", "next one, decided or not")
_ANY_PREVIOUS = KeyUse("K", "K", "next(-1, False)", "any", "the one before, decided or not")
_GO = KeyUse("g", "g", "go", "go", "go to one by a part of its question, pattern or document")
_WRITE = KeyUse("a", "a", "write", "write label", "write the label; a site is asked for its question first")
_ASK = KeyUse("w", "w", "ask", "question", "write or change the question")
_PATTERN = KeyUse("b", "b", "pattern", "pattern", "choose the boundary pattern")
_ADD = KeyUse(
    "p", "p", "add", "one more place", "draw another place: from the search's hit, or the first word in sight"
)
_TAKE_OUT = KeyUse("d", "d", "take_out", "without place", "take the place out")
_CHOOSE = KeyUse("1–9", "", "", "which place", "act on another place")
_NOWHERE = KeyUse("u", "u", "not_answerable", "not answerable", "say that the documents hold no answer")
_DROP = KeyUse("x", "x", "drop", "drop", "no question for these documents; a site is passed over this time")
_UNDO = KeyUse("z", "z", "undo", "undo", "take the last label or decision back, out of its file too")
_LOOK = KeyUse("f", "f", "look", "where to look", "next section that shares many words with the question")
_OPEN = KeyUse("o", "o", "open", "other document", "open another document")
_LEAVE = KeyUse("q", "q", "leave", "leave", "leave; all that was decided is written")
_TAKE = KeyUse("Enter", "enter", "take", "take", "take the place as it is drawn now")
_FORGET = KeyUse("Esc", "", "screen.back", "drop it", "drop what was drawn")

SITE = (_WRITE, ADJUST, _ASK, _UNDO, _NEXT, _DROP, _ADD, _TAKE_OUT, _PATTERN, SEARCH, CONTEXT, _GO)
CANDIDATE = (
    _WRITE,
    SEARCH,
    _LOOK,
    _ADD,
    ADJUST,
    _NOWHERE,
    _UNDO,
    _NEXT,
    _OPEN,
    _DROP,
    _TAKE_OUT,
    _PATTERN,
    CONTEXT,
    _GO,
)
ALWAYS = (HELP, _LEAVE)
ADJUSTING_ALWAYS = (_TAKE, _FORGET)
WHILE_ADJUSTING = frozenset({"take", "back", "help", "context"})
ALL = (
    _NEXT, _PREVIOUS, _ANY_NEXT, _ANY_PREVIOUS, _GO, _WRITE, _ASK, _PATTERN, ADJUST, _ADD, _TAKE_OUT, *DIGITS,
    _NOWHERE, _DROP, _UNDO, SEARCH, FIND, FIND_BACK, _LOOK, _OPEN, CONTEXT, _TAKE, HELP, _LEAVE, BACK,
)  # fmt: skip
GROUPS = (
    ("Going", (_NEXT, _PREVIOUS, _ANY_NEXT, _ANY_PREVIOUS, _GO)),
    ("Deciding", (_WRITE, _ASK, _PATTERN, _NOWHERE, _DROP, _UNDO)),
    ("Places", (ADJUST, _ADD, _TAKE_OUT, _CHOOSE, *MOVING, _TAKE, _FORGET)),
    ("Looking", (SEARCH, FIND, FIND_BACK, _LOOK, _OPEN, CONTEXT)),
    ("Leaving", (_LEAVE, HELP, BACK)),
)
