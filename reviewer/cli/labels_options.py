"""Options that the commands of `reviewer labels` share, and reading what they name."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from reviewer.cli.documents import Documents
from reviewer.cli.opened import CONFIGURATION

if TYPE_CHECKING:
    from reviewer.labels import LabelSet

Found = TypeVar("Found")

set_option = click.option("--set", "set_name", metavar="SET", help="A set below labels/.  [default: the only one]")
json_option = click.option("--json", "as_json", is_flag=True, help="For programs.")


def documents_options(command: Callable[..., Found]) -> Callable[..., Found]:
    """Add `--corpus` and `--config`, and hand both over as `at_hand`."""

    @click.option(
        "--corpus",
        "folder",
        metavar="DIR",
        type=click.Path(path_type=Path),
        help="Where documents lie.  [default: corpus.root of the reviewer.yaml that uses the set, else its corpus/]",
    )
    @click.option(
        "--config",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help=f"The configuration that judges by the set.  [default: {CONFIGURATION}, if it is here and does]",
    )
    @wraps(command)
    def gathered(*given: object, folder: Path | None, config: Path | None, **others: object) -> Found:
        return command(*given, at_hand=Documents(folder, config), **others)

    return gathered


def read(set_name: str | None, at_hand: Documents, look: Callable[..., Found]) -> tuple[LabelSet, Found]:
    """Read labels and documents, and look at both."""
    from reviewer.labels import find_set, read_set

    folder = find_set(set_name)
    labels = read_set(folder)
    return labels, look(labels, at_hand.corpus(folder))
