"""What a factor allows to differ between two arms; everything else that differs confounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from reviewer.errors import ComparisonError
from reviewer.experiment.manifest import Difference, differences, flat
from reviewer.fingerprint import Plain
from reviewer.vectors import UNEMBEDDED

FREE: Mapping[str, str] = {
    "overlap": "splitter.overlap",
    "size": "splitter.size",
    "splitter": "splitter.",
    "embedder": "embedder.",
    "index": "index.",
    "treatment": "treatments",
}
"""What each factor allows to differ, as a path, or (ending in a dot) the beginning of paths."""

NAMED = 8
NONE = UNEMBEDDED.name


def confounders(found: Iterable[Difference], factors: Sequence[str]) -> tuple[Difference, ...]:
    """Keep the differences that no factor allows."""
    told = tuple(found)
    unembedded = any(one.path == "embedder.name" and NONE in (one.baseline, one.candidate) for one in told)
    if "index" in factors and unembedded:
        factors = (*factors, "embedder")  # an index of words has no embedder: that is the index's own difference
    return tuple(one for one in told if not any(_frees(factor, one.path) for factor in factors))


def refuse_confounded(arms: Mapping[str, Mapping[str, Plain]], factors: Sequence[str]) -> None:
    """Refuse arms that differ from the first in more than the factors, naming everything with both values.

    Args:
        arms: The manifests by arm, baseline first.
        factors: What may differ.

    """
    (baseline, before), *others = arms.items()
    told: list[str] = []
    every: list[Difference] = []
    for name, manifest in others:
        found = confounders(differences(before, manifest), factors)
        told += [f"{name} differs from {baseline} in {one}" for one in found]
        every += found
    if told:
        more = [f"and {len(told) - NAMED} differences more"] if len(told) > NAMED else []
        raise ComparisonError(
            "\n".join([f"more than the {' and the '.join(factors)} differs:", *told[:NAMED], *more]),
            _remedy(every, factors),
        )


def _remedy(found: Sequence[Difference], factors: Sequence[str]) -> str:
    """Name the factor that would allow everything found, if there is one."""
    fitting = [name for name in FREE if not confounders(found, (*factors, name)) and name not in factors]
    declare = f"declare `factor: {fitting[0]}` if that is the question, " if fitting else ""
    return f"Make them agree, {declare}or use `--confounded` to compare under a banner."


def levels(manifests: Mapping[str, Mapping[str, Plain]], factors: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Give each arm its level of each factor, as texts that are equal where the arms agree.

    What two factors both allow belongs to the narrower one: the overlap is no part of the splitter's level.
    """
    return {
        name: tuple(_level(manifest, factor, factors) for factor in factors) for name, manifest in manifests.items()
    }


def _level(manifest: Mapping[str, Plain], factor: str, factors: Sequence[str]) -> str:
    narrower = [other for other in factors if other != factor and FREE[other].startswith(FREE[factor])]
    mine = [
        (path, value)
        for path, value in flat(manifest)
        if _frees(factor, path) and not any(_frees(other, path) for other in narrower)
    ]
    return repr(sorted(mine, key=lambda pair: pair[0]))


def _frees(factor: str, path: str) -> bool:
    free = FREE[factor]
    return path == free or (free.endswith(".") and path.startswith(free))
