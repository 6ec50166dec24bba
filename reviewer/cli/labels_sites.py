"""`reviewer labels sites`: places where a label may be worth writing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from reviewer.cli import labels_review
from reviewer.cli.labels_options import documents_options, json_option, set_option
from reviewer.cli.labels_printing import echo_json, show, styled

if TYPE_CHECKING:
    from reviewer.cli.documents import Documents
    from reviewer.corpus import Corpus
    from reviewer.experiment.apart import Ranking
    from reviewer.experiment.configuration import Configuration
    from reviewer.labels import Label
    from reviewer.labels.sites import Site

SHOWN = 20
"""So many sites are printed when nobody says how many."""
_REVIEW = "; --review writes labels of them"
WORDS = 110
"""So many characters of each part are shown."""


@click.command()
@set_option
@documents_options
@click.option("--pattern", "patterns", multiple=True, help="Only of this boundary pattern; may be given several times.")
@click.option("--document", "documents", multiple=True, help="Only in this document; may be given several times.")
@click.option("--limit", type=click.IntRange(min=1), help=f"Most sites.  [default: {SHOWN}; all with --json, --review]")
@click.option(
    "--arms", is_flag=True, help="Cut the documents as the configuration's arms do; most often cut ones first."
)
@json_option
@click.option("--review", "in_app", is_flag=True, help="Turn them into labels in the terminal.")
@labels_review.by_option
def sites(
    *,
    set_name: str | None,
    at_hand: Documents,
    patterns: tuple[str, ...],
    documents: tuple[str, ...],
    limit: int | None,
    arms: bool,
    as_json: bool,
    in_app: bool,
    by: str | None,
) -> None:
    """Find places that a label may be worth writing for.

    They are those of the boundary patterns that no label covers yet, found without a model.
    Where not all are printed, patterns and documents take turns. Each is printed with its words and the command that
    makes a label of it once its question is filled in. With --json, fill in
    `query` and hand the file to `labels add --from`. --arms runs our own splitters, never a foreign one.
    """
    from reviewer.labels import find_set
    from reviewer.labels.sites import find_sites, in_turn

    folder = find_set(set_name)
    corpus = at_hand.corpus(folder)
    known = [_document(corpus, one) for one in documents]
    found = find_sites(corpus, _labels(folder), patterns=patterns, documents=known)
    ranking = _ranked(at_hand.configuration(folder), corpus, found) if arms else None
    most = limit or (None if as_json or in_app else SHOWN)
    ordered = in_turn(found) if most else found
    shown = (ordered if ranking is None else tuple(one.site for one in ranking.sites))[:most]
    cut_by = {} if ranking is None else {one.site: one.cut_by for one in ranking.sites}
    if in_app:
        labels_review.place_sites(folder, shown, corpus, by)
    elif as_json:
        echo_json([_plain(site, corpus, cut_by) for site in shown])
    else:
        _print(shown, corpus, set_name, cut_by, ranking)
        _print_counts(found, len(shown))


def _document(corpus: Corpus, given: str) -> str:
    from reviewer.labels.adding import find_document

    return find_document(corpus, given).id


def _labels(folder: Path) -> Sequence[Label]:
    """Give the labels of a set, which may be empty still."""
    from reviewer.labels.store import read_any

    return read_any(folder).in_use


def _ranked(configuration: Configuration | None, corpus: Corpus, found: Sequence[Site]) -> Ranking:
    from reviewer.cli.progress import listener
    from reviewer.errors import LabelError
    from reviewer.experiment.apart import rank_sites

    if configuration is None:
        raise LabelError("no configuration here judges by this set", "Stand beside its reviewer.yaml, or omit --arms.")
    return rank_sites(configuration, corpus, found, listener())


def _plain(site: Site, corpus: Corpus, cut_by: Mapping[Site, Sequence[str]]) -> dict[str, object]:
    from reviewer.labels.sites.handing import plain_site

    plain = plain_site(site, corpus)
    return {**plain, "arms": list(cut_by[site])} if site in cut_by else plain


def _print(
    found: Sequence[Site],
    corpus: Corpus,
    set_name: str | None,
    cut_by: Mapping[Site, Sequence[str]],
    ranking: Ranking | None,
) -> None:
    from reviewer.labels.sites.handing import add_command

    for site in found:
        path = " > ".join(site.path)
        show(styled((site.pattern, "bold"), f"  {site.document}", (f"  {path}" if path else "", "dim")))
        places = f"[{site.first.start}, {site.first.end}) and [{site.second.start}, {site.second.end})"
        show(styled(f"  {site.reason}", (f"  {places}", "dim")))
        for part in (site.first, site.second):
            show(styled(("  │ ", "dim"), _words(corpus[site.document].text[part.start : part.end])))
        if ranking is not None:
            by = f": {', '.join(cut_by[site])}" if cut_by[site] else ""
            show(styled((f"  cut apart by {len(cut_by[site])} of {len(ranking.arms)} arms{by}", "yellow")))
        show(styled((f"  {add_command(site, set_name)}", "cyan")))
    if ranking is not None and ranking.passed_over:
        show(styled((f"not cut with, since their splitter is not ours: {', '.join(ranking.passed_over)}", "yellow")))


def _words(text: str) -> str:
    """Give a part's words in one line, the end left out where they are many."""
    words = " ".join(text.split())
    return words if len(words) <= WORDS else f"{words[: WORDS - 1]}…"


def _print_counts(found: Sequence[Site], shown: int) -> None:
    from collections import Counter

    counts = ", ".join(f"{count} {pattern}" for pattern, count in sorted(Counter(one.pattern for one in found).items()))
    more = f", {shown} shown" if shown < len(found) else ""
    told = f"{len(found)} {'site' if len(found) == 1 else 'sites'}{more}"
    show(styled((told, "bold"), f" ({counts})" if counts else "", (_REVIEW if found else "", "dim")))
