"""`reviewer report`: render a result again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from reviewer.cli.opened import opened, place_of, run_argument, store_option

if TYPE_CHECKING:
    from reviewer.reports import Result
    from reviewer.reports.hashed_ids import HashKey


@click.command("report")
@run_argument
@click.option(
    "--format",
    "form",
    default="terminal",
    show_default=True,
    metavar="FORMAT",
    help="terminal, markdown, json, html, or the name of an installed reporter.",
)
@click.option(
    "--config",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Of html: draw with the documents of this configuration, so that shares leave blanks out as the run's do.",
)
@click.option(
    "--hash-ids",
    "hashed",
    is_flag=True,
    help="Name queries, documents and sets by HMAC-SHA-256, keyed by REVIEWER_HASH_KEY.",
)
@store_option
def command(run: Path | None, form: str, config: Path | None, store: Path, *, hashed: bool) -> None:
    """Render a result again, the latest unless RUN names one: its folder, or the zip of it."""
    from reviewer.cli.printing import print_report
    from reviewer.experiment.hashing import required_key
    from reviewer.experiment.opening import hashed_result
    from reviewer.reports import make_reporter, read_result

    if config is not None and form != "html":
        raise click.UsageError(f"--config goes with --format html; {form} is written from the result alone")
    place = place_of(run, store)
    key = required_key() if hashed else None
    with opened(place) as folder:
        result = hashed_result(folder, key) if key else read_result(folder)
        if form == "terminal":
            print_report(result, place)
            return
        told = _page(folder, result, config, key) if form == "html" else make_reporter(form).render(result)
    click.echo(told, nl=False)


def _page(folder: Path, result: Result, config: Path | None, key: HashKey | None) -> str:
    """Give the HTML page, with the pictures of what was lost and gained."""
    from reviewer.experiment.configuration import read_configuration
    from reviewer.experiment.page_again import page_again

    return page_again(folder, result, key, None if config is None else read_configuration(config))
