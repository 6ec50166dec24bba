"""`reviewer study`: overlap, structure and treatments compared in their order, and one page that says what to do."""

from __future__ import annotations

import sys
from pathlib import Path

import click

NOT_PROVED = 2


@click.command("study")
@click.option("--config", default="reviewer.yaml", show_default=True, type=click.Path(path_type=Path))
@click.option("--store", default=".reviewer", show_default=True, type=click.Path(path_type=Path), help="Result folder.")
@click.option(
    "--although-unproved", is_flag=True, help="Go on where the first stage does not prove a boundary failure."
)
@click.option(
    "--hash-ids",
    "hashed",
    is_flag=True,
    help="Name queries, documents and sets by HMAC-SHA-256, keyed by REVIEWER_HASH_KEY.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON instead of the page.")
def command(config: Path, store: Path, *, although_unproved: bool, hashed: bool, as_json: bool) -> int:
    """Find out what cures the losses at chunk boundaries, and write one page that says so.

    Stages run in their order: whether there is a boundary failure, overlap alone, structure alone, both together,
    then treatments on the best. A stage that was run on the same inputs is read back. The page and the result folder
    of each stage stand in `study/` below the store. Exit code 2: no boundary failure was proved, and it stopped.
    """
    from reviewer.cli.progress import listener
    from reviewer.experiment.configuration import read_configuration
    from reviewer.experiment.hashing import required_key
    from reviewer.experiment.store import Store
    from reviewer.experiment.study import page_of, run_study, write_study

    study = run_study(
        read_configuration(config),
        Store(store),
        listener(),
        although_unproved=although_unproved,
        key=required_key() if hashed else None,
    )
    page, findings = write_study(study)
    if as_json:
        sys.stdout.write(findings.read_text(encoding="utf-8"))
    else:
        from reviewer.cli.printing import print_page

        print_page(page_of(study), page)
    return NOT_PROVED if study.stopped else 0
