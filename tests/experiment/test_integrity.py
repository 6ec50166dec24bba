"""What must hold before any recall is looked at, flaw by flaw, with the documents named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from reviewer.chunks import Chunk, chunk_corpus, load_tokenizer, make_splitter
from reviewer.corpus import Corpus, document_from_text
from reviewer.errors import ComparisonError
from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.grid import grid_of
from reviewer.experiment.integrity import (
    check_chunks,
    check_hits,
    check_queries,
    check_row_versions,
    check_rows,
    refuse,
)
from reviewer.experiment.manifest import TRANSFORMATION
from reviewer.experiment.progress import Silent
from reviewer.experiment.run import Asked, run
from reviewer.experiment.store import Store
from reviewer.queries import EvidenceItem, EvidenceSpan, Query
from reviewer.runs import Hit, Run

ENGLISH = "---\nlanguage: en\n---\n" + "The window closes after thirty days, and nothing is paid back. " * 20
GERMAN = "---\nlanguage: de\n---\n" + "Die Frist endet nach dreißig Tagen, und nichts wird erstattet. " * 20
CORPUS = Corpus({name: document_from_text(name, text) for name, text in (("de.md", GERMAN), ("en.md", ENGLISH))})
TOKENIZER = load_tokenizer()

AWKWARD = (
    "",
    "\n \n",
    "word",
    "a " * 5_000,
    ("line\n" + "\n" * 300) * 20,
    "👩‍👩‍👧‍👦 " * 200,
    "क्षि" * 400,
    "é" * 900,
    "漢字かな交じり文。" * 120,
    "x" * 3_000,
)


def cut(**settings: str | int) -> tuple[Chunk, ...]:
    """Cut the corpus."""
    return chunk_corpus(CORPUS, make_splitter(settings), TRANSFORMATION)


@pytest.mark.parametrize("name", ["tokens", "words", "characters"])
@pytest.mark.parametrize(("size", "overlap", "phase"), [(40, 0, 0), (40, 20, 7), (7, 6, 0), (400, 100, 299)])
def test_our_own_windows_pass_on_every_kind_of_text(name: str, size: int, overlap: int, phase: int) -> None:
    """A check that refused honest chunks would be worse than none."""
    texts = {f"{at}.txt": document_from_text(f"{at}.txt", text) for at, text in enumerate(AWKWARD)}
    corpus = Corpus({**texts, **CORPUS.documents})
    splitter = make_splitter({"name": name, "size": size, "overlap": overlap, "phase": phase})
    chunks = chunk_corpus(corpus, splitter, TRANSFORMATION)
    grid = grid_of(splitter.identity.to_plain(), TOKENIZER)
    assert grid is not None
    assert list(map(str, check_chunks("arm", chunks, corpus, grid=grid, version=TRANSFORMATION))) == []


def test_chunk_counts_follow_from_the_stride() -> None:
    """A table cut with another overlap than it claims is named with what was expected."""
    splitter = make_splitter({"name": "words", "size": 20, "overlap": 0})
    grid = grid_of(splitter.identity.to_plain(), TOKENIZER)
    found = list(check_chunks("arm", cut(name="words", size=20, overlap=15), CORPUS, grid=grid))
    assert [one.names[0].split(" (")[0] for one in found] == ["de.md"]
    assert "chunk counts that do not follow from windows of 20 words every 20" in str(found[0])


def test_a_splitter_without_a_grid_is_not_held_to_one() -> None:
    """Structural and recursive splitters have counts of their own."""
    splitter = make_splitter({"name": "recursive", "size": 20})
    assert grid_of(splitter.identity.to_plain(), TOKENIZER) is None


def test_chunks_of_another_corpus_do_not_pass() -> None:
    """Ids cover corpus, place and version, so chunks from elsewhere show although their places fit."""
    chunks = cut(name="words", size=20)
    moved = (replace(chunks[0], id=chunks[1].id), *chunks[1:])
    assert "mixed versions" in str(next(check_chunks("arm", moved, CORPUS, version=TRANSFORMATION)))


def test_every_row_must_be_searchable() -> None:
    """A store that indexes in the background may not be there yet."""
    assert str(next(check_rows("arm", 10, 7))) == "arm: 7 of 10 chunks can be searched"
    assert list(check_rows("arm", 10, 10)) == []


def query(**given: object) -> Query:
    """Give a query on the English document."""
    evidence = (EvidenceItem(((EvidenceSpan("en.md", 20, 40),),)),)
    return Query(**{"id": "q", "text": "?", "evidence": evidence, **given})  # type: ignore[arg-type]  # a test's short hand


def test_a_filter_that_leaves_out_the_evidence_is_a_flaw_of_the_label() -> None:
    """Its recall could only ever be zero."""
    found = list(check_queries([query(filters={"language": "de"})], CORPUS))
    assert str(found[0]) == "query q: its filters (language = de) leave out its own evidence: en.md"
    assert list(check_queries([query(filters={"language": "en"}), query()], CORPUS)) == []
    assert "no document has language = fr" in str(next(check_queries([query(filters={"language": "fr"})], CORPUS)))


def test_one_alternative_within_the_filters_is_enough() -> None:
    """Evidence in two languages: who asks for one of them can be answered; half a group answers nobody."""
    english, german = EvidenceSpan("en.md", 20, 60), EvidenceSpan("de.md", 20, 60)

    def asked(*items: EvidenceItem) -> list[str]:
        one = Query(id="q", text="?", evidence=items, filters={"language": "de"})
        return [str(found) for found in check_queries([one], CORPUS)]

    assert asked(EvidenceItem(((english,), (german,)))) == []
    assert asked(EvidenceItem(((german,), (english,)))) == []
    told = ["query q: its filters (language = de) leave out its own evidence: en.md"]
    assert asked(EvidenceItem(((english, german),))) == told
    assert asked(EvidenceItem(((english,), (english, german)))) == told
    assert asked(EvidenceItem(((english,), (german,))), EvidenceItem(((english,),))) == told


def test_hits_that_a_filter_should_have_kept_out_are_named() -> None:
    """With query, rank and document."""
    chunks = cut(name="words", size=20)
    hits = tuple(
        Hit(rank=rank, document=one.document, start=one.start, end=one.end, score=1.0)
        for rank, one in enumerate((chunks[-1], chunks[0]), start=1)
    )
    ranked = Run(arm="arm", fingerprint="", depth=5, hits={"q": hits})
    found = list(check_hits("arm", ranked, chunks, [query(filters={"language": "en"})], CORPUS))
    assert list(map(str, found)) == ["arm: filters were not applied: q (rank 2, de.md)"]
    assert list(check_hits("arm", ranked, chunks, [query()], CORPUS)) == []


def test_a_long_list_of_documents_is_cut_and_counted() -> None:
    """Nobody reads 1,000 names."""
    many = Corpus({f"{at:04}.md": document_from_text(f"{at:04}.md", "text") for at in range(1_000)})
    with pytest.raises(ComparisonError) as refused:
        refuse(check_chunks("arm", (), many))
    assert refused.value.message.endswith("0000.md, 0001.md, 0002.md, 0003.md, 0004.md and 995 more")


def test_filters_of_queries_reach_the_index(project: Path, reconfigured: Callable[[str, str], Path]) -> None:
    """A question that asks for a language gets hits of that language alone."""
    for name in ("policies/appeals.md", "policies/refunds.md", "reference/limits.md"):
        path = project / "docs" / name
        language = "de" if "limits" in name else "en"
        path.write_text(f"---\nlang: {language}\n---\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    labels = project / "labels" / "main" / "labels.yaml"
    labels.write_text(
        "version: 1\nqueries:\n  - {id: limit, query: How many requests?, answerable: false, filters: {lang: de}}\n"
        "  - {id: open, query: How many requests?, answerable: false}\n" + answerable(project),
        encoding="utf-8",
    )
    reconfigured("gates:\n  - {slice: all, measure: success@2, max_lost: 0}\n", "")
    configuration = read_configuration(project / "reviewer.yaml")
    _, folder = run(configuration, Asked(), Store(project / ".reviewer"), Silent())
    lines = (folder / "run-overlap-0.jsonl").read_text(encoding="utf-8").splitlines()
    documents = {
        name: {line.split('"document":"')[1].split('"')[0] for line in lines if f'"{name}"' in line}
        for name in ("limit", "open")
    }
    assert documents["limit"] == {"reference/limits.md"}
    assert len(documents["open"]) > 1


def answerable(project: Path) -> str:
    """Write a label on the first document as it stands."""
    document = document_from_text(
        "policies/appeals.md", (project / "docs/policies/appeals.md").read_text(encoding="utf-8")
    )
    start = document.text.index("An appeal costs")
    place = f"start: {start}, end: {start + 15}, quote: An appeal costs"
    span = f"{{document: {document.id}, fingerprint: '{document.fingerprint}', {place}}}"
    return f"  - {{id: cost, query: What does it cost?, boundary: control, evidence: [{span}]}}\n"


def test_rows_of_another_version_in_a_store_are_named() -> None:
    """A store may hold rows that another version of the way from document to chunk left there."""
    assert not list(check_row_versions("a", {"1": 9}, "1"))
    (found,) = check_row_versions("a", {"1": 9, "0": 2, "": 1}, "1")
    assert str(found) == "a: mixed versions in the store: 1 of version none, 2 of version 0, beside those of version 1"
