"""Whoever writes down the arm that a remedy names gets one that works, and recovers what was lost."""

from __future__ import annotations

import re
from dataclasses import replace
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


def _fence() -> tuple[World, Query]:
    lines = "\n".join(f"step{at} = run(part{at}, value{at})" for at in range(8))
    page = f"# Guide\n\n{filler('lead', 40)}\n\n```python\n{lines}\n```\n\n{filler('tail', 40)}\n"
    world = World({"guide.md": page, "b.txt": filler("other", 60)})
    return world, world.query("step3 run part3 value3 step4 part4", lines)


def test_a_fence_on_a_page_is_sent_to_sections_that_hold_it() -> None:
    """Code on a page has no symbols to cut by: the size that is named holds it, and finds it again."""
    world, query = _fence()
    windows = [world.arm(f"size-{size}", WordSplitter(size=size), query) for size in (200, 24)]
    (found,) = diagnosed(world.two(*windows), query)
    assert (found.structure, found.remedy.arm) == ("fence", "sections")
    assert "code block" in found.remedy.sentence
    settings = settings_in(found.remedy.sentence)
    assert settings["size"] >= 26  # words from fence to fence
    assert is_matched(world.two(*windows), query, world.arm("sections", make_splitter(settings), query))


@pytest.mark.parametrize("name", ["sections", "by-format"])
def test_what_was_just_compared_is_not_advised_again(name: str) -> None:
    """Neither as the candidate nor as the baseline: that sends a reader in a circle."""
    world, query = _fence()
    first, second = (world.arm(f"size-{size}", WordSplitter(size=size), query) for size in (200, 24))
    (found,) = diagnosed(world.two(replace(first, splitter=name), second), query)
    assert found.remedy.arm not in {"sections", "code", "rows"}
    assert "sections of a size" not in found.remedy.sentence


def test_code_in_a_source_file_names_what_must_be_installed() -> None:
    """By symbol, with the extra that reads symbols."""
    lines = "\n".join(f"    step{at} = run(part{at}, value{at})" for at in range(8))
    world = World({"a.py": f"def whole():\n{lines}\n", "b.txt": filler("other", 60)})
    query = world.query("step3 run part3 value3 step4 part4", lines)
    windows = [world.arm(f"size-{size}", WordSplitter(size=size), query) for size in (200, 12)]
    (found,) = diagnosed(world.two(*windows), query)
    assert (found.structure, found.remedy.arm) == ("code", "code")
    assert "overlap-reviewer[code]" in found.remedy.sentence
