"""`reviewer step`: step through what was lost, in the terminal."""

from __future__ import annotations

from pathlib import Path

import click

from reviewer.cli.opened import config_option, configuration_at, place_of, run_argument, store_option


@click.command("step")
@run_argument
@click.option("--candidate", metavar="NAME", help="The arm beside the baseline, where there are several.")
@click.option("--by", metavar="NAME", help="Who marks losses as reviewed.  [default: git's user.name]")
@config_option
@store_option
def command(*, run: Path | None, candidate: str | None, by: str | None, config: Path | None, store: Path) -> None:
    """Step through the lost queries, then the gained, then all others.

    RUN is a result folder or the zip of one (a downloaded artefact); the latest result by default. The documents are
    those of the configuration, and only if their fingerprints are those of the result; without a configuration, offsets
    and numbers are shown.
    """
    from reviewer.tui.step_app import run_step_app

    run_step_app(place_of(run, store), configuration_at(config), candidate=candidate, by=by)
