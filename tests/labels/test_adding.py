"""A quote is placed where it stands, and refused where that is not clear."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from reviewer.corpus import Corpus
from reviewer.errors import LabelError
from reviewer.labels.adding import doubt_about, file_for, find_document, id_for, place_quote
from reviewer.spans import Span
from tests.labels.making import corpus, document, item, label, label_set, span

RULES = document("rules.md", "# Fees\nThe fee is due.\n\n# Fines\nThe fee is due.\nThe ﬁne too.\n")


def test_a_quote_is_placed_where_it_stands() -> None:
    """Exactly, or across compatibility forms."""
    assert place_quote(RULES, "# Fines") == Span(24, 31)
    place = place_quote(RULES, "fine too")
    assert RULES.text[place.start : place.end] == "ﬁne too"


def test_an_ambiguous_quote_is_refused_with_its_places() -> None:
    """Each place with line and heading; `nth` decides."""
    with pytest.raises(LabelError) as caught:
        place_quote(RULES, "The fee is due.")
    assert caught.value.message == (
        "the quote stands 2 times in rules.md:\n"
        "  1: [7, 22), line 2, column 1, under Fees\n"
        "  2: [32, 47), line 5, column 1, under Fines"
    )
    assert "--nth" in caught.value.hint
    assert place_quote(RULES, "The fee is due.", nth=2) == Span(32, 47)


def test_places_that_overlap_are_two_places() -> None:
    """Counting them as one would place the label by chance."""
    with pytest.raises(LabelError, match="stands 2 times"):
        place_quote(document("x.txt", "aaa"), "aa")


@pytest.mark.parametrize(("quote", "nth"), [("nowhere", None), (" \n", None), ("# Fees", 2), ("# Fees", 0)])
def test_a_quote_that_does_not_stand_there_is_refused(quote: str, nth: int | None) -> None:
    """No nearest match is taken."""
    with pytest.raises(LabelError):
        place_quote(RULES, quote, nth)


def test_quotes_are_compared_in_canonical_form() -> None:
    """A quote typed with line ends and accents of another system is the same quote."""
    text = document("x.txt", "Caf\u00e9\nbar\n")
    assert place_quote(text, "Cafe\u0301\r\nbar") == Span(0, 8)


WRAPPED = document("w.md", "# Fees\n\nThe fee\n  is due\tin May. The ﬁne\ntoo.\n\nThe fee is not due.\n")


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        ("The fee is due in May.", "The fee\n  is due\tin May."),
        (" fee\nis\n\ndue ", "fee\n  is due"),
        ("The fine too.", "The ﬁne\ntoo."),
    ],
)
def test_any_blanks_equal_any_others(quote: str, words: str) -> None:
    """A page may be wrapped anywhere; the place is that of the text's own words."""
    place = place_quote(WRAPPED, quote)
    assert WRAPPED.text[place.start : place.end] == words


def test_the_same_words_wrapped_otherwise_are_another_place() -> None:
    """Which of them is meant must be said."""
    with pytest.raises(LabelError, match="stands 2 times"):
        place_quote(WRAPPED, "The fee is")


def test_the_nearest_words_are_shown_where_nothing_matches() -> None:
    """A slip is seen at once; of words that stand nowhere nothing is shown."""
    with pytest.raises(
        LabelError, match=r"nearest words stand at \[8, .*line 3, column 1, under Fees: “The fee is due"
    ):
        place_quote(WRAPPED, "The fees is due in May.")
    with pytest.raises(LabelError) as caught:
        place_quote(WRAPPED, "Gadzooks! Quixotic zebras vex.")
    assert caught.value.message == "w.md does not hold the quote"


def test_the_nearest_words_are_whole_and_can_be_taken_as_they_are() -> None:
    """No word is cut in two, at neither end, and the hint gives the offsets of just those words."""
    page = document("api.md", "Wait as long as the `Retry-After` header says, then ask once more.\n")
    with pytest.raises(LabelError) as caught:
        place_quote(page, "as long as the Retry-After header")
    place = re.search(r"--at (\d+):(\d+)", caught.value.hint)
    assert place is not None
    words = page.text[int(place[1]) : int(place[2])]
    assert words == "as long as the `Retry-After` header"
    assert f"“{words}”" in caught.value.message


def test_many_nearest_words_end_between_two_of_them() -> None:
    """With a sign that there are more."""
    text = " ".join(f"word{at:03}" for at in range(40))
    with pytest.raises(LabelError, match=r"“word000 word001 .* word\d{3} …”"):
        place_quote(document("x.txt", text), f"{text[:-4]}9999")


def test_ids_come_from_the_query() -> None:
    """Readable, and never one that is taken."""
    assert id_for("What is the fee, and when is it due?", set()) == "what-is-the-fee-and-when"
    assert id_for("Fee?", {"fee", "fee-2"}) == "fee-3"
    assert id_for("¿?", set()) == "query"


def test_a_label_goes_where_its_documents_labels_are() -> None:
    """Else into a file of the document's name, never into the file of reviewed losses."""
    where = corpus(a="The fee.", b="x")
    labels = label_set(label("q", item(span(where, "a.md", "fee")))).labels
    assert file_for(Path("labels/s"), "a.md", labels) == Path("labels/set/x.yaml")
    assert file_for(Path("labels/s"), "deep/b.md", labels) == Path("labels/s/deep-b.yaml")
    assert file_for(Path("labels/s"), "reviewed.md", labels) == Path("labels/s/labels-reviewed.yaml")
    assert file_for(Path("labels/s"), None, labels) == Path("labels/s/not-answerable.yaml")


@pytest.mark.parametrize("given", ["docs/policies/leave.md", "leave.md", "./policies/leave.md", "policies/leve.md"])
def test_a_document_named_from_elsewhere_is_told_by_its_id(given: str) -> None:
    """A path of the repository, a bare name and a slip are refused, each with the id that is meant."""
    where = Corpus({"policies/leave.md": document("policies/leave.md", "x"), "a.md": document("a.md", "y")})
    with pytest.raises(LabelError) as caught:
        find_document(where, given)
    assert given in caught.value.message
    assert "did you mean policies/leave.md?" in caught.value.hint


def test_a_document_that_nothing_is_like_is_refused_plainly() -> None:
    """No id is guessed."""
    with pytest.raises(LabelError) as caught:
        find_document(corpus(a="x"), "zzz")
    assert "did you mean" not in caught.value.hint


def test_a_slip_in_a_boundary_pattern_is_doubted() -> None:
    """The list is open: a pattern of its own is left in peace, and so is one that the set has."""
    evidence = item(span(corpus(a="The fee."), "a.md", "fee"))
    own = label_set(label("q", evidence, boundary="row-footnote")).labels
    assert "did you mean table-row?" in doubt_about("table-rows", ())
    assert doubt_about("table-row", ()) == ""
    assert doubt_about("foo", ()) == ""
    assert "did you mean row-footnote?" in doubt_about("row-footnot", own)
    assert doubt_about("row-footnote", own) == ""
