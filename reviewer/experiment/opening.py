"""A result folder in, a Closer out: with the documents' text where it is proved to be the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np

from reviewer import fingerprint
from reviewer.corpus import Corpus, Document, read_corpus
from reviewer.errors import ReportError, ReviewerError
from reviewer.experiment.closer import Closer
from reviewer.experiment.compared import Compared, read_compared
from reviewer.experiment.configuration import Configuration
from reviewer.experiment.evaluate import ruler
from reviewer.experiment.folder import AS_THEY_ARE, MANIFEST
from reviewer.experiment.hashing import names_of, renamed_corpus, renamed_documents, renamed_query
from reviewer.experiment.kept import read_documents, read_labels
from reviewer.experiment.match_table import MatchTable
from reviewer.experiment.material import Material
from reviewer.experiment.relabelled import EVERY, relabelled
from reviewer.fingerprint import Plain
from reviewer.labels import read_set
from reviewer.queries import EvidenceItem, EvidenceSpan, Query
from reviewer.reports import Result, read_result
from reviewer.reports.hashed_ids import HashKey, Names, names_in
from reviewer.reports.result import ComparisonResult
from reviewer.scores import CorpusLine, PromptTokens

NAMED = 5
LONGEST = 500_000_000
"""Characters of all documents together; a folder that claims more is none of ours."""
HASHED = "Its ids are hashed: set REVIEWER_HASH_KEY to the key it was made with, and stand where the documents are."
OTHER_KEY = "Its ids are hashed with another key than REVIEWER_HASH_KEY holds."
WITHOUT = "Without the documents: offsets and numbers only, shares count blanks too."
ANOTHER_TEXT = "Check out the commit that the result was made at, or ask for offsets alone (`--redacted`)."


def look_closer(
    folder: Path,
    configuration: Configuration | None,
    candidate: str | None = None,
    *,
    key: HashKey | None = None,
) -> Closer:
    """Open a result folder.

    Args:
        folder: As `reviewer run` or `reviewer compare` wrote it.
        configuration: Says where documents and labels are; None opens offsets and numbers alone.
        candidate: Of the comparison, where there are several; the first one by default.
        key: Resolves hashed ids, with documents and labels at hand; without it they are opened as they stand.

    Raises:
        ReportError: It is no result, nothing was compared, or the documents at hand are not those of the result.

    """
    found = read_compared(folder, candidate)
    hashed = found.result.integrity.hashed
    if hashed and key is not None and key.check != hashed:
        return _without_text(found, OTHER_KEY)
    if configuration is None or (hashed and key is None):
        return _without_text(found, HASHED if hashed else "")
    return _with_text(found, configuration, key if hashed else None)


def look_closer_hashed(
    folder: Path, candidate: str | None, key: HashKey, configuration: Configuration | None = None
) -> Closer:
    """Open offsets and numbers alone, under hashed ids; with documents and labels at hand all evidence is known."""
    found = read_compared(folder, candidate)
    hashed = found.result.integrity.hashed
    if configuration is not None and hashed in {"", key.check}:
        with suppress(ReviewerError):
            return _hidden(_with_text(found, configuration, key if hashed else None), configuration, key)
    names = AS_THEY_ARE if hashed else _names_in(folder, found.result, key)
    return _without_text(found.renamed(names) if names.check else found, names=names)


def _hidden(closer: Closer, configuration: Configuration, key: HashKey) -> Closer:
    """Hash the ids of what was opened with its text, and let nothing of that text be shown."""
    own, at_hand = closer.two, names_of(key, closer.two.corpus, closer.sets)
    found = Compared(closer.folder, closer.result, closer.comparison, (own.baseline, own.candidate))
    names = _names_in(closer.folder, closer.result, key).with_those_of(at_hand)
    hidden, corpus = found.renamed(names), renamed_corpus(own.corpus, names)
    shared = ruler(corpus, replace(configuration.rules, k=closer.result.k, depth=closer.result.depth))
    is_hashed = bool(closer.aliases)
    return replace(
        closer,
        result=hidden.result,
        comparison=hidden.comparison,
        two=hidden.over(corpus, shared.line, shared.tokens),
        queries={names.query(name): renamed_query(query, names) for name, query in closer.queries.items()},
        corpus_root=None,
        has_text=False,
        relabelled={names.query(name): told for name, told in closer.relabelled.items()},
        aliases={},
        table=MatchTable(
            closer.folder, hidden.comparison, closer.result.min_coverage, AS_THEY_ARE if is_hashed else names
        ),
        unlabelled=frozenset(map(names.query, closer.unlabelled)),
    )


def hashed_result(folder: Path, key: HashKey) -> Result:
    """Read a result under hashed ids; one that was written so is taken as it stands."""
    result = read_result(folder)
    return result if result.integrity.hashed else _names_in(folder, result, key).result(result)


def _names_in(folder: Path, result: Result, key: HashKey) -> Names:
    manifest = folder / MANIFEST
    return names_in(result, key, read_documents(manifest) if manifest.is_file() else ())


def _with_text(found: Compared, configuration: Configuration, key: HashKey | None) -> Closer:
    """Open a result over the documents and labels at hand; a key leads hashed ids back to theirs."""
    corpus = read_corpus(configuration.corpus_root, configuration.include, configuration.exclude)
    sets = tuple(read_set(one) for one in configuration.label_sets)
    back = AS_THEY_ARE if key is None else names_of(key, corpus, sets).back
    found = found.renamed(back)
    _refuse_other_text(found, corpus, back)
    result = found.result
    shared = ruler(corpus, replace(configuration.rules, k=result.k, depth=result.depth))
    same = Material(corpus=corpus, queries=(), sets=sets, staleness=()).fingerprint == result.integrity.labels
    before = read_labels(found.folder / MANIFEST)
    labels = {query.id: query for one in sets for query in one.queries}
    return Closer(
        folder=found.folder,
        result=result,
        comparison=found.comparison,
        two=found.over(corpus, shared.line, shared.tokens),
        queries={one.id: labels.get(one.id) or _unlabelled(found.comparison, one.id) for one in result.queries},
        sets=sets,
        label_sets=configuration.label_sets,
        corpus_root=configuration.corpus_root,
        has_text=True,
        notes=() if same or before else (EVERY,),
        relabelled=relabelled((one.id for one in result.queries), before, labels),
        aliases=back.queries,
        table=MatchTable(found.folder, found.comparison, result.min_coverage, back),
        unlabelled=frozenset(one.id for one in result.queries if one.id not in labels),
    )


def _refuse_other_text(found: Compared, corpus: Corpus, names: Names) -> None:
    """Refuse documents that are not those of the result: each by its fingerprint, all by that of the arm's corpus."""
    folder, arm = found.folder, found.baseline
    documents = renamed_documents(read_documents(folder / MANIFEST), names)
    other = sorted(name for name, prints in documents.items() if not _is_same(corpus, name, prints))
    if other:
        more = f" and {len(other) - NAMED} more" if len(other) > NAMED else ""
        raise ReportError(
            f"{folder}: {len(other)} of {len(documents)} documents have another text than when this was run: "
            f"{', '.join(other[:NAMED])}{more}",
            ANOTHER_TEXT,
        )
    made = arm.manifest.get("corpus")
    theirs = made.get("fingerprint") if isinstance(made, Mapping) else None
    if theirs != Corpus({name: corpus[name] for name in sorted(documents)}).fingerprint:
        raise ReportError(
            f"{folder}: {MANIFEST} lists other documents than {arm.name} was made from",
            "Give the folder as `reviewer run` wrote it.",
        )


def _is_same(corpus: Corpus, name: str, prints: Plain) -> bool:
    text = prints.get("text") if isinstance(prints, Mapping) else None
    return isinstance(text, str) and name in corpus.documents and corpus[name].fingerprint == text


def _without_text(found: Compared, note: str = "", names: Names = AS_THEY_ARE) -> Closer:
    """Open offsets and numbers alone: stand-ins take the documents' place, as long as the places known.

    `names` are those by which the folder's queries were renamed.
    """
    queries = {one.id: _unlabelled(found.comparison, one.id) for one in found.result.queries}
    lengths = _known_lengths(found, queries.values())
    if sum(lengths.values()) > LONGEST:
        raise ReportError(
            f"{found.folder}: its places lie beyond any corpus", "Give a folder that `reviewer run` wrote."
        )
    corpus = Corpus({name: _stand_in(name, lengths[name]) for name in sorted(lengths)})
    line = CorpusLine({one.id: one.text for one in corpus})
    tokens = PromptTokens(line, lambda _: np.zeros((0, 2), dtype=np.int64))
    baseline, candidate = (replace(arm, reading=None) for arm in found.arms)
    return Closer(
        folder=found.folder,
        result=found.result,
        comparison=found.comparison,
        two=replace(found, arms=(baseline, candidate)).over(corpus, line, tokens),
        queries=queries,
        sets=(),
        label_sets=(),
        corpus_root=None,
        has_text=False,
        notes=(WITHOUT, *([note] if note else [])),
        table=MatchTable(found.folder, found.comparison, found.result.min_coverage, names),
        unlabelled=frozenset(queries),
    )


def _known_lengths(found: Compared, queries: Iterable[Query]) -> dict[str, int]:
    """Give how long each document must be to hold every place that chunks, lists and evidence name in it."""
    places = [chunk.place for arm in found.arms for chunks in arm.chunks.values() for chunk in chunks]
    places += [place for arm in found.arms for hits in arm.passages.values() for hit in hits for place in hit.places]
    places += [span.place for one in queries for item in one.evidence for span in item.spans]
    lengths: dict[str, int] = {}
    for place in places:
        lengths[place.document] = max(lengths.get(place.document, 0), place.end)
    return lengths


def _stand_in(name: str, length: int) -> Document:
    return Document(id=name, text="x" * length, fingerprint=fingerprint.of_text(""), format="stand-in")


def _unlabelled(comparison: ComparisonResult, name: str) -> Query:
    """Give a query as the result alone knows it: of its evidence, what changed."""
    items = [one for one in comparison.changes if one.query == name]
    last = max((one.item for one in items), default=-1)
    by_item = {one.item: tuple(EvidenceSpan(*place) for place in one.places) for one in items}
    known = [by_item[at] for at in range(last + 1) if at in by_item]
    return Query(id=name, text="", evidence=tuple(EvidenceItem((spans,)) for spans in known))
