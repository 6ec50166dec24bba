"""Which version of a label judges a change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reviewer import fingerprint
from reviewer.corpus import Corpus, Document, document_from_bytes
from reviewer.labels import Label, LabelSet
from reviewer.labels.at_base import AtBase, at_base
from reviewer.queries import EvidenceItem, EvidenceSpan, Query

OLD = {"a.md": "First comes this. Then comes that.\n", "b.md": "Only here.\n"}
MOVED = OLD | {"a.md": "A new beginning.\n\nFirst comes this. Then comes that.\n"}
REWORDED = OLD | {"a.md": "First comes something else. Then comes that.\n"}


def corpus(texts: dict[str, str]) -> Corpus:
    """Give a corpus of texts."""
    documents = {}
    for name, text in texts.items():
        document = document_from_bytes(name, text.encode())
        assert isinstance(document, Document)
        documents[name] = document
    return Corpus(documents)


def label(name: str, quote: str, texts: dict[str, str], document: str = "a.md", text: str = "What?") -> Label:
    """Give a label whose quote stands in a text."""
    start = texts[document].index(quote)
    mark = fingerprint.short(corpus(texts)[document].fingerprint)
    span = EvidenceSpan(document, start, start + len(quote), mark, quote)
    return Label(query=Query(id=name, text=text, evidence=(EvidenceItem(((span,),)),)), file="x.yaml", line=3)


def chosen(
    before: Sequence[Label], head: Sequence[Label], texts: dict[str, str], tip: Sequence[Label] | None = None
) -> AtBase:
    """Choose for a change; the tip's labels are those before unless given."""
    versions = (before if tip is None else tip, before, head)
    tip_set, before_set, head_set = (LabelSet("s", tuple(one)) for one in versions)
    return at_base(tip_set, before_set, head_set, corpus(texts))


FIRST = label("q", "First comes this.", OLD)


def test_a_label_of_an_unchanged_document_is_judged_as_at_base() -> None:
    """Edited, or taken away altogether."""
    for head in ([], [replace(FIRST, query=replace(FIRST.query, text="Easier?"))]):
        found = chosen([FIRST], head, OLD)
        assert (found.changes, found.restored, found.withheld) == ((), ("q",), ())


def test_a_label_that_nobody_touched_says_nothing() -> None:
    """No change, no notice."""
    found = chosen([FIRST], [replace(FIRST, line=99)], OLD)
    assert found == AtBase(changes=(), restored=(), withheld=(), moved=(), added=())


def test_a_label_that_follows_its_document_is_judged_where_it_went() -> None:
    """The same question and quote, at another place."""
    after = label("q", "First comes this.", MOVED)
    found = chosen([FIRST], [after], MOVED)
    assert found.moved == ("q",)
    assert [one.label.spans if one.label else None for one in found.changes] == [after.spans]


def test_a_label_that_changes_with_its_document_counts_as_lost() -> None:
    """Another quote, another question, or none any more: until it is reviewed at base."""
    reworded = label("q", "First comes something else.", REWORDED)
    asked = replace(label("q", "First comes this.", MOVED), query=replace(FIRST.query, text="Easier?"))
    for head, texts in (([reworded], REWORDED), ([], REWORDED), ([asked], MOVED)):
        found = chosen([FIRST], head, texts)
        assert [one.id for one in found.withheld] == ["q"]


def test_a_label_that_goes_to_another_document_counts_as_lost() -> None:
    """A change could lay a document that holds nothing but the quote, and be judged by that."""
    for texts in (REWORDED | {"bait.md": "First comes this.\n"}, {"bait.md": "First comes this.\n"}):
        bait = label("q", "First comes this.", texts, "bait.md")
        found = chosen([FIRST], [bait], texts)
        assert (found.moved, [one.id for one in found.withheld]) == ((), ["q"])


def test_a_copy_of_a_document_that_still_stands_is_another_document() -> None:
    """The evidence was edited away where it stood."""
    texts = REWORDED | {"copy.md": OLD["a.md"]}
    found = chosen([FIRST], [label("q", "First comes this.", texts, "copy.md")], texts)
    assert (found.moved, [one.id for one in found.withheld]) == ((), ["q"])


def test_a_label_follows_a_document_that_was_renamed() -> None:
    """The same text under another id; one that was edited on the way is another document."""
    for text, moved in ((OLD["a.md"], ("q",)), (MOVED["a.md"], ())):
        texts = {"new.md": text, "b.md": OLD["b.md"]}
        found = chosen([FIRST], [label("q", "First comes this.", texts, "new.md")], texts)
        assert found.moved == moved
        assert [one.id for one in found.withheld] == ([] if moved else ["q"])


def test_evidence_without_a_quote_is_its_place_in_the_same_text() -> None:
    """Bound anew to a changed document, nothing says that it means the same."""
    quotes = (("First comes this.", OLD), ("First comes somet", REWORDED))
    bare = [without_quote(label("q", quote, texts)) for quote, texts in quotes]
    assert [one.id for one in chosen([bare[0]], [bare[1]], REWORDED).withheld] == ["q"]
    renamed = {"new.md": OLD["a.md"]}
    there = without_quote(label("q", "First comes this.", renamed, "new.md"))
    elsewhere = without_quote(label("q", "Then comes that.", renamed, "new.md"))
    assert chosen([bare[0]], [there], renamed).moved == ("q",)
    assert [one.id for one in chosen([bare[0]], [elsewhere], renamed).withheld] == ["q"]


def without_quote(one: Label) -> Label:
    """Take the quote out of a label's only span."""
    span = replace(one.query.evidence[0].spans[0], quote="")
    return replace(one, query=replace(one.query, evidence=(EvidenceItem(((span,),)),)))


def test_a_label_that_went_stale_untouched_is_stale_and_not_lost() -> None:
    """Its document changed, nobody looked at it yet."""
    found = chosen([FIRST], [FIRST], REWORDED)
    assert (found.withheld, found.moved, found.changes) == ((), (), ())


def test_a_correction_on_the_base_branch_judges_at_once() -> None:
    """The tip's version, where it fits the change's documents."""
    corrected = replace(FIRST, query=replace(FIRST.query, text="Better?"))
    found = chosen([FIRST], [FIRST], OLD, tip=[corrected])
    assert found.changes == ()


def test_where_the_base_branch_moved_on_the_label_from_before_fits() -> None:
    """Main has changed the document; the change's branch still has the old one."""
    newer = label("q", "First comes this.", MOVED)
    found = chosen([FIRST], [FIRST], OLD, tip=[newer])
    assert [one.label.spans if one.label else None for one in found.changes] == [FIRST.spans]


def test_a_label_for_documents_that_only_the_base_branch_has_is_left_out() -> None:
    """It cannot be judged here, and is no fault of the change."""
    newer = label("new", "A new beginning.", MOVED)
    found = chosen([FIRST], [FIRST], OLD, tip=[FIRST, newer])
    assert [(one.id, one.label) for one in found.changes] == [("new", None)]


def test_new_labels_wait_for_the_base_branch() -> None:
    """Nobody passes by adding easy questions."""
    found = chosen([FIRST], [FIRST, label("easy", "Only here.", OLD, "b.md")], OLD)
    assert found.added == ("easy",)
