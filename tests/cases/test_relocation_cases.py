"""The public relocation cases, through `prepare` and `propose`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reviewer import fingerprint
from reviewer.corpus import canonicalise
from reviewer.labels.anchor import AnchorState, Proposals, prepare, propose

CASES = [json.loads(path.read_text("utf-8")) for path in sorted(Path(__file__).parent.glob("rel-*.json"))]
VERDICTS = {
    AnchorState.UNMOVED: "moved",
    AnchorState.MOVED: "moved",
    AnchorState.CHANGED: "review",
    AnchorState.AMBIGUOUS: "review",
    AnchorState.GONE: "lost",
}
"""Ours in the cases' words: `unmoved` is accepted like `moved`, as the label must be bound to the new text."""


def relocated(case: dict[str, Any], new_text: str) -> tuple[str, Proposals]:
    """Give verdict and proposals; a label whose document has the same canonical text is `same`, and nobody is asked."""
    given = case["input"]
    old_text, (start, end) = given["old_text"], given["span"]
    if given.get("texts_are") == "raw":
        old_text, new_text = canonicalise(old_text).text, canonicalise(new_text).text
    found = propose(prepare(old_text, new_text), old_text[start:end], start, end)
    if fingerprint.of_text(old_text) == fingerprint.of_text(new_text):
        return "same", found
    return VERDICTS[found.state], found


@pytest.mark.parametrize("case", [one for one in CASES if one["input"]["op"] == "relocate"], ids=lambda one: one["id"])
def test_relocate(case: dict[str, Any]) -> None:
    """One quote, one new text."""
    verdict, found = relocated(case, case["input"]["new_text"])
    expect = case["expect"]
    places = [[one.start, one.end] for one in found.proposals]
    assert verdict in expect["verdict_in"]
    if verdict in ("same", "moved") and "span" in expect:
        assert places[0] == expect["span"]
    if "span" in expect:
        assert expect["span"] in places
    if "suggest" in expect:
        assert places[0] == expect["suggest"]
    if expect.get("accept") is False:
        assert verdict not in ("same", "moved")
    if "never_accept_span" in expect and verdict in ("same", "moved"):
        assert places[0] != expect["never_accept_span"]


@pytest.mark.parametrize(
    "case", [one for one in CASES if one["input"]["op"] == "relocate_many"], ids=lambda one: one["id"]
)
def test_relocate_many(case: dict[str, Any]) -> None:
    """One quote, several new texts, among them an empty one."""
    for new_text, verdicts in zip(case["input"]["new_texts"], case["expect"]["verdicts_in"], strict=True):
        verdict, found = relocated(case, new_text)
        assert verdict in verdicts
        assert all(0 <= one.start < one.end <= len(new_text) and one.score < 1 for one in found.proposals)


def test_all_cases_are_run() -> None:
    """The folder holds the eleven cases."""
    assert len(CASES) == 11
    assert {one["input"]["op"] for one in CASES} == {"relocate", "relocate_many"}
