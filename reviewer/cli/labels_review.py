"""`reviewer labels` itself (the review in the terminal), and `accept`, which does one of its decisions without it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from reviewer.cli.labels_options import documents_options, json_option, set_option
from reviewer.cli.labels_printing import echo_json
from reviewer.spans import Place
from reviewer.visible import visible

if TYPE_CHECKING:
    from reviewer.cli.documents import Documents
    from reviewer.corpus import Corpus
    from reviewer.labels.candidates import Candidate
    from reviewer.labels.sites import Site
    from reviewer.review import Entry, Offer, Signer
    from reviewer.review.decision import Decision, Key
    from reviewer.review.placing import Task

by_option = click.option("--by", metavar="NAME", help="Who decides.  [default: git's user.name]")


def today() -> date:
    """Give the day of decisions, in UTC."""
    return datetime.now(tz=UTC).date()


def review(set_name: str | None, at_hand: Documents, by: str | None) -> None:
    """Open the review, and print what came of it."""
    from reviewer.labels import find_set
    from reviewer.tui.labels_app import run_labels_app

    folder = find_set(set_name)
    root = at_hand.root(folder)
    for line in run_labels_app(folder, root, today=today(), by=by, read=lambda: at_hand.corpus(folder)):
        click.echo(visible(line))


def place_candidates(folder: Path, candidates: Sequence[Candidate], at_hand: Documents, by: str | None) -> None:
    """Open the candidates in the terminal, and print what came of it."""
    from reviewer.review.placing import Task

    _place_tasks(folder, [Task.of_candidate(one) for one in candidates], at_hand.corpus(folder), by)


def place_sites(folder: Path, sites: Sequence[Site], corpus: Corpus, by: str | None) -> None:
    """Open sites in the terminal, and print what came of it."""
    from reviewer.labels.sites.handing import is_separate
    from reviewer.review.placing import Task

    tasks = [Task.of_site(one, corpus[one.document].text, separate=is_separate(one)) for one in sites]
    _place_tasks(folder, tasks, corpus, by)


def _place_tasks(folder: Path, tasks: Sequence[Task], corpus: Corpus, by: str | None) -> None:
    from reviewer.labels.candidates import queue_file
    from reviewer.review.placing import Placing
    from reviewer.tui.placing_app import run_placing_app

    queue = queue_file(folder.resolve().name)
    for line in run_placing_app(lambda: Placing(folder, corpus, signer_of(folder, by), queue, tasks)):
        click.echo(visible(line))


def signer_of(folder: Path, by: str | None) -> Signer:
    """Give who decides, today."""
    from reviewer.review import signer

    return signer(folder, by, today())


@click.command()
@click.argument("label")
@set_option
@documents_options
@click.option("--proposal", type=click.IntRange(min=1), metavar="N", help="Which of the places offered.")
@click.option("--at", "place", metavar="START:END", help="The place itself, in code points; the end is exclusive.")
@click.option("--document", help="The document of --at.  [default: the label's own]")
@click.option("--span", type=click.IntRange(min=1), metavar="N", help="Which of the label's spans.  [default: all]")
@by_option
@json_option
def accept(
    *,
    label: str,
    set_name: str | None,
    at_hand: Documents,
    proposal: int | None,
    place: str | None,
    document: str | None,
    span: int | None,
    by: str | None,
    as_json: bool,
) -> None:
    """Accept where a stale label's evidence stands now.

    Or, of a label without evidence, that there still is no answer.
    Without a choice, the place that stands out is taken; where several are alike, none is.
    With --at, evidence that is not stale is moved too: a wrong boundary is put right, or an answer that is there named.
    """
    from reviewer.labels import find_set, read_set
    from reviewer.review import Choice, History, Proposer, entries_for
    from reviewer.review import accept as accept_place

    if proposal is not None and place is not None:
        raise click.UsageError("--proposal and --at exclude each other.")
    folder = find_set(set_name)
    root = at_hand.root(folder)
    proposer = Proposer(at_hand.corpus(folder), History(root))
    entry = entries_for(read_set(folder), proposer.corpus, label, span, also_fresh=place is not None)[0]
    at = _place(place, document or entry.document) if place is not None else None
    decided = accept_place(folder, proposer, signer_of(folder, by), label, Choice(span, proposal, at))
    if as_json:
        echo_json([_plain_decision(key, one) for key, one in decided.items()])
        return
    for key, one in decided.items():
        where = f"{one.place.document} [{one.place.start}, {one.place.end})" if one.place else "no answer, still"
        several = f", span {key.span + 1}" if len(decided) > 1 else ""
        click.echo(visible(f"{key.label}{several} {one.act.done}: {where}"))


def _plain_decision(key: Key, one: Decision) -> dict[str, object]:
    """Give what was decided of a label's span; of one without evidence, that nothing answers it still."""
    return {
        "label": key.label,
        "span": key.span + 1 or None,
        "act": one.act.done,
        "place": asdict(one.place) if one.place is not None else None,
        "by": one.by,
        "on": str(one.on),
    }


def _place(text: str, document: str) -> Place:
    found = re.fullmatch(r"(\d+):(\d+)", text)
    start, end = map(int, found.groups()) if found else (0, 0)
    if start >= end or not document:
        raise click.BadParameter("expected START:END, the end after the start", param_hint="--at")
    return Place(document, start, end)


def offers(set_name: str | None, at_hand: Documents, label: str) -> list[tuple[Entry, Offer]]:
    """Give what is offered for each open span of a label that is stale."""
    from reviewer.labels import find_set, read_set
    from reviewer.review import History, Proposer, entries_for

    folder = find_set(set_name)
    root = at_hand.root(folder)
    proposer = Proposer(at_hand.corpus(folder), History(root))
    return [(one, proposer.offer(one)) for one in entries_for(read_set(folder), proposer.corpus, label)]


def offer_lines(entry: Entry, offer: Offer) -> list[str]:
    """Say what is offered for a span, one place a line, as the review does."""
    several = f" for span {entry.span + 1}" if len(entry.label.spans) > 1 else ""
    lines = [f"proposed{several}: {offer.doubt}, {offer.note or offer.doubt.meaning}"]
    for number, one in enumerate(offer.options, start=1):
        place, titles = one.place, " > ".join(one.path)
        figures = f"score {one.score:.2f}  margin {one.margin:+.2f}  kept {int(one.kept * 100 + 1e-9)} %"
        lines.append(f"  {number}  {figures}  {place.document} [{place.start}, {place.end})  {titles}")
    return lines


def plain_offer(entry: Entry, offer: Offer) -> dict[str, object]:
    """Give what is offered for a span as plain data."""
    return {
        "span": entry.span + 1 or None,
        "state": str(offer.doubt),
        "note": offer.note or None,
        "before": offer.before.source if offer.before is not None else None,
        "proposals": [
            {
                "document": one.place.document,
                "start": one.place.start,
                "end": one.place.end,
                "score": round(one.score, 6),
                "margin": round(one.margin, 6),
                "kept": round(one.kept, 6),
                "path": list(one.path),
                "parts": [[part.start, part.end] for part in one.parts],
            }
            for one in offer.options
        ],
    }
