"""Edges of grapheme clusters found locally are those of a pass over the whole text."""

from __future__ import annotations

from random import Random

import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.chunks.clusters import Clusters

JOINING = "a \r\n.\u0301\u0308\u200d\ufe0f\U0001f469\U0001f4bb\U0001f1e6\U0001f1e7\u1100\u1161\u11a8\uac00\uac01"
INDIC = "\u0915\u094d\u0937\u093f\u0903\u0600\u0e33\u0e01"


def whole(text: str) -> list[tuple[int, int]]:
    """Give the clusters of one pass."""
    return [match.span() for match in regex.finditer(r"\X", text)]


@settings(max_examples=150, deadline=None)
@given(st.text(st.one_of(st.sampled_from(JOINING + INDIC), st.characters()), max_size=60), st.randoms())
def test_clusters_found_near_a_position_are_those_of_the_whole_text(text: str, random: Random) -> None:
    """In whatever order they are asked for."""
    clusters = Clusters(text)
    positions = list(range(len(text) + 1))
    random.shuffle(positions)
    for position in positions:
        holding = [(start, end) for start, end in whole(text) if start < position < end]
        assert clusters.around(position) == (holding[0] if holding else (position, position))


def test_flags_are_paired_from_the_first_of_their_run() -> None:
    """A look-up far into a page of flags must not part one, however far back the run began."""
    flags = "\U0001f1e9\U0001f1ea" * 5000
    clusters = Clusters("x" + flags)
    assert [clusters.is_edge(position) for position in (9001, 9002, 41, 42)] == [True, False, True, False]


def test_rising_look_ups_read_a_run_once() -> None:
    """Edges found before are where the next look-up begins, so that the whole costs one pass and not a square."""
    clusters = Clusters("\U0001f1e9\U0001f1ea" * 20_000)
    assert not any(clusters.is_edge(position) for position in range(1, 40_000, 50))
