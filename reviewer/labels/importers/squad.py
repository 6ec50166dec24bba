"""SQuAD's JSON (Rajpurkar et al., 2016; with unanswerable questions, 2018), as COVID-QA and XQuAD use it too.

One document an article: the paragraphs of a titled article are joined by blank lines, as they stood in it, and a
context that is a whole article (COVID-QA) is a document of its own. A paragraph is shorter than a chunk, and
a corpus of paragraphs could not show what cutting does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from reviewer.decoding import Field
from reviewer.errors import LabelError
from reviewer.labels.importers.files import name_of, read_json
from reviewer.labels.importers.material import Claim, Material, Question
from reviewer.labels.importers.naming import DocumentNames, query_id

_BETWEEN_PARAGRAPHS = "\n\n"


def load(sources: Sequence[Path], *, inclusive: bool = False) -> Material:
    """Read one or more files; several get a folder of documents and a tag `source` each.

    Question ids are kept; where files share ids (translations do), each is written behind its file's name. Several
    answers to a question are alternatives. The format gives starts and texts, so that no end can be inclusive.
    """
    if inclusive:
        raise LabelError("squad has no ends that could be inclusive", "Leave --ends out.")
    names = DocumentNames()
    read = {path.stem: _Reader(path, names, folder=path.stem if len(sources) > 1 else "") for path in sources}
    if len(read) < len(sources):
        raise LabelError("two files have the same name", "Rename one: it names the documents.")
    materials = {stem: reader.read() for stem, reader in read.items()}
    questions = [(stem, one) for stem, material in materials.items() for one in material.questions]
    shared = max(Counter(one.id for _, one in questions).values(), default=0) > 1
    if len(sources) > 1:
        questions = [(stem, _of_source(one, stem, shared=shared)) for stem, one in questions]
    documents = {id_: text for material in materials.values() for id_, text in material.documents.items()}
    return Material(documents, tuple(one for _, one in questions))


def _of_source(question: Question, stem: str, *, shared: bool) -> Question:
    """Mark which of several files a question comes from."""
    id_ = query_id(f"{stem}:{question.id}") if shared else question.id
    return replace(question, id=id_, tags={**question.tags, "source": stem})


class _Reader:
    """Reads one file."""

    def __init__(self, path: Path, names: DocumentNames, folder: str) -> None:
        self.path = path
        self.names = names
        self.folder = folder
        self.documents: dict[str, str] = {}
        self.questions: list[Question] = []

    def read(self) -> Material:
        for at, article in enumerate(_required(read_json(self.path), "data").items(), start=1):
            entries = article.mapping()
            title = entries["title"].text() if "title" in entries else ""
            paragraphs = _required(article, "paragraphs").items()
            if title:
                self._add(title, paragraphs, article)
                continue
            for number, paragraph in enumerate(paragraphs, start=1):
                self._add(self._name(paragraph, at, number), [paragraph], paragraph)
        return Material(self.documents, tuple(self.questions))

    def _name(self, paragraph: Field, article: int, number: int) -> str:
        entries = paragraph.mapping()
        return name_of(entries["document_id"]) if "document_id" in entries else f"{article:04d}-{number:02d}"

    def _add(self, name: str, paragraphs: Sequence[Field], field: Field) -> None:
        """Join paragraphs to a document and read the questions about them."""
        document = self.names.give(name, folder=self.folder)
        if document in self.documents:
            raise field.fail(f"document {name} is given twice")
        contexts = [_required(paragraph, "context").text() for paragraph in paragraphs]
        begin = 0
        for paragraph, context in zip(paragraphs, contexts, strict=True):
            self.questions += [_question(one, document, begin) for one in _required(paragraph, "qas").items()]
            begin += len(context) + len(_BETWEEN_PARAGRAPHS)
        self.documents[document] = _BETWEEN_PARAGRAPHS.join(contexts)


def _question(field: Field, document: str, begin: int) -> Question:
    entries = field.mapping()
    none = "is_impossible" in entries and entries["is_impossible"].flag()
    claims = () if none else tuple(dict.fromkeys(_answers(entries, document, begin)))
    return Question(
        id=query_id(name_of(_required(field, "id"))),
        text=_required(field, "question").text(),
        items=(claims,) if claims else (),
        home=document,
    )


def _answers(entries: Mapping[str, Field], document: str, begin: int) -> Iterator[Claim]:
    for answer in entries["answers"].items() if "answers" in entries else ():
        text = _required(answer, "text").text()
        if not text:  # some descendants write "no answer" as an empty one at -1
            continue
        start = begin + _required(answer, "answer_start").integer()
        yield Claim(document, start, start + len(text), text)


def _required(field: Field, key: str) -> Field:
    """Give an entry that must be there; SQuAD's descendants add keys of their own beside it."""
    entries = field.mapping()
    if key not in entries:
        raise field.fail(f"{key} missing", "Is this a SQuAD file?")
    return entries[key]
