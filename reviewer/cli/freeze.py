"""`reviewer freeze`: write down everything that an evaluation stands on."""

from __future__ import annotations

import json
from pathlib import Path

import click


@click.command("freeze")
@click.option("--config", default="reviewer.yaml", show_default=True, type=click.Path(path_type=Path))
@click.option("--store", default=".reviewer", show_default=True, type=click.Path(path_type=Path), help="Result folder.")
@click.option("--json", "as_json", is_flag=True, help="The lock's path and what it counts as JSON.")
def command(config: Path, store: Path, *, as_json: bool) -> None:
    """Write reviewer.lock: versions, weights, tokenizers, documents, labels, measuring rules and gates.

    Commit it. `reviewer run --locked` then refuses to run where anything differs, and says what moved.
    """
    from reviewer.experiment.configuration import read_configuration
    from reviewer.experiment.run import freeze
    from reviewer.experiment.store import Store

    frozen = freeze(read_configuration(config), Store(store))
    counts = {"document": frozen.documents, "label": frozen.labels, "gate": frozen.gates}
    if as_json:
        click.echo(
            json.dumps({"lock": str(frozen.path)} | {f"{noun}s": count for noun, count in counts.items()}, indent=2)
        )
        return
    told = ", ".join(f"{count} {noun}{'' if count == 1 else 's'}" for noun, count in counts.items())
    click.echo(f"{frozen.path}: {told} frozen.")
    click.echo("Commit it, and hold to it with `reviewer run --locked`.")
