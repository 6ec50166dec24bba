"""Two factors crossed: what each does with the other, whether that differs, in numbers and in words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import NormalDist

import pytest

from reviewer.comparison.intervals import tango
from reviewer.errors import ComparisonError, ConfigurationError
from reviewer.experiment.arms import arms_to_run
from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.evaluate import Ruler
from reviewer.experiment.evaluated import Evaluated
from reviewer.experiment.factorial import factorial
from reviewer.experiment.progress import Silent
from reviewer.experiment.rules import Rules
from reviewer.experiment.run import Asked, run
from reviewer.experiment.store import Store
from reviewer.fingerprint import Plain
from reviewer.reports.result import Factorial
from reviewer.scores import CorpusLine, PromptTokens
from tests.experiment.arms import arm, queries

ASKED = queries(100)


def cell(splitter: str, overlap: int, answered: range) -> Evaluated:
    """Give the arm of a splitter and an overlap that answers these queries."""
    manifest: dict[str, Plain] = {"splitter": {"name": splitter, "size": 240, "overlap": overlap}}
    scores = {one.id: float(at in answered) for at, one in enumerate(ASKED)}
    return arm(f"{splitter}.overlap-{overlap}", scores, manifest=manifest)


def crossed(arms: list[Evaluated], factors: tuple[str, ...] = ("overlap", "splitter")) -> Factorial:
    """Give the factorial of arms on 100 boundary queries."""
    line = CorpusLine({"0.md": "text"})
    shared = Ruler(line=line, tokens=PromptTokens(line, None), offsets=None, rules=Rules(), measures=())  # type: ignore[arg-type]  # no tokens are counted
    found = factorial(arms, factors, ASKED, shared)
    assert found is not None
    return found


ARMS = [
    cell("tokens", 64, range(60)),
    cell("tokens", 0, range(40)),
    cell("sections", 64, range(70)),
    cell("sections", 0, range(70)),
]


def test_simple_effects_main_effects_and_the_interaction() -> None:
    """Overlap is worth 20 points to windows and nothing to sections."""
    found = crossed(ARMS)
    told = {(one.kind, one.factor, one.level, one.at): 100 * one.difference for one in found.contrasts}
    assert told == pytest.approx(
        {
            ("simple", "overlap", "0", "tokens"): -20,
            ("simple", "overlap", "0", "sections"): 0,
            ("main", "overlap", "0", ""): -10,
            ("interaction", "overlap", "0", "sections"): 20,
            ("simple", "splitter", "sections", "64"): 10,
            ("simple", "splitter", "sections", "0"): 30,
            ("main", "splitter", "sections", ""): 20,
        }
    )
    assert (found.slice, found.queries, found.measure) == ("boundary: any", 100, "success@5")
    assert all(one.interval and one.interval.low < one.difference < one.interval.high for one in found.contrasts)


def test_it_is_said_in_words_from_the_side_of_more() -> None:
    """More overlap helps; nobody reads `overlap 0 instead of 64`."""
    first, second, third, fourth = crossed(ARMS).sentences
    assert first.startswith("Overlap 64 instead of 0 helps 20 points [")
    assert "] with tokens and changes little with sections, ±0.0 points [" in first
    assert second.startswith("With sections it is −20 points [")
    assert second.endswith("different: the effect of the overlap depends on the splitter.")
    assert third.startswith("In the mean over every splitter, overlap 64 instead of 0 brings +10 points [")
    assert fourth.startswith("In the mean over every overlap, sections instead of tokens brings +20 points [")


def test_an_interaction_within_noise_is_not_claimed() -> None:
    """One query more or less is no dependence."""
    found = crossed([*ARMS[:2], cell("sections", 64, range(60)), cell("sections", 0, range(41))])
    assert found.sentences[1].endswith("cannot be told from these queries.")


def test_an_effect_within_noise_is_no_help_and_has_the_interval_of_paired_proportions() -> None:
    """Three of a hundred more: the sentence says that it cannot be told, with the limits that every other page has."""
    found = crossed([cell("tokens", 64, range(43)), cell("tokens", 0, range(40)), *ARMS[2:]])
    low, high = tango(3, 0, 100, NormalDist().inv_cdf(0.975))
    effect = next(one for one in found.contrasts if (one.kind, one.factor, one.at) == ("simple", "overlap", "tokens"))
    assert effect.interval is not None
    assert (effect.interval.low, effect.interval.high) == pytest.approx((low, high))
    assert found.sentences[0].startswith("Overlap 64 instead of 0 cannot be told to change anything with tokens, +3.0 ")
    assert found.sentences[2].endswith("], which cannot be told from nothing.")


def test_levels_of_one_name_are_told_apart_by_their_arms() -> None:
    """Two sizes of one splitter, declared as `splitter`."""
    small = [
        arm(
            "small.overlap-64",
            {one.id: 1.0 for one in ASKED},
            manifest={"splitter": {"name": "tokens", "size": 120, "overlap": 64}},
        ),
        arm(
            "small.overlap-0",
            {one.id: 0.0 for one in ASKED},
            manifest={"splitter": {"name": "tokens", "size": 120, "overlap": 0}},
        ),
    ]
    assert {one.at for one in crossed([*ARMS[:2], *small]).contrasts} == {"tokens", "small", "64", "0", ""}


def test_a_missing_pair_and_a_doubled_one_are_refused() -> None:
    """Else an effect of one factor would be the other's."""
    with pytest.raises(ComparisonError, match="no arm has overlap 0 with splitter sections"):
        crossed(ARMS[:3])
    with pytest.raises(ComparisonError, match="two arms have overlap 64 with splitter tokens"):
        crossed([*ARMS, ARMS[0]])


def test_the_arms_of_a_factorial_are_crossed_from_the_configuration(
    project: Path, reconfigured: Callable[[str, str], Path]
) -> None:
    """Every arm of the file with every overlap; the base with its configured overlap is the baseline."""
    reconfigured(
        "overlaps: [30, 0]",
        "overlaps: [0, 30]\nfactor: [overlap, splitter]\narms:\n  cut: {splitter: {name: recursive, size: 60}}",
    )
    configuration = read_configuration(project / "reviewer.yaml")
    names = [one.name for one in arms_to_run(configuration)]
    assert names == ["baseline.overlap-30", "baseline.overlap-0", "cut.overlap-30", "cut.overlap-0"]
    result, _ = run(configuration, Asked(), Store(project / ".reviewer"), Silent())
    assert result.factorial is not None
    assert result.factorial.queries == 3
    assert result.verdict.gates == ()
    assert all(one.confounders == () for one in result.comparisons)


@pytest.mark.parametrize("overlaps", ["[30]", "[30, 0]"])
def test_a_factorial_without_levels_is_refused(
    project: Path, reconfigured: Callable[[str, str], Path], overlaps: str
) -> None:
    """One level of either factor has no effect."""
    reconfigured("overlaps: [30, 0]", f"overlaps: {overlaps}\nfactor: [overlap, splitter]")
    with pytest.raises(ConfigurationError, match="needs two overlaps and two arms at least"):
        arms_to_run(read_configuration(project / "reviewer.yaml"))


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("", "no arm has splitter recursive with treatment cap"),
        (
            """\
  both: {splitter: {name: recursive, size: 60}, treatments: [{name: cap, per_document: 1}]}
  again: {treatments: [{name: cap, per_document: 1}]}
""",
            "two arms have splitter tokens with treatment cap",
        ),
    ],
)
def test_arms_that_are_not_fully_crossed_are_refused_before_anything_is_embedded(
    project: Path, reconfigured: Callable[[str, str], Path], more: str, said: str
) -> None:
    """Embedding may cost minutes and money; which arms there are is known before."""
    reconfigured(
        "overlaps: [30, 0]",
        "factor: [splitter, treatment]\narms:\n  cut: {splitter: {name: recursive, size: 60}}\n"
        "  capped: {treatments: [{name: cap, per_document: 1}]}\n" + more,
    )
    store = Store(project / ".reviewer")
    with pytest.raises(ComparisonError, match=said):
        run(read_configuration(project / "reviewer.yaml"), Asked(), store, Silent())
    assert not [one for one in store.cache.rglob("*") if one.is_file()]
