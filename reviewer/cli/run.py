"""`reviewer run`: evaluate the arms, print the report, write the result folder."""

from __future__ import annotations

import sys
from pathlib import Path

import click


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
@click.option("--overlaps", callback=overlaps, metavar="N,N,…", help="Overlaps to compare, in the splitter's unit.")
@click.option("--candidate", metavar="NAME", help="The arm to judge, where there are several.")
@click.option("--store", default=".reviewer", show_default=True, type=click.Path(path_type=Path), help="Result folder.")
@click.option("--json", "as_json", is_flag=True, help="Print results.json instead of the report.")
def command(config: Path, overlaps: tuple[int, ...], candidate: str | None, store: Path, *, as_json: bool) -> int:
    """Evaluate baseline against candidate, print the report, and write the result folder.

    The configured overlap is the baseline of --overlaps, else the first one given. With several candidates and
    no --candidate the arms stand side by side and nothing is judged.
    """
    from reviewer.cli.progress import listener
    from reviewer.experiment.configuration import read_configuration
    from reviewer.experiment.run import Asked, run
    from reviewer.experiment.store import Store
    from reviewer.gates import exit_code

    configuration = read_configuration(config)
    result, folder = run(configuration, Asked(overlaps=overlaps, candidate=candidate), Store(store), listener())
    if as_json:
        from reviewer.reports import JsonReporter

        sys.stdout.write(JsonReporter().render(result))
    else:
        from reviewer.cli.printing import print_report

        print_report(result, folder)
    return exit_code(result.verdict)
