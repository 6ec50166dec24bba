"""`reviewer gates explain`: each gate of the configuration in a sentence."""

from __future__ import annotations

from pathlib import Path

import click


@click.group("gates")
def command() -> None:
    """Look at the gates that were declared."""


@command.command("explain")
@click.option("--config", default="reviewer.yaml", show_default=True, type=click.Path(path_type=Path))
def explain_gates(config: Path) -> None:
    """Say each gate of the configuration in a sentence."""
    from reviewer.cli.problems import visible
    from reviewer.experiment.configuration import read_configuration
    from reviewer.gates import explain

    gates = read_configuration(config).gates
    if not gates:
        click.echo("No gates are declared: nothing will be judged.")
    for gate in gates:
        click.echo(f"- {visible(explain(gate))}")
