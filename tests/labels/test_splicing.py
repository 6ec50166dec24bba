"""An edit changes the lines of its label and nothing else, whatever hand wrote the file."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.decoding import parse_yaml
from reviewer.errors import LabelError
from reviewer.labels.schema import Label, Retirement, Signature, decode_labels
from reviewer.labels.store import edited
from reviewer.queries import EvidenceItem, EvidenceSpan, Query
from tests.labels.samples import ALL, BLOCK, DENSE, FLOW

FINGERPRINT = "sha256:ffffffffffffffff"


def labels_of(text: str) -> list[Label]:
    """Read labels from text."""
    return list(decode_labels(parse_yaml(text, "x.yaml", LabelError)))


def edit(text: str, decide: Callable[[Label], Label | None], only: str = "") -> str:
    """Change the label `only`, or all of them."""
    labels = labels_of(text)
    wanted = [decide(label) if only in ("", label.id) else label for label in labels]
    return edited(text, "x.yaml", labels, wanted)


def changed_lines(old: str, new: str) -> tuple[list[str], list[str]]:
    """Give the lines taken out and those put in, with their line ends."""
    diff = list(difflib.ndiff(old.splitlines(keepends=True), new.splitlines(keepends=True)))
    return [one[2:] for one in diff if one.startswith("- ")], [one[2:] for one in diff if one.startswith("+ ")]


def moved(label: Label) -> Label:
    """Bind every span to another place and fingerprint, as a review does."""
    items = tuple(
        EvidenceItem(tuple(tuple(moved_span(span) for span in group) for group in item.alternatives))
        for item in label.query.evidence
    )
    query = replace(label.query, evidence=items)
    return replace(label, query=query, reviewed=Signature("Ada", "2026-11-30", "sha256:0123456789abcdef"))


def moved_span(span: EvidenceSpan) -> EvidenceSpan:
    """Move a span by ten; its quote now begins with what YAML finds hard."""
    quote = f": # \u2028\t{span.quote}" if span.quote else ""
    return replace(span, start=span.start + 10, end=span.end + 10, fingerprint=FINGERPRINT, quote=quote)


def appended(count: int = 1) -> list[Label]:
    """Give new labels."""
    span = EvidenceSpan("new.md", 3, 8, FINGERPRINT, "new: #words")
    query = Query(id="new", text="What is new?", evidence=(EvidenceItem(((span,),)),), tags={"risk": "no"})
    return [Label(query=replace(query, id=f"new-{at}")) for at in range(count)]


def test_moving_a_block_label_changes_its_values_only() -> None:
    """Comments, blank lines and the note of the label itself stay where they were."""
    out, put = changed_lines(BLOCK, edit(BLOCK, moved, "window"))
    assert out == [
        "        fingerprint: sha256:9f2c41d07b3a55e1   # short\n",
        "        start: 1043\n",
        "        end: 1660\n",
        "        quote: After the window closes, the case is final.\n",
    ]
    assert put == [
        f"        fingerprint: {FINGERPRINT}   # short\n",
        "        start: 1053\n",
        "        end: 1670\n",
        '        quote: ": # \\u2028\\tAfter the window closes, the case is final."\n',
        '    reviewed: {by: Ada, on: "2026-11-30", from: sha256:0123456789abcdef}\n',
    ]


def test_moving_a_flow_label_changes_its_own_line_only() -> None:
    """The label's entries stay in their order, its neighbours in their bytes."""
    out, put = changed_lines(FLOW, edit(FLOW, moved, "two"))
    assert len(out) == len(put) == 1
    assert "start: 14, end: 19" in put[0]
    assert put[0].startswith("  {id: two, query: Second, answerable: true, evidence: [{document: a.md")
    assert put[0].endswith(
        'tags: {x: y}, reviewed: {by: Ada, on: "2026-11-30", from: sha256:0123456789abcdef} },  # last\n'
    )


def test_a_block_scalar_ends_before_the_comment_after_it() -> None:
    """The quote in `|` style is exchanged; the blank line and the comment after it stay."""
    new = edit(BLOCK, moved, "block")
    assert '        quote: ": # \\u2028\\tone\\n# no comment\\n\\ntwo\\n"\n\n      # about the second\n' in new


def test_an_explicit_default_is_kept() -> None:
    """`answerable: true` says nothing new, but somebody wrote it."""
    assert "answerable: true" in edit(FLOW, moved, "two")


@pytest.mark.parametrize("text", ALL.values(), ids=ALL)
@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "bom"])
@pytest.mark.parametrize("final", [True, False], ids=["ended", "unended"])
def test_line_ends_and_byte_order_mark_stay(text: str, newline: str, mark: str, *, final: bool) -> None:
    """A file keeps its one style of line ends, its mark and the lack of a last line end."""
    text = mark + (text if final else text.rstrip("\n") + "!" * ("kept" in text)).replace("\n", newline)
    labels = labels_of(text)
    new = edited(text, "x.yaml", labels, [*(moved(label) for label in labels), *appended()])
    assert new.startswith("\ufeff") == bool(mark)
    assert new.count("\ufeff") == len(mark)
    assert new.count("\n") == new.count(newline)
    if newline == "\n":
        assert "\r" not in new


@pytest.mark.parametrize("text", ALL.values(), ids=ALL)
def test_appending_leaves_all_that_was_there(text: str) -> None:
    """New labels stand after the last one; no line of the file is taken out, but for a flow list's own."""
    labels = labels_of(text)
    new = edited(text, "x.yaml", labels, [*labels, *appended(2)])
    out, _ = changed_lines(text, new)
    assert len(out) == (1 if text in (FLOW, ALL["json"]) else 0)
    assert [label.id for label in labels_of(new)] == [*(label.id for label in labels), "new-0", "new-1"]


def test_appended_labels_are_set_off_as_the_last_one_is() -> None:
    """A blank line goes before a new label where the labels stand apart, and none where they do not."""
    block, dense = labels_of(BLOCK), labels_of(DENSE)
    assert "    made: blind\n\n  - id: new-0\n" in edited(BLOCK, "x.yaml", block, [*block, *appended()])
    assert "\n\n- id: new-0" in edited(DENSE, "x.yaml", dense, [*dense, *appended()])
    assert "end: 9}\n- id: new-0" in edited(DENSE, "x.yaml", dense, [*dense[:2], None, *appended()])


@pytest.mark.parametrize("name", ["window", "exception", "block"])
def test_taking_a_label_out_removes_its_lines_only(name: str) -> None:
    """What goes is one run of lines that begins with the label's dash."""
    new = edit(BLOCK, lambda _: None, name)
    out, put = changed_lines(BLOCK, new)
    assert put == []
    assert out[0].startswith(f"  - id: {name}")
    assert "".join(out) in BLOCK
    assert not any(line.startswith("  #") for line in out)


def test_taking_all_labels_out_keeps_the_comments() -> None:
    """An empty list stands where the labels were, and can take labels again."""
    empty = edit(BLOCK, lambda _: None)
    assert "queries: []\n  # the window\n" in empty
    assert empty.endswith("# after all labels\n")
    assert labels_of(edited(empty, "x.yaml", [], appended()))[0].id == "new-0"


def test_an_item_that_takes_another_shape_is_written_anew() -> None:
    """A plain span that becomes one of two alternatives changes only the lines of its item."""

    def either(label: Label) -> Label:
        (span,) = label.spans
        other = replace(span, start=2000, end=2617)
        return replace(label, query=replace(label.query, evidence=(EvidenceItem(((span,), (other,))),)))

    new = edit(BLOCK, either, "window")
    out, _ = changed_lines(BLOCK, new)
    assert out[0].startswith("      - document: policies/appeals.md")
    assert "    evidence:\n      - any:\n          - document: policies/appeals.md\n" in new


def test_items_can_be_added_and_taken_out() -> None:
    """An evidence item that is dropped takes its lines with it; its neighbour stays as it was written."""
    new = edit(BLOCK, lambda one: replace(one, query=replace(one.query, evidence=one.query.evidence[1:])), "block")
    assert "          # no comment" not in new
    assert "        - together:\n          - {document: b.md" in new


def test_a_decision_can_be_taken_back() -> None:
    """Review, then undo: the file is what it was, byte for byte."""
    before = labels_of(BLOCK)
    signed = edit(BLOCK, lambda one: replace(one, retired=Retirement("Ada", "2026-11-30", "no longer: asked")))
    assert signed != BLOCK
    assert edited(signed, "x.yaml", labels_of(signed), before) == BLOCK


def test_what_cannot_be_edited_safely_is_refused() -> None:
    """Explicit keys are legal YAML, but a small edit cannot follow them."""
    odd = "version: 1\n? queries\n: - id: a\n    query: b\n    answerable: false\n"
    labels = labels_of(odd)
    with pytest.raises(LabelError, match="too unusual"):
        edited(odd, "x.yaml", labels, [None])


texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12).filter(str.strip)
numbers = st.integers(0, 50)
decisions = st.sampled_from(["keep", "move", "retire", "sign", "out", "other text", "no tags", "one item"])


def decided(label: Label, decision: str, text: str, number: int) -> Label | None:
    """Apply one kind of decision."""
    query = label.query
    span = EvidenceSpan("z.md", number, number + 1, FINGERPRINT, text)
    one_item = (EvidenceItem(((span,),)),) if query.answerable else ()
    results = {
        "keep": label,
        "move": moved(label),
        "retire": replace(label, retired=Retirement(text, "2026-11-30", text)),
        "sign": replace(label, approved=Signature(text, "2026-11-30"), note=""),
        "other text": replace(label, query=replace(query, text=text), note=text),
        "no tags": replace(label, query=replace(query, tags={}), made=""),
        "one item": replace(label, query=replace(query, evidence=one_item)),
    }
    return results.get(decision)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(list(ALL.values())),
    st.lists(st.tuples(decisions, texts, numbers), min_size=3, max_size=3),
    st.integers(0, 2),
    st.sampled_from(["\n", "\r\n"]),
)
def test_any_mix_of_decisions_is_written(
    text: str, choices: Sequence[tuple[str, str, int]], added: int, newline: str
) -> None:
    """Whatever is decided, the file says that and no other line of it changes."""
    text = text.replace("\n", newline)
    labels = labels_of(text)
    wanted = [decided(label, *choice) for label, choice in zip(labels, choices, strict=False)]
    new = edited(text, "x.yaml", labels, [*wanted, *appended(added)])
    meant = [one.content for one in [*wanted, *appended(added)] if one is not None]
    assert [one.content for one in labels_of(new)] == meant
    assert "# after all labels" in new or "# after all labels" not in text


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2), decisions, texts, numbers)
def test_the_lines_of_other_labels_never_change(at: int, decision: str, text: str, number: int) -> None:
    """With one label decided, every line above its dash and below its end is the same line."""
    labels = labels_of(BLOCK)
    new = edited(
        BLOCK, "x.yaml", labels, [*labels[:at], decided(labels[at], decision, text, number), *labels[at + 1 :]]
    )
    lines = BLOCK.splitlines(keepends=True)
    begin = labels[at].line - 1
    rest = next((label.line - 1 for label in labels if label.line > labels[at].line), len(lines) - 1)
    while not lines[rest - 1].strip() or lines[rest - 1].startswith("  #"):
        rest -= 1
    assert new.startswith("".join(lines[:begin]))
    assert new.endswith("".join(lines[rest:]))
