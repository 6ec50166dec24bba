"""A full factorial in words: what a factor does with each level of the other, whether that differs, and overall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from reviewer.comparison import Interval
from reviewer.reports.result import Contrast
from reviewer.reports.words import interval_words, number, signed

SIMPLE, MAIN, INTERACTION = "simple", "main", "interaction"
NUMBERED = ("overlap", "size")
NOTHING = 0.05
"""Points that are written as zero."""


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
            yield f"In the mean over every {other}, {_change(one)} brings {_points(one)}."


def _upright(one: Contrast) -> Contrast:
    """Turn a contrast of numbers so that it tells what more brings, not what less costs."""
    if one.factor not in NUMBERED or float(one.level) > float(one.against):
        return one
    turned = one.interval and Interval(-one.interval.high, -one.interval.low, one.interval.level, one.interval.method)
    return replace(one, level=one.against, against=one.level, difference=-one.difference + 0.0, interval=turned)


def _simple(effects: Sequence[Contrast]) -> str:
    told = " and ".join(f"{_does(one)} with {one.at}" for one in effects)
    return f"{_change(effects[0]).capitalize()} {told}."


def _change(one: Contrast) -> str:
    shown = f"{one.factor} {one.level}" if one.factor in NUMBERED else one.level
    return f"{shown} instead of {one.against}"


def _does(one: Contrast) -> str:
    points = 100 * one.difference
    if abs(points) < NOTHING:
        return f"changes nothing {interval_words(one.interval)}"
    verb = "helps" if points > 0 else "costs"
    return f"{verb} {number(abs(points), 1)} points {interval_words(one.interval)}"


def _points(one: Contrast) -> str:
    return f"{signed(100 * one.difference, 1)} points {interval_words(one.interval)}"


def _interaction(one: Contrast, factors: Sequence[str]) -> str:
    apart = one.interval is not None and (one.interval.low > 0 or one.interval.high < 0)
    verdict = (
        f"the effect of the {factors[0]} depends on the {factors[1]}"
        if apart
        else f"whether the effect of the {factors[0]} depends on the {factors[1]} cannot be told from these queries"
    )
    return f"With {one.at} it is {_points(one)} different: {verdict}."
