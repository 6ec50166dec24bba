"""Findings in plain words; every sentence is made from its numbers, and says so where they cannot tell."""

from __future__ import annotations

from collections.abc import Iterator

from reviewer.experiment.factorial_words import is_little
from reviewer.experiment.study.findings import Advised, Cure, Findings, Proof
from reviewer.experiment.study.measuring import Difference
from reviewer.reports.words import interval_words, number
from reviewer.reports.words import points as in_points

MOST = 3


def arm_words(arm: str) -> str:
    """Write an arm as people read it, such as `tokens, overlap 120, with expand`."""
    splitter, _, rest = arm.partition(".overlap-")
    overlap, _, treatment = rest.partition(".")
    told = f"overlap {overlap}" if overlap != "0" else "no overlap"
    return f"{splitter}, {told}" + (f", with {treatment}" if treatment else "")


def points(found: Difference) -> str:
    """Write a difference in points with its interval."""
    return f"{in_points(100 * found.difference)} points {interval_words(found.interval)}"


def bought(found: Difference) -> str:
    """Say what a change bought or cost, that it did little, or that it cannot be told."""
    if found.better:
        return f"bought {points(found)}"
    if found.worse:
        return f"cost {points(found)}"
    if is_little(found.interval):
        return f"changed little, {points(found)}"
    return f"cannot be told to have changed anything on {found.queries} questions, {points(found)}"


def seen(queries: int, smallest: float | None) -> str:
    """Say what so many questions can show at all; `smallest` is the least loss that they tell, as a share."""
    counted = f"{queries} {'question' if queries == 1 else 'questions'}"
    if smallest is None:
        return (
            f"{counted} cannot tell any loss, however large: write more labels before you take a figure for an answer."
        )
    return (
        f"{counted} can only show a loss of {100 * smallest:.0f} points or more: write more labels to see smaller ones."
    )


def proof_sentences(proof: Proof) -> Iterator[str]:
    """Say whether boundary questions fall without overlap while controls hold."""
    boundary, controls = proof.boundary, proof.controls
    if not boundary.queries:
        yield "Not proved: no label carries a boundary pattern, so there is nothing to prove it by. Label some."
        return
    yield (
        f"{arm_words(boundary.arm).capitalize()} instead of {arm_words(boundary.against)}: the {boundary.queries} "
        f"questions whose answer lies at a boundary change by {points(boundary)}."
    )
    if not controls.queries:
        yield "There are no controls, questions whose answer no boundary can cut: nothing can be ascribed. Label some."
        return
    yield f"The {controls.queries} controls, whose answer no boundary cuts, change by {points(controls)}."
    yield _verdict(proof)


def _verdict(proof: Proof) -> str:
    if proof.holds:
        return (
            "Proved: boundary questions fall, and by more than the controls, which hold. Boundaries are what is lost."
        )
    if not proof.boundary.worse:
        return (
            f"Not proved: on {proof.boundary.queries} questions no loss at boundaries can be told, so that nothing "
            f"is known that overlap could cure."
        )
    if not proof.controls_hold:
        return "Not proved: controls fall too, so something else than boundaries is lost without overlap."
    return "Not proved: boundary questions fall, but it cannot be told that they fall by more than the controls do."


def cure_sentence(cure: Cure) -> str:
    """Say what a cure bought, and at what cost."""
    what = cure.name.capitalize()
    costs = [
        _times(cure.before.prompt_tokens, cure.after.prompt_tokens, "prompt"),
        _times(cure.before.embedded_tokens, cure.after.embedded_tokens, "index"),
    ]
    twice = f"; {100 * cure.after.redundancy:.0f} % of what is sent is sent twice" if cure.after.redundancy else ""
    equal = _equally(cure)
    return (
        f"{what} ({arm_words(cure.arm)} instead of {arm_words(cure.against)}) {bought(cure.at_k)}, "
        f"for {' and '.join(costs)}{twice}. {equal}"
    )


def _equally(cure: Cure) -> str:
    budget = cure.at_budget.measure.partition("@")[2].removesuffix("t")
    return f"At an equal prompt of {budget} tokens it {bought(cure.at_budget)}."


def slice_sentence(cure: Cure) -> str:
    """Name the slices in which a cure's direction is told, best first; adjusted for all that were looked at."""
    clear = sorted((cure.slices[name].difference, name) for name in cure.clear)
    if not clear:
        return f"{cure.name.capitalize()}: in no slice by itself can it be told."
    helped = [f"{name} {points(cure.slices[name])}" for change, name in reversed(clear) if change > 0]
    hurt = [f"{name} {points(cure.slices[name])}" for change, name in clear if change < 0]
    told = [f"helps {_listed(helped)}"] if helped else []
    told += [f"hurts {_listed(hurt)}"] if hurt else []
    return f"{cure.name.capitalize()} {' and '.join(told)}."


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - MOST} slices more" if len(names) > MOST else ""
    return ", ".join(names[:MOST]) + more


def against_sentence(found: Difference) -> str:
    """Say whether structure alone beats overlap alone."""
    pair = f"({arm_words(found.arm)} against {arm_words(found.against)})"
    if found.better:
        return f"Structure alone finds more than overlap alone, by {points(found)} {pair}."
    if found.worse:
        return f"Overlap alone finds more than structure alone, which is {points(found)} behind {pair}."
    return (
        f"Structure alone and overlap alone cannot be told apart on {found.queries} questions, {points(found)} {pair}."
    )


def advice_sentence(advice: Advised, room: str) -> str:
    """Say what to run for a kind of prompt; what is not told on the questions reported on is not advised."""
    found, today = advice.over_today, arm_words(advice.over_today.against)
    if advice.same:
        return f"{room}: keep what you run, {today}; nothing that was tried finds more by over what chance brings."
    change = arm_words(advice.arm)
    prompt = f"{number(advice.price.prompt_tokens, 0)} prompt tokens instead of {number(advice.today.prompt_tokens, 0)}"
    costs = f"{prompt} and {_times(advice.today.embedded_tokens, advice.price.embedded_tokens, 'index')}"
    if found.better:
        return f"{room}: run {change}. Over what you run today ({today}) it brings {points(found)}, with {costs}."
    if found.worse:
        return (
            f"{room}: keep what you run, {today}; {change} looked best where arms were chosen, and is {points(found)} "
            f"apart on the questions that chose nothing."
        )
    shorter = advice.price.prompt_tokens <= advice.today.prompt_tokens
    if shorter and advice.price.embedded_tokens < advice.today.embedded_tokens:
        return (
            f"{room}: {change} is cheaper, with {costs}, and cannot be told to find less or more than what you run "
            f"today ({today}), {points(found)}."
        )
    return f"{room}: keep what you run, {today}; that {change} finds more cannot be told, {points(found)}."


def advice(findings: Findings) -> Iterator[str]:
    """Give the advice for prompts of k passages, and for prompts of so many tokens."""
    if findings.at_k is not None:
        yield advice_sentence(findings.at_k, f"If your prompt takes {findings.k} passages, however long they are")
    if findings.at_budget is not None:
        yield advice_sentence(findings.at_budget, f"If your prompt has room for {findings.budget} tokens")


def not_worth(findings: Findings) -> Iterator[str]:
    """Name the cures that cost at k passages, and bought nothing at an equal prompt either."""
    names = [cure.name for cure in findings.cures if cure.at_k.worse and not cure.at_budget.better]
    if names:
        yield f"Leave out {' and '.join(names)}: here {'they find' if len(names) > 1 else 'it finds'} less."


def footing(findings: Findings) -> Iterator[str]:
    """Say on which questions arms were chosen and judged, and how many comparisons were made."""
    sets = findings.sets
    if sets.same:
        yield f"Chosen and judged on the same queries ({len(sets.chosen)} of {sets.chosen_on}): expect less elsewhere."
    else:
        yield (
            f"Arms were chosen on {sets.chosen_on} ({len(sets.chosen)} questions) and are reported on "
            f"{sets.reported_on} ({len(sets.reported)}), which chose nothing. The proof uses all boundary questions."
        )
    if findings.left_out:
        yield f"What you run today means the windows without the configured {findings.left_out}; treatments come last."
    looked = sum(len(cure.slices) for cure in findings.cures)
    if looked:
        yield (
            f"{len(findings.cures)} cures in {looked} slices together were looked at; a slice is named where its "
            f"p-value, adjusted for all of them by Holm's method, is small enough. Intervals are not adjusted."
        )
        yield (
            "Of arms that find equally much, up to one standard error, the one with the smallest index was chosen, for "
            "the advice on k passages the one with the shortest prompt; of equals, the one without a treatment."
        )


def _times(before: float, after: float, what: str) -> str:
    ratio = after / before if before else 1.0
    return f"the same {what}" if f"{ratio:.1f}" == "1.0" else f"{ratio:.1f} times the {what}"
