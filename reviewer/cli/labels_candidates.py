"""`reviewer labels candidates`: questions that production could not answer, until a person placed their evidence."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from reviewer.cli import labels_review
from reviewer.cli.documents import Documents
from reviewer.cli.labels_options import documents_options, json_option, set_option
from reviewer.cli.labels_printing import echo_json, show, styled

if TYPE_CHECKING:
    from reviewer.labels.candidates import Candidate, Queued

_PLACE = "reviewer labels add --candidate ID --document D --quote TEXT, or --not-answerable; or --review"


@click.command()
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@set_option
@documents_options
@click.option(
    "--drop", "dropped", metavar="ID", help="Take one out of the queue that is no question for these documents."
)
@click.option("--reason", help="Why it is dropped.")
@json_option
@click.option("--review", "in_app", is_flag=True, help="Place their evidence in the terminal.")
@labels_review.by_option
def candidates(
    *,
    file: Path | None,
    set_name: str | None,
    at_hand: Documents,
    dropped: str | None,
    reason: str | None,
    as_json: bool,
    in_app: bool,
    by: str | None,
) -> None:
    """Queue questions from production, or list those that wait.

    FILE has one JSON object a line, with `query` and, where it is known, the `document` that should have been found.
    The queue stands in .reviewer/, outside of what is committed. Nothing of it is judged by before a person placed its
    evidence or said that there is none.
    """
    from reviewer.labels import find_set
    from reviewer.labels.candidates import queue_file, waiting

    folder = find_set(set_name)
    path = queue_file(folder.resolve().name)
    if (dropped is None) != (reason is None) or sum((file is not None, dropped is not None, in_app)) > 1:
        raise click.UsageError("Give a FILE, or --drop ID --reason TEXT, or --review.")
    if file is not None:
        _queue(folder, at_hand, path, file, as_json=as_json)
    elif dropped is not None and reason is not None:
        _drop(folder, path, dropped, reason, by)
    elif in_app:
        labels_review.place_candidates(folder, waiting(path), at_hand, by)
    else:
        _list(waiting(path), as_json=as_json)


def _queue(folder: Path, at_hand: Documents, path: Path, file: Path, *, as_json: bool) -> None:
    from reviewer.labels.candidates import queue, read_misses
    from reviewer.labels.store import read_any

    misses = read_misses(file, at_hand.corpus(folder))
    queued = queue(path, misses.candidates, read_any(folder).labels)
    if as_json:
        echo_json({**_plain_queued(queued), "ignored": dict(misses.ignored)})
        return
    for one, label in queued.asked:
        show(styled((f"asked already by {label.id}", "yellow"), f" ({label.place}): {one.query}"))
    for one, label in queued.alike:
        show(styled((f"asks nearly what {label.id} asks", "yellow"), f" ({label.place}): {one.query}"))
    for one in queued.dropped:
        why = one.dropped.reason if one.dropped is not None else ""
        show(styled(("dropped before", "yellow"), f" ({why}): {one.query}"))
    if misses.ignored:
        keys = ", ".join(f"{key} ({count})" for key, count in misses.ignored.items())
        show(styled((f"keys that were ignored, with how often they stood there: {keys}", "yellow")))
    show(
        styled((f"{len(queued.added)} queued", "bold"), f", {len(queued.waiting)} waited already  ", (str(path), "dim"))
    )


def _drop(folder: Path, path: Path, id_: str, reason: str, by: str | None) -> None:
    from reviewer.labels import Retirement
    from reviewer.labels.candidates import drop

    signer = labels_review.signer_of(folder, by)
    one = drop(path, id_, Retirement(signer.by, signer.on, reason))
    show(styled((one.id, "bold"), f" dropped: {reason}"))


def _list(waiting: tuple[Candidate, ...], *, as_json: bool) -> None:
    if as_json:
        echo_json([_plain(one) for one in waiting])
        return
    for one in waiting:
        show(styled((one.id, "bold"), f"  {one.query}", (f"  {one.document}" if one.document else "", "dim")))
    told = "1 candidate waits" if len(waiting) == 1 else f"{len(waiting)} candidates wait"
    show(styled((told, "bold"), (f"  {_PLACE}" if waiting else "", "dim")))


def _plain(one: Candidate) -> dict[str, object]:
    return {"id": one.id, "query": one.query, "document": one.document or None}


def _plain_queued(queued: Queued) -> dict[str, object]:
    return {
        "added": [_plain(one) for one in queued.added],
        "waiting": [_plain(one) for one in queued.waiting],
        "dropped": [_plain(one) for one in queued.dropped],
        "asked": [{**_plain(one), "label": label.id} for one, label in queued.asked],
        "alike": [{**_plain(one), "label": label.id} for one, label in queued.alike],
    }
