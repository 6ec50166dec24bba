"""Sites in, sites ranked out: first those that most arms of a configuration cut apart.

Only our own splitters are run, and only when somebody asks for the ranking: a foreign one is passed over by name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reviewer import registry
from reviewer.chunks import Chunk, chunk_corpus, make_splitter
from reviewer.corpus import Corpus
from reviewer.experiment.arms import arms_to_run
from reviewer.experiment.configuration import Configuration, Settings
from reviewer.experiment.manifest import TRANSFORMATION
from reviewer.experiment.progress import Progress
from reviewer.labels.sites import Site
from reviewer.spans import Span, intersect, merge, nonblank

_OURS, _FOREIGN = "reviewer.chunks.", "reviewer.chunks.foreign."
_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Ranked:
    """A site, and the names of the arms in which no chunk sends enough of both its parts."""

    site: Site
    cut_by: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Sites by how many arms cut them apart; `arms` were cut with, `passed_over` have a splitter that is not ours."""

    sites: tuple[Ranked, ...]
    arms: tuple[str, ...]
    passed_over: tuple[str, ...] = ()


def is_ours(splitter: Settings) -> bool:
    """Tell whether a splitter is one of the package itself, so that cutting with it runs nobody else's code."""
    home = registry.home("splitters", str(splitter.get("name")))
    return home.startswith(_OURS) and not home.startswith(_FOREIGN)


def rank_sites(configuration: Configuration, corpus: Corpus, sites: Sequence[Site], progress: Progress) -> Ranking:
    """Cut the corpus as each arm would, and put first what most arms cut apart; of those, the places farthest apart."""
    arms = arms_to_run(configuration)
    ours = [arm for arm in arms if is_ours(arm.splitter)]
    coverage = configuration.rules.min_coverage
    cut_by: defaultdict[int, list[str]] = defaultdict(list)
    with progress.stage("cutting", len(ours), "arms") as advance:
        for done, arm in enumerate(ours, start=1):
            chunks = _by_document(chunk_corpus(corpus, make_splitter(arm.splitter), TRANSFORMATION))
            for at, site in enumerate(sites):
                if is_cut_apart(site, chunks.get(site.document, ()), corpus[site.document].text, coverage):
                    cut_by[at].append(arm.name)
            advance(done)
    order = sorted(range(len(sites)), key=lambda at: (-len(cut_by[at]), -len(sites[at].whole), at))
    return Ranking(
        sites=tuple(Ranked(sites[at], tuple(cut_by[at])) for at in order),
        arms=tuple(arm.name for arm in ours),
        passed_over=tuple(arm.name for arm in arms if not is_ours(arm.splitter)),
    )


def is_cut_apart(site: Site, chunks: Sequence[Chunk], text: str, min_coverage: float) -> bool:
    """Tell whether no chunk sends `min_coverage` of the non-blank characters of each part; context counts as sent."""
    parts = [(part, nonblank(text, [part])) for part in (site.first, site.second)]
    for chunk in chunks:
        sent = merge([Span(chunk.start, chunk.end), *chunk.context])
        if all(nonblank(text, intersect(sent, [part])) >= min_coverage * ink - _TOLERANCE for part, ink in parts):
            return False
    return True


def _by_document(chunks: Sequence[Chunk]) -> Mapping[str, list[Chunk]]:
    found: defaultdict[str, list[Chunk]] = defaultdict(list)
    for chunk in chunks:
        found[chunk.document].append(chunk)
    return found
