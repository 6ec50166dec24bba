"""What each stage of producing an arm hands to the next: cut, then built, then searched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from reviewer.chunks import Chunk, SplitterIdentity, lost_tokens
from reviewer.experiment.configuration import ArmSettings
from reviewer.experiment.manifest import Identified
from reviewer.index import AnyIndex
from reviewer.passages import Passage
from reviewer.runs import Run
from reviewer.scores import HitVectors
from reviewer.vectors import EmbedderIdentity, Vectors


@dataclass(frozen=True, slots=True, kw_only=True)
class CutArm:
    """An arm's chunks in every phase, the real grid first, before anything is embedded.

    `notices` say which promises a foreign splitter broke.
    """

    settings: ArmSettings
    identity: Identified
    phases: tuple[SplitterIdentity, ...]
    chunks: tuple[tuple[Chunk, ...], ...]
    notices: tuple[str, ...] = ()
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What building an arm took this time: seconds by stage, texts embedded anew or cached, and calls of the engine."""

    splitting: float
    embedding: float
    indexing: float
    embedded: int
    cached: int
    requests: int
    billed: int = 0


@dataclass(frozen=True, slots=True)
class Searched:
    """A raw run, the vectors of its hits where the arm has any, and what is sent of it where the arm has treatments."""

    run: Run
    vectors: HitVectors | None
    treated: Mapping[str, tuple[Passage, ...]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BuiltArm:
    """An arm that can be searched: the index of its real grid, and the runs of its other phases.

    `tokens` are those of each chunk, counted by the embedder; `questions` is float32 [queries, d]. `exact` finds for
    certain what an approximate index may miss. `vectors`, float32 [chunks, d], are kept where treatments read them.
    """

    cut: CutArm
    tokens: tuple[int, ...]
    index: AnyIndex
    exact: AnyIndex | None
    questions: Vectors
    vector_bytes: int
    shifted: tuple[Searched, ...]
    spent: Spent
    vectors: Vectors | None = None

    @property
    def name(self) -> str:
        """The arm's name."""
        return self.cut.settings.name

    @property
    def truncated(self) -> tuple[tuple[Chunk, int], ...]:
        """The chunks longer than the model reads, each with its number of lost tokens."""
        counted = zip(self.chunks, lost_tokens(self.tokens, self.embedder.limit), strict=True)
        return tuple((chunk, lost) for chunk, lost in counted if lost)

    @property
    def chunks(self) -> tuple[Chunk, ...]:
        """The chunks of the real grid."""
        return self.cut.chunks[0]

    @property
    def splitter(self) -> SplitterIdentity:
        """What decides where it cuts."""
        return self.cut.identity.splitter

    @property
    def embedder(self) -> EmbedderIdentity:
        """What decides its vectors."""
        return self.cut.identity.embedder


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Produced:
    """A built arm with its run by its own index, by exact search where its index is approximate, and by phase."""

    built: BuiltArm
    real: Searched
    exact: Searched | None
    searching: float

    @property
    def run(self) -> Run:
        """The raw run by the arm's own index."""
        return self.real.run
