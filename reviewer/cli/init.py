"""`reviewer init`: a configuration and a first label to start from."""

from __future__ import annotations

from pathlib import Path

import click

from reviewer.visible import visible


@click.command("init")
@click.option("--corpus", default="docs", show_default=True, metavar="DIR", help="Folder of the documents.")
@click.option("--set", "name", default="main", show_default=True, help="Name of the label set, below labels/.")
@click.option("--workflows", is_flag=True, help="Write the two GitHub workflows too; see docs/action.md.")
@click.option("--force", is_flag=True, help="Write over files that exist.")
def command(corpus: str, name: str, *, workflows: bool, force: bool) -> None:
    """Write reviewer.yaml and a first label, bound to a document of yours."""
    from reviewer.action import templates
    from reviewer.experiment.starting import start

    more = templates.workflows() if workflows else {}
    started = start(Path.cwd(), corpus, name, force=force, more=more)
    for path in started.written:
        click.echo(visible(f"wrote {path}"))
    for line in started.surveyed.lines:
        click.echo(visible(line))
    click.echo("Next: write the query of the first label and put its evidence right, then `reviewer run`.")
    if workflows:
        click.echo("Before a pull request is judged:")
        for step in templates.steps():
            click.echo(f"  - {step}")
