"""The keys that both reviews of labels share: searching, looking, and moving the ends of a place."""

from __future__ import annotations

from reviewer.tui.key_use import KeyUse

ADJUST = KeyUse("e", "e", "adjust", "adjust", "move the ends of the place; the mouse can draw it too")
SEARCH = KeyUse("/", "slash", "search", "search", "find words in the document")
FIND = KeyUse("n", "n", "find_next(1)", "next hit", "next place of the words")
FIND_BACK = KeyUse("N", "N", "find_next(-1)", "hit before", "the place before")
CONTEXT = KeyUse("c", "c", "context", "context", "more context: hide the queue, or show it again")
HELP = KeyUse("?", "question_mark", "help", "help", "this list")
BACK = KeyUse("Esc", "escape", "back", "back", "leave a search or the adjusting; it never decides")
DIGITS = tuple(KeyUse(str(n), str(n), f"choose({n})", "choose", "") for n in range(1, 10))
_CHARACTER = KeyUse("← →", "", "", "character", "move the end by a character (h l too)")
_WORD = KeyUse("b w", "", "", "word", "move the end by a word (Ctrl with arrows too)")
_SENTENCE = KeyUse("( )", "", "", "sentence", "move the end by a sentence (Shift with arrows too)")
_ROW = KeyUse("↑ ↓", "", "", "row", "move the end by a row (k j too)")
_OTHER_END = KeyUse("Tab", "", "", "other end", "move the other end (o too)")

MOVING = (_CHARACTER, _WORD, _SENTENCE, _ROW, _OTHER_END)
ADJUSTING = (_CHARACTER, _WORD, _SENTENCE, _OTHER_END, _ROW)
"""The same as the bar shows them: what there is least room for stands last."""
