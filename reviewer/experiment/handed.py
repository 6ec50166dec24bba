"""A run that any program wrote, read with what stands beside it: its chunks, its manifest, what was sent of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from reviewer import fingerprint
from reviewer.chunks import Chunk, read_chunks
from reviewer.experiment.answers import refuse_unlike
from reviewer.experiment.folder import MANIFEST
from reviewer.experiment.kept import Kept, is_partial, read_kept
from reviewer.experiment.material import Material
from reviewer.experiment.treated import read_treated
from reviewer.ids import is_id
from reviewer.passages import Passage
from reviewer.runs import Known, Run, read_ranked

RUN = "run"
"""What an earlier step may call its run file: `baseline/run.jsonl` beside `baseline/chunks.jsonl`."""

CHUNKS = "chunks.jsonl"
"""What holds the chunks of a run beside it: this, or `chunks-<arm>.jsonl`."""

ENDINGS = (".jsonl", ".json", ".trec", ".run", ".txt")
"""Of run files; they are no part of an arm's name."""


@dataclass(frozen=True, slots=True)
class Handed:
    """A run file of any format, and the chunks it was searched in where they are not beside it.

    `form` names its format; where it is None the content tells it.
    """

    run: Path
    chunks: Path | None = None
    form: str | None = None

    @property
    def name(self) -> str:
        """The arm's name: the file's, without `run-` and its ending; of a `run.jsonl` its folder's."""
        name = self._named
        name = self.run.absolute().parent.name if name == RUN else name
        return name if is_id(name) else "arm"

    @property
    def chunk_file(self) -> Path | None:
        """The chunk file given, or the one that stands beside the run."""
        named = self._named
        beside = self.run.with_name(CHUNKS if named == RUN else f"chunks-{named}.jsonl")
        return self.chunks or (beside if beside.is_file() else None)

    @property
    def _named(self) -> str:
        name = self.run.name
        return name.removesuffix(next(filter(name.endswith, ENDINGS), "")).removeprefix("run-")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRun:
    """A run as it was handed over; `chunks` and `kept` are None where it came without chunks or manifest.

    `digest` is the fingerprint of the run file, which stands for an arm that has none of its own. `notes` say what was
    assumed in reading it.
    """

    name: str
    run: Run
    digest: str
    chunks: tuple[Chunk, ...] | None
    kept: Kept | None
    notes: tuple[str, ...] = ()
    treated: Mapping[str, tuple[Passage, ...]] | None = None

    @property
    def places(self) -> tuple[Chunk, ...]:
        """The chunks, or those that were hit where nothing else is known of them."""
        return chunks_of(self.run) if self.chunks is None else self.chunks


def read_handed(name: str, handed: Handed, depth: int, material: Material) -> ReadRun:
    """Read a run under a name and hold it to the labels and the corpus.

    Raises:
        RunError: It cannot be read, or does not answer the labelled queries with places of the corpus.

    """
    manifest, file = handed.run.with_name(MANIFEST), handed.chunk_file
    if handed.chunks is None and manifest.is_file() and is_partial(manifest, handed.name):
        file = None
    chunks = read_chunks(file) if file else None
    texts = {one.id: one.text for one in material.corpus}
    known = Known(texts=texts, questions={query.id: query.text for query in material.queries}, chunks=chunks)
    ranked = read_ranked(handed.run, known, arm=name, depth=depth, form=handed.form)
    run = ranked.run
    refuse_unlike(handed.run, ranked, material)
    kept = read_kept(manifest, handed.name, run.fingerprint) if manifest.is_file() else None
    return ReadRun(
        name=name,
        run=run,
        digest=fingerprint.of_file(handed.run),
        chunks=chunks,
        kept=kept,
        treated=read_treated(handed.run.parent, handed.name, run, kept.manifest if kept else None),
        notes=ranked.notes,
    )


def chunks_of(run: Run) -> tuple[Chunk, ...]:
    """Take the chunks that were hit for all chunks, where the run came without its chunk file."""
    places = sorted({hit.place for hits in run.hits.values() for hit in hits})
    return tuple(
        Chunk(
            id=f"{place.document}:{place.start}-{place.end}", document=place.document, start=place.start, end=place.end
        )
        for place in places
    )
