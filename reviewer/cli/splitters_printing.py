"""How `reviewer splitters check` shows what it found: a row a text, a finding a reason, and the verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from reviewer.chunks.conformance import Checked, Tally
    from reviewer.chunks.conformance.checking import Row
    from reviewer.corpus import PassedOver

SHOWN = 8
MANY = 60
FILES = 4
"""Files that are named of those passed over for one reason."""
COLUMNS = ("text", "chunks", "true", "false", "copies", "other\ntext", "lost", "indexed", "overlap", "longer", "")
DROPPED = ("longer", "overlap", "indexed")
"""What goes first where the names of the texts would have no room."""
ROOM = 24
GAP = 2
LEGEND = (
    "true, false, copies: offsets that hold, that do not, that point at another copy of a repeated text.",
    "other text: chunks that are not the document's words. lost: characters in no chunk.",
)
LEGENDS = {
    "indexed": "indexed: characters in chunks, of those in the text.",
    "overlap": "overlap: realised, in the middle and at most.",
    "longer": "longer: chunks over the size.",
}


def print_checked(checked: Checked, passed_over: Sequence[PassedOver] = ()) -> None:
    """Print the table, what the findings are, the files that were not checked, and the verdict."""
    from rich.console import Console
    from rich.text import Text

    from reviewer.chunks.conformance.excerpts import readable
    from reviewer.cli.printing import PIPED_WIDTH

    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = PIPED_WIDTH
    one = checked.ready
    sizes = f" · size {one.size}, overlap {one.overlap} {one.unit}" if one.size else ""
    console.print(Text(readable(f"{one.name}{sizes}{f' · {one.version}' if one.version else ''}"), style="bold"))
    _print_table(checked, console)
    told = _findings(checked)
    for finding in told[:SHOWN]:
        console.print(Text(f"! {readable(finding)}", style="yellow"))
    if len(told) > SHOWN:
        console.print(Text(f"  and {len(told) - SHOWN} more findings; `--json` has them all", style="dim"))
    for files in _unchecked(passed_over):
        console.print(Text(f"not checked: {readable(files)}", style="yellow"))
    console.print(Text(_verdict(checked), style="bold"))


def _unchecked(passed_over: Sequence[PassedOver]) -> Iterator[str]:
    """Give each reason once, behind the first few of its files."""
    files: dict[str, list[str]] = {}
    for one in passed_over:
        files.setdefault(one.reason, []).append(one.path)
    for reason, paths in files.items():
        more = f" and {len(paths) - FILES} more" if len(paths) > FILES else ""
        yield f"{', '.join(paths[:FILES])}{more} ({reason})"


def _print_table(checked: Checked, console: Console) -> None:
    from rich.text import Text

    table, there = table_within(checked, console.width)
    console.print(table)
    parts = [*LEGEND, " ".join(told for column, told in LEGENDS.items() if column in there)]
    console.print(Text("\n".join(filter(None, parts)), style="dim"))


def table_within(checked: Checked, width: int) -> tuple[Table, list[str]]:
    """Give the table that fits a width, and the columns that it has room for."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from reviewer.chunks.conformance.checking import Row

    shown = [row for row in checked.rows if row.broken or len(checked.rows) <= MANY]
    rows = [*map(_cells, shown), _cells(Row(name="all", tally=checked.tally))]
    kept, room = _fitting(rows, width)
    table = Table(box=box.HORIZONTALS, pad_edge=False, padding=(0, GAP - 1, 0, 0), show_edge=False)
    for at in kept:
        table.add_column(COLUMNS[at], justify="left" if COLUMNS[at] in {"text", ""} else "right", no_wrap=True)
    for cells in rows[:-1]:
        table.add_row(*(Text(_short(cells[at], room) if at == 0 else cells[at]) for at in kept))
    if len(shown) < len(checked.rows):
        table.add_row(f"and {len(checked.rows) - len(shown)} unbroken")
    table.add_section()
    table.add_row(*(Text(rows[-1][at], style="bold") for at in kept))
    return table, [COLUMNS[at] for at in kept]


def _fitting(rows: list[tuple[str, ...]], width: int) -> tuple[list[int], int]:
    """Give the columns that leave room for the names of the texts, and that room."""
    from rich.cells import cell_len

    widths = [
        max(cell_len(part) for cell in (head, *(row[at] for row in rows)) for part in cell.split("\n"))
        for at, head in enumerate(COLUMNS)
    ]
    kept = [at for at, wide in enumerate(widths) if wide]
    for name in ("", *DROPPED):
        kept = [at for at in kept if not name or COLUMNS[at] != name]
        room = width - sum(widths[at] + GAP for at in kept if at)
        if room >= min(ROOM, widths[0]):
            break
    return kept, max(room - GAP, 1)


def _short(name: str, room: int) -> str:
    """Cut a name at its beginning: what tells a path from others stands at its end."""
    from rich.cells import cell_len

    if cell_len(name) <= room:
        return name
    while name and cell_len(name) >= room:
        name = name[1:]
    return f"…{name}"


def _cells(row: Row) -> tuple[str, ...]:
    from reviewer.chunks.conformance.excerpts import readable

    one, told, name = row.tally, row.to_plain(), readable(row.name)
    if not one.chunks:
        return (name, *["–"] * (len(COLUMNS) - 2), _note(row))
    spread = told["overlap"]
    assert isinstance(spread, dict)  # noqa: S101  # so to_plain makes it
    overlap = f"{spread['median']:g} / {spread['max']:g}" if spread else "–"
    claims = (str(one.true), str(one.false), str(one.wrong_copies)) if one.claimed else ("none", "–", "–")
    indexed = f"{one.indexed / one.characters:.2f}x" if one.characters else "–"
    other = str(one.rewritten + one.unplaced)
    return (name, str(one.chunks), *claims, other, str(one.lost), indexed, overlap, str(one.longer), _note(row))


def _note(row: Row) -> str:
    if row.hung:
        return "hangs"
    if row.failure is not None:
        return "fails"
    return "" if row.repeats else "varies"


@dataclass(frozen=True, slots=True)
class _Finding:
    """A reason without the name of its text; failures come before all else."""

    reason: str
    fails: bool


def _findings(checked: Checked) -> list[str]:
    """Give each reason once with the texts it was found on, what failed or hung first."""
    texts: dict[_Finding, list[str]] = {}
    for row in checked.rows:
        for one in _found(row):
            texts.setdefault(one, []).append(row.name)
    ordered = sorted(texts.items(), key=lambda item: not item[0].fails)
    return [f"{_named(names)}: {one.reason}" for one, names in ordered]


def _named(texts: list[str]) -> str:
    more = len(texts) - 1
    return f"{texts[0]} and {more} more text{'s' if more > 1 else ''}" if more else texts[0]


def _found(row: Row) -> Iterator[_Finding]:
    if row.hung:
        yield _Finding("it took longer than the time limit and was ended", fails=True)
    elif row.failure is not None and row.failure.unit:
        yield _Finding(f"it gave places beyond the text, which seem to be {row.failure.unit}", fails=True)
    elif row.failure is not None:
        yield _Finding(row.failure.message.removeprefix(f"{row.name}: "), fails=True)
    elif row.examples:
        yield _Finding(row.examples[0], fails=False)
    elif not row.repeats:
        yield _Finding("cut again, it gives other chunks", fails=False)
    if row.tally.longer:
        yield _Finding("it cut chunks that are longer than the size", fails=False)


def _verdict(checked: Checked) -> str:
    one = checked.tally
    if not checked.broken:
        return f"{_held(one)}, no character is lost, and every cut repeats.{_longer(checked)}"
    broken = [row.name for row in checked.rows if row.broken]
    told = f"Broken on {len(broken)} of {len(checked.rows)} texts{_share(one) if one.chunks else ''}."
    return f"{told} {_consequence(checked)}{_longer(checked)}"


def _consequence(checked: Checked) -> str:
    """Say what a run makes of it."""
    if checked.unit:
        return (
            f"Its offsets seem to be {checked.unit}, not code points: convert them, or hand over texts. A run refuses "
            "places beyond a text; of others it cannot tell that they are wrong unless a text comes with them."
        )
    return (
        "A run places its chunks by alignment and says so; text that is not the document's is refused or marked "
        "(“foreign splitters” in the documentation)."
    )


def _held(one: Tally) -> str:
    """Say what holds of the offsets: what was not claimed, or came without a text, was not found to be true."""
    if not one.claimed:
        return "No offset was claimed: every chunk was found in its text"
    if one.bare == one.claimed:
        return "Every place lies in its text"
    return "Every offset that was claimed is true" if one.claimed < one.chunks else "Every offset is true"


def _share(one: Tally) -> str:
    if not one.claimed:
        return "; it gives no offsets"
    if one.bare == one.claimed:
        return "; its places come without texts that they could be held to"
    return f"; {(one.true - one.bare) / (one.claimed - one.bare):.1%} of its offsets are true"


def _longer(checked: Checked) -> str:
    """Say how many chunks are over the size: they are true, and may yet be refused."""
    one, ready = checked.tally, checked.ready
    if not one.longer:
        return ""
    are = "1 chunk is" if one.longer == 1 else f"{one.longer} of {one.chunks} chunks are"
    return (
        f" {are} longer than the size {ready.size}, the longest {one.longest} {ready.unit}: a run refuses those that "
        "its embedder does not read whole."
    )
