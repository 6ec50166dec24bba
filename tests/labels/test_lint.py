"""Lint names what misleads, with a remedy, and is silent where there is nothing to say."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from reviewer.corpus import Corpus
from reviewer.labels import Label
from reviewer.labels.lint import Finding, lint
from reviewer.labels.lint.evidence import sentences
from reviewer.labels.lint.slices import unseen_share
from reviewer.queries import EvidenceItem
from tests.labels.making import corpus, item, label, label_set, span, unanswerable

TEXT = (
    "The fee for a seat is 40 EUR. It is paid yearly, in advance! Late firms pay max_rows more.\n   \n其他費用另計。\n"
)
DOCUMENTS = corpus(a=TEXT, b="Elsewhere.\nIt is paid yearly, in advance!\n")


def rules(*labels: Label, where: Corpus = DOCUMENTS) -> list[str]:
    """Give the rules that labels break, slices aside."""
    return [one.rule for one in lint(label_set(*labels), where) if one.rule != "small-slice"]


def quoting(quote: str, query: str = "What must be given each year?", document: str = "a.md") -> Label:
    """Give a label with one quote."""
    return label("q", item(span(DOCUMENTS, document, quote)), query=query)


def test_a_good_label_is_left_in_peace() -> None:
    """Whole sentences that stand once."""
    assert rules(quoting("The fee for a seat is 40 EUR.")) == []


def test_a_finding_names_place_and_remedy() -> None:
    """The line is that of the span."""
    (one,) = (one for one in lint(label_set(quoting("It is paid yearly, in advance!")), DOCUMENTS) if one.id)
    assert one == Finding(
        rule="equal-text",
        file="labels/set/x.yaml",
        line=6,
        id="q",
        message="the same words stand in b.md [11, 41) too",
        remedy="Widen the evidence until it is unique; where that place answers too, name it under `any:`.",
    )


def test_equal_text_that_is_named_is_no_doubt() -> None:
    """Both places stand in the label."""
    quote = "It is paid yearly, in advance!"
    both = label("q", item(span(DOCUMENTS, "a.md", quote), span(DOCUMENTS, "b.md", quote)), query="How?")
    assert rules(both) == []


def test_parts_of_one_passage_are_looked_for_together() -> None:
    """A table's header stands over every table; header and row together do not."""
    header, row = "| part | price |", "| bolt | 3 EUR |"
    one, other = f"{header}\n|---|---|\n{row}\n", f"{header}\n|---|---|\n| nut | 1 EUR |\n"
    where = corpus(a=one, b=other)
    both = (span(where, "a.md", header), span(where, "a.md", row))
    together = label("q", EvidenceItem((both,)), query="What must a seat cost?")
    assert "equal-text" not in rules(together, where=where)
    assert "equal-text" in rules(together, where=corpus(a=one, b=other + row))


@pytest.mark.parametrize(
    ("quote", "rule"),
    [
        ("The fee for a sea", "inclusive-end"),
        ("The fee for a seat is 40 EUR. It is paid yearly, in advance", "inclusive-end"),
        ("The fee for a seat is 4", "inclusive-end"),
        ("max_rows", "one-word"),
        ("   ", "blank"),
    ],
)
def test_doubtful_evidence_is_named(quote: str, rule: str) -> None:
    """Ends that were meant inclusive, single words, blanks."""
    assert rules(quoting(quote)) == [rule]


@pytest.mark.parametrize("quote", ["The fee for a s", "It is paid yearly, in advance", "其他費用", "pay max_rows"])
def test_ends_that_mean_something_else_are_left(quote: str) -> None:
    """Cuts deep in a word, one sentence without its sign, scripts without blanks."""
    assert "inclusive-end" not in rules(quoting(quote))
    assert "one-word" not in rules(quoting(quote))


def test_evidence_that_repeats_the_query_is_named() -> None:
    """Any retriever finds it by its words."""
    assert rules(quoting("The fee for a seat is 40 EUR.", "Is the fee for a seat 40 EUR?")) == ["words-in-query"]


def test_stale_labels_are_not_looked_into() -> None:
    """Their places say nothing about the text of today."""
    assert rules(quoting("max_rows"), where=corpus(a=TEXT + "More.\n")) == []


def test_near_duplicates_are_named_where_they_ask_for_one_thing() -> None:
    """Equal but for case and signs, or alike on the same evidence; not alike on other evidence."""
    first = replace(quoting("The fee for a seat is 40 EUR."), query=replace(quoting("fee").query, id="a"))
    one = label("one", item(span(DOCUMENTS, "a.md", "The fee for a seat")), query="What does the Pro seat cost?")
    same = label("same", item(span(DOCUMENTS, "b.md", "Elsewhere.\n")), query="what does the pro seat cost")
    like = label("like", item(span(DOCUMENTS, "a.md", "for a seat is 40 EUR")), query="What does a Pro seat cost?")
    other = label("other", item(span(DOCUMENTS, "b.md", "Elsewhere.\n")), query="What does the Max seat cost?")
    found = [(x.id, x.message) for x in lint(label_set(first, one, same, like, other), DOCUMENTS) if "dup" in x.rule]
    assert found == [
        ("same", "the query says nearly the same as one (labels/set/x.yaml:11)"),
        ("like", "the query says nearly the same as one (labels/set/x.yaml:11)"),
    ]


def test_near_duplicates_without_answers_are_named() -> None:
    """There is no evidence to tell them apart."""
    moon = unanswerable("a", query="How are refunds paid on the Moon?")
    again = unanswerable("b", query="How are the refunds paid on the Moon?")
    assert rules(moon, again, unanswerable("c", query="Who painted the office?")) == ["near-duplicate"]


@pytest.mark.parametrize("query", ["What is due and when is it paid?", "Was ist fällig und wann?", "Due? Paid?"])
def test_a_query_of_parts_needs_more_than_a_sentence(query: str) -> None:
    """One sentence cannot be all of it; two sentences or two spans may be."""
    assert rules(quoting("The fee for a seat is 40 EUR.", query)) == ["one-span-for-parts"]
    assert rules(quoting("The fee for a seat is 40 EUR. It is paid yearly, in advance!", query)) == []


def test_undeclared_tags_are_named() -> None:
    """Keys and values; `split` is ours, and without a declaration nothing is said."""
    labels = label_set(label("q", item(span(DOCUMENTS, "a.md", "The fee")), risk="hihg", team="x", split="dev"))
    found = [one.message for one in lint(labels, DOCUMENTS, declared_tags={"risk": ["high", "low"]}) if one.id]
    assert found == ["tag 'risk' has the undeclared value 'hihg'", "tag 'team' is not declared"]
    assert [one for one in lint(labels, DOCUMENTS) if one.rule == "unknown-tag"] == []
    assert not [one for one in lint(labels, DOCUMENTS, declared_tags={"risk": [], "team": []}) if "tag" in one.rule]


def test_small_slices_are_named_with_what_they_cannot_show() -> None:
    """Ten queries are enough to be left alone."""
    place = item(span(DOCUMENTS, "a.md", "The fee for a seat is 40 EUR."))
    labels = [label(f"q{at}", place, query=f"Question {at}?", boundary="table-row", risk="low") for at in range(10)]
    labels = [*labels, label("few", place, query="Other?", risk="high")]
    found = [one.message for one in lint(label_set(*labels), DOCUMENTS) if one.rule == "small-slice"]
    assert found == [
        "1 slice has few answerable queries; even if none is lost, so many may be: 'risk: high' (1 query, up to 95%)"
    ]


def test_small_slices_are_named_together() -> None:
    """In one line, at the first of their labels."""
    place = item(span(DOCUMENTS, "a.md", "The fee for a seat is 40 EUR."))
    labels = label_set(label("a", place, query="Other?", risk="high"), label("b", place, query="Why?", team="x"))
    (found,) = (one for one in lint(labels, DOCUMENTS) if one.rule == "small-slice")
    assert found.line == labels.labels[0].line
    assert "2 slices" in found.message
    assert "'risk: high' (1 query, up to 95%), 'team: x' (1 query, up to 95%)" in found.message


def test_a_set_of_facts_is_named() -> None:
    """Where most boundary labels are one sentence, overlap has nothing to show."""
    fact, rest = span(DOCUMENTS, "a.md", "The fee for a seat is 40 EUR."), span(DOCUMENTS, "a.md", "It is paid yearly")
    facts = [label(f"q{at}", item(fact), query=f"Fee {at}?", boundary="list-item") for at in range(2)]
    together = label("t", EvidenceItem(((fact, rest),)), query="Rows?", boundary="table-row")
    assert "facts-dominate" in rules(*facts, together)
    assert "facts-dominate" not in rules(facts[0], together)
    assert "facts-dominate" not in rules(*(replace(one, query=replace(one.query, boundary="control")) for one in facts))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("One.", 1),
        ("One", 1),
        ("One. Two", 2),
        ("v1.2 is out.", 1),
        ('He said "no." Then left.', 2),
        ("一。二。", 2),
        ("", 0),
    ],
)
def test_sentences_are_counted_by_their_ends(text: str, count: int) -> None:
    """A point inside a number ends nothing."""
    assert sentences(text) == count


def test_what_no_loss_cannot_exclude() -> None:
    """The rule of three: about 3/n for a bound of 95 %."""
    assert unseen_share(1) == pytest.approx(0.95)
    assert unseen_share(300) == pytest.approx(3 / 300, rel=0.01)


def test_rapidfuzz_is_imported_by_lint_alone() -> None:
    """Reading and checking labels stay light."""
    script = "import sys, reviewer.labels, reviewer.labels.importers; print('rapidfuzz' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
