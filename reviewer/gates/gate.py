"""A gate: a rule declared before the result, decoded strictly and said in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches

from reviewer.comparison import ALL
from reviewer.decoding import Field
from reviewer.errors import ReviewerError
from reviewer.scores import is_fold, less_is_better, parse_measure

COSTS = ("chunks", "embedded_tokens", "vector_bytes")
"""What an arm costs whenever it is built, as a trade may save it."""

SPENDINGS = ("redundancy", "pair_overlap", "duplicate_pairs", "prompt_tokens")
"""Measures at k of which less is better, as a trade may save them."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """A query that may be lost until a day, with the reason."""

    id: str
    reason: str
    until: date


@dataclass(frozen=True, slots=True)
class Saving:
    """What a trade must save: a change of at most `change`, as a share of the baseline where `relative`."""

    name: str
    change: float
    relative: bool

    def __str__(self) -> str:
        """Give `embedded_tokens -20 %` or `redundancy -0.1`."""
        return f"{self.name} {self.change * 100:+g} %" if self.relative else f"{self.name} {self.change:+g}"


@dataclass(frozen=True, slots=True)
class Trade:
    """A drop that is accepted when every saving is reached and every lost query was reviewed by name."""

    max_drop: float
    needs: tuple[Saving, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """One rule on one measure of one slice; every limit that is set must hold.

    `confident` judges the bound of what may be true, not the value seen. A gate that is not blocking is advice.
    """

    slice: str = ALL
    measure: str | None = None
    name: str = ""
    max_lost: int | None = None
    max_drop: float | None = None
    min_value: float | None = None
    max_pair_overlap: float | None = None
    max_prompt_tokens: float | None = None
    max_chunks_ratio: float | None = None
    max_confident_wrong: int | None = None
    max_stale: int | None = None
    min_queries: int | None = None
    confident: bool = False
    blocking: bool = True
    allow: tuple[Allowance, ...] = ()
    trade: Trade | None = None

    @property
    def title(self) -> str:
        """The gate's name, or slice and measure."""
        return self.name or " ".join(filter(None, (self.slice, self.measure)))


_OF_A_MEASURE = ("max_lost", "max_drop", "min_value", "confident", "trade")
_LIMITS = (
    "max_lost",
    "max_drop",
    "min_value",
    "max_pair_overlap",
    "max_prompt_tokens",
    "max_chunks_ratio",
    "max_confident_wrong",
    "max_stale",
    "min_queries",
    "trade",
)
_KEYS = ("name", "slice", "measure", *_LIMITS, "confident", "blocking", "allow")


def decode_gates(field: Field) -> tuple[Gate, ...]:
    """Decode `gates:`; a malformed rule is an error of the file's family that names line and path."""
    gates = tuple(_gate(one) for one in field.items())
    named = [gate.name for gate in gates if gate.name]
    for gate, one in zip(gates, field.items(), strict=True):
        if named.count(gate.name) > 1:
            raise one.fail(f"two gates are called {gate.name!r}", "Give each gate a name of its own.")
    return gates


def _gate(field: Field) -> Gate:
    entries = field.entries(optional=_KEYS)

    def count(key: str) -> int | None:
        return entries[key].integer(least=0) if key in entries else None

    def number(key: str, most: float | None = None) -> float | None:
        return entries[key].number(least=0, most=most) if key in entries else None

    gate = Gate(
        slice=entries["slice"].text() if "slice" in entries else ALL,
        measure=_measure(entries.get("measure")),
        name=entries["name"].text() if "name" in entries else "",
        max_lost=count("max_lost"),
        max_drop=number("max_drop", most=1),
        min_value=number("min_value"),
        max_pair_overlap=number("max_pair_overlap", most=1),
        max_prompt_tokens=number("max_prompt_tokens"),
        max_chunks_ratio=number("max_chunks_ratio"),
        max_confident_wrong=count("max_confident_wrong"),
        max_stale=count("max_stale"),
        min_queries=entries["min_queries"].integer(least=1) if "min_queries" in entries else None,
        confident="confident" in entries and entries["confident"].flag(),
        blocking="blocking" not in entries or entries["blocking"].flag(),
        allow=_allowances(entries.get("allow")),
        trade=_trade(entries.get("trade")),
    )
    _check(gate, field, entries)
    return gate


def _measure(field: Field | None) -> str | None:
    """Read a measure's name and give its canonical form."""
    if field is None:
        return None
    try:
        return str(parse_measure(field.text()))
    except ReviewerError as error:
        raise field.fail(error.message, error.hint) from error


def _check(gate: Gate, field: Field, entries: Mapping[str, Field]) -> None:
    """Refuse rules that could never hold, never fail, or not be computed."""
    if not any(key in entries for key in _LIMITS):
        raise field.fail("the gate sets no limit", f"Set one of {', '.join(_LIMITS)}.")
    asking = [key for key in _OF_A_MEASURE if key in entries]
    if asking and gate.measure is None:
        raise entries[asking[0]].fail("needs `measure`", "Name one, such as `measure: success@5`.")
    if gate.max_lost is not None and gate.measure is not None and not is_fold(parse_measure(gate.measure)):
        raise entries["max_lost"].fail(
            f"{gate.measure} cannot lose evidence", "Count losses of recall@k or success@k, or set `max_drop`."
        )
    if gate.measure is not None and less_is_better(parse_measure(gate.measure)):
        wrong = [key for key in ("max_drop", "min_value", "trade") if key in entries]
        if wrong:
            raise entries[wrong[0]].fail(
                f"less of {gate.measure} is better", "Limit it by `max_pair_overlap` or `max_prompt_tokens`."
            )
    if gate.confident and gate.max_lost == 0:
        raise entries["confident"].fail(
            "no set is large enough to rule out every loss", "Drop `confident`, or allow a loss by `max_drop`."
        )
    if gate.confident and gate.max_lost is None and gate.max_drop is None:
        raise entries["confident"].fail("has nothing to judge", "Set `max_drop` or `max_lost`.")
    if gate.allow and gate.max_lost is None:
        raise entries["allow"].fail("needs `max_lost`", "Only counted losses can be allowed by id.")
    if gate.trade is not None and gate.max_drop is not None:
        raise entries["trade"].fail("stands beside `max_drop`", "The trade has its own `max_drop`; remove the other.")


def _allowances(field: Field | None) -> tuple[Allowance, ...]:
    if field is None:
        return ()
    read = [one.entries(required=("id", "reason", "until")) for one in field.items()]
    return tuple(Allowance(one["id"].text(), one["reason"].text(), _day(one["until"])) for one in read)


def _day(field: Field) -> date:
    try:
        return date.fromisoformat(field.text())
    except ValueError as error:
        raise field.fail(f"expected a day, got {field.text()!r}", "Write it as 2027-01-31.") from error


def _trade(field: Field | None) -> Trade | None:
    if field is None:
        return None
    entries = field.entries(required=("max_drop", "needs"))
    needs = tuple(_saving(name, one) for name, one in entries["needs"].mapping().items())
    if not needs:
        raise entries["needs"].fail("a trade for nothing", "Name what must be saved, such as `chunks: -20%`.")
    return Trade(entries["max_drop"].number(least=0, most=1), needs)


def _saving(name: str, field: Field) -> Saving:
    """Read `-0.1` as a change, and `-20%` as a share of the baseline; both save, so both are under zero."""
    known = (*COSTS, *SPENDINGS)
    if name not in known:
        near = get_close_matches(name, known, n=1)
        raise field.fail(
            f"nothing that can be saved is called {name!r}" + (f"; did you mean {near[0]!r}?" if near else ""),
            f"Known: {', '.join(known)}.",
        )
    written = field.text() if field.is_text else ""
    relative = written.endswith("%")
    try:
        change = float(written[:-1]) / 100 if relative else field.number()
    except ValueError as error:
        raise field.fail(f"expected a number or a percentage, got {written!r}", "Write -0.1 or -20%.") from error
    if not -1e12 < change < 0:  # noqa: PLR2004  # excludes NaN and infinity as well
        raise field.fail(f"expected a saving, got {written}", "A saving is a change under zero.")
    return Saving(name, change, relative)
