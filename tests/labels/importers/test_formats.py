"""Each format is read as its makers write it, and its flaws are named by file and line."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from reviewer.errors import LabelError
from reviewer.labels.importers import Claim, Material, load


def write_json(path: Path, value: object) -> Path:
    """Write a JSON file."""
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path


def write_lines(path: Path, *records: object) -> Path:
    """Write a JSON Lines file."""
    path.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records), encoding="utf-8")
    return path


def write_table(path: Path, *rows: list[str]) -> Path:
    """Write a CSV file."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


# Chroma


def chroma(folder: Path, *rows: list[str]) -> Material:
    """Load a table with one corpus."""
    (folder / "talk.md").write_text("We cut fees.\u2028More.\n", encoding="utf-8")
    table = write_table(folder / "questions_df.csv", ["question", "references", "corpus_id"], *rows)
    return load("chroma", [table])


def reference(content: str, start: int, end: int) -> str:
    """Give a cell of references."""
    return json.dumps([{"content": content, "start_index": start, "end_index": end}])


def test_chroma_reads_table_and_corpora(tmp_path: Path) -> None:
    """All references are needed; ids count the questions of a corpus."""
    two = json.loads(reference("We cut", 0, 6)) + json.loads(reference("fees", 7, 11))
    material = chroma(
        tmp_path, ["What was\ncut?", json.dumps(two), "talk"], ["Else?", reference("More", 13, 17), "talk"]
    )
    assert material.documents == {"talk.md": "We cut fees.\u2028More.\n"}
    assert [one.id for one in material.questions] == ["talk-001", "talk-002"]
    assert material.questions[0].items == (
        (Claim("talk.md", 0, 6, "We cut"),),
        (Claim("talk.md", 7, 11, "fees"),),
    )
    assert load("chroma", [tmp_path]) == material


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (["Q", "[{]", "talk"], r"questions_df\.csv:2: not JSON"),
        (["Q", "[{}]", "talk"], r"questions_df\.csv:2: \[0\]: content and start_index and end_index missing"),
        (["Q", reference("x", 0, 1), "other"], r"questions_df\.csv:2: no file other\.md"),
        (["Q", "[]"], r"questions_df\.csv:2: expected 3 cells, got 2"),
    ],
)
def test_flaws_of_a_table_are_named(tmp_path: Path, row: list[str], expected: str) -> None:
    """With the row."""
    with pytest.raises(LabelError, match=expected):
        chroma(tmp_path, row)


def test_a_table_without_the_columns_is_refused(tmp_path: Path) -> None:
    """Naming what is missing and what was found."""
    table = write_table(tmp_path / "x.csv", ["question", "answer"])
    with pytest.raises(LabelError, match="no column references and corpus_id"):
        load("chroma", [table])


# SQuAD


def squad(*answers: tuple[str, int], id_: object = "q1", impossible: bool = False) -> dict[str, object]:
    """Give a question with answers."""
    given = [{"text": text, "answer_start": start} for text, start in answers]
    return {"id": id_, "question": "Who?", "answers": given, "is_impossible": impossible, "plausible_answers": []}


def test_squad_joins_the_paragraphs_of_an_article(tmp_path: Path) -> None:
    """Offsets move along, question ids stay, several answers are alternatives."""
    paragraphs = [
        {"context": "Ada wrote.", "qas": [squad(("Ada", 0))]},
        {"context": "Bob read it.", "qas": [squad(("Bob", 0), ("read", 4), ("Bob", 0), id_="q2")]},
    ]
    path = write_json(tmp_path / "x.json", {"version": "1", "data": [{"title": "The Book", "paragraphs": paragraphs}]})
    material = load("squad", [path])
    document = "The-Book.txt"
    assert material.documents == {document: "Ada wrote.\n\nBob read it."}
    assert [one.id for one in material.questions] == ["q1", "q2"]
    assert material.questions[1].items == ((Claim(document, 12, 15, "Bob"), Claim(document, 16, 20, "read")),)


def test_squad_keeps_untitled_contexts_apart(tmp_path: Path) -> None:
    """As COVID-QA writes them: numbers for ids, one article a context; no answer is an answer too."""
    data = [
        {"paragraphs": [{"context": "Ada.", "document_id": 630, "qas": [squad(("Ada", 0), id_=262)]}]},
        {"paragraphs": [{"context": "Bob.", "qas": [squad(id_="none", impossible=True), squad(("", -1), id_="no")]}]},
    ]
    material = load("squad", [write_json(tmp_path / "x.json", {"data": data})])
    assert list(material.documents) == ["630.txt", "0002-01.txt"]
    assert [(one.id, len(one.items)) for one in material.questions] == [("262", 1), ("none", 0), ("no", 0)]


def test_several_squad_files_do_not_meet(tmp_path: Path) -> None:
    """Translations share titles and ids: each file has its folder, and ids are told apart."""
    data = {"data": [{"title": "T", "paragraphs": [{"context": "Ada.", "qas": [squad(("Ada", 0))]}]}]}
    paths = [write_json(tmp_path / f"x.{name}.json", data) for name in ("de", "en")]
    material = load("squad", paths)
    assert list(material.documents) == ["x.de/T.txt", "x.en/T.txt"]
    assert [(one.id, one.tags) for one in material.questions] == [
        ("x.de:q1", {"source": "x.de"}),
        ("x.en:q1", {"source": "x.en"}),
    ]


def test_squad_has_no_ends(tmp_path: Path) -> None:
    """Ends that could be inclusive are asked for in vain."""
    with pytest.raises(LabelError, match="no ends"):
        load("squad", [write_json(tmp_path / "x.json", {"data": []})], inclusive=True)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([], "x.json: expected a mapping"),
        ({"data": [{"paragraphs": [{"qas": []}]}]}, r"data\[0\]\.paragraphs\[0\]: context missing"),
        ({"data": [{"paragraphs": [{"context": "x", "qas": [{"id": "q"}]}]}]}, r"qas\[0\]: question missing"),
    ],
)
def test_flaws_of_json_are_named(tmp_path: Path, value: object, expected: str) -> None:
    """With the path in it."""
    with pytest.raises(LabelError, match=expected):
        load("squad", [write_json(tmp_path / "x.json", value)])


# Spans

DOCUMENT = {"doc_id": "guide/Fees (old).md", "text": "The fee is 40 EUR."}
SPAN = {"doc_id": "guide/Fees (old).md", "start": 11, "end": 17}


def test_spans_are_read_beside_documents(tmp_path: Path) -> None:
    """Folders and suffixes stay; a known slice is a boundary, another a tag; no evidence means no answer."""
    documents = write_lines(tmp_path / "d.jsonl", DOCUMENT, {"doc_id": 7, "text": "x\u2028y"})
    queries = write_lines(
        tmp_path / "q.jsonl",
        {"query_id": "q 1", "query": "Fee?", "slice": "table-row", "evidence": [SPAN]},
        {"query_id": 2, "query": "Fee?", "slice": "pricing", "evidence": [{**SPAN, "text": "40 EUR"}]},
        {"query_id": "3", "query": "Moon?", "evidence": []},
    )
    material = load("spans", [queries, documents])
    assert material.documents == {"guide/Fees-old.md": "The fee is 40 EUR.", "7.txt": "x\u2028y"}
    one, two, three = material.questions
    assert one.id.startswith("q-1-")
    assert (one.boundary, one.tags, two.boundary, two.tags) == ("table-row", {}, None, {"slice": "pricing"})
    assert one.items == ((Claim("guide/Fees-old.md", 11, 17, None),),)
    assert two.items[0][0].text == "40 EUR"
    assert three.items == ()
    inclusive = load("spans", [queries, documents], inclusive=True)
    assert inclusive.questions[0].items[0][0].end == 18


def test_flaws_of_json_lines_are_named(tmp_path: Path) -> None:
    """With the line."""
    documents = write_lines(tmp_path / "d.jsonl", DOCUMENT)
    broken = tmp_path / "q.jsonl"
    broken.write_text('{"query_id": "a", "query": "b", "evidence": []}\n{"query_id"\n', encoding="utf-8")
    with pytest.raises(LabelError, match=r"q\.jsonl:2: not JSON"):
        load("spans", [broken, documents])
    unknown = write_lines(tmp_path / "u.jsonl", {"query_id": "a", "query": "b", "evidence": [{**SPAN, "doc_id": "?"}]})
    with pytest.raises(LabelError, match=r"u\.jsonl:1: evidence\[0\]\.doc_id: no document \?"):
        load("spans", [unknown, documents])
    with pytest.raises(LabelError, match="no queries in"):
        load("spans", [documents])
    with pytest.raises(LabelError, match=r"d\.jsonl:1: .*is given twice"):
        load("spans", [documents, documents])


# CUAD


def clause(start: int, end: int, text: str, label: str = "Governing Law") -> dict[str, object]:
    """Give a clause, its end inclusive."""
    return {"start": start, "end": end, "text": text, "fine_label": label.lower(), "broad_label": "Group"}


def test_cuad_asks_once_a_category(tmp_path: Path) -> None:
    """All clauses are needed; the same words again are an alternative; the table words the question."""
    text = "Law of X. Also law of X. Also law of X."
    clauses = [clause(0, 7, "Law of X"), clause(10, 22, "Also law of X"), clause(25, 37, "Also law of X")]
    contract = {"id": "A, INC. - DEAL ", "text": text, "clauses": [*clauses, clause(0, 2, "Law", "Other")]}
    path = write_lines(tmp_path / "c.jsonl", contract)
    write_table(
        tmp_path / "category_descriptions.csv",
        ["Category (incl. context and answer)", "Description", "Answer Format"],
        ["Category: Governing Law", "Description: Which law  governs it? ", ""],
    )
    material = load("cuad", [path])
    law, other = material.questions
    document = "A-INC.-DEAL.txt"
    assert law.items == (
        (Claim(document, 0, 8, "Law of X"),),
        (Claim(document, 10, 23, "Also law of X"), Claim(document, 25, 38, "Also law of X")),
    )
    assert law.text == 'In the contract "A, INC. - DEAL": Which law governs it?'
    assert other.text == 'In the contract "A, INC. - DEAL": Which parts concern other?'
    assert law.id.endswith(":governing-law")
    assert law.tags == {"category": "governing law", "group": "Group"}
    assert load("cuad", [path], inclusive=False).questions[0].items[0][0].end == 7


def test_an_unknown_format_lists_those_known() -> None:
    """And nothing to import is said."""
    with pytest.raises(LabelError, match="no format is called 'hotpot'") as caught:
        load("hotpot", [Path("x")])
    assert caught.value.hint == "Known: chroma, cuad, spans, squad."
    with pytest.raises(LabelError, match="nothing to import"):
        load("squad", [])


def test_bytes_that_are_not_utf8_are_refused(tmp_path: Path) -> None:
    """With their offset."""
    (tmp_path / "x.json").write_bytes(b'{"data": "\xff"}')
    with pytest.raises(LabelError, match="byte 10"):
        load("squad", [tmp_path / "x.json"])
