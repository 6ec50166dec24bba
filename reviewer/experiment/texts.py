"""What `--text` adds to a result folder."""

from __future__ import annotations

from pathlib import Path

from reviewer.experiment.configuration import Configuration
from reviewer.experiment.material import read_material
from reviewer.reports import Result
from reviewer.reports.quoted import NAME, render_with_text


def write_texts(folder: Path, result: Result, configuration: Configuration) -> Path:
    """Write the report that holds texts into the folder of its result; give its place."""
    material = read_material(configuration)
    queries = {query.id: query for query in material.queries}
    path = folder / NAME
    path.write_text(render_with_text(result, queries, material.corpus), encoding="utf-8")
    return path
