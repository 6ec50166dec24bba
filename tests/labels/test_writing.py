"""What is written is read again as the same, by us and by any other reader of YAML."""

from __future__ import annotations

import sys
from dataclasses import replace

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.decoding import parse_yaml
from reviewer.errors import LabelError
from reviewer.labels import Label, Retirement, Signature, decode_labels
from reviewer.labels.writing import Quote, flow, item, scalar, write_file
from reviewer.queries import EvidenceItem, EvidenceSpan, Query
from tests.labels.making import ANY

any_text = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)
LIKE_OTHER_TYPES = [
    "yes",
    "NO",
    "on",
    "~",
    "null",
    "007",
    "0x1F",
    "1e3",
    ".inf",
    "12:30",
    "2026-01-05",
    "1_000",
    "-",
    "@x",
]


@settings(max_examples=100, deadline=None)
@given(any_text, any_text, any_text, st.integers(0, 10**9))
def test_labels_survive_writing(query: str, quote: str, note: str, start: int) -> None:
    """Every text of a label comes back, whatever it is made of."""
    span = EvidenceSpan("a/b c.md", start, start + 1, ANY, quote)
    label = Label(
        query=Query(id="NO", text=query, evidence=(EvidenceItem(((span,), (span, replace(span, start=0)))),)),
        note=note,
        approved=Signature(query, "2026-11-30"),
        retired=Retirement(note, "2026-11-30", quote),
    )
    (read,) = decode_labels(parse_yaml(write_file([label]), "x.yaml", LabelError))
    assert read.content == label


def test_every_character_survives_in_every_style() -> None:
    """Alone, between letters and at an end; as an item, in flow style and as a quote."""
    told = [*range(0x3100), *range(0x3100, 0xD800, 61), *range(0xE000, 0xFDD0, 61), *range(0xFDD0, 0x10010), 0x1F600]
    texts = [shape for char in map(chr, [*told, sys.maxunicode]) for shape in (char, f"a{char}", f"a {char} b")]
    written = [line for text in texts for line in item(text)]
    assert [field.text() for field in parse_yaml("\n".join(written), "x").items()] == texts
    assert [field.text() for field in parse_yaml(flow([*map(Quote, texts)]), "x").items()] == texts


@given(st.one_of(st.sampled_from(LIKE_OTHER_TYPES), any_text))
def test_other_readers_take_text_as_text(text: str) -> None:
    """A reader that guesses types guesses none."""
    assert yaml.safe_load(f"k: {scalar(text)}") == {"k": text}


def test_an_empty_file_can_take_labels() -> None:
    """No labels are an empty list, which is not the same as nothing."""
    assert decode_labels(parse_yaml(write_file([]), "x.yaml", LabelError)) == ()


def test_the_style_is_the_documented_one() -> None:
    """A label looks as in the documentation: plain words bare, quotes in quotes, tags on one line."""
    span = EvidenceSpan("policies/appeals.md", 1043, 1660, "sha256:9f2c41d07b3a55e1", "After: the\n window")
    query = Query(id="appeal", text="What happens then?", boundary="table-row", tags={"risk": "critical", "no": "on"})
    label = Label(query=replace(query, evidence=(EvidenceItem(((span,),)),)), approved=Signature("Ada", "2026-11-30"))
    assert (
        write_file([label])
        == """\
version: 1
queries:
  - id: appeal
    query: What happens then?
    boundary: table-row
    tags: {risk: critical, "no": "on"}
    evidence:
      - document: policies/appeals.md
        fingerprint: sha256:9f2c41d07b3a55e1
        start: 1043
        end: 1660
        quote: "After: the\\n window"
    approved: {by: Ada, on: "2026-11-30"}
"""
    )
