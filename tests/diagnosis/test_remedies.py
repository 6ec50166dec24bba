"""Whoever writes down the arm that a remedy names gets one that works, and recovers what was lost."""

from __future__ import annotations

import re
from typing import Any

import pytest

from reviewer import registry
from reviewer.chunks import make_splitter
from reviewer.chunks.words import WordSplitter
from reviewer.decoding import parse_yaml
from reviewer.diagnosis import Cause
from reviewer.diagnosis.remedies import SECTIONS, STRUCTURAL
from reviewer.queries import Query
from tests.diagnosis.making import World, diagnosed, filler, is_matched
from tests.diagnosis.test_causes import TABLE


def settings_in(sentence: str) -> dict[str, Any]:
    """Read the settings that a remedy writes out."""
    written = re.search(r"`(\{name: [^`]+\})`", sentence)
    assert written
    fields = parse_yaml(written.group(1), "remedy").mapping()
    return {key: field.integer() if key == "size" else field.text() for key, field in fields.items()}


def test_every_splitter_that_a_remedy_names_is_installed() -> None:
    """A remedy that cannot be followed is none."""
    named = {SECTIONS, *(arm for _, arm in STRUCTURAL.values())}
    assert named <= set(registry.names("splitters"))
    for name in named:
        assert make_splitter({"name": name, "size": 40, "unit": "words"}).identity.name == name


def _table() -> tuple[World, Query]:
    world = World({"limits.md": TABLE, "b.txt": filler("other", 60)})
    return world, world.query("plan30 requests exports", "| Plan | Requests | Exports |", "| plan30 | 3000 | 210 |")


def test_rows_sent_with_their_header_recover_a_row_that_was_cut_from_it() -> None:
    """The settings stand in the sentence, with the size of the windows."""
    world, query = _table()
    windows = [world.arm(f"size-{size}", WordSplitter(size=size), query) for size in (400, 40)]
    (found,) = diagnosed(world.two(*windows), query)
    assert (found.cause, found.remedy.arm) == (Cause.HEADING_LOST, "rows")
    settings = settings_in(found.remedy.sentence)
    assert settings == {"name": "rows", "size": 40, "unit": "words"}
    assert is_matched(world.two(*windows), query, world.arm("rows", make_splitter(settings), query))


@pytest.mark.parametrize(("send", "matched"), [(("header",), True), (("headings",), False), ((), False)])
def test_only_what_is_sent_is_scored(send: tuple[str, ...], *, matched: bool) -> None:
    """A header that was merely embedded helps to find a row, and is no evidence."""
    world, query = _table()
    splitter = make_splitter({"name": "rows", "size": 40, "unit": "words", "embed": ("header",), "send": send})
    arm = world.arm("rows", splitter, query)
    assert is_matched(world.two(arm, arm), query, arm) is matched
    sent = max(len(one.places) for one in arm.passages[query.id])
    assert sent == 1 + len(send)


def test_sections_recover_a_rule_that_was_cut_from_its_title() -> None:
    """The heading is embedded along, and the chunk is found again."""
    rule = "Whoever asks within ten days gets everything back and pays nothing"
    section = f"# Guide\n\n## Cancelled voyages\n\n{filler('lead', 20)} {rule} {filler('tail', 12)}\n"
    decoys = {f"d{at}.txt": f"ten days back {filler(f'decoy{at}x', 22)}" for at in range(6)}
    world = World({"guide.md": section, **decoys})
    query = world.query("cancelled voyages ten days back", rule)
    windows = [
        world.arm("whole", WordSplitter(size=60), query),
        world.arm("cut", WordSplitter(size=24, overlap=8), query),
    ]
    (found,) = diagnosed(world.two(*windows), query)
    assert found.remedy.arm == "sections"
    settings = settings_in(found.remedy.sentence)
    assert settings == {"name": "sections", "size": 24, "unit": "words"}
    assert is_matched(world.two(*windows), query, world.arm("sections", make_splitter(settings), query))
