"""`reviewer splitters`: which there are, and whether one gives true offsets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.table import Table

    from reviewer.chunks import Setting
    from reviewer.chunks.conformance import Checked
    from reviewer.chunks.conformance.checking import Row

BROKEN = 1
SHOWN = 8
MANY = 60
COLUMNS = ("text", "chunks", "true", "false", "copies", "other text", "lost", "indexed", "overlap", "longer", "")
LEGEND = (
    "true, false, copies: offsets that hold, that do not, that point at another copy of a repeated text.\n"
    "other text: chunks that are not the document's words. lost: characters in no chunk.\n"
    "indexed: characters in chunks, of those in the text. overlap: realised, in the middle and at most."
)


@click.group("splitters")
def command() -> None:
    """Look at the splitters there are, and hold one to its promises."""


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Names and sources as JSON.")
def list_splitters(*, as_json: bool) -> None:
    """List the splitters by name: from where they come, and what installs those that are missing."""
    from reviewer.chunks.foreign.catalogue import listed

    there = listed()
    if as_json:
        click.echo(json.dumps([one.to_plain() for one in there], indent=2))
        return
    width = max(len(one.name) for one in there)
    for one in there:
        state = one.library or (f"not installed: {one.extra}" if one.extra else "ready")
        click.echo(f"{one.name:<{width}}  {one.source}  {state}")


@command.command("check")
@click.argument("name")
@click.option("--on", "on", type=click.Path(exists=True, path_type=Path), help="A file or folder of your own, too.")
@click.option("--set", "given", multiple=True, metavar="KEY=VALUE", help="A setting, as in reviewer.yaml; repeatable.")
@click.option("--config", type=click.Path(exists=True, path_type=Path), help="Take NAME's settings from this file.")
@click.option(
    "--timeout", type=click.FloatRange(0.1), default=60.0, show_default=True, help="Seconds that a text may take."
)
@click.option("--json", "as_json", is_flag=True, help="All counts by text as JSON; excerpts are in it.")
def check(
    name: str, on: Path | None, given: tuple[str, ...], config: Path | None, timeout: float, *, as_json: bool
) -> None:
    """Hold the splitter NAME to its offsets, over texts that are hard to cut and over your own.

    It runs in a process of its own, which is ended when a text takes too long. Exit codes: 0 every offset is true and
    no character is lost, 1 something is broken, 2 it could not be checked.
    """
    from reviewer.chunks.conformance import TEXTS, check_splitter
    from reviewer.cli.progress import listener

    settings = _settings(name, given, config)
    texts = [(f"({hard.name})", hard.text) for hard in TEXTS]
    texts += [] if on is None else _own(on)
    with listener().stage("checking", len(texts), "texts") as advance:
        checked = check_splitter(settings, texts, timeout, advance)
    if as_json:
        click.echo(json.dumps(checked.to_plain(), indent=2, ensure_ascii=False))
    else:
        _print(checked)
    click.get_current_context().exit(BROKEN if checked.broken else 0)


def _own(path: Path) -> list[tuple[str, str]]:
    from reviewer.cli.chunks import corpus_at

    return [(document.id, document.text) for document in corpus_at(path) if document.text.strip()]


def _settings(name: str, given: tuple[str, ...], config: Path | None) -> dict[str, Setting]:
    settings: dict[str, Setting] = {"name": name}
    if config is not None:
        settings |= _configured(name, config)
    for one in given:
        key, equals, text = one.partition("=")
        if not equals or not key:
            raise click.BadParameter(f"{one!r} is not KEY=VALUE", param_hint="--set")
        settings[key.strip()] = _value(key, text)
    return settings


def _configured(name: str, config: Path) -> dict[str, Setting]:
    """Give the settings of the first arm, the baseline first, whose splitter has this name."""
    from reviewer.errors import ConfigurationError
    from reviewer.experiment.configuration import read_configuration

    read = read_configuration(config)
    found = [arm.splitter for arm in (read.base, *read.arms) if arm.splitter.get("name") == name]
    if not found:
        raise ConfigurationError(f"{config}: no arm has the splitter {name!r}", "Name one that an arm has.")
    return dict(found[0])


def _value(key: str, text: str) -> Setting:
    """Read a value as a configuration does: a number, a flag, a text, or a list of texts in brackets."""
    from contextlib import suppress

    from reviewer.decoding import Style, parse_yaml
    from reviewer.errors import ReviewerError

    field = parse_yaml(f"value: {text}\n", f"--set {key}").mapping()["value"]
    if field.is_list:
        return tuple(one.text() for one in field.items())
    if field.style is Style.PLAIN:
        for read in (field.integer, field.number, field.flag):
            with suppress(ReviewerError):
                return read()
    return field.text()


def _print(checked: Checked) -> None:
    from rich.console import Console
    from rich.text import Text

    from reviewer.cli.printing import PIPED_WIDTH
    from reviewer.cli.problems import visible

    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = PIPED_WIDTH
    one = checked.ready
    sizes = f" · size {one.size}, overlap {one.overlap} {one.unit}" if one.size else ""
    console.print(Text(visible(f"{one.name}{sizes}{f' · {one.version}' if one.version else ''}"), style="bold"))
    console.print(_table(checked))
    console.print(Text(LEGEND, style="dim"))
    told = [f"{row.name}: {example}" for row in checked.rows for example in _examples(row)]
    for example in told[:SHOWN]:
        console.print(Text(f"! {visible(example)}", style="yellow"))
    if len(told) > SHOWN:
        console.print(Text(f"  and {len(told) - SHOWN} more texts; `--json` has them all", style="dim"))
    console.print(Text(_verdict(checked), style="bold"))


def _table(checked: Checked) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from reviewer.chunks.conformance.checking import Row
    from reviewer.cli.problems import visible

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in COLUMNS:
        table.add_column(column, justify="left" if column in {"text", ""} else "right", no_wrap=column != "")
    shown = [row for row in checked.rows if row.broken or len(checked.rows) <= MANY]
    for row in shown:
        table.add_row(*(Text(visible(cell)) for cell in _cells(row)))
    if len(shown) < len(checked.rows):
        table.add_row(f"and {len(checked.rows) - len(shown)} without a finding")
    table.add_section()
    table.add_row(*(Text(cell, style="bold") for cell in _cells(Row(name="all", tally=checked.tally))))
    return table


def _cells(row: Row) -> tuple[str, ...]:
    one, told = row.tally, row.to_plain()
    if not one.chunks:
        return (row.name, *["–"] * (len(COLUMNS) - 2), _note(row))
    spread = told["overlap"]
    assert isinstance(spread, dict)  # noqa: S101  # so to_plain makes it
    overlap = f"{spread['median']:g} / {spread['max']:g}" if spread else "–"
    claims = (str(one.true), str(one.false), str(one.wrong_copies)) if one.claimed else ("none", "–", "–")
    indexed = f"{one.indexed / one.characters:.2f}x" if one.characters else "–"
    other = str(one.rewritten + one.unplaced)
    return (row.name, str(one.chunks), *claims, other, str(one.lost), indexed, overlap, str(one.longer), _note(row))


def _note(row: Row) -> str:
    if row.hung:
        return "hangs"
    if row.failure is not None:
        return "fails"
    return "" if row.repeats else "differs from run to run"


def _examples(row: Row) -> tuple[str, ...]:
    if row.hung:
        return ("it took longer than the time limit and was ended",)
    return row.examples[:1] if row.failure is None else (row.failure.message,)


def _verdict(checked: Checked) -> str:
    one = checked.tally
    if not checked.broken:
        return "Every offset is true, no character is lost, and every cut repeats."
    broken = [row.name for row in checked.rows if row.broken]
    share = f"; {one.true / one.claimed:.1%} of its offsets are true" if one.claimed else "; it gives no offsets"
    return (
        f"Broken on {len(broken)} of {len(checked.rows)} texts{share}. A run places its chunks by alignment and "
        "says so; text that is not the document's is refused or marked (docs/foreign-splitters.md)."
    )
