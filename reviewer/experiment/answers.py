"""Whether a run that was handed over answers exactly our queries, with places of our corpus."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from pathlib import Path

from reviewer.corpus import Corpus
from reviewer.errors import RunError
from reviewer.experiment.material import Material
from reviewer.experiment.units import fitting
from reviewer.reports.hashed_ids import HASHED
from reviewer.runs import Hit, Known, Ranked

NAMED = 5
PAGE = "see “other languages” in the documentation of reviewer"


def refuse_unlike(path: Path, ranked: Ranked, material: Material) -> None:
    """Hold a run to the labels and the corpus.

    Raises:
        RunError: Queries are missing or unknown, or hits are of unknown documents or end beyond theirs.

    """
    hits = ranked.run.hits
    if any(HASHED.fullmatch(query) for query in hits):
        raise RunError(f"{path}: its ids are hashed", "Compare the runs as they were before `--hash-ids`.")
    _refuse_queries(path, ranked, material)
    strange = [
        (query, hit) for query, ranks in hits.items() for hit in ranks if hit.document not in material.corpus.documents
    ]
    if strange:
        raise _of_unknown(ranked, strange, material.corpus)
    beyond = [
        (query, hit)
        for query, ranks in hits.items()
        for hit in ranks
        if hit.end > len(material.corpus[hit.document].text)
    ]
    if beyond:
        raise _of_beyond(ranked, beyond, material.corpus)


def _refuse_queries(path: Path, ranked: Ranked, material: Material) -> None:
    hits = ranked.run.hits
    asked = {query.id for query in material.queries}
    known = {label.id for one in material.sets for label in one.labels}
    missing, extra = sorted(asked - hits.keys()), sorted(hits.keys() - known)
    first = f" (first in {ranked.places[extra[0], 1]})" if extra and hits[extra[0]] else ""
    for what, ids, where in (("lacks", missing, ""), ("asks", extra, first)):
        if ids:
            noun = "query" if len(ids) == 1 else "queries"
            counted = f"{len(ids)} {noun} of the labels" if what == "lacks" else f"{len(ids)} {noun} that no label has"
            more = f" and {len(ids) - NAMED} more" if len(ids) > NAMED else ""
            raise RunError(
                f"{path}: the run {what} {counted}: {', '.join(ids[:NAMED])}{more}{where}",
                "Run exactly the labelled queries; one that found nothing has a line of rank 0.",
            )


def _of_unknown(ranked: Ranked, strange: Sequence[tuple[str, Hit]], corpus: Corpus) -> RunError:
    query, hit = strange[0]
    meant = Known({one.id: one.text for one in corpus}).document(unicodedata.normalize("NFC", hit.document))
    found = f"Is {meant} meant? " if meant else "Was it deleted, renamed or left out since the run was made? "
    return RunError(
        f"{_where(ranked, query, hit)}: document {hit.document!r} is not in the corpus{_more(strange)}",
        f"{found}A document's id is its path below the root of the corpus, with `/`: {PAGE}.",
    )


def _of_beyond(ranked: Ranked, beyond: Sequence[tuple[str, Hit]], corpus: Corpus) -> RunError:
    query, hit = beyond[0]
    place, length = f"{hit.document} [{hit.start}, {hit.end})", len(corpus[hit.document].text)
    unit = fitting([one.place for ranks in ranked.run.hits.values() for one in ranks], corpus)
    found = f"All its places lie in their documents as {unit}. " if unit else ""
    return RunError(
        f"{_where(ranked, query, hit)}: {place} is not in the corpus, the document ends at {length}{_more(beyond)}",
        f"{found}Offsets are code points of the canonical text: {PAGE}.",
    )


def _where(ranked: Ranked, query: str, hit: Hit) -> str:
    return f"{ranked.places[query, hit.rank]}: query {query!r}, rank {hit.rank}"


def _more(found: Sequence[object]) -> str:
    return f" (nor are {len(found) - 1} hits more)" if len(found) > 1 else ""
