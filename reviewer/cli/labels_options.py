"""Options that the commands of `reviewer labels` share, and reading what they name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from reviewer.cli.documents import corpus_of

if TYPE_CHECKING:
    from reviewer.labels import LabelSet

Found = TypeVar("Found")

set_option = click.option("--set", "set_name", metavar="SET", help="A set below labels/.  [default: the only one]")
corpus_option = click.option(
    "--corpus",
    "corpus_folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Where the documents lie.  [default: corpus.root of the reviewer.yaml that uses the set, else its corpus/]",
)
json_option = click.option("--json", "as_json", is_flag=True, help="For programs.")


def read(set_name: str | None, corpus_folder: Path | None, look: Callable[..., Found]) -> tuple[LabelSet, Found]:
    """Read labels and documents, and look at both."""
    from reviewer.labels import find_set, read_set

    folder = find_set(set_name)
    labels = read_set(folder)
    return labels, look(labels, corpus_of(folder, corpus_folder))
