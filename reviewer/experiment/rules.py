"""How arms are measured: the rules of a configuration, the same for both sides of every comparison."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Self, TypeVar

from reviewer.decoding import Field
from reviewer.errors import ReviewerError
from reviewer.fingerprint import Plain
from reviewer.scores import parse_measure
from reviewer.vectors import DEFAULT_MODEL, DEFAULT_REVISION

T = TypeVar("T")

DEEPEST = 1_000_000
"""A k, depth or budget beyond this is a slip of the pen."""

KEYS = (
    "k",
    "depth",
    "min_coverage",
    "budget",
    "measures",
    "prompt_tokenizer",
    "truncation",
    "lengths",
    "protected",
    "confident_score",
    "max_stale",
    "statistics",
)
"""The keys of the configuration that are rules."""


@dataclass(frozen=True, slots=True)
class StaleLimit:
    """How many labels may be stale before nothing is judged: a count, or a share of all labels in use."""

    count: int | None = None
    share: float = 0.5

    @classmethod
    def read(cls, written: str) -> Self:
        """Read `12`, or `10%` of the labels in use; what is neither is a ValueError."""
        digits, is_share = written.removesuffix("%").strip(), written.endswith("%")
        if not (digits.isascii() and digits.isdigit()) or (is_share and int(digits) > 100):  # noqa: PLR2004  # of 100
            raise ValueError(f"expected a number or a percentage, got {written!r}")
        return cls(share=int(digits) / 100) if is_share else cls(count=int(digits))

    def of(self, labels: int) -> int:
        """Give the limit for so many labels."""
        return int(self.share * labels + 1e-9) if self.count is None else self.count


@dataclass(frozen=True, slots=True)
class Statistics:
    """What is declared before the run: two-sided confidence, the share of gains expected, correlation in a document."""

    level: float = 0.95
    gains_share: float = 0.2
    icc: float = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How arms are measured; the same for both sides of a comparison.

    `protected` slices never merge away; from `confident_score` on the best hit of a query that nothing answers
    counts as confidently wrong; it is a cosine, and held against no other scores.
    """

    k: int = 5
    depth: int = 50
    min_coverage: float = 0.8
    budget: int = 800
    measures: tuple[str, ...] = ()
    prompt_tokenizer: str = DEFAULT_MODEL
    prompt_revision: str | None = DEFAULT_REVISION
    truncation: str = "refuse"
    lengths: tuple[int, ...] = (66, 200)
    protected: tuple[str, ...] = ()
    confident_score: float | None = None
    max_stale: StaleLimit = StaleLimit()
    statistics: Statistics = Statistics()

    def to_plain(self) -> dict[str, Plain]:
        """Give every rule by its name."""
        return {
            "k": self.k,
            "depth": self.depth,
            "min_coverage": self.min_coverage,
            "budget": self.budget,
            "measures": list(self.measures),
            "prompt_tokenizer": {"name": self.prompt_tokenizer, "revision": self.prompt_revision},
            "truncation": self.truncation,
            "lengths": list(self.lengths),
            "protected": list(self.protected),
            "confident_score": self.confident_score,
            "max_stale": {"count": self.max_stale.count, "share": self.max_stale.share},
            "statistics": {
                "level": self.statistics.level,
                "gains_share": self.statistics.gains_share,
                "icc": self.statistics.icc,
            },
        }


def decode_rules(entries: Mapping[str, Field]) -> Rules:
    """Read the rules among a configuration's entries; what is not written keeps its default."""

    def read(key: str, how: Callable[[Field], T], default: T) -> T:
        return how(entries[key]) if key in entries else default

    usual = Rules()
    tokenizer = (usual.prompt_tokenizer, usual.prompt_revision)
    named, revision = read("prompt_tokenizer", _tokenizer, tokenizer)
    rules = Rules(
        k=read("k", lambda one: one.integer(least=1, most=DEEPEST), usual.k),
        depth=read("depth", lambda one: one.integer(least=1, most=DEEPEST), usual.depth),
        min_coverage=read("min_coverage", lambda one: one.number(least=0.501, most=1), usual.min_coverage),
        budget=read("budget", lambda one: one.integer(least=1, most=DEEPEST), usual.budget),
        measures=read("measures", _measures, usual.measures),
        prompt_tokenizer=named,
        prompt_revision=revision,
        truncation=read("truncation", lambda one: one.choice(("refuse", "report")), usual.truncation),
        lengths=read("lengths", _lengths, usual.lengths),
        protected=read("protected", texts, usual.protected),
        confident_score=read("confident_score", lambda one: one.number(least=-1, most=1), usual.confident_score),
        max_stale=read("max_stale", _stale_limit, usual.max_stale),
        statistics=read("statistics", _statistics, usual.statistics),
    )
    if rules.depth < rules.k:
        raise entries["depth" if "depth" in entries else "k"].fail(
            f"depth {rules.depth} is less than k {rules.k}", "Look at least k deep."
        )
    return rules


def texts(field: Field) -> tuple[str, ...]:
    """Read a list of texts."""
    return tuple(one.text() for one in field.items())


def _tokenizer(field: Field) -> tuple[str, str | None]:
    named = field.entries(required=("name",), optional=("revision",))
    return named["name"].text(), named["revision"].text() if "revision" in named else None


def _measures(field: Field) -> tuple[str, ...]:
    return tuple(_measure(one) for one in field.items())


def _measure(field: Field) -> str:
    try:
        return str(parse_measure(field.text()))
    except ReviewerError as error:
        raise field.fail(error.message, error.hint) from error


def _lengths(field: Field) -> tuple[int, ...]:
    return tuple(sorted({one.integer(least=1) for one in field.items()}))


def _stale_limit(field: Field) -> StaleLimit:
    if not field.is_text or not field.text().endswith("%"):
        return StaleLimit(count=field.integer(least=0))
    try:
        return StaleLimit.read(field.text())
    except ValueError as error:
        raise field.fail(str(error), "Write 12 or 10%.") from error


def _statistics(field: Field) -> Statistics:
    entries, usual = field.entries(optional=("level", "gains_share", "icc")), Statistics()

    def number(key: str, default: float, least: float, most: float) -> float:
        return entries[key].number(least=least, most=most) if key in entries else default

    return Statistics(
        level=number("level", usual.level, 0.5, 0.999),
        gains_share=number("gains_share", usual.gains_share, 0, 0.49),
        icc=number("icc", usual.icc, 0, 1),
    )
