"""`reviewer gates explain`: each gate of the configuration in a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from reviewer.errors import ReviewerError

if TYPE_CHECKING:
    from reviewer.experiment.configuration import Configuration
    from reviewer.experiment.sensitivity import Sensitivity


@click.group("gates")
def command() -> None:
    """Look at the gates that were declared."""


@command.command("explain")
@click.option("--config", default="reviewer.yaml", show_default=True, type=click.Path(path_type=Path))
def explain_gates(config: Path) -> None:
    """Say each gate of the configuration in a sentence.

    And what its slice can see with the labels there are.
    """
    from reviewer.experiment.configuration import read_configuration
    from reviewer.gates import explain
    from reviewer.reports.footing import visible_loss
    from reviewer.visible import visible

    configuration = read_configuration(config)
    if not configuration.gates:
        click.echo("No gates are declared: nothing will be judged.")
        return
    seen = _sensitivities(configuration)
    for gate in configuration.gates:
        click.echo(f"- {visible(explain(gate))}")
        if seen is not None and (gate.max_drop is not None or gate.max_lost is not None or gate.trade is not None):
            one = seen.get(gate.slice)
            told = visible_loss(gate.slice, one.queries, one.smallest) if one else _empty(configuration, gate.slice)
            click.echo(f"  {visible(told)}")


def _empty(configuration: Configuration, name: str) -> str:
    """Say that no query is in a slice, and which one may have been meant."""
    from reviewer.experiment.judge import known_slices
    from reviewer.experiment.material import read_material
    from reviewer.gates.misspelt import meant

    near = meant(name, known_slices(configuration, read_material(configuration)))
    return "No query is in this slice." + (f" Did you mean `{near}`?" if near else "")


def _sensitivities(configuration: Configuration) -> dict[str, Sensitivity] | None:
    """Ask the labels what they can see; where they cannot be read, the gates still can."""
    from reviewer.experiment.sensitivity import sensitivities

    try:
        return sensitivities(configuration, {gate.slice for gate in configuration.gates})
    except ReviewerError as error:
        from reviewer.visible import visible

        click.echo(f"What the slices can see is not known: {visible(error.message)}", err=True)
        return None
