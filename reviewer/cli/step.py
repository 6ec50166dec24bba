"""`reviewer step`: step through what was lost, in the terminal."""

from __future__ import annotations

from pathlib import Path

import click

CONFIGURATION = Path("reviewer.yaml")


@click.command("step")
@click.argument("run", metavar="[RUN]", required=False, type=click.Path(path_type=Path))
@click.option("--candidate", metavar="NAME", help="The arm beside the baseline, where there are several.")
@click.option("--by", metavar="NAME", help="Who marks losses as reviewed.  [default: git's user.name]")
@click.option("--config", type=click.Path(path_type=Path), help=f"[default: {CONFIGURATION}]")
@click.option("--store", default=".reviewer", show_default=True, type=click.Path(path_type=Path), help="Result folder.")
def command(*, run: Path | None, candidate: str | None, by: str | None, config: Path | None, store: Path) -> None:
    """Step through the lost queries, then the gained, then all others.

    RUN is a result folder or the zip of one (a downloaded artefact); the latest result by default. The documents are
    those of the configuration, and only if their fingerprints are those of the result; without a configuration, offsets
    and numbers are shown.
    """
    from reviewer.experiment.configuration import read_configuration
    from reviewer.experiment.store import Store
    from reviewer.tui.step_app import run_step_app

    path = config or CONFIGURATION
    configuration = read_configuration(path) if config is not None or path.is_file() else None
    run_step_app(run or Store(store).latest(), configuration, candidate=candidate, by=by)
