"""`reviewer gates explain`: each gate of the configuration in a sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from reviewer.errors import ReviewerError
from reviewer.visible import visible

if TYPE_CHECKING:
    from reviewer.experiment.configuration import Configuration
    from reviewer.experiment.sensitivity import Sensitivity
    from reviewer.gates import Gate


@click.group("gates")
def command() -> None:
    """Look at the gates that were declared."""


@command.command("explain")
@click.option("--config", default="reviewer.yaml", show_default=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Each gate, its sentence and what its slice can see as JSON.")
def explain_gates(config: Path, *, as_json: bool) -> None:
    """Say each gate of the configuration in a sentence.

    And what its slice can see with the labels there are.
    """
    from reviewer.experiment.configuration import read_configuration
    from reviewer.gates import explain

    configuration = read_configuration(config)
    seen = _sensitivities(configuration) if configuration.gates else None
    if as_json:
        click.echo(json.dumps([_plain(gate, seen) for gate in configuration.gates], indent=2))
        return
    if not configuration.gates:
        click.echo("No gates are declared: nothing will be judged.")
    for gate in configuration.gates:
        click.echo(f"- {visible(explain(gate))}")
        told = _what_is_seen(configuration, gate, seen)
        if told:
            click.echo(f"  {visible(told)}")


def _what_is_seen(configuration: Configuration, gate: Gate, seen: dict[str, Sensitivity] | None) -> str:
    """Say what a gate's slice can see; nothing of a gate that asks for no loss, or where that is not known."""
    from reviewer.reports.footing import visible_loss

    if seen is None or (gate.max_drop is None and gate.max_lost is None and gate.trade is None):
        return ""
    one = seen.get(gate.slice)
    return visible_loss(gate.slice, one.queries, one.smallest) if one else _empty(configuration, gate.slice)


def _plain(gate: Gate, seen: dict[str, Sensitivity] | None) -> dict[str, object]:
    """Give a gate as plain data; queries and the smallest loss are null where the labels could not be asked."""
    from reviewer.gates import explain

    one = seen.get(gate.slice) if seen is not None else None
    return {
        "name": gate.title,
        "slice": gate.slice,
        "blocking": gate.blocking,
        "sentence": explain(gate),
        "queries": one.queries if one else None if seen is None else 0,
        "smallest_loss": one.smallest if one else None,
    }


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
        click.echo(f"What the slices can see is not known: {visible(error.message)}", err=True)
        return None
