"""Sites of all patterns in a corpus, in a fixed order, without those that a label covers already. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest

from reviewer import fingerprint
from reviewer.corpus import Corpus, Document
from reviewer.errors import LabelError
from reviewer.labels.schema import Label
from reviewer.labels.sites import (
    code_explanation,
    condition_consequence,
    cross_reference,
    definition_exception,
    heading_paragraph,
    list_item,
    prerequisite_action,
    table_row,
)
from reviewer.labels.sites.page import Page, page_of
from reviewer.labels.sites.site import Site
from reviewer.spans import Span, merge

_MODULES = (
    condition_consequence,
    prerequisite_action,
    definition_exception,
    heading_paragraph,
    list_item,
    table_row,
    cross_reference,
    code_explanation,
)
MINERS: Mapping[str, Callable[[Page], Iterator[Site]]] = {module.PATTERN: module.mine for module in _MODULES}
"""What finds the sites of each pattern."""


def find_sites(
    corpus: Corpus,
    labels: Iterable[Label] = (),
    *,
    patterns: Collection[str] = (),
    documents: Collection[str] = (),
) -> tuple[Site, ...]:
    """Give the sites by document and place; of some patterns or documents only, where they are named.

    A site is left out where one label's evidence, bound to the text as it is, meets both its parts.
    """
    miners = [MINERS[_known(name)] for name in patterns] or list(MINERS.values())
    chosen = [corpus[name] for name in documents] or list(corpus)
    covered = _evidence(labels)
    return tuple(site for document in chosen for site in _mine(document, miners, covered[document.id]))


def in_turn(sites: Iterable[Site]) -> tuple[Site, ...]:
    """Give the sites so that patterns take turns, and within a pattern documents, for a few to show all there is."""
    patterns: defaultdict[str, defaultdict[str, list[Site]]] = defaultdict(lambda: defaultdict(list))
    for site in sites:
        patterns[site.pattern][site.document].append(site)
    return tuple(_turns([list(_turns(list(documents.values()))) for documents in patterns.values()]))


def _turns(rows: Sequence[Sequence[Site]]) -> Iterator[Site]:
    """Give the first of each row, then the second of each, until all are given."""
    return (site for turn in zip_longest(*rows) for site in turn if site is not None)


def _known(pattern: str) -> str:
    if pattern not in MINERS:
        raise LabelError(f"no sites of a pattern {pattern!r} can be found", f"Known: {', '.join(MINERS)}.")
    return pattern


def _mine(
    document: Document,
    miners: Sequence[Callable[[Page], Iterator[Site]]],
    covered: Sequence[tuple[str, Sequence[Span]]],
) -> list[Site]:
    page = page_of(document)
    current = [spans for bound, spans in covered if fingerprint.same(bound, document.fingerprint)]
    found = [site for mine in miners for site in mine(page) if not any(_meets(spans, site) for spans in current)]
    return sorted(found, key=lambda site: (site.first.start, site.second.start, site.pattern))


def _evidence(labels: Iterable[Label]) -> Mapping[str, list[tuple[str, Sequence[Span]]]]:
    """Give, by document, what each label's evidence covers there, with the fingerprint it is bound to."""
    found: defaultdict[str, list[tuple[str, Sequence[Span]]]] = defaultdict(list)
    for label in labels:
        spans: defaultdict[tuple[str, str], list[Span]] = defaultdict(list)
        for span in label.spans:
            spans[span.document, span.fingerprint].append(span.span)
        for (document, bound), own in spans.items():
            found[document].append((bound, merge(own)))
    return found


def _meets(spans: Sequence[Span], site: Site) -> bool:
    return all(any(span.meets(part) for span in spans) for part in (site.first, site.second))
