"""What a run hands on, under other names: its chunks, lists, matches, documents and neighbourhoods."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from reviewer.chunks import Chunk
from reviewer.corpus import Corpus
from reviewer.diagnosis import Arm, Neighbourhood
from reviewer.diagnosis.neighbourhood import RankedList
from reviewer.errors import ConfigurationError
from reviewer.fingerprint import Plain
from reviewer.labels import LabelSet
from reviewer.passages import Passage
from reviewer.queries import EvidenceItem, EvidenceSpan, Query
from reviewer.reports.hashed_ids import CHUNK, HashKey, Names, names_under
from reviewer.runs import Hit, Run
from reviewer.scores import Match
from reviewer.spans import Place

KEY = "REVIEWER_HASH_KEY"
SHORTEST = 16
"""Characters of a key; a shorter one can be tried out."""


def hash_key(variables: Mapping[str, str] | None = None) -> HashKey | None:
    """Give the key of the environment, from the variable `REVIEWER_HASH_KEY`; None where there is none.

    Raises:
        ConfigurationError: It is too short to keep anything secret.

    """
    text = (os.environ if variables is None else variables).get(KEY, "")
    if not text:
        return None
    if len(text) < SHORTEST:
        raise ConfigurationError(
            f"{KEY} holds fewer than {SHORTEST} characters, which can be guessed", "Make one: `openssl rand -hex 32`."
        )
    return HashKey(text.encode("utf-8", "surrogateescape"))


def required_key(variables: Mapping[str, str] | None = None) -> HashKey:
    """Give the key of the environment; ids are not hashed without one, since they could be found by trying."""
    found = hash_key(variables)
    if found is None:
        raise ConfigurationError(
            f"ids are to be hashed, and {KEY} is not set",
            f"Set it to a secret that stays the same, such as that of `openssl rand -hex 32`: `export {KEY}=…`.",
        )
    return found


def names_of(key: HashKey, corpus: Corpus, sets: Iterable[LabelSet], paths: Iterable[str] = ()) -> Names:
    """Hash the ids of all documents and labels, stale ones too, and further paths."""
    read = tuple(sets)
    labels = [label for one in read for label in one.labels]
    bound = {span.document for label in labels for item in label.query.evidence for span in item.spans}
    return names_under(
        key,
        queries={label.id for label in labels},
        documents={*corpus.documents, *(one.path for one in corpus.passed_over), *bound, *paths},
        sets={one.name for one in read},
    )


def renamed_chunks(chunks: Iterable[Chunk], names: Names, key: HashKey | None = None) -> Iterator[Chunk]:
    """Rename the documents of chunks; with a key their ids too, which are made of documents' ids."""
    for one in chunks:
        name = one.id if key is None else key.alias(CHUNK, one.id)
        yield replace(one, id=name, document=names.document(one.document))


def renamed_run(run: Run, names: Names, key: HashKey | None = None) -> Run:
    """Rename the queries, documents and chunks of a run."""

    def hit(one: Hit) -> Hit:
        chunk = one.chunk if key is None or one.chunk is None else key.alias(CHUNK, one.chunk)
        return replace(one, document=names.document(one.document), chunk=chunk)

    return replace(
        run,
        hits={names.query(query): tuple(map(hit, hits)) for query, hits in run.hits.items()},
        filters={},  # values of metadata can name what the ids hide
        latency={names.query(query): one for query, one in run.latency.items()},
    )


def renamed_passages(found: Mapping[str, Iterable[Passage]], names: Names) -> dict[str, tuple[Passage, ...]]:
    """Rename the queries and documents of what is sent."""
    return {
        names.query(query): tuple(replace(one, places=_places(one.places, names)) for one in passages)
        for query, passages in found.items()
    }


def renamed_matches(rows: Iterable[Match], names: Names) -> Iterator[Match]:
    """Rename the queries of matches."""
    return (replace(row, query=names.query(row.query)) for row in rows)


def renamed_documents(documents: Mapping[str, Plain], names: Names) -> dict[str, Plain]:
    """Rename the documents of a manifest."""
    return {names.document(name): prints for name, prints in documents.items()}


def renamed_corpus(corpus: Corpus, names: Names) -> Corpus:
    """Rename the documents of a corpus."""
    own = (replace(one, id=names.document(one.id)) for one in corpus)
    return Corpus({one.id: one for one in own})


def renamed_query(query: Query, names: Names) -> Query:
    """Rename a query and the documents of its evidence."""

    def group(spans: Iterable[EvidenceSpan]) -> tuple[EvidenceSpan, ...]:
        return tuple(replace(one, document=names.document(one.document)) for one in spans)

    items = tuple(EvidenceItem(tuple(map(group, item.alternatives))) for item in query.evidence)
    return replace(query, id=names.query(query.id), evidence=items)


def renamed_arm(arm: Arm, names: Names) -> Arm:
    """Rename what an arm cut and sent, as it was read from a folder."""
    chunks = {names.document(name): tuple(renamed_chunks(found, names)) for name, found in arm.chunks.items()}
    raw = None if arm.raw is None else renamed_passages(arm.raw, names)
    return replace(arm, chunks=chunks, passages=renamed_passages(arm.passages, names), raw=raw)


def renamed_neighbourhood(found: Neighbourhood, names: Names) -> Neighbourhood:
    """Rename the query and the documents of a neighbourhood."""
    around = tuple(
        replace(
            one,
            document=names.document(one.document),
            evidence=tuple(replace(place, document=names.document(place.document)) for place in one.evidence),
        )
        for one in found.surroundings
    )
    return replace(
        found,
        query=names.query(found.query),
        surroundings=around,
        baseline=_ranked(found.baseline, names),
        candidate=_ranked(found.candidate, names),
    )


def _ranked(listed: RankedList, names: Names) -> RankedList:
    passages = tuple(replace(one, places=_places(one.places, names)) for one in listed.passages)
    return replace(listed, passages=passages)


def _places(places: Iterable[Place], names: Names) -> tuple[Place, ...]:
    return tuple(Place(names.document(one.document), one.start, one.end) for one in places)
