"""`reviewer labels add` and `retire`: writing labels, and taking them out of use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from reviewer.cli import labels_review
from reviewer.cli.documents import Documents
from reviewer.cli.labels_options import documents_options, json_option, set_option
from reviewer.cli.labels_printing import echo_json, show, styled
from reviewer.spans import Span
from reviewer.visible import visible

if TYPE_CHECKING:
    from reviewer.corpus import Corpus
    from reviewer.labels import Label, LabelSet
    from reviewer.labels.drafting import Draft


_ONE_HAS_NONE = "the label has no boundary pattern: it is"
_NO_BOUNDARY = "in no boundary slice, and no control. Say which with --boundary, such as table-row, or control."


@click.command()
@set_option
@documents_options
@click.option("--document", help="The document's id: its path below the corpus folder.")
@click.option("--quote", "quotes", multiple=True, help="The words of the evidence, exactly.")
@click.option("--nth", type=click.IntRange(min=1), help="Which of several places of the quote, from 1.")
@click.option("--at", "places", multiple=True, metavar="START:END", help="The place itself, in code points.")
@click.option("--separate", is_flag=True, help="Several places need not lie in one passage.")
@click.option("--query", help="The question.")
@click.option("--boundary", help="Why overlap may matter, such as table-row, or control.")
@click.option("--id", "label_id", help="[default: the query's first words]")
@click.option("--tag", "tags", multiple=True, metavar="KEY=VALUE", help="May be given several times.")
@click.option("--candidate", "candidate_id", metavar="ID", help="Answers a question that `labels candidates` lists.")
@click.option("--not-answerable", is_flag=True, help="The documents hold no answer.")
@click.option("--again", is_flag=True, help="Write it though a label asks the same question.")
@click.option("--from", "file", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@labels_review.by_option
def add(
    *,
    set_name: str | None,
    at_hand: Documents,
    document: str | None,
    quotes: tuple[str, ...],
    nth: int | None,
    places: tuple[str, ...],
    separate: bool,
    query: str | None,
    boundary: str | None,
    label_id: str | None,
    tags: tuple[str, ...],
    candidate_id: str | None,
    not_answerable: bool,
    again: bool,
    file: Path | None,
    by: str | None,
) -> None:
    """Write a label whose evidence is a quote from a document.

    --quote and --at may be given several times: the places must then lie in one passage together, as a row and its
    header. --from FILE writes the sites of `labels sites --json` whose `query` somebody has filled in.
    """
    from reviewer.labels import find_set
    from reviewer.labels.candidates import find_candidate, queue_file
    from reviewer.review.placing import write_approved

    folder = find_set(set_name)
    corpus = at_hand.corpus(folder)
    if file is not None:
        _add_from(folder, corpus, file, again=again)
        return
    queue = queue_file(folder.resolve().name)
    candidate = find_candidate(queue, candidate_id) if candidate_id is not None else None
    asked = query or (candidate.query if candidate is not None else "")
    document = document or (candidate.document if candidate is not None else "")
    _refuse_incomplete(asked, document, evidence=bool(quotes or places), not_answerable=not_answerable)
    draft = replace(
        _drafted(corpus, asked, document, () if not_answerable else _spans(corpus, document, quotes, nth, places)),
        separate=separate,
        boundary=boundary,
        tags=_pairs(tags),
        id=label_id or "",
    )
    _warn(folder, [draft])
    signer = labels_review.signer_of(folder, by) if candidate is not None else None
    _tell([write_approved(folder, queue, draft, candidate, signer, again=again)])


def _drafted(corpus: Corpus, asked: str, document: str, places: tuple[Span, ...]) -> Draft:
    """Give a question with its places, or as one that these documents do not answer."""
    from reviewer.labels.adding import find_document
    from reviewer.labels.drafting import Draft

    if not places:
        return Draft(query=asked, sought=corpus.fingerprint)
    return Draft(query=asked, document=find_document(corpus, document), places=places)


def _refuse_incomplete(asked: str, where: str, *, evidence: bool, not_answerable: bool) -> None:
    """Name exactly what is missing."""
    if not_answerable and evidence:
        raise click.UsageError("--not-answerable means that there is no evidence.")
    needed = {
        "the question (--query)": asked.strip(),
        "the document (--document)": where or not_answerable,
        "the evidence (--quote or --at; or --not-answerable)": evidence or not_answerable,
    }
    missing = [name for name, given in needed.items() if not given]
    if len(missing) == len(needed):
        raise click.UsageError("Give --query, --document, and --quote or --at; or --candidate; or --from.")
    if missing:
        raise click.UsageError(f"Give {' and '.join(missing)}.")


def _add_from(folder: Path, corpus: Corpus, file: Path, *, again: bool) -> None:
    from reviewer.labels.drafting import write_drafts
    from reviewer.labels.sites.handing import read_filled

    drafts, blank = read_filled(file, corpus)
    _warn(folder, drafts)
    _tell(write_drafts(folder, drafts, again=again))
    if blank:
        show(styled((f"{blank} without a question {'was' if blank == 1 else 'were'} passed over", "dim")))


def _spans(
    corpus: Corpus, where: str, quotes: Sequence[str], nth: int | None, places: Sequence[str]
) -> tuple[Span, ...]:
    """Give the places of quotes and offsets in a document, in the order of the text."""
    from reviewer.labels.adding import find_document, place_quote

    document = find_document(corpus, where)
    quoted = [place_quote(document, quote, nth if len(quotes) == 1 else None) for quote in quotes]
    return tuple(sorted({*quoted, *map(_span, places)}))


def _span(text: str) -> Span:
    found = re.fullmatch(r"(\d+):(\d+)", text)
    start, end = map(int, found.groups()) if found else (0, 0)
    if start >= end:
        raise click.BadParameter("expected START:END, the end after the start", param_hint="--at")
    return Span(start, end)


def _warn(folder: Path, drafts: Sequence[Draft]) -> None:
    """Say on standard error that a boundary pattern is missing or looks misspelt; the list of patterns is open."""
    from reviewer.labels.adding import doubt_about
    from reviewer.labels.store import read_any

    known = read_any(folder).labels
    doubts = dict.fromkeys(doubt_about(one.boundary, known) for one in drafts if one.boundary is not None)
    for doubt in filter(None, doubts):
        click.echo(visible(f"warning: {doubt}"), err=True)
    without = sum(one.boundary is None and bool(one.places) for one in drafts)
    if without:
        counted = f"{without} labels have no boundary pattern: they are" if without > 1 else _ONE_HAS_NONE
        click.echo(f"warning: {counted} {_NO_BOUNDARY}", err=True)


def _tell(labels: Iterable[Label]) -> None:
    for label in labels:
        where = ", ".join(f"{span.document} [{span.start}, {span.end})" for span in label.spans) or "not answerable"
        show(styled((label.id, "bold"), f" written to {label.file}: {where}"))


@click.command()
@click.argument("label")
@set_option
@click.option("--reason", required=True, help="Why it is no longer asked.")
@labels_review.by_option
@json_option
def retire(label: str, set_name: str | None, reason: str, by: str | None, *, as_json: bool) -> None:
    """Take a label out of use.

    It stays in its file, with the reason.
    """
    from reviewer.labels import Change, Retirement, find_set
    from reviewer.labels.store import change

    folder = find_set(set_name)
    signer = labels_review.signer_of(folder, by)
    retirement = Retirement(signer.by, signer.on, reason)

    def decide(labels: LabelSet) -> list[Change]:
        return [Change(label, replace(labels[label], retired=retirement))]

    change(folder, decide)
    if as_json:
        echo_json({"label": label, "by": retirement.by, "on": str(retirement.on), "reason": reason})
        return
    show(styled((label, "bold"), f" retired: {reason}"))


def _pairs(tags: Iterable[str]) -> dict[str, str]:
    pairs = [tag.partition("=") for tag in tags]
    for key, equals, value in pairs:
        if not key or not equals or not value:
            raise click.BadParameter("expected KEY=VALUE", param_hint="--tag")
    return {key: value for key, _, value in pairs}
