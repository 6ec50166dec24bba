"""`reviewer compare`: score run files that any program wrote."""

from __future__ import annotations

import sys
from pathlib import Path

import click

FILE = click.Path(path_type=Path, dir_okay=False)
FORMATS = ("jsonl", "trec", "langsmith", "opentelemetry")
FORMAT = click.Choice(FORMATS)


@click.command("compare")
@click.argument("baseline", type=FILE)
@click.argument("candidate", type=FILE)
@click.option(
    "--baseline-chunks",
    type=FILE,
    help="Chunks of the baseline; else chunks-NAME.jsonl or chunks.jsonl beside its run.",
)
@click.option("--candidate-chunks", type=FILE, help="chunks.jsonl of the candidate; else the same beside its run.")
@click.option("--baseline-format", type=FORMAT, help="Format of the baseline's run; told by its content if not given.")
@click.option("--candidate-format", type=FORMAT, help="The same of the candidate's run.")
@click.option("--config", default="reviewer.yaml", show_default=True, type=click.Path(path_type=Path))
@click.option("--confounded", is_flag=True, help="Compare under a banner although more than the factor differs.")
@click.option("--store", default=".reviewer", show_default=True, type=click.Path(path_type=Path), help="Result folder.")
@click.option(
    "--hash-ids",
    "hashed",
    is_flag=True,
    help="Name queries, documents and sets by HMAC-SHA-256, keyed by REVIEWER_HASH_KEY.",
)
@click.option("--json", "as_json", is_flag=True, help="Print results.json instead of the report.")
def command(  # noqa: PLR0917  # click passes by name
    baseline: Path,
    candidate: Path,
    baseline_chunks: Path | None,
    candidate_chunks: Path | None,
    baseline_format: str | None,
    candidate_format: str | None,
    config: Path,
    store: Path,
    *,
    confounded: bool,
    hashed: bool,
    as_json: bool,
) -> int:
    """Score two run files that any system wrote on the configured labels.

    A run is JSON lines of query_id, rank, document, start, end, score; a TREC run with a chunk map; or an export of
    LangSmith or OpenTelemetry with offsets in the hits' metadata.
    Corpus, labels, k, gates and all other rules come from the configuration; nothing is split or embedded. Runs that
    stand in a result folder are held to the manifest beside them.
    """
    from reviewer.experiment.configuration import read_configuration
    from reviewer.experiment.foreign import Handed, compare_runs
    from reviewer.experiment.hashing import required_key
    from reviewer.experiment.store import Store
    from reviewer.gates import exit_code

    result, folder = compare_runs(
        read_configuration(config),
        Handed(baseline, baseline_chunks, baseline_format),
        Handed(candidate, candidate_chunks, candidate_format),
        Store(store),
        confounded=confounded,
        key=required_key() if hashed else None,
    )
    if as_json:
        from reviewer.reports import JsonReporter

        sys.stdout.write(JsonReporter().render(result))
    else:
        from reviewer.cli.printing import print_report

        print_report(result, folder)
    return exit_code(result.verdict)
