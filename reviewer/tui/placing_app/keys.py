"""Every key of placing, once: its binding, its action, what it does, and where it is shown."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.tui.key_use import KeyUse
from reviewer.tui.line_list import Part

_NEXT = KeyUse("j", "j", "next(1, True)", "next", "next one that is not decided")
_PREVIOUS = KeyUse("k", "k", "next(-1, True)", "previous", "the one before that is not decided")
_ANY_NEXT = KeyUse("J", "J", "next(1, False)", "any", "next one, decided or not")
_ANY_PREVIOUS = KeyUse("K", "K", "next(-1, False)", "any", "the one before, decided or not")
_GO = KeyUse("g", "g", "go", "go", "go to one by a part of its question, pattern or document")
_WRITE = KeyUse("a", "a", "write", "write label", "write the label; a site is asked for its question first")
_ASK = KeyUse("w", "w", "ask", "question", "write or change the question")
_PATTERN = KeyUse("b", "b", "pattern", "pattern", "choose the boundary pattern")
_ADJUST = KeyUse("e", "e", "adjust", "adjust", "move the ends of the place; the mouse can draw it too")
_ADD = KeyUse(
    "p", "p", "add", "one more place", "draw another place: from the search's hit, or the first word in sight"
)
_TAKE_OUT = KeyUse("d", "d", "take_out", "without place", "take the place out")
_CHOOSE = KeyUse("1–9", "", "", "which place", "act on another place")
_DIGITS = tuple(KeyUse(str(n), str(n), f"choose({n})", "choose", "") for n in range(1, 10))
_NOWHERE = KeyUse("u", "u", "not_answerable", "not answerable", "say that the documents hold no answer")
_DROP = KeyUse("x", "x", "drop", "drop", "no question for these documents; a site is passed over this time")
_UNDO = KeyUse("z", "z", "undo", "undo", "take the last label or decision back, out of its file too")
_SEARCH = KeyUse("/", "slash", "search", "search", "find words in the document")
_FIND = KeyUse("n", "n", "find_next(1)", "next hit", "next place of the words")
_FIND_BACK = KeyUse("N", "N", "find_next(-1)", "hit before", "the place before")
_LOOK = KeyUse("f", "f", "look", "where to look", "next section that shares many words with the question")
_OPEN = KeyUse("o", "o", "open", "other document", "open another document")
_CONTEXT = KeyUse("c", "c", "context", "context", "more context: hide the queue, or show it again")
_HELP = KeyUse("?", "question_mark", "help", "help", "this list")
_LEAVE = KeyUse("q", "q", "leave", "leave", "leave; all that was decided is written")
_BACK = KeyUse("Esc", "escape", "back", "back", "leave a search or the adjusting; it never decides")
_TAKE = KeyUse("Enter", "enter", "take", "take", "take the place as it is drawn now")
_CHARACTER = KeyUse("← →", "", "", "character", "move the end by a character (h l too)")
_WORD = KeyUse("b w", "", "", "word", "move the end by a word (Ctrl with arrows too)")
_SENTENCE = KeyUse("( )", "", "", "sentence", "move the end by a sentence (Shift with arrows too)")
_ROW = KeyUse("↑ ↓", "", "", "row", "move the end by a row (k j too)")
_OTHER_END = KeyUse("Tab", "", "", "other end", "move the other end (o too)")
_FORGET = KeyUse("Esc", "", "screen.back", "drop it", "drop what was drawn")

SITE = (_WRITE, _ADJUST, _ASK, _UNDO, _NEXT, _DROP, _ADD, _TAKE_OUT, _PATTERN, _SEARCH, _CONTEXT, _GO)
CANDIDATE = (
    _WRITE,
    _SEARCH,
    _LOOK,
    _ADD,
    _ADJUST,
    _NOWHERE,
    _UNDO,
    _NEXT,
    _OPEN,
    _DROP,
    _TAKE_OUT,
    _PATTERN,
    _CONTEXT,
    _GO,
)
ALWAYS = (_HELP, _LEAVE)
ADJUSTING = (_CHARACTER, _WORD, _SENTENCE, _OTHER_END, _ROW)
ADJUSTING_ALWAYS = (_TAKE, _FORGET)
WHILE_ADJUSTING = frozenset({"take", "back", "help", "context"})
ALL = (
    _NEXT, _PREVIOUS, _ANY_NEXT, _ANY_PREVIOUS, _GO, _WRITE, _ASK, _PATTERN, _ADJUST, _ADD, _TAKE_OUT, *_DIGITS,
    _NOWHERE, _DROP, _UNDO, _SEARCH, _FIND, _FIND_BACK, _LOOK, _OPEN, _CONTEXT, _TAKE, _HELP, _LEAVE, _BACK,
)  # fmt: skip
_GROUPS = (
    ("Going", (_NEXT, _PREVIOUS, _ANY_NEXT, _ANY_PREVIOUS, _GO)),
    ("Deciding", (_WRITE, _ASK, _PATTERN, _NOWHERE, _DROP, _UNDO)),
    ("Places", (_ADJUST, _ADD, _TAKE_OUT, _CHOOSE, _CHARACTER, _WORD, _SENTENCE, _ROW, _OTHER_END, _TAKE, _FORGET)),
    ("Looking", (_SEARCH, _FIND, _FIND_BACK, _LOOK, _OPEN, _CONTEXT)),
    ("Leaving", (_LEAVE, _HELP, _BACK)),
)


def help_groups() -> list[tuple[str, Sequence[Part]]]:
    """Give all keys by what they are for."""
    return [(heading, [(use.shown, use.explained) for use in uses]) for heading, uses in _GROUPS]
