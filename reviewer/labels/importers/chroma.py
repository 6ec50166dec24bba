"""Chroma's chunking evaluation: `questions_df.csv` beside one Markdown file a corpus (Smith and Troynikov, 2024)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from reviewer.errors import LabelError
from reviewer.labels.importers.files import decode_cell, read_csv, read_text
from reviewer.labels.importers.material import Claim, Material, Question
from reviewer.labels.importers.naming import DocumentNames, query_id

_COLUMNS = ("question", "references", "corpus_id")
_SUFFIXES = (".md", ".txt")


def load(sources: Sequence[Path], *, inclusive: bool = False) -> Material:
    """Read the table and the corpora it names, which are given too or stand beside it.

    All references of a question are needed. Ids count the questions of each corpus, as the table has none.
    """
    tables = [path for path in _files(sources) if path.suffix == ".csv"]
    if len(tables) != 1:
        raise LabelError(f"expected one table of questions, got {len(tables)}", "Give questions_df.csv, or its folder.")
    names = DocumentNames()
    found = {path.stem: path for path in [*_files([tables[0].parent]), *_files(sources)] if path.suffix in _SUFFIXES}
    documents: dict[str, str] = {}
    questions: list[Question] = []
    counts: Counter[str] = Counter()
    for place, (question, references, corpus) in read_csv(tables[0], _COLUMNS):
        if corpus not in found:
            raise LabelError(f"{place}: no file {corpus}.md", "Give the corpora beside the table.")
        document = names.give(corpus, found[corpus].suffix)
        if document not in documents:
            documents[document] = read_text(found[corpus])
        counts[corpus] += 1
        items = tuple((claim,) for claim in _claims(references, place, document, inclusive=inclusive))
        id_ = query_id(f"{corpus}-{counts[corpus]:03d}")
        questions.append(Question(id=id_, text=question, items=items, home=document, tags={"corpus": corpus}))
    return Material(documents, tuple(questions))


def _files(sources: Sequence[Path]) -> list[Path]:
    """Give the files, and those that lie in a folder that was given."""
    return [file for path in sources for file in (sorted(path.iterdir()) if path.is_dir() else [path])]


def _claims(references: str, place: str, document: str, *, inclusive: bool) -> list[Claim]:
    claims: list[Claim] = []
    for one in decode_cell(references, place).items():
        entries = one.entries(("content", "start_index", "end_index"))
        end = entries["end_index"].integer() + inclusive
        claims.append(Claim(document, entries["start_index"].integer(), end, entries["content"].text()))
    return claims
