"""Arms that we produce, held to the checks of `integrity` at each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reviewer.chunks import Chunk, load_tokenizer
from reviewer.errors import EmbeddingError
from reviewer.experiment.grid import grid_of
from reviewer.experiment.integrity import (
    check_chunks,
    check_hits,
    check_queries,
    check_row_versions,
    check_rows,
    refuse,
)
from reviewer.experiment.manifest import TRANSFORMATION
from reviewer.experiment.material import Material
from reviewer.experiment.produce import Producer, stores_of
from reviewer.experiment.produced import BuiltArm, CutArm, Produced
from reviewer.experiment.rules import Rules
from reviewer.index import gives_cosines, reads_vectors
from reviewer.vectors import EmbedderIdentity


def check_cut(arms: Sequence[CutArm], material: Material, rules: Rules) -> None:
    """Refuse chunks that do not hold the corpus, before any of them is embedded; filters that admit nothing, too."""
    tokenizer = load_tokenizer(rules.prompt_tokenizer, rules.prompt_revision)
    findings = list(check_queries(material.queries, material.corpus))
    for arm in arms:
        for splitter, chunks in zip(arm.phases, arm.chunks, strict=True):
            grid = grid_of(splitter.to_plain(), tokenizer)
            name = arm.settings.name
            findings += check_chunks(name, chunks, material.corpus, grid=grid, version=TRANSFORMATION)
    refuse(findings)


def check_lengths(arms: Sequence[CutArm], producer: Producer) -> None:
    """Refuse chunks longer than the embedder reads, in every phase of every arm, before any of them is embedded.

    Raises:
        EmbeddingError: There are some, and `truncation: report` is not set; all arms are named.

    """
    if producer.rules.truncation != "refuse":
        return
    told = []
    for arm in arms:
        for phase, chunks in enumerate(arm.chunks):
            unread = producer.unread(arm, phase)
            if unread:
                name = arm.settings.name + (f", phase {phase}" if phase else "")
                first = unread[0][0]
                place = f"{first.document} [{first.start}, {first.end})"
                said = _words(name, unread, len(chunks), arm.identity.embedder)
                told.append(f"{said} would never be read (first: {place})")
    if told:
        hint = "Make `size` smaller, or set `truncation: report` to measure it as it is."
        raise EmbeddingError("\n".join(told), hint)


def check_built(arms: Sequence[BuiltArm]) -> None:
    """Refuse indexes with rows that cannot be searched, or that another version made."""
    refuse(finding for arm in arms for finding in check_rows(arm.name, len(arm.chunks), len(arm.index)))
    refuse(
        finding
        for arm in arms
        for store in stores_of(arm.index)
        for finding in check_row_versions(arm.name, store.versions(), TRANSFORMATION)
    )


def check_produced(arms: Sequence[Produced], material: Material) -> None:
    """Refuse hits that are no chunks of their arm, or that a filter should have kept out."""
    refuse(
        finding
        for arm in arms
        for finding in check_hits(arm.built.name, arm.run, arm.built.chunks, material.queries, material.corpus)
    )


def truncation(arms: Sequence[BuiltArm], rules: Rules) -> tuple[str, ...]:
    """Give the banners of arms whose chunks are longer than the embedder reads, where `truncation: report` is set."""
    return tuple(
        f"{_words(arm.name, arm.truncated, len(arm.chunks), arm.embedder)} were never read"
        for arm in arms
        if arm.truncated and rules.truncation == "report"
    )


def notices(arms: Sequence[BuiltArm]) -> tuple[str, ...]:
    """Say which promises the arms' foreign splitters broke; places out of bounds were refused before."""
    return tuple(notice for arm in arms for notice in arm.cut.notices)


def of_indexes(arms: Sequence[BuiltArm]) -> tuple[str, ...]:
    """Say what cannot be told of arms whose index reads words, and where a store gave fewer rows than were asked."""
    return tuple(notice for arm in arms for notice in _of_index(arm))


def _of_index(arm: BuiltArm) -> Iterator[str]:
    if not reads_vectors(arm.index):
        yield f"{arm.name}: searched by words, without vectors; similar_pairs is not available"
    if not gives_cosines(arm.index):
        yield f"{arm.name}: its scores are no cosines; causes are told without asking scores again"
        if not arm.index.exact:
            yield f"{arm.name}: what exact search would find is not available for a hybrid"
    for store in stores_of(arm.index):
        yield from (f"{arm.name}: {one}" for one in store.shortfalls())


def without_grid(arms: Sequence[BuiltArm], phases: int) -> tuple[str, ...]:
    """Say which arms have no grid to shift, where phases were asked for."""
    return tuple(
        f"{arm.name}: noise floor not available, the splitter {arm.splitter.name} has no grid to shift"
        for arm in arms
        if phases > 1 and len(arm.cut.phases) == 1
    )


def _words(name: str, unread: Sequence[tuple[Chunk, int]], chunks: int, embedder: EmbedderIdentity) -> str:
    return (
        f"{name}: {len(unread)} of {chunks} chunks are longer than the {embedder.limit} tokens that {embedder.name} "
        f"reads; {sum(lost for _, lost in unread)} tokens"
    )
