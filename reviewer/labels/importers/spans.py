"""JSON Lines of queries with spans beside JSON Lines of documents: the plainest form other tools can write.

Queries: `{"query_id", "query", "slice", "evidence": [{"doc_id", "start", "end"}]}`, where `slice` may be missing and
a span may have a `text` that it must hold. Documents: `{"doc_id", "text"}`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

from reviewer.corpus.formats import TEXT, format_of
from reviewer.decoding import Field
from reviewer.errors import LabelError
from reviewer.labels.importers.files import name_of, read_json_lines
from reviewer.labels.importers.material import Claim, Material, Question
from reviewer.labels.importers.naming import DocumentNames, query_id
from reviewer.queries import CONTROL, PATTERNS


def load(sources: Sequence[Path], *, inclusive: bool = False) -> Material:
    """Read files of either kind, told apart by their keys; all spans of a query are needed, none means no answer.

    A slice that is a boundary pattern becomes the boundary; any other becomes the tag `slice`.
    """
    records = [record for path in sources for record in read_json_lines(path)]
    names = DocumentNames()
    ids: dict[str, str] = {}
    documents: dict[str, str] = {}
    for record in records:
        if "text" in record.mapping():
            entries = record.entries(("doc_id", "text"))
            name = name_of(entries["doc_id"])
            if name in ids:
                raise record.fail(f"document {name} is given twice")
            ids[name] = _document_id(names, name)
            documents[ids[name]] = entries["text"].text()
    questions = [_question(record, ids, inclusive=inclusive) for record in records if "text" not in record.mapping()]
    if not documents or not questions:
        missing = "queries" if documents else "documents"
        raise LabelError(f"no {missing} in {', '.join(map(str, sources))}", "Give both files: queries and documents.")
    return Material(documents, tuple(questions))


def _document_id(names: DocumentNames, name: str) -> str:
    """Keep the folders of a name, and the suffix that says its format."""
    path = PurePosixPath(name)
    folder = "/".join(query_id(part) for part in path.parts[:-1] if part.strip("/."))
    known = format_of(path.name) != TEXT or path.suffix == ".txt"
    return names.give(path.stem, path.suffix, folder) if known else names.give(path.name, ".txt", folder)


def _question(record: Field, ids: Mapping[str, str], *, inclusive: bool) -> Question:
    entries = record.entries(("query_id", "query", "evidence"), ("slice",))
    claims = [_claim(one, ids, inclusive=inclusive) for one in entries["evidence"].items()]
    named = entries["slice"].text() if "slice" in entries and not entries["slice"].is_null else None
    known = named in (*PATTERNS, CONTROL)
    return Question(
        id=query_id(name_of(entries["query_id"])),
        text=entries["query"].text(),
        items=tuple((claim,) for claim in claims),
        home=claims[0].document if claims else "",
        boundary=named if known else None,
        tags={} if known or named is None else {"slice": named},
    )


def _claim(field: Field, ids: Mapping[str, str], *, inclusive: bool) -> Claim:
    entries = field.entries(("doc_id", "start", "end"), ("text",))
    name = name_of(entries["doc_id"])
    if name not in ids:
        raise entries["doc_id"].fail(f"no document {name}", "Give the file of documents too.")
    text = entries["text"].text() if "text" in entries else None
    return Claim(ids[name], entries["start"].integer(), entries["end"].integer() + inclusive, text)
