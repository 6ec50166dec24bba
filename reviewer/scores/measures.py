"""Every measure by name: `parse_measure("recall@5")`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from reviewer.errors import ScoreError
from reviewer.scores import budget, characters, duplication, omega, ranks, recall, similarity, units
from reviewer.scores.board import Board, PartWhole
from reviewer.scores.match import SINGLE, UNION
from reviewer.scores.measure import Cut, Measure
from reviewer.scores.similarity import SIMILAR

_NAME = re.compile(r"(?P<family>[a-z_]+)(?:\((?P<settings>[^()]*)\))?(?:@(?P<cut>[1-9][0-9]{0,8})(?P<tokens>t)?)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """How measures of one name are computed and written.

    `cuts` is what may follow the @: `k`, `t` (a budget of tokens), both, or nothing. `folds` tells whether the
    measure is a fold of the match table; only those take `match=` and `min_coverage=`. `reads_vectors` tells whether it
    takes `cosine=`, and is not available where the hits' vectors are not at hand; `reads_chunks` that it is not where
    it is not known which chunks there are besides the hits.
    """

    compute: Callable[[Board, Measure], PartWhole]
    cuts: str = "kt"
    folds: bool = False
    less_is_better: bool = False
    reads_vectors: bool = False
    reads_chunks: bool = False

    @property
    def settings(self) -> frozenset[str]:
        """What may stand in brackets."""
        folded = frozenset({"match", "min_coverage"}) if self.folds else frozenset()
        return folded | ({"cosine"} if self.reads_vectors else set())

    def shown(self, name: str) -> str:
        """Give the name as a pattern for people, such as `recall@<k>`."""
        ends = [f"{name}@<k>"] * ("k" in self.cuts) + [f"{name}@<n>t"] * ("t" in self.cuts)
        return ", ".join(ends) or name


FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        "recall": Family(compute=recall.recall, folds=True),
        "success": Family(compute=recall.success, folds=True),
        "char_recall": Family(compute=characters.char_recall),
        "char_precision": Family(compute=characters.char_precision),
        "iou": Family(compute=characters.iou),
        "char_precision_raw": Family(compute=characters.char_precision_raw),
        "iou_raw": Family(compute=characters.iou_raw),
        "precision_omega": Family(compute=omega.precision_omega, cuts="", reads_chunks=True),
        "intact": Family(compute=omega.intact, cuts="", reads_chunks=True),
        "rr": Family(compute=ranks.rr, cuts="k", folds=True),
        "ndcg": Family(compute=ranks.ndcg, cuts="k", folds=True),
        "pair_overlap": Family(compute=duplication.pair_overlap, less_is_better=True),
        "redundancy": Family(compute=duplication.redundancy, less_is_better=True),
        "duplicate_pairs": Family(compute=duplication.duplicate_pairs, less_is_better=True),
        "repeated_characters": Family(compute=duplication.repeated_characters, less_is_better=True),
        "similar_pairs": Family(compute=similarity.similar_pairs, cuts="k", less_is_better=True, reads_vectors=True),
        "unique_units": Family(compute=units.unique_units),
        "unique_evidence": Family(compute=budget.unique_evidence),
        "prompt_tokens": Family(compute=budget.prompt_tokens, less_is_better=True),
        "prompt_inflation": Family(compute=budget.prompt_inflation, cuts="k", less_is_better=True),
    }
)
"""All measures; a new one is an entry here and a function in the file of its family."""


def parse_measure(name: str) -> Measure:
    """Read a measure's name; an unknown one is a ScoreError that lists those known. `str` writes it back."""
    found = _NAME.fullmatch(name)
    family = FAMILIES.get(found["family"]) if found else None
    if found is None or family is None:
        raise ScoreError(f"no measure is called {name!r}", f"Known: {_known()}.")
    cut = Cut()
    if found["cut"]:
        cut = Cut(tokens=int(found["cut"])) if found["tokens"] else Cut(passages=int(found["cut"]))
    if (("t" if cut.tokens else "k" if cut.passages else "") not in family.cuts) or (family.cuts and cut == Cut()):
        raise ScoreError(f"{name!r} ends in what its measure does not take", f"Write {family.shown(found['family'])}.")
    settings = _settings(name, found["settings"], family)
    return Measure(
        found["family"], cut, str(settings.get("match", SINGLE)), _threshold(name, settings), _cosine(name, settings)
    )


def is_fold(measure: Measure) -> bool:
    """Tell whether the measure is a fold of the match table, so that items can be lost in it."""
    return FAMILIES[measure.family].folds


def less_is_better(measure: Measure) -> bool:
    """Tell whether a smaller value is the better one."""
    return FAMILIES[measure.family].less_is_better


def reads_vectors(measure: Measure) -> bool:
    """Tell whether the measure is available only where the vectors of the hits are at hand."""
    return FAMILIES[measure.family].reads_vectors


def _settings(name: str, written: str | None, family: Family) -> Mapping[str, str]:
    """Read `key=value` pairs; each may stand once."""
    if written is None:
        return {}
    pairs = [part.partition("=") for part in written.split(",")]
    settings = {key.strip(): value.strip() for key, _, value in pairs}
    odd = sorted(set(settings) - family.settings)
    if odd or len(settings) < len(pairs):
        takes = ", ".join(sorted(family.settings)) or "no settings"
        raise ScoreError(f"{name!r}: {', '.join(odd) or 'a setting given twice'}", f"This measure takes {takes}.")
    if settings.get("match", SINGLE) not in (SINGLE, UNION):
        raise ScoreError(f"{name!r}: match={settings['match']}", f"Known: {SINGLE}, {UNION}.")
    return settings


def _threshold(name: str, settings: Mapping[str, str]) -> float | None:
    """Read `min_coverage=`, a share above 0 and at most 1."""
    if "min_coverage" not in settings:
        return None
    written = settings["min_coverage"]
    value = float(written) if re.fullmatch(r"[01](\.[0-9]{1,4})?", written) else 0.0
    if not 0 < value <= 1:
        raise ScoreError(f"{name!r}: min_coverage={written}", "Give a share above 0 and at most 1, such as 0.9.")
    return value


def _cosine(name: str, settings: Mapping[str, str]) -> float | None:
    """Read `cosine=`, above 0 and below 1; the default is left out."""
    if "cosine" not in settings:
        return None
    written = settings["cosine"]
    value = float(written) if re.fullmatch(r"0\.[0-9]{1,4}", written) else 0.0
    if not 0 < value < 1:
        raise ScoreError(f"{name!r}: cosine={written}", "Give a cosine above 0 and below 1, such as 0.9.")
    return None if value == SIMILAR else value


def _known() -> str:
    return ", ".join(family.shown(name) for name, family in FAMILIES.items())
