"""`reviewer show`: one query's neighbourhood in plain terminal output."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from reviewer.cli.opened import config_option, configuration_at, opened, place_of, run_argument, store_option
from reviewer.cli.printing import PIPED_WIDTH

if TYPE_CHECKING:
    from rich.console import Console

    from reviewer.experiment.closer import Closer

NARROWEST, WIDEST = 72, 140
STYLES = {
    "heading": "bold",
    "muted": "dim",
    "good": "green",
    "bad": "bold red",
    "evidence": "underline",
    "mark": "bold",
    "bracket": "cyan",
    "overlap": "yellow",
    "stand-in": "reverse",
}


@click.command("show")
@click.argument("query", metavar="[QUERY]", required=False)
@run_argument
@click.option("--run", "named", metavar="RUN", type=click.Path(path_type=Path), help="The same as the second argument.")
@click.option("--candidate", metavar="NAME", help="The arm beside the baseline, where there are several.")
@click.option("--hash-ids", "hashed", is_flag=True, help="Redacted, ids hashed with the key in REVIEWER_HASH_KEY.")
@click.option("--redacted", is_flag=True, help="Offsets and numbers only, to paste into an issue.")
@click.option(
    "--around", type=click.IntRange(0), default=400, show_default=True, help="Characters before and behind evidence."
)
@click.option("--depth", type=click.IntRange(1), metavar="N", help="Ranks shown.  [k and five more, and right ones]")
@config_option
@store_option
@click.option("--json", "as_json", is_flag=True, help="The query's evidence and both lists to depth as JSON.")
def command(
    *,
    query: str | None,
    run: Path | None,
    named: Path | None,
    candidate: str | None,
    hashed: bool,
    redacted: bool,
    around: int,
    depth: int | None,
    config: Path | None,
    store: Path,
    as_json: bool,
) -> None:
    """Show one query: why it was lost or gained, the document around its evidence, and both ranked lists.

    RUN is a result folder or the zip of one (a downloaded artefact); the latest result by default.
    Without a query those that lost or gained evidence are listed, lost ones first.
    At the left of the text stand the baseline's chunks, at the right the candidate's. The documents are those of the
    configuration, and only if their fingerprints are those of the result; without it offsets and numbers are shown.
    """
    if run is not None and named is not None:
        raise click.UsageError("--run names the result that the second argument names; give one of them")
    with opened(place_of(run or named, store)) as place:
        closer, query = _opened(place, query, candidate, config, hashed=hashed, redacted=redacted)
        with_text = closer.has_text and not redacted
        if as_json:
            _echo(closer, query, with_text=with_text)
        else:
            _draw(closer, query, around, depth, with_text=with_text)


def _draw(closer: Closer, query: str | None, around: int, depth: int | None, *, with_text: bool) -> None:
    """Print what changed, or one query, for people."""
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    if query is None:
        _list(console, closer)
        return
    width = min(max(console.width if console.is_terminal else PIPED_WIDTH, NARROWEST), WIDEST)
    _print(console, closer, query, width - 1, around, depth, with_text=with_text)


def _opened(
    place: Path, query: str | None, candidate: str | None, config: Path | None, *, hashed: bool, redacted: bool
) -> tuple[Closer, str | None]:
    """Open the result, and give the query by the name it has there."""
    from reviewer.experiment.hashing import required_key
    from reviewer.experiment.opening import look_closer_hashed
    from reviewer.reports.hashed_ids import QUERY

    if not hashed:
        return _closer(place, config, candidate, redacted=redacted), query
    key = required_key()
    closer = look_closer_hashed(place, candidate, key, configuration_at(config))
    return closer, query if query is None or query in closer.queries else key.alias(QUERY, query)


def _closer(place: Path, config: Path | None, candidate: str | None, *, redacted: bool) -> Closer:
    """Open the result with the documents where a configuration names them; redacted, it does without."""
    from reviewer.errors import ReviewerError
    from reviewer.experiment.hashing import hash_key
    from reviewer.experiment.opening import look_closer

    try:
        configuration = configuration_at(config)
        return look_closer(place, configuration, candidate, key=None if configuration is None else hash_key())
    except ReviewerError:
        if not redacted:
            raise
    return look_closer(place, None, candidate)


def _echo(closer: Closer, query: str | None, *, with_text: bool) -> None:
    """Print what changed, or one query, for programs."""
    from reviewer.experiment.shown import changes_shown, query_shown

    shown = changes_shown(closer) if query is None else query_shown(closer, query, with_text=with_text)
    click.echo(json.dumps(shown, indent=2))


def _list(console: Console, closer: Closer) -> None:
    """Name what was lost and gained, with its cause."""
    from rich.text import Text

    from reviewer.reports import words
    from reviewer.reports.causes import why
    from reviewer.tui import glyphs

    changes = words.lost_first(closer.comparison.changes)
    widest = max((len(one.query) for one in changes), default=0)
    lost = sum(one.change == "lost" for one in changes)
    compared = f"{closer.comparison.baseline} → {closer.comparison.candidate}"
    console.print(Text(f"{compared}: evidence lost ({lost}) and gained ({len(changes) - lost})", style="bold"))
    for one in changes:
        style = STYLES["bad" if one.change == "lost" else "good"]
        told = glyphs.one_line(f"  {one.query:<{widest}}  {why(one)}").rstrip()
        console.print(Text.assemble((f"{one.change:<6}", style), told))
    if changes:
        console.print(Text("`reviewer show QUERY` draws one, `reviewer step` all.", style="dim"))


def _line(console: Console, *parts: tuple[str, str]) -> None:
    """Print texts beside each other, each in a style of its own."""
    from rich.text import Text

    from reviewer.tui import glyphs

    text = Text.assemble(*((glyphs.one_line(part), STYLES.get(style, "")) for part, style in parts))
    text.rstrip()
    console.print(text)


def _print(  # noqa: PLR0917  # what is printed, in its order
    console: Console, closer: Closer, name: str, width: int, around: int, depth: int | None, *, with_text: bool
) -> None:
    from reviewer.tui import gutters, ranked
    from reviewer.tui.headline import change_lines
    from reviewer.tui.neighbours import drawn_windows

    query = closer.query(name)
    name, found = query.id, closer.around(query.id, around)
    line = partial(_line, console)
    line((name, "heading"), (f"  {' · '.join(closer.slices(name))}", "muted"))
    if with_text and query.text:
        line((query.text, "plain"))
    items = closer.items(found)
    for parts in change_lines(items, closer.result.min_coverage, is_answerable=closer.is_answerable(name)):
        line(*parts)
    for told in closer.treated(name):
        line(("Treated  ", "muted"), (told, "plain"))
    for note in closer.notes_on(name):
        line((f"! {note}", "bad"))
    for title, rows in drawn_windows(closer, found, width, with_text=with_text):
        line()
        line((title, "heading"))
        for row in rows:
            line(*row.left, *row.middle, *row.right)
    if found.surroundings:
        line((gutters.legend(closer.comparison.baseline, closer.comparison.candidate), "muted"))
    line()
    numbers = closer.numbers(name) if len(items) > 1 else ()
    for entry in ranked.rank_rows(found, width, most=depth or closer.result.k + 5, numbers=numbers):
        line(*entry.parts)
    line((ranked.LEGEND, "muted"))
