"""`reviewer run`: evaluate the arms, print the report, write the result folder."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from reviewer.experiment.configuration import Configuration
    from reviewer.experiment.run import Asked
    from reviewer.experiment.store import Store
    from reviewer.reports import Result

ENGINES = ("local", "ray")
PHASES, MOST_PHASES = 4, 64
"""Phases where no number is given, and more than anybody needs."""


def overlaps(ctx: click.Context, parameter: click.Parameter, value: str | None) -> tuple[int, ...]:
    """Read `0,32,64`."""
    del ctx, parameter
    if value is None:
        return ()
    parts = [part.strip() for part in value.split(",")]
    if not all(part.isascii() and part.isdigit() for part in parts):
        raise click.BadParameter(f"{value!r} is not a list of whole numbers such as 0,32,64")
    numbers = tuple(int(part) for part in parts)
    if len(set(numbers)) < len(numbers):
        raise click.BadParameter(f"{value!r} lists an overlap twice")
    return numbers


@click.command("run")
@click.option("--config", default="reviewer.yaml", show_default=True, type=click.Path(path_type=Path))
@click.option("--against", metavar="REF", help="Compare the working tree with a branch, tag or commit.")
@click.option("--overlaps", callback=overlaps, metavar="N,N,…", help="Overlaps to compare, in the splitter's unit.")
@click.option("--candidate", metavar="NAME", help="The arm to judge, where there are several.")
@click.option(
    "--phases",
    type=click.IntRange(1, MOST_PHASES),
    is_flag=False,
    flag_value=PHASES,
    default=1,
    metavar="N",
    help=f"Shift the window grid N times ({PHASES} if no number is given), to tell an effect from noise.",
)
@click.option("--confounded", is_flag=True, help="Compare under a banner although more than the factor differs.")
@click.option("--locked", is_flag=True, help="Refuse to run where anything differs from reviewer.lock.")
@click.option("--store", default=".reviewer", show_default=True, type=click.Path(path_type=Path), help="Result folder.")
@click.option(
    "--engine",
    default="local",
    show_default=True,
    type=click.Choice(ENGINES),
    help="Where documents are split and embedded.",
)
@click.option("--json", "as_json", is_flag=True, help="Print results.json instead of the report.")
@click.option(
    "--hash-ids",
    "hashed",
    is_flag=True,
    help="Name queries, documents and sets by HMAC-SHA-256, keyed by REVIEWER_HASH_KEY.",
)
@click.option("--text", "with_text", is_flag=True, help="Add a report that quotes queries and evidence.")
def command(
    config: Path,
    store: Path,
    *,
    against: str | None,
    overlaps: tuple[int, ...],
    candidate: str | None,
    phases: int,
    confounded: bool,
    locked: bool,
    engine: str,
    as_json: bool,
    hashed: bool,
    with_text: bool,
) -> int:
    """Evaluate baseline against candidate, print the report, and write the result folder.

    The configured overlap is the baseline of --overlaps, else the first one given. With several candidates and
    no --candidate the arms stand side by side as a frontier, and nothing is judged.

    With --against the pipeline as it is configured at REF is the baseline and that of the working tree the candidate,
    both on the documents that are here. Rules, gates and labels are those of REF: a label that was edited or removed
    since is judged as it was there, or counts as lost.

    With --engine ray documents are split and embedded by Ray's workers, on this machine or on the cluster that
    RAY_ADDRESS names; all else is done here, and results are the same to the bit.
    """
    from reviewer.experiment.configuration import read_configuration
    from reviewer.experiment.hashing import required_key
    from reviewer.experiment.run import Asked
    from reviewer.experiment.store import Store
    from reviewer.gates import exit_code

    if hashed and with_text:
        raise click.UsageError("--text shows what --hash-ids hides; give one of them")
    if against is not None:
        _refuse_beside_against(candidate, locked=locked, with_text=with_text, engine=engine, confounded=confounded)
    key = required_key() if hashed else None
    asked = Asked(overlaps=overlaps, candidate=candidate, phases=phases, confounded=confounded, locked=locked, key=key)
    configuration = read_configuration(config)
    if against is not None:
        result, folder = _against(configuration, against, asked, Store(store))
    else:
        result, folder = _run_on(engine, configuration, asked, Store(store))
    if with_text:
        from reviewer.experiment.texts import write_texts

        write_texts(folder, result, configuration)
    _print(result, folder, as_json=as_json)
    return exit_code(result.verdict)


def _refuse_beside_against(
    candidate: str | None, *, locked: bool, with_text: bool, engine: str, confounded: bool
) -> None:
    """Refuse what could have no effect where a ref is compared with."""
    if candidate or locked or with_text or engine != ENGINES[0]:
        raise click.UsageError(
            "--against names its candidate itself, and goes without --candidate, --locked, --text and --engine"
        )
    if confounded:
        raise click.UsageError(
            "--against compares whatever differs, under a banner where it is more than the factor; omit --confounded"
        )


def _run_on(engine: str, configuration: Configuration, asked: Asked, store: Store) -> tuple[Result, Path]:
    """Run with documents split and embedded by an engine."""
    from reviewer.cli.progress import listener
    from reviewer.experiment.run import run
    from reviewer.experiment.scale import opened

    with opened(engine) as works:
        return run(configuration, asked, store, listener(), works)


def _against(configuration: Configuration, ref: str, asked: Asked, store: Store) -> tuple[Result, Path]:
    """Compare with a ref; what a reader must know besides goes to standard error."""
    from reviewer.action.against import Wanted, run_against
    from reviewer.cli.progress import listener
    from reviewer.visible import visible

    wanted = Wanted(ref=ref, overlaps=asked.overlaps, phases=asked.phases, key=asked.key)
    found, told = run_against(configuration, wanted, store, listener())
    for sentence in told:
        click.echo(f"! {visible(sentence)}", err=True)
    return found.result, found.folder


def _print(result: Result, folder: Path, *, as_json: bool) -> None:
    from reviewer.cli.printing import print_report
    from reviewer.reports import JsonReporter

    if as_json:
        sys.stdout.write(JsonReporter().render(result))
    else:
        print_report(result, folder)
