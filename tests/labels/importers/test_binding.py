"""Claims become labels only where the words stand; raw offsets are led to canonical ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.corpus import canonicalise, read_corpus
from reviewer.errors import LabelError
from reviewer.labels import State, check, read_set
from reviewer.labels.importers import Claim, Material, Question, bind, deliver
from reviewer.labels.importers.binding import canonical_place
from reviewer.labels.importers.equal_text import MOST_PLACES
from reviewer.labels.importers.naming import DocumentNames, query_id

RAW = "\ufeffThe fee\r\nis 40 EUR.\r\nThe fee\r\nis due.\r\n"


def claim(text: str, raw: str = RAW, shift: int = 0, document: str = "a.md") -> Claim:
    """Claim a text where it stands, or beside it."""
    start = raw.index(text) + shift
    return Claim(document, start, start + len(text), text)


def material(*claims: Claim, raw: str = RAW, **documents: str) -> Material:
    """Give a question that needs all claims."""
    question = Question(id="q", text="What \n is it?", items=tuple((one,) for one in claims), home="a.md")
    return Material({"a.md": raw, **{f"{name}.md": text for name, text in documents.items()}}, (question,))


def test_raw_offsets_become_canonical(tmp_path: Path) -> None:
    """Byte order mark and CRLF are gone, and the label is fresh against the folder that was written."""
    imported = bind(material(claim("40 EUR"), claim("fee\r\nis due")))
    spans = imported.labels[0].spans
    assert [(span.start, span.end, span.quote) for span in spans] == [(11, 17, "40 EUR"), (23, 33, "fee\nis due")]
    assert imported.labels[0].query.text == "What is it?"
    deliver(imported, tmp_path / "corpus", tmp_path)
    assert (tmp_path / "corpus/a.md").read_bytes() == b"The fee\nis 40 EUR.\nThe fee\nis due.\n"
    staleness = check(read_set(tmp_path), read_corpus(tmp_path / "corpus"))
    assert staleness.counts[State.FRESH] == 1


def test_decomposed_letters_are_taken_whole() -> None:
    """A claim that ends between a letter and its accent covers the letter that both became."""
    raw = "Cafe\u0301 bar"
    span = bind(material(Claim("a.md", 0, 5, "Cafe\u0301"), raw=raw)).labels[0].spans[0]
    assert (span.start, span.end, span.quote) == (0, 4, "Caf\u00e9")
    half = bind(material(Claim("a.md", 2, 4, None), raw=raw)).labels[0].spans[0]
    assert (half.start, half.end, half.quote) == (2, 4, "f\u00e9")


PIECES = [
    "a",
    "b",
    " ",
    "\n",
    "\r",
    "\r\n",
    "e\u0301",
    "\u0301",
    "\ufeff",
    "\u1100\u1161",
    "\u0958",
    "日",
    "\U0001f600",
]
pieces = st.sampled_from(PIECES)


@settings(max_examples=200, deadline=None)
@given(st.lists(pieces, min_size=1, max_size=12).map("".join), st.data())
def test_every_raw_span_is_covered(raw: str, data: st.DataObject) -> None:
    """The canonical place comes from raw characters that hold the claim; whole pieces map onto their own form."""
    canonical = canonicalise(raw)
    if not canonical.text:
        return
    start = data.draw(st.integers(0, len(raw) - 1))
    end = data.draw(st.integers(start + 1, len(raw)))
    first, last = canonical_place(canonical, start, end)
    assert 0 <= first < last <= len(canonical.text) or end <= canonical.source.raw(0)
    if end > canonical.source.raw(0):
        assert canonical.source.raw(first) <= max(start, canonical.source.raw(0))
        assert canonical.source.raw(last) >= end
        # No whole character could be left out at either end: what is normalised together is one.
        assert all(
            canonical.source.raw(at) == canonical.source.raw(first) or canonical.source.raw(at) > start
            for at in range(first, last)
        )
        assert canonical.source.raw(last - 1) < end


def test_marks_that_are_put_in_order_together_are_taken_together() -> None:
    """A letter that is taken apart, and the accents behind it, have no end of their own between them."""
    canonical = canonicalise("aaaaa\u0958\u0301\u0301")
    assert canonical_place(canonical, 7, 8) == (5, len(canonical.text))


def test_spans_that_do_not_hold_their_text_are_refused_by_name() -> None:
    """Each one, with how far off the words stand."""
    claims = (claim("40 EUR", shift=1), claim("is due", shift=-2), Claim("a.md", 5, 9, "gone"), claim("The fee"))
    with pytest.raises(LabelError) as caught:
        bind(material(*claims))
    assert caught.value.message == (
        "3 of 4 spans do not hold their text:\n"
        "  q: a.md [14, 20), text begins 1 earlier\n"
        "  q: a.md [29, 35), text begins 2 later\n"
        "  q: a.md [5, 9)"
    )
    assert "--keep-mismatched" in caught.value.hint


def test_kept_spans_are_mismatched_afterwards(tmp_path: Path) -> None:
    """The label says what the source said, so that the check counts it and a person can mend it."""
    imported = bind(material(claim("40 EUR", shift=1)), keep_mismatched=True)
    assert len(imported.broken) == 1
    deliver(imported, tmp_path / "corpus", tmp_path)
    found = check(read_set(tmp_path), read_corpus(tmp_path / "corpus")).labels[0]
    assert found.state is State.MISMATCHED
    assert found.label.spans[0].quote == "40 EUR"


def test_a_span_beyond_the_text_can_be_kept(tmp_path: Path) -> None:
    """It is mismatched like any other."""
    imported = bind(material(Claim("a.md", 5000, 5004, "gone")), keep_mismatched=True)
    deliver(imported, tmp_path / "corpus", tmp_path)
    assert check(read_set(tmp_path), read_corpus(tmp_path / "corpus")).labels[0].state is State.MISMATCHED


@pytest.mark.parametrize(("start", "end"), [(5, 5), (7, 3), (-3, 4)])
def test_impossible_spans_are_never_kept(start: int, end: int) -> None:
    """No label can hold an empty, reversed or negative place."""
    with pytest.raises(LabelError, match=rf"a\.md \[{start}, {end}\)"):
        bind(material(Claim("a.md", start, end, "x")), keep_mismatched=True)


def test_inclusive_ends_are_recognised() -> None:
    """When one character more is right everywhere, the remedy says so."""
    claims = [replace(one, end=one.end - 1) for one in (claim("40 EUR"), claim("is due"))]
    with pytest.raises(LabelError) as caught:
        bind(material(*claims))
    assert "--ends inclusive" in caught.value.hint


def test_doubled_questions_are_refused() -> None:
    """By their ids."""
    one = material(claim("40 EUR"))
    with pytest.raises(LabelError, match="given twice: q"):
        bind(replace(one, questions=one.questions * 2))


def test_equal_text_elsewhere_becomes_alternative_evidence() -> None:
    """In every document of the import, where it does not overlap; the claim itself comes first."""
    found = bind(material(claim("The fee"), b="No fee. The fee, The fee."), equal_text=True)
    (item,) = found.labels[0].query.evidence
    places = [(span.document, span.start) for span in item.spans]
    assert places == [("a.md", 0), ("a.md", 19), ("b.md", 8), ("b.md", 17)]
    assert all(len(group) == 1 for group in item.alternatives)
    assert found.alternatives == 3


def test_equal_items_become_one() -> None:
    """Two claims of the same words are met by the same places: they are one item."""
    claims = (Claim("a.md", 1, 8, "The fee"), Claim("a.md", 22, 29, "The fee"))
    assert len(bind(material(*claims)).labels[0].query.evidence) == 2
    assert len(bind(material(*claims), equal_text=True).labels[0].query.evidence) == 1


def test_text_that_stands_everywhere_gets_no_alternatives() -> None:
    """A word that is met by chance is no evidence."""
    found = bind(material(claim("fee"), b="fee " * (MOST_PLACES + 1)), equal_text=True)
    assert len(found.labels[0].spans) == 1
    assert (found.alternatives, found.too_common) == (0, 1)


def test_questions_without_answers_are_bound_to_the_corpus(tmp_path: Path) -> None:
    """They are fresh until a document changes."""
    asked = Material({"a.md": RAW}, (Question(id="moon", text="Moon?"),))
    deliver(bind(asked), tmp_path / "corpus", tmp_path)
    assert check(read_set(tmp_path), read_corpus(tmp_path / "corpus")).counts[State.FRESH] == 1
    (tmp_path / "corpus/b.md").write_text("more\n", encoding="utf-8")
    assert check(read_set(tmp_path), read_corpus(tmp_path / "corpus")).counts[State.TO_CONFIRM] == 1


def test_nothing_is_overwritten_without_force(tmp_path: Path) -> None:
    """The same import again changes nothing; another one is refused before anything is written."""
    first, second = bind(material(claim("40 EUR"))), bind(material(claim("is due"), b="new"))
    for _ in range(2):
        deliver(first, tmp_path / "corpus", tmp_path)
    before = (tmp_path / "a.yaml").read_bytes()
    with pytest.raises(LabelError, match=r"(?s)1 files exist and differ:.*a\.yaml"):
        deliver(second, tmp_path / "corpus", tmp_path)
    assert (tmp_path / "a.yaml").read_bytes() == before
    assert not (tmp_path / "corpus/b.md").exists()
    deliver(second, tmp_path / "corpus", tmp_path, force=True)
    assert (tmp_path / "a.yaml").read_bytes() != before


def test_a_document_that_no_corpus_would_read_is_refused(tmp_path: Path) -> None:
    """A text with a NUL is passed over as binary: its labels would vanish."""
    with pytest.raises(LabelError, match=r"a\.md cannot stand in a corpus"):
        deliver(bind(material(claim("40 EUR"), raw=RAW + "\0")), tmp_path / "corpus", tmp_path)


def test_a_document_that_a_corpus_would_rewrite_is_refused(tmp_path: Path) -> None:
    """The words of a data set are not those that are left of a page without its markup."""
    one = Claim("page.html", 3, 9, "40 EUR")
    asked = Material({"page.html": "<p>40 EUR</p>"}, (Question(id="q", text="Q?", items=((one,),), home="page.html"),))
    with pytest.raises(LabelError, match=r"page\.html would be read as another text .*\(html\)"):
        deliver(bind(asked), tmp_path / "corpus", tmp_path)


@pytest.mark.parametrize("home", ["corpus/x.md", "reviewed.md", "corpus.md"])
def test_labels_never_take_a_reserved_place(tmp_path: Path, home: str) -> None:
    """Where a label file would not be read as one, it gets another name."""
    one = Claim(home, 0, 3, "The")
    asked = Material({home: "The fee"}, (Question(id="q", text="Q?", items=((one,),), home=home),))
    deliver(bind(asked), tmp_path / "corpus", tmp_path)
    assert [label.id for label in read_set(tmp_path).labels] == ["q"]


def test_names_become_file_names_that_stay_apart() -> None:
    """Readable, never hidden, never a folder, not equal on a system that ignores case."""
    names = DocumentNames()
    assert names.give("Fees & Fines: 2020/21 ") == "Fees-Fines-2020-21.txt"
    assert names.give("../.secret") == "secret.txt"
    assert names.give("Ünïcode 日本") == "Ünïcode-日本.txt"
    assert names.give("Fees") == names.give("Fees") == "Fees.txt"
    assert names.give("FEES") != "FEES.txt"
    assert names.give("...") != names.give("///")
    assert len(names.give("x" * 300)) <= 104


def test_query_ids_stay_apart() -> None:
    """An id that is one is kept; others get digits of the whole name."""
    assert query_id("56beb4343aeaaa14008c925b") == "56beb4343aeaaa14008c925b"
    assert query_id("a b").startswith("a-b-")
    assert query_id("a b") != query_id("a/b")
    assert query_id("日本") == query_id("日本")
