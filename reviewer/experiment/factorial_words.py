"""A full factorial in words: what a factor does with each level of the other, whether that differs, and overall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from reviewer.comparison import Interval
from reviewer.reports.result import Contrast
from reviewer.reports.words import interval_words, number, signed

SIMPLE, MAIN, INTERACTION = "simple", "main", "interaction"
NUMBERED = ("overlap", "size")
LITTLE = 0.05
"""An interval within this many hundred points of nothing, both ways, is told as little change."""


def sentences(contrasts: Sequence[Contrast], factors: Sequence[str]) -> Iterator[str]:
    """Say simple effects and interaction of the first factor, then the main effect of each."""
    upright = [_upright(one) for one in contrasts]
    for pair in dict.fromkeys((one.level, one.against) for one in upright if one.factor == factors[0]):
        mine = [one for one in upright if one.factor == factors[0] and (one.level, one.against) == pair]
        yield _simple([one for one in mine if one.kind == SIMPLE])
        yield from (_interaction(one, factors) for one in mine if one.kind == INTERACTION)
    for one in upright:
        if one.kind == MAIN:
            other = next(name for name in factors if name != one.factor)
            doubt = "" if _is_told(one) else ", which cannot be told from nothing"
            yield f"In the mean over every {other}, {_change(one)} brings {_points(one)}{doubt}."


def _upright(one: Contrast) -> Contrast:
    """Turn a contrast of numbers so that it tells what more brings, not what less costs."""
    if one.factor not in NUMBERED or float(one.level) > float(one.against):
        return one
    turned = one.interval and Interval(-one.interval.high, -one.interval.low, one.interval.level, one.interval.method)
    return replace(one, level=one.against, against=one.level, difference=-one.difference + 0.0, interval=turned)


def _simple(effects: Sequence[Contrast]) -> str:
    told = " and ".join(map(_does, effects)).removesuffix(",")
    return f"{_change(effects[0]).capitalize()} {told}."


def _change(one: Contrast) -> str:
    shown = f"{one.factor} {one.level}" if one.factor in NUMBERED else one.level
    return f"{shown} instead of {one.against}"


def _does(one: Contrast) -> str:
    if not _is_told(one):
        does = "changes little" if is_little(one.interval) else "cannot be told to change anything"
        return f"{does} with {one.at}, {_points(one)},"
    verb = "helps" if one.difference > 0 else "costs"
    return f"{verb} {number(abs(100 * one.difference), 1)} points {interval_words(one.interval)} with {one.at}"


def is_little(interval: Interval | None) -> bool:
    """Tell whether a change lies close to nothing, wherever in its interval it lies."""
    return interval is not None and interval.low >= -LITTLE and interval.high <= LITTLE


def _is_told(one: Contrast) -> bool:
    """Whether the whole interval lies on one side of nothing."""
    return one.interval is not None and (one.interval.low > 0 or one.interval.high < 0)


def _points(one: Contrast) -> str:
    return f"{signed(100 * one.difference, 1)} points {interval_words(one.interval)}"


def _interaction(one: Contrast, factors: Sequence[str]) -> str:
    verdict = (
        f"the effect of the {factors[0]} depends on the {factors[1]}"
        if _is_told(one)
        else f"whether the effect of the {factors[0]} depends on the {factors[1]} cannot be told from these queries"
    )
    return f"With {one.at} it is {_points(one)} different: {verdict}."
