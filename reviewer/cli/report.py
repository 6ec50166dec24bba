"""`reviewer report`: render a result again."""

from __future__ import annotations

from pathlib import Path

import click

FORMATS = ("terminal", "markdown", "json", "html")


@click.command("report")
@click.argument("folder", metavar="[RUN]", required=False, type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(FORMATS), default="terminal", show_default=True)
@click.option(
    "--hash-ids",
    "hashed",
    is_flag=True,
    help="Name queries, documents and sets by HMAC-SHA-256, keyed by REVIEWER_HASH_KEY.",
)
@click.option("--store", default=".reviewer", show_default=True, type=click.Path(path_type=Path), help="Result folder.")
def command(folder: Path | None, form: str, store: Path, *, hashed: bool) -> None:
    """Render a result folder again (the latest, unless RUN names one)."""
    from reviewer.cli.printing import print_report
    from reviewer.experiment.hashing import required_key
    from reviewer.experiment.opening import hashed_result
    from reviewer.experiment.store import Store
    from reviewer.reports import JsonReporter, MarkdownReporter, read_result

    place = folder or Store(store).latest()
    key = required_key() if hashed else None
    result = hashed_result(place, key) if key else read_result(place)
    if form == "terminal":
        print_report(result, place)
    elif form == "html":
        from reviewer.experiment.page_again import page_again

        click.echo(page_again(place, result, key), nl=False)
    else:
        reporter = MarkdownReporter() if form == "markdown" else JsonReporter()
        click.echo(reporter.render(result), nl=False)
