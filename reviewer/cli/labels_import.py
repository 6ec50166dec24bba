"""`reviewer labels import`: a foreign data set as documents and labels."""

from __future__ import annotations

from pathlib import Path

import click

from reviewer.cli.labels_options import json_option
from reviewer.cli.labels_printing import echo_json, show, styled


@click.command("import")
@click.argument("format_name", metavar="FORMAT")
@click.argument("sources", metavar="SRC...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--corpus-to", required=True, type=click.Path(path_type=Path), help="Where the documents go.")
@click.option("--labels-to", required=True, type=click.Path(path_type=Path), help="Where the labels go.")
@click.option("--ends", type=click.Choice(["inclusive", "exclusive"]), help="Of the spans, where not the format's own.")
@click.option("--keep-mismatched", is_flag=True, help="Keep spans that do not hold their text, to be put right.")
@click.option("--equal-text", is_flag=True, help="Let the same words elsewhere serve too.")
@click.option("--force", is_flag=True, help="Overwrite files.")
@json_option
def import_labels(
    format_name: str,
    sources: tuple[Path, ...],
    corpus_to: Path,
    labels_to: Path,
    ends: str | None,
    *,
    keep_mismatched: bool,
    equal_text: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Import a foreign data set.

    FORMAT is chroma, squad, spans or cuad.

    Spans that do not hold their text are refused, each by name. Nothing is written before all of it was checked.
    """
    from reviewer.cli.progress import listener
    from reviewer.labels import plain
    from reviewer.labels.importers import bind, deliver, load

    material = load(format_name, sources, inclusive=None if ends is None else ends == "inclusive")
    with listener().stage("placing evidence", len(material.questions), "queries") as advance:
        imported = bind(material, keep_mismatched=keep_mismatched, equal_text=equal_text, advance=advance)
    files = deliver(imported, corpus_to, labels_to, force=force)
    counts = plain.of_import(imported)
    if as_json:
        echo_json(counts)
        return
    show(styled((f"{counts['queries']:,} queries", "bold"), f", {counts['spans']:,} spans that were checked"))
    show(styled(f"{counts['documents']:,} documents to {corpus_to}, {len(files):,} label files to {labels_to}"))
    if equal_text:
        show(
            styled(
                f"{counts['alternatives']:,} places of equal text added; {counts['too_common']:,} texts are too common"
            )
        )
    if imported.broken:
        show(styled((f"{counts['mismatched']:,} spans do not hold their text, and are labelled so", "yellow")))
