"""A result folder in, its queries' neighbourhoods out: with the documents' text where it is proved to be the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from reviewer import fingerprint
from reviewer.chunks import read_chunks
from reviewer.corpus import Corpus, Document, read_corpus
from reviewer.diagnosis import Arm, Neighbourhood, Surroundings, TwoArms, by_document, neighbourhood, window_at
from reviewer.errors import ReportError, RunError
from reviewer.experiment.causes import reading_of
from reviewer.experiment.configuration import Configuration
from reviewer.experiment.evaluate import ruler
from reviewer.experiment.folder import AS_THEY_ARE, MANIFEST
from reviewer.experiment.hashing import names_of, renamed_arm, renamed_documents
from reviewer.experiment.kept import read_documents, read_labels
from reviewer.experiment.material import Material
from reviewer.experiment.relabelled import EVERY, relabelled
from reviewer.experiment.treated import read_treated
from reviewer.fingerprint import Plain
from reviewer.ids import is_id
from reviewer.labels import LabelSet, read_set
from reviewer.passages import Passage, context_places, raw_passages
from reviewer.queries import EvidenceItem, EvidenceSpan, Query
from reviewer.reports import Result, read_result
from reviewer.reports.hashed_ids import HashKey, Names, names_in
from reviewer.reports.result import ArmResult, ComparisonResult, ItemChange
from reviewer.reports.treatments import treatment_of
from reviewer.runs import read_run
from reviewer.scores import CorpusLine, PromptTokens
from reviewer.spans import Place

NAMED = 5
LONGEST = 500_000_000
"""Characters of all documents together; a folder that claims more is none of ours."""
HASHED = "Its ids are hashed: set REVIEWER_HASH_KEY to the key it was made with, and stand where the documents are."
OTHER_KEY = "Its ids are hashed with another key than REVIEWER_HASH_KEY holds."
WITHOUT = "Without the documents: offsets and numbers only, shares count blanks too."
ANOTHER_TEXT = "Check out the commit that the result was made at, or ask for offsets alone (`--redacted`)."


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Closer:
    """One comparison of a result, opened to look closer.

    `has_text` tells whether `two.corpus` holds the documents themselves, proved by their fingerprints; else it holds
    stand-ins of the same length, which must not be shown. `notes` are sentences that a reader must know, `relabelled`
    those on one query; `aliases` leads from hashed ids to the ids that came back.
    """

    folder: Path
    result: Result
    comparison: ComparisonResult
    two: TwoArms
    queries: Mapping[str, Query]
    sets: tuple[LabelSet, ...]
    label_sets: tuple[Path, ...]
    corpus_root: Path | None
    has_text: bool
    notes: tuple[str, ...]
    relabelled: Mapping[str, str] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)

    def notes_on(self, name: str) -> tuple[str, ...]:
        """Give what a reader must know of the result, and of one query."""
        return (*self.notes, *filter(None, [self.relabelled.get(name)]))

    def query(self, name: str) -> Query:
        """Give a query of the result by its id, hashed or not, or name the nearest ones."""
        name = self.aliases.get(name, name)
        if name not in self.queries:
            from difflib import get_close_matches

            near = get_close_matches(name, self.queries, n=3)
            hint = f"Did you mean {', '.join(near)}?" if near else "`report.md` lists what was lost and gained."
            raise ReportError(f"{self.folder}: no query {name!r} in this result", hint)
        return self.queries[name]

    def changes(self, name: str) -> tuple[ItemChange, ...]:
        """Give the evidence items of a query that changed."""
        return tuple(one for one in self.comparison.changes if one.query == name)

    def around(self, name: str, window: int) -> Neighbourhood:
        """Give the neighbourhood of a query, so many characters before and behind its evidence."""
        return neighbourhood(self.two, self.query(name), window=window)

    def window(self, name: str, place: Place, window: int) -> Surroundings:
        """Give the document around any place, as it matters to a query."""
        return window_at(self.two, self.query(name), place, window=window)

    def treated(self, name: str) -> tuple[str, ...]:
        """Say what each treated arm's treatment did to a query's list: how many passages, and where evidence stands."""
        told = []
        for arm in (self.two.baseline, self.two.candidate):
            if arm.raw is None:
                continue
            both = replace(self.two, baseline=replace(arm, passages=arm.raw), candidate=arm)
            found = neighbourhood(both, self.query(name), window=0)
            ranks = zip(found.baseline.ranks, found.candidate.ranks, strict=True)
            moved = [f"evidence {at}: rank {old or '–'} → {new or '–'}" for at, (old, new) in enumerate(ranks, start=1)]
            passages = f"{len(arm.raw[name])} hits → {len(arm.passages[name])} passages"
            told.append(f"{arm.name}, {arm.treatment}: {'; '.join([passages, *moved])}")
        return tuple(told)

    def before_treatment(self, name: str) -> Neighbourhood | None:
        """Give a query's list of the treated arm, the candidate first, before and after; None where none is treated."""
        for arm in (self.two.candidate, self.two.baseline):
            if arm.raw is not None:
                raw = replace(arm, name=f"{arm.name} before treatment", passages=arm.raw)
                treated = replace(arm, name=f"after {arm.treatment or 'treatment'}")
                return neighbourhood(replace(self.two, baseline=raw, candidate=treated), self.query(name), window=0)
        return None


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
    result = read_result(folder)
    arms = _read_arms(folder, result, _comparison(folder, result, candidate))
    hashed = result.integrity.hashed
    if configuration is None or (hashed and (key is None or key.check != hashed)):
        note = (HASHED if key is None or key.check == hashed else OTHER_KEY) if hashed else ""
        return _without_text(folder, result, _comparison(folder, result, candidate), arms, note)
    corpus = read_corpus(configuration.corpus_root, configuration.include, configuration.exclude)
    sets = tuple(read_set(one) for one in configuration.label_sets)
    back = names_of(key, corpus, sets).back if hashed and key else AS_THEY_ARE
    result, arms = back.result(result), [renamed_arm(arm, back) for arm in arms]
    comparison = _comparison(folder, result, candidate)
    refuse_other_text(folder, _arm_result(folder, result, comparison.baseline), corpus, back)
    labels = {query.id: query for one in sets for query in one.queries}
    shared = ruler(corpus, replace(configuration.rules, k=result.k, depth=result.depth))
    same = Material(corpus=corpus, queries=(), sets=sets, staleness=()).fingerprint == result.integrity.labels
    before = read_labels(folder / MANIFEST)
    return Closer(
        folder=folder,
        result=result,
        comparison=comparison,
        two=_two(result, arms, corpus, shared.line, shared.tokens),
        queries={one.id: labels.get(one.id) or _unlabelled(comparison, one.id) for one in result.queries},
        sets=sets,
        label_sets=configuration.label_sets,
        corpus_root=configuration.corpus_root,
        has_text=True,
        notes=() if same or before else (EVERY,),
        relabelled=relabelled((one.id for one in result.queries), before, labels),
        aliases=back.queries,
    )


def look_closer_hashed(folder: Path, candidate: str | None, key: HashKey) -> Closer:
    """Open offsets and numbers alone, under hashed ids."""
    result = read_result(folder)
    arms = _read_arms(folder, result, _comparison(folder, result, candidate))
    if not result.integrity.hashed:
        names = _names_in(folder, result, key)
        result, arms = names.result(result), [renamed_arm(arm, names) for arm in arms]
    return _without_text(folder, result, _comparison(folder, result, candidate), arms)


def hashed_result(folder: Path, key: HashKey) -> Result:
    """Read a result under hashed ids; one that was written so is taken as it stands."""
    result = read_result(folder)
    return result if result.integrity.hashed else _names_in(folder, result, key).result(result)


def _names_in(folder: Path, result: Result, key: HashKey) -> Names:
    manifest = folder / MANIFEST
    return names_in(result, key, read_documents(manifest) if manifest.is_file() else ())


def refuse_other_text(folder: Path, arm: ArmResult, corpus: Corpus, names: Names = AS_THEY_ARE) -> None:
    """Refuse documents that are not those of the result: each by its fingerprint, all by that of the arm's corpus."""
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


def _comparison(folder: Path, result: Result, candidate: str | None) -> ComparisonResult:
    if not result.comparisons:
        raise ReportError(f"{folder}: nothing was compared in this result", "Run two arms: `--overlaps 120,40`.")
    for one in result.comparisons:
        if candidate in {None, one.candidate}:
            return one
    known = ", ".join(one.candidate for one in result.comparisons)
    raise ReportError(f"{folder}: no candidate is called {candidate!r}", f"Known: {known}.")


def _arm_result(folder: Path, result: Result, name: str) -> ArmResult:
    found = next((one for one in result.arms if one.name == name), None)
    if found is None or not is_id(name):
        raise ReportError(f"{folder}: the result compares {name!r} and has no such arm", "Run it again.")
    return found


def _read_arms(folder: Path, result: Result, comparison: ComparisonResult) -> list[Arm]:
    names = (comparison.baseline, comparison.candidate)
    return [_read_arm(folder, _arm_result(folder, result, name), result) for name in names]


def _read_arm(folder: Path, arm: ArmResult, result: Result) -> Arm:
    """Read chunks and run of an arm; a run of another arm is refused."""
    run = read_run(folder / f"run-{arm.name}.jsonl", arm=arm.name)
    if run.fingerprint != arm.fingerprint:
        raise RunError(f"{folder}: the run of {arm.name} was made by another arm than the result's", "Run it again.")
    chunks = read_chunks(folder / f"chunks-{arm.name}.jsonl")
    context = context_places(chunks)
    raw = {query: raw_passages(hits, context) for query, hits in run.hits.items()}
    treated = read_treated(folder, arm.name, run, arm.manifest)

    def asked(lists: Mapping[str, tuple[Passage, ...]]) -> dict[str, tuple[Passage, ...]]:
        return {one.id: lists.get(one.id, ()) for one in result.queries}

    return Arm(
        name=arm.name,
        chunks=by_document(chunks),
        passages=asked(raw if treated is None else treated),
        treatment=treatment_of(arm.manifest),
        raw=None if treated is None else asked(raw),
        reading=reading_of(arm.manifest) if arm.truncation.chunks else None,
    )


def _without_text(
    folder: Path, result: Result, comparison: ComparisonResult, arms: list[Arm], note: str = ""
) -> Closer:
    """Open offsets and numbers alone: stand-ins take the documents' place, as long as the places known."""
    queries = {one.id: _unlabelled(comparison, one.id) for one in result.queries}
    lengths: dict[str, int] = {}
    places = [chunk.place for arm in arms for chunks in arm.chunks.values() for chunk in chunks]
    places += [place for arm in arms for hits in arm.passages.values() for hit in hits for place in hit.places]
    places += [span.place for one in queries.values() for item in one.evidence for span in item.spans]
    for place in places:
        lengths[place.document] = max(lengths.get(place.document, 0), place.end)
    if sum(lengths.values()) > LONGEST:
        raise ReportError(f"{folder}: its places lie beyond any corpus", "Give a folder that `reviewer run` wrote.")
    corpus = Corpus({name: _stand_in(name, lengths[name]) for name in sorted(lengths)})
    line = CorpusLine({one.id: one.text for one in corpus})
    tokens = PromptTokens(line, lambda _: np.zeros((0, 2), dtype=np.int64))
    bare = [replace(arm, reading=None) for arm in arms]
    return Closer(
        folder=folder,
        result=result,
        comparison=comparison,
        two=_two(result, bare, corpus, line, tokens),
        queries=queries,
        sets=(),
        label_sets=(),
        corpus_root=None,
        has_text=False,
        notes=(WITHOUT, *([note] if note else [])),
    )


def _stand_in(name: str, length: int) -> Document:
    return Document(id=name, text="x" * length, fingerprint=fingerprint.of_text(""), format="stand-in")


def _two(result: Result, arms: list[Arm], corpus: Corpus, line: CorpusLine, tokens: PromptTokens) -> TwoArms:
    baseline, candidate = arms
    return TwoArms(
        corpus=corpus,
        line=line,
        tokens=tokens,
        baseline=baseline,
        candidate=candidate,
        k=result.k,
        depth=result.depth,
        min_coverage=result.min_coverage,
    )


def _unlabelled(comparison: ComparisonResult, name: str) -> Query:
    """Give a query as the result alone knows it: of its evidence, what changed."""
    items = [one for one in comparison.changes if one.query == name]
    last = max((one.item for one in items), default=-1)
    by_item = {one.item: tuple(EvidenceSpan(*place) for place in one.places) for one in items}
    known = [by_item[at] for at in range(last + 1) if at in by_item]
    return Query(id=name, text="", evidence=tuple(EvidenceItem((spans,)) for spans in known))
