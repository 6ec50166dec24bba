"""Label files are read strictly: what is wrong is named by file, line and path, with a remedy."""

from __future__ import annotations

import re

import pytest

from reviewer.decoding import parse_yaml
from reviewer.errors import LabelError
from reviewer.labels import Label, decode_labels
from reviewer.labels.schema import Signature
from tests.labels.samples import BLOCK, FLOW

SPAN = "{document: a.md, fingerprint: sha256:0123456789abcdef, start: 0, end: 5}"
DOCUMENT_OF_TWO_LINES = r'"a\n::error::x"'


def read(text: str) -> tuple[Label, ...]:
    """Read labels from text."""
    return decode_labels(parse_yaml(text, "labels/s/x.yaml", LabelError))


def one(lines: str) -> Label:
    """Read one label from its lines."""
    body = "".join(f"    {line}\n" for line in lines.strip().split("\n"))
    return read(f"version: 1\nqueries:\n  - id: q\n    query: What?\n{body}")[0]


def test_a_label_is_read_whole() -> None:
    """Everything a label says arrives, with the lines on which it and its spans stand."""
    window = read(BLOCK)[0]
    assert window.id == "window"
    assert window.query.text == "What happens after the appeal window closes?"
    assert window.query.boundary == "condition-consequence"
    assert window.query.tags == {"risk": "critical", "language": "en"}
    assert window.note == "a note, quoted"
    assert window.place == "labels/s/x.yaml:6"
    assert window.span_lines == (11,)
    (span,) = window.spans
    assert (span.document, span.start, span.end) == ("policies/appeals.md", 1043, 1660)


def test_together_and_any_become_alternatives() -> None:
    """`together` is one alternative of several spans, `any` is several alternatives."""
    exception, block = read(BLOCK)[1:]
    assert [len(group) for group in exception.query.evidence[0].alternatives] == [2]
    assert [len(group) for group in block.query.evidence[1].alternatives] == [1, 2]
    assert block.made == "blind"
    assert block.spans[0].quote == "one\n# no comment\n\ntwo\n"


def test_decisions_are_read() -> None:
    """Who reviewed and approved a label is kept."""
    reviewed, approved = "{by: Ada, on: 2026-11-30, from: sha256:ff}", "{by: B, on: '2026-01-02'}"
    signed = one(f"evidence: [{SPAN}]\nreviewed: {reviewed}\napproved: {approved}")
    assert signed.reviewed == Signature("Ada", "2026-11-30", "sha256:ff")
    assert signed.approved == Signature("B", "2026-01-02")


@pytest.mark.parametrize(
    "approved",
    ["{by: Ada}", "{on: 2026-11-30}", "{by: Ada, on: 30.11.2026}", "{by: A, on: 2026-11-30, from: x}", "Ada"],
)
def test_an_approval_names_who_and_when_and_nothing_else(approved: str) -> None:
    """Unlike a review, it replaced nothing."""
    with pytest.raises(LabelError, match="approved"):
        one(f"evidence: [{SPAN}]\napproved: {approved}")


def test_flow_and_block_say_the_same() -> None:
    """The style of a file is nobody's business."""
    assert read(FLOW)[0].spans[0].quote == "a, b"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("evidence: []", "evidence: expected at least one evidence item"),
        ("", "q has no evidence"),
        (f"answerable: false\nevidence: [{SPAN}]", "q is not answerable but has evidence"),
        (f"evidence: [{SPAN}]\ncorpus: sha256:0123456789abcdef", "names a corpus but is answerable"),
        ("answerable: no", "answerable: expected true or false, got 'no'"),
        ("answerable: false\ncorpus: abc", "corpus: 'abc' is not a fingerprint"),
        (f"evidence: [{SPAN.replace('0123456789abcdef', '0123')}]", "fingerprint: 'sha256:0123' is not a fingerprint"),
        (f"evidence: [{SPAN.replace('abcdef', 'ABCDEF')}]", "is not a fingerprint"),
        (
            f"evidence: [{SPAN.replace('end: 5', 'end: 0')}]",
            r"evidence\[0\].end: expected more than start \(0\), got 0",
        ),
        (f"evidence: [{SPAN.replace('start: 0', 'start: -1')}]", r"evidence\[0\].start: expected at least 0, got -1"),
        (f"evidence: [{SPAN.replace('start: 0', 'start: 1.5')}]", "start: expected an integer"),
        (f"evidence: [{SPAN.replace('a.md', '../a.md')}]", "document: '../a.md' cannot be a document id"),
        (f"evidence: [{SPAN.replace('a.md', '/a.md')}]", "cannot be a document id"),
        (f"evidence: [{SPAN.replace('a.md', DOCUMENT_OF_TWO_LINES)}]", "cannot be a document id"),
        (f"evidence: [{SPAN[:-1]}, quote: ''}}]", "quote: the quote is empty"),
        (f"evidence: [{SPAN[:-1]}, qoute: x}}]", "qoute: unknown key"),
        (f"evidence: [any: [{SPAN}]]", "any: expected at least two entries, got 1"),
        (f"evidence: [together: [{SPAN}]]", "together: expected at least two entries, got 1"),
        (f"evidence: [together: [{SPAN}, {SPAN.replace('a.md', 'b.md')}]]", "spans of two documents"),
        (f"evidence: [{SPAN}, {SPAN}]", r"evidence\[1\]: the same evidence is given twice"),
        (f"evidence: [{SPAN}]\ntags: {{risk: }}", "tags.risk: expected text"),
        (f"evidence: [{SPAN}]\ntags: {{split: test}}", "tags.split: expected one of dev, held, got 'test'"),
        (f"evidence: [{SPAN}]\ntags: {{boundary: x}}", "'boundary' cannot be a tag"),
        (f'evidence: [{SPAN}]\ntags: {{a: "x\\ny"}}', "one line without control characters"),
        (f"evidence: [{SPAN}]\nboundary: table row", "'table row' cannot be an id"),
        (f"evidence: [{SPAN}]\nreviewed: {{by: A, on: 20261130}}", "reviewed.on: expected a day such as 2026-11-30"),
        (f"evidence: [{SPAN}]\nreviewed: {{by: A}}", "reviewed: on missing"),
    ],
)
def test_what_is_wrong_is_named(lines: str, expected: str) -> None:
    """Each refusal names the file, the line and the dotted path."""
    with pytest.raises(LabelError, match=expected) as caught:
        one(lines or "note: none")
    assert re.match(r"labels/s/x\.yaml:\d+: queries\[0\]", caught.value.message)


def test_all_malformed_labels_are_named_at_once() -> None:
    """One run of the check shows everything there is to mend."""
    with pytest.raises(LabelError) as caught:
        read("version: 1\nqueries:\n  - id: a b\n    query: x\n  - id: fine\n  - query: y\n")
    assert [line.split(": ")[0] for line in caught.value.message.split("\n")] == [
        "labels/s/x.yaml:3",
        "labels/s/x.yaml:5",
        "labels/s/x.yaml:6",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("version: 2\nqueries: []\n", "version: expected 1, got 2"),
        ("queries: []\n", "version missing"),
        ("version: 1\nqueries:\n", "queries: expected a list, got nothing"),
        ("version: 1\nqueries: []\nlabels: []\n", "labels: unknown key"),
        ("", "expected a mapping, got nothing"),
    ],
)
def test_the_file_itself_is_checked(text: str, expected: str) -> None:
    """Version and keys of the root are known."""
    with pytest.raises(LabelError, match=expected):
        read(text)


def test_a_boundary_of_ones_own_is_allowed() -> None:
    """The list of patterns is open."""
    assert one(f"evidence: [{SPAN}]\nboundary: figure-caption").query.slices == (
        "boundary: any",
        "boundary: figure-caption",
    )
