"""A gate on a slice that no query is in, because its name is written another way."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from difflib import SequenceMatcher

from reviewer.gates.gate import Gate

ALIKE = 0.85
"""From this share of equal characters on, two names of one kind are taken for one that was misspelt."""


def meant(name: str, known: Collection[str]) -> str | None:
    """Give the slice that a name was most likely meant for; None where it exists, or none is like it.

    Names are of one kind where they agree before the colon; names that differ in digits alone are two names.
    """
    if name in known:
        return None
    kind = name.partition(": ")[0]
    alike = {one: SequenceMatcher(None, name, one).ratio() for one in sorted(known) if not _numbered(name, one)}
    near = [one for one in alike if alike[one] >= ALIKE and (one.partition(": ")[0] == kind or ": " not in name)]
    near += [one for one in alike if alike[one] >= ALIKE and one.partition(": ")[2] == name.partition(": ")[2] != ""]
    return max(near, key=lambda one: alike[one], default=None)


def misspelt(gates: Iterable[Gate], known: Collection[str]) -> list[tuple[Gate, str]]:
    """Give the gates whose slice no query is in, each with the slice that was most likely meant."""
    found = [(gate, meant(gate.slice, known)) for gate in gates]
    return [(gate, name) for gate, name in found if name is not None]


def _numbered(one: str, other: str) -> bool:
    """Tell whether two names differ in digits alone, as `wave-1` and `wave-2` do."""
    return _without_digits(one) == _without_digits(other)


def _without_digits(name: str) -> str:
    return "".join(sign for sign in name if not sign.isdigit())
