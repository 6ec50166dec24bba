"""Sites are ranked by the arms that cut them apart, and no foreign splitter is run for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer.chunks import Chunk
from reviewer.decoding import parse_yaml
from reviewer.experiment.apart import is_cut_apart, rank_sites
from reviewer.experiment.configuration import Configuration, decode
from reviewer.experiment.doubts import doubts
from reviewer.experiment.progress import Silent
from reviewer.labels.sites import Site
from reviewer.spans import Span
from tests.labels.making import corpus, item, label, label_set, span

TEXT = "".join(f"word{at:02} " for at in range(40))
WHERE = corpus(a=TEXT)
NEAR = Site(pattern="x", document="a.md", first=Span(0, 6), second=Span(7, 13))
FAR = Site(pattern="x", document="a.md", first=Span(0, 6), second=Span(98, 104))


def configuration(tmp_path: Path, more: str) -> Configuration:
    """Give a configuration of windows of characters."""
    text = f"version: 1\ncorpus: {{root: corpus}}\nlabels: labels/set\n{more}"
    return decode(parse_yaml(text, "reviewer.yaml"), tmp_path / "reviewer.yaml")


def chunk(start: int, end: int, *context: Span) -> Chunk:
    """Give a chunk of the document."""
    return Chunk(id="c", document="a.md", start=start, end=end, context=context)


def test_parts_that_no_chunk_holds_are_cut_apart() -> None:
    """To the threshold; what is sent along counts as held."""
    assert is_cut_apart(FAR, [chunk(0, 50), chunk(40, 120)], TEXT, 0.8)
    assert not is_cut_apart(FAR, [chunk(0, 104)], TEXT, 0.8)
    assert not is_cut_apart(FAR, [chunk(90, 120, Span(0, 7))], TEXT, 0.8)
    assert not is_cut_apart(FAR, [chunk(0, 103)], TEXT, 0.8)
    assert is_cut_apart(FAR, [], TEXT, 0.8)


def test_what_most_arms_cut_apart_comes_first(tmp_path: Path) -> None:
    """With the names of those arms."""
    arms = configuration(tmp_path, "splitter: {name: characters, size: 120, overlap: 0}\noverlaps: [0, 60]\n")
    other = Site(pattern="x", document="a.md", first=Span(112, 118), second=Span(126, 132))
    ranking = rank_sites(arms, WHERE, [NEAR, FAR, other], Silent())
    assert [(one.site, one.cut_by) for one in ranking.sites] == [(other, ("overlap-0",)), (FAR, ()), (NEAR, ())]
    assert ranking.arms == ("overlap-0", "overlap-60")
    assert ranking.passed_over == ()


def test_foreign_splitters_are_named_and_never_run(tmp_path: Path) -> None:
    """Not even imported: what would be run here does not exist."""
    arms = configuration(
        tmp_path,
        "splitter: {name: characters, size: 120, overlap: 0}\n"
        "arms:\n  theirs: {splitter: {name: python, function: nowhere:split}}\n",
    )
    ranking = rank_sites(arms, WHERE, [NEAR], Silent())
    assert (ranking.arms, ranking.passed_over) == (("baseline",), ("theirs",))


def test_labels_that_no_overlap_splits_are_doubted(tmp_path: Path) -> None:
    """In the unit of the windows; controls and longer ones are left in peace."""
    arms = configuration(tmp_path, "splitter: {name: words, size: 30, overlap: 6}\noverlaps: [6, 2]\n")
    short = label("short", item(span(WHERE, "a.md", "word00 word01")), boundary="list-item")
    long = label("long", item(span(WHERE, "a.md", TEXT.strip()[:100])), boundary="list-item")
    control = label("control", item(span(WHERE, "a.md", "word00 word01")), boundary="control")
    (found,) = doubts(arms, label_set(short, long, control), WHERE)
    assert (found.rule, found.id) == ("unsplittable", "short")
    assert "2 words of evidence" in found.message
    assert "lower the overlap or the size of an arm" in found.remedy


@pytest.mark.parametrize(
    ("tags", "rules"),
    [
        ({"risk": "critical"}, []),
        ({"rsk": "critical"}, ["unknown-tag"]),
        ({"risk": "critcal"}, ["unknown-tag"]),
        ({"format": "prose"}, []),
    ],
)
def test_tags_that_a_gate_spells_otherwise_are_doubted(tmp_path: Path, tags: dict[str, str], rules: list[str]) -> None:
    """A tag that no gate is like is nobody's business."""
    gates = 'gates:\n  - {slice: "risk: critical", measure: success@5, max_lost: 0}\n'
    arms = configuration(tmp_path, f"splitter: {{name: python, function: nowhere:split}}\n{gates}")
    one = label("q", item(span(WHERE, "a.md", "word00")), **tags)
    assert [found.rule for found in doubts(arms, label_set(one), WHERE)] == rules
