"""Each label is in exactly one state, and the state is the true one."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.labels import Label, Retirement, State, check, judged
from tests.labels.making import corpus, item, label, label_set, span, unanswerable

OLD = corpus(a="The fee is 40 EUR.\nIt is paid yearly.\n", b="Nothing here.\n")


def state(one: Label, now: object = OLD) -> State:
    """Give the state of one label."""
    assert isinstance(now, type(OLD))
    return check(label_set(one), now).labels[0].state


def test_a_label_is_fresh_while_its_document_is() -> None:
    """The same text, the same label."""
    assert state(label("q", item(span(OLD, "a.md", "40 EUR")))) is State.FRESH


def test_a_changed_document_makes_its_labels_stale() -> None:
    """Even where the quote still stands at its place: the fingerprint decides, a person confirms."""
    now = corpus(a="The fee is 40 EUR.\nIt is paid monthly.\n", b="Nothing here.\n")
    found = check(label_set(label("q", item(span(OLD, "a.md", "40 EUR")))), now).labels[0]
    assert found.state is State.STALE
    assert found.reason == "a.md changed"


def test_a_quote_that_never_stood_there_is_mismatched() -> None:
    """The document is the one that was labelled, and says something else."""
    right = span(OLD, "a.md", "40 EUR")
    assert state(label("q", item(replace(right, start=right.start + 1, end=right.end + 1)))) is State.MISMATCHED
    assert state(label("q", item(replace(right, end=right.end + 100)))) is State.MISMATCHED
    assert state(label("q", item(replace(right, start=10_000, end=10_006)))) is State.MISMATCHED


def test_a_quote_of_another_length_is_mismatched_in_any_version() -> None:
    """No text can hold a quote of six characters in a span of seven."""
    right = span(OLD, "a.md", "40 EUR")
    wrong = replace(right, end=right.end + 1, fingerprint="sha256:" + "f" * 16)
    assert state(label("q", item(wrong))) is State.MISMATCHED


def test_without_a_quote_only_the_bounds_are_checked() -> None:
    """A set may hold no text at all."""
    right = replace(span(OLD, "a.md", "40 EUR"), quote="")
    assert state(label("q", item(right))) is State.FRESH
    assert state(label("q", item(replace(right, end=99)))) is State.MISMATCHED


def test_a_renamed_document_is_found_by_its_text() -> None:
    """The label vanished, and the report says where the text stands now."""
    now = corpus(new="The fee is 40 EUR.\nIt is paid yearly.\n")
    found = check(label_set(label("q", item(span(OLD, "a.md", "40 EUR")))), now).labels[0]
    assert found.state is State.VANISHED
    assert found.spans[0].renamed == ("new.md",)
    assert found.reason == "a.md is gone; the same text stands in new.md"
    gone = check(label_set(label("q", item(span(OLD, "b.md", "here")))), now).labels[0]
    assert gone.reason == "b.md is not in this corpus"


def test_the_worst_span_decides() -> None:
    """Vanished, then mismatched, then stale; the line is that of the span that decides."""
    now = corpus(a="Other.\n")
    one = label("q", item(span(OLD, "a.md", "40 EUR")), item(span(OLD, "b.md", "here")))
    found = check(label_set(one), now).labels[0]
    assert found.state is State.VANISHED
    assert [each.state for each in found.spans] == [State.STALE, State.VANISHED]
    assert found.line == found.label.span_lines[1]


def test_unanswerable_labels_are_confirmed_for_one_corpus() -> None:
    """Any added, changed or removed document asks for another look; the limit does not count it."""
    labels = label_set(unanswerable("known", OLD.fingerprint[:23]), unanswerable("never"))
    assert [one.state for one in check(labels, OLD).labels] == [State.FRESH, State.TO_CONFIRM]
    more = corpus(a="x", b="y", c="z")
    assert [one.state for one in check(labels, more).labels] == [State.TO_CONFIRM, State.TO_CONFIRM]
    assert check(labels, more).outdated == ()


def test_a_run_leaves_out_what_is_outdated_and_says_why() -> None:
    """Fresh labels and those to confirm are judged; retired ones are not mentioned."""
    now = corpus(a="Changed.\n", b="Nothing here.\n")
    retired = replace(label("gone", item(span(OLD, "b.md", "here"))), retired=Retirement("A", "2026-11-30", "dull"))
    made = replace(label("fresh", item(span(OLD, "b.md", "here")), risk="low"), made="blind")
    labels = label_set(label("old", item(span(OLD, "a.md", "fee"))), made, unanswerable("moon"), retired)
    found = judged(labels, now)
    assert [query.id for query in found.queries] == ["fresh", "moon"]
    assert found.queries[0].slices == ("made: blind", "risk: low")
    assert [(one.label.id, one.state) for one in found.left_out] == [("old", State.STALE)]


def test_the_fingerprint_of_a_set_covers_what_is_judged() -> None:
    """Notes, reviews and places may change; a moved span may not."""
    one = label("q", item(span(OLD, "a.md", "40 EUR")))
    assert label_set(one).fingerprint == label_set(replace(one, note="hm")).fingerprint
    assert label_set(one).fingerprint != label_set(label("q", item(span(OLD, "a.md", "fee")))).fingerprint
    assert label_set(one).fingerprint != label_set(one, unanswerable("moon")).fingerprint


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from(["fee", "40 EUR", "here", "moon"]), max_size=6), st.booleans(), st.booleans())
def test_the_states_add_up(quotes: list[str], with_a: bool, changed: bool) -> None:  # noqa: FBT001 # drawn, not passed
    """Each label is counted once, whatever happened to the documents."""
    labels = [
        unanswerable(f"q{at}", OLD.fingerprint[:23])
        if quote == "moon"
        else label(f"q{at}", item(span(OLD, "b.md" if quote == "here" else "a.md", quote)))
        for at, quote in enumerate(quotes)
    ]
    now = corpus(b="Nothing here!\n" if changed else "Nothing here.\n", **({"a": OLD["a.md"].text} if with_a else {}))
    staleness = check(label_set(*labels), now)
    assert sum(staleness.counts.values()) == len(labels)
    assert len(judged(label_set(*labels), now).queries) + len(staleness.outdated) == len(labels)
