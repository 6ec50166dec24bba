"""Questions with their answers: a pair is a chunk."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from reviewer.chunks.chunk import Setting
from reviewer.chunks.outline import Mark, Outline, heading_marks, line_start, on_lines
from reviewer.chunks.rungs import LINED, outermost
from reviewer.chunks.sections import SectionSplitter
from reviewer.corpus import Document
from reviewer.spans import Span

RULE = 1
"""Version of the rule that finds questions."""
DEEPEST = 7
LONGEST_QUESTION = 300

_LEAD = r"[ \t]{0,32}(?:[>*+-][ \t]{1,8}|\d{1,3}[.)][ \t]{1,8}){0,4}"
_STRONG = r"[*_]{0,3}"
_LABELLED = re.compile(
    rf"^{_LEAD}{_STRONG}(?:(?:Q|Question)[ \t]?\d{{0,4}}{_STRONG}[.:)]|"
    rf"(?:Frage|Pregunta|Domanda|Pergunta|F|P|问|問|س)[ \t]?\d{{0,4}}{_STRONG}[:：])[ \t*_]{{0,8}}\S",
    re.MULTILINE,
)
_ANSWER = re.compile(
    rf"^{_LEAD}{_STRONG}(?:A|Answer|Antwort|Respuesta|R|Risposta|Resposta|答|ج)[ \t]?\d{{0,4}}{_STRONG}[.:：)]",
    re.MULTILINE,
)
_BOLD = re.compile(rf"^{_LEAD}(\*\*|__)[^*_\n]{{1,{LONGEST_QUESTION}}}[?？؟]\1", re.MULTILINE)
_ASKED = re.compile(rf"[?？؟]{_STRONG}[ \t]{{0,8}}$", re.MULTILINE)


class QuestionSplitter(SectionSplitter):
    """Cuts where a question begins: `Q:`, a heading or a line of its own that ends in `?`, a question in bold.

    Each question is a chunk with its answer; with `join: true` neighbours of one section share one while they fit.
    An answer longer than `size` is cut like a section, and each of its chunks embeds and sends the question along.
    """

    name = "qa"
    joining = False

    def _outline(self, document: Document) -> Outline:
        found = on_lines([*heading_marks(document), *_questions(document)])
        return Outline(tuple(_levelled(document.text, found)))

    def _rules(self) -> Mapping[str, Setting]:
        return {"question_rule": RULE}


def _questions(document: Document) -> Iterator[Mark]:
    """Give the questions that are no headings; lines in code and tables are none."""
    text = document.text
    opening = {line_start(text, one.start) for one in document.blocks if one.kind in ("paragraph", "list-item")}
    lined = [(one.start, one.end) for one in outermost(document) if one.kind in LINED]
    for found in _found(text, opening):
        at = bisect_right(lined, (found.start, len(text))) - 1
        if at < 0 or lined[at][1] <= found.start:
            yield Mark(found.start, found, DEEPEST)


def _levelled(text: str, marks: Sequence[Mark]) -> Iterator[Mark]:
    """Put questions beside a heading that is one itself, and below any other."""
    level = DEEPEST
    for mark in marks:
        if mark.level < DEEPEST:
            level = mark.level if text[mark.title.end - 1] in "?？؟" else DEEPEST
        yield mark._replace(level=min(mark.level, level))


def _found(text: str, opening: set[int]) -> Iterator[Span]:
    for match in _LABELLED.finditer(text):
        yield _question(text, match.start())
    for match in _BOLD.finditer(text):
        yield Span(match.start(), match.end())
    for match in _ASKED.finditer(text):
        low = max(match.start() - LONGEST_QUESTION, 0)
        start = text.rfind("\n", low, match.start()) + 1
        if (start or not low) and start < match.start() and (not opening or start in opening):
            yield Span(start, start + len(text[start : match.end()].rstrip()))


def _question(text: str, start: int) -> Span:
    """Give a labelled question: to where its answer begins, or its line."""
    line = text.find("\n", start)
    line = len(text) if line < 0 else line
    answer = _ANSWER.search(text, line, start + LONGEST_QUESTION)
    blank = text.find("\n\n", start, line + LONGEST_QUESTION)
    if answer and (blank < 0 or answer.start() <= blank + 2):
        return Span(start, start + len(text[start : answer.start()].rstrip()))
    return Span(start, line)
