"""What gates are judged on: the effects of a comparison, costs, and what people have reviewed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from reviewer import fingerprint
from reviewer.comparison import Effect
from reviewer.gates.gate import SPENDINGS, Gate

CHUNKS = "chunks"


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A loss that a person has seen and accepted: for these two arms, by name, for a reason."""

    query: str
    baseline: str
    candidate: str
    name: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """One comparison as gates see it.

    `costs` holds baseline and candidate by name (`chunks`, `embedded_tokens`, `vector_bytes`, …). `baseline` and
    `candidate` are the arms' fingerprints. `confident_wrong` counts the candidate's confident hits for queries that
    nothing answers, None where no threshold is declared.
    """

    effects: tuple[Effect, ...]
    measured: int
    k: int
    costs: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    stale: int | None = None
    confident_wrong: int | None = None
    baseline: str = ""
    candidate: str = ""
    reviewed: tuple[Reviewed, ...] = ()

    def effect(self, part: str, measure: str) -> Effect | None:
        """Find the effect of a measure in a slice; one without queries is none."""
        for effect in self.effects:
            if (effect.slice, effect.measure) == (part, measure):
                return effect if effect.queries else None
        return None

    def accepted(self, queries: Iterable[str]) -> frozenset[str]:
        """Give those queries whose loss between these two arms was reviewed, with name and reason."""
        seen = {
            one.query
            for one in self.reviewed
            if one.name.strip()
            and one.reason.strip()
            and fingerprint.same(one.baseline, self.baseline)
            and fingerprint.same(one.candidate, self.candidate)
        }
        return frozenset(seen.intersection(queries))


def needed_effects(gates: Iterable[Gate], k: int) -> tuple[tuple[str, str], ...]:
    """Give the pairs of slice and measure that the gates will ask for, each once."""
    asked: dict[tuple[str, str], None] = {}
    for gate in gates:
        wanted = [gate.measure] if gate.measure else []
        wanted += [pair_overlap(k)] * (gate.max_pair_overlap is not None)
        wanted += [prompt_tokens(k)] * (gate.max_prompt_tokens is not None)
        wanted += [f"{one.name}@{k}" for one in (gate.trade.needs if gate.trade else ()) if is_measure(one.name)]
        asked.update({(gate.slice, measure): None for measure in wanted})
    return tuple(asked)


def pair_overlap(k: int) -> str:
    """Name the measure behind `max_pair_overlap`."""
    return f"pair_overlap@{k}"


def prompt_tokens(k: int) -> str:
    """Name the measure behind `max_prompt_tokens`."""
    return f"prompt_tokens@{k}"


def is_measure(name: str) -> bool:
    """Tell whether a saving names a measure at k, such as `redundancy`; the others are costs."""
    return name in SPENDINGS
