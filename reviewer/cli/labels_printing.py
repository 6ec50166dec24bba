"""How the commands of `reviewer labels` print: as text, never as markup, with nothing that drives a terminal."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

import click

from reviewer.visible import visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


def echo_json(value: object) -> None:
    """Print plain data for programs."""
    click.echo(json.dumps(value, indent=2))


def echo_lines(lines: Iterable[str]) -> None:
    """Print lines as they are."""
    for line in lines:
        click.echo(line)


def show(text: Text) -> None:
    """Print text as text: no markup, no cutting at the terminal's width."""
    _console().print(text)


@lru_cache(maxsize=1)
def _console() -> Console:
    from rich.console import Console

    return Console(soft_wrap=True, highlight=False)


def styled(*parts: str | tuple[str, str]) -> Text:
    """Join parts, some with a style, to one line; what could drive a terminal or begin another line is made visible."""
    from rich.text import Text

    shown = [(part, "") if isinstance(part, str) else part for part in parts]
    return Text.assemble(*((visible(text).replace("\n", "\\n"), style) for text, style in shown))
