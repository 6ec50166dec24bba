"""The manifest: all that must agree before two arms may be compared, and what differs between two of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from reviewer import fingerprint
from reviewer.chunks import SplitterIdentity, load_tokenizer
from reviewer.corpus import CANONICAL_VERSION, Corpus, extractor_version
from reviewer.experiment.rules import Rules
from reviewer.fingerprint import Plain
from reviewer.queries import Query
from reviewer.reports.plain import to_plain
from reviewer.vectors import EmbedderIdentity

TRANSFORMATION = "1"
"""The version of the way from document to chunk; part of every chunk's id and of the manifest."""

LIBRARIES = (
    "markdown-it-py",  # tells headings, tables and lists, by which documents are cut and labels sliced
    "numpy",  # pools vectors, searches exactly, and sums every mean
    "onnx",  # builds the graph that embeds
    "onnxruntime",  # runs it
    "openvino",  # runs it in bfloat16
    "overlap-reviewer",
    "regex",  # tells the characters that no cut may part, and the words that `bm25` reads
    "scipy",  # gives limits and p-values
    "tokenizers",  # counts and cuts
    "transformers",  # loads the tokenizers
    "usearch",  # searches approximately, and does not stand in the index's own settings
)
"""The libraries that stand in every manifest, with what they decide.

Others that touch numbers are named by what is made with them, so that installing one changes no other arm's fingerprint
and no lock: libraries of splitters, embedders and indexes in those parts' identities, readers of a format in
`extractors`.
"""

SHOWN = 60


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that differs between two manifests, by its dotted path."""

    path: str
    baseline: Plain
    candidate: Plain

    def __str__(self) -> str:
        """Name the path with both values."""
        return f"{self.path}: {_shown(self.baseline)} against {_shown(self.candidate)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Identified:
    """What decides an arm, known before anything is split or embedded."""

    splitter: SplitterIdentity
    embedder: EmbedderIdentity
    index: Mapping[str, Plain]
    treatments: tuple[Mapping[str, Plain], ...] = ()


def manifest_of(arm: Identified, corpus: Corpus, queries: Sequence[Query], rules: Rules) -> dict[str, Plain]:
    """Give all that must agree before this arm may be compared with another."""
    return {
        "corpus": of_corpus(corpus),
        "transformation": TRANSFORMATION,
        "splitter": to_plain(arm.splitter),
        "embedder": to_plain(arm.embedder),
        "index": dict(arm.index),
        "prompt_tokenizer": load_tokenizer(rules.prompt_tokenizer, rules.prompt_revision).fingerprint,
        "queries": of_queries(queries),
        "k": rules.k,
        "depth": rules.depth,
        "treatments": [dict(one) for one in arm.treatments],
        "libraries": library_versions(),
    }


def of_corpus(corpus: Corpus) -> dict[str, Plain]:
    """Give the fingerprints of all texts and of all metadata, and the versions that made them."""
    formats = sorted({document.format for document in corpus})
    return {
        "fingerprint": corpus.fingerprint,
        "metadata": fingerprint.of_plain({one.id: dict(one.metadata) for one in corpus}),
        "canonical": CANONICAL_VERSION,
        "extractors": {name: extractor_version(name) for name in formats},
    }


def documents_of(corpus: Corpus) -> dict[str, Plain]:
    """Give the fingerprints of each document's text and metadata, by which a document that differs is named."""
    return {
        document.id: {"text": document.fingerprint, "metadata": fingerprint.of_plain(dict(document.metadata))}
        for document in corpus
    }


def fingerprint_of(manifest: Mapping[str, Plain]) -> str:
    """Give the arm's fingerprint: that of its manifest."""
    return fingerprint.of_plain(manifest)


def library_versions() -> dict[str, Plain]:
    """Give the installed version of each library that touches numbers."""
    found: dict[str, Plain] = {}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = None
    return found


def of_queries(queries: Sequence[Query]) -> dict[str, Plain]:
    """Fingerprint the texts of the queries asked, and their filters."""
    return {
        "texts": fingerprint.of_plain({one.id: one.text for one in queries}),
        "filters": fingerprint.of_plain({one.id: dict(one.filters) for one in queries}),
    }


def differences(baseline: Mapping[str, Plain], candidate: Mapping[str, Plain]) -> tuple[Difference, ...]:
    """Name everything that differs between two manifests, sorted by path."""
    left, right = dict(flat(baseline)), dict(flat(candidate))
    return tuple(
        Difference(path, left.get(path), right.get(path))
        for path in sorted(left.keys() | right.keys())
        if left.get(path) != right.get(path)
    )


def flat(value: Plain, path: str = "") -> Iterator[tuple[str, Plain]]:
    """Give every value that holds no others, by its dotted path."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from flat(inner, f"{path}.{key}" if path else key)
    else:
        yield path, value


def _shown(value: Plain) -> str:
    written = "nothing" if value is None else str(value)
    return written if len(written) <= SHOWN else f"{written[:SHOWN]}…"
