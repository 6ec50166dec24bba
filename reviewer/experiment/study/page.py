"""A study in, one page out, as headings, sentences and tables that any surface can lay out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reviewer.comparison import ALL, BOUNDARY_ANY
from reviewer.experiment.study import sentences
from reviewer.experiment.study.findings import FEWEST, Cure, Findings
from reviewer.experiment.study.measuring import Difference
from reviewer.experiment.study.study import Study
from reviewer.reports import Result
from reviewer.reports.words import interval_words, number, points

UNPROVED = "The boundary failure was not proved: what follows says what changes, not that boundaries were the reason."
STOPPED = (
    "The study stops here, since there is nothing to cure that was proved. To see the other stages all the same, ask "
    "for them with `--although-unproved`."
)
CLEAR = "•"
COARSE = 0.15
"""Where only a loss of this share of the questions or more can be told, more labels are asked for."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: its header, which columns hold numbers, its rows."""

    header: tuple[str, ...]
    right: tuple[bool, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A heading with sentences and, where there is one, a table below them."""

    heading: str
    sentences: tuple[str, ...]
    grid: Grid | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """A title, what a newcomer should do, and the parts."""

    title: str
    summary: tuple[str, ...]
    parts: tuple[Part, ...]


def page_of(study: Study) -> Page:
    """Lay a study out."""
    found = study.findings
    if study.stopped:
        *_, last = sentences.proof_sentences(found.proof)
        summary: tuple[str, ...] = (*_seen(study), last, STOPPED)
    else:
        unproved = [UNPROVED] if study.unproved else []
        summary = (*_seen(study), *unproved, *sentences.advice(found), *sentences.not_worth(found))
    return Page(f"Which cure for {study.title}?", summary, tuple(_parts(study, found)))


def _seen(study: Study) -> tuple[str, ...]:
    """Say first what so many questions can show at all, where that is little."""
    effects = study.done[0].result.comparisons[0].effects
    measure = f"success@{study.findings.k}"
    found = {one.slice: one for one in effects if one.measure == measure and one.queries}
    effect = found.get(BOUNDARY_ANY) or found.get(ALL)
    if effect is None or (effect.smallest_visible is not None and effect.smallest_visible < COARSE):
        return ()
    return (sentences.seen(effect.queries, effect.smallest_visible),)


def _parts(study: Study, found: Findings) -> Iterator[Part]:
    yield Part("Is there a boundary failure?", tuple(sentences.proof_sentences(found.proof)))
    if found.cures:
        told = [sentences.cure_sentence(cure) for cure in found.cures]
        if found.structure_against_overlap is not None:
            told.append(sentences.against_sentence(found.structure_against_overlap))
        yield Part("Which cure bought what", tuple(told), _bought(found))
        yield Part("For which questions", *_for_which(found))
    if found.interaction:
        yield Part("Overlap and structure together (all boundary questions)", found.interaction)
    if found.tried:
        yield Part("Every arm that was tried", (), _every(found))
    stages = tuple(f"{one.planned.key}: {one.planned.asks} {', '.join(_arms(one.result))}." for one in study.done)
    yield Part("How this was judged", (*sentences.footing(found), *stages))


def _arms(result: Result) -> list[str]:
    return [arm.name for arm in result.arms]


def _bought(found: Findings) -> Grid:
    header = (
        "cure",
        f"success@{found.k}",
        f"at {found.k} passages",
        f"at {found.budget} tokens",
        "of controls",
        "prompt tokens",
        "index, tokens",
        "sent twice",
    )
    return Grid(header, (False, *[True] * 7), tuple(map(_cure_row, found.cures)))


def _every(found: Findings) -> Grid:
    """Give every arm; where arms are chosen and reported on the same queries, once."""
    success = [f"success@{found.k}"] if found.sets.same else [f"success@{found.k}, dev", "held"]
    header = ("arm", *success, f"recall@{found.budget}t", "prompt tokens", "index, tokens", "vectors, MB", "sent twice")
    rows = []
    for one in found.tried:
        chosen = () if found.sets.same else (number(one.on_chosen),)
        price = one.price
        figures = (
            number(one.at_budget),
            number(price.prompt_tokens, 0),
            number(price.embedded_tokens, 0),
            number(price.vector_bytes / 1e6, 2),
            f"{100 * price.redundancy:.0f} %",
        )
        rows.append((one.arm, *chosen, number(one.on_reported), *figures))
    return Grid(header, (False, *[True] * (len(header) - 1)), tuple(rows))


def _cure_row(cure: Cure) -> tuple[str, ...]:
    before, after = cure.before, cure.after
    return (
        cure.name,
        f"{number(cure.at_k.before)} → {number(cure.at_k.after)}",
        _change(cure.at_k),
        _change(cure.at_budget),
        _change(cure.controls),
        f"{number(before.prompt_tokens, 0)} → {number(after.prompt_tokens, 0)}",
        f"{number(before.embedded_tokens, 0)} → {number(after.embedded_tokens, 0)}",
        f"{100 * before.redundancy:.0f} → {100 * after.redundancy:.0f} %",
    )


def _for_which(found: Findings) -> tuple[tuple[str, ...], Grid | None]:
    """Give the sentences and the table of slices, or say that none is large enough to be looked at."""
    if not found.cures[0].slices:
        return (f"No slice has {FEWEST} questions or more, so that none is looked at by itself.",), None
    return tuple(map(sentences.slice_sentence, found.cures)), _by_slice(found)


def _by_slice(found: Findings) -> Grid:
    header = ("slice", "n", *(cure.name for cure in found.cures))
    names = found.cures[0].slices
    rows = tuple((name, str(names[name].queries), *(_marked(cure, name) for cure in found.cures)) for name in names)
    return Grid(header, (False, *[True] * (len(header) - 1)), rows)


def _marked(cure: Cure, name: str) -> str:
    mark = f"{CLEAR} " if name in cure.clear else ""
    return f"{mark}{points(100 * cure.slices[name].difference)}"


def _change(one: Difference) -> str:
    return f"{points(100 * one.difference)} {interval_words(one.interval)}"
