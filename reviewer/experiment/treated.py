"""What a treated arm sends, as it stands in a result folder beside the raw run."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from reviewer.errors import RunError
from reviewer.fingerprint import Plain
from reviewer.passages import Passage, read_passages
from reviewer.reports.treatments import treatment_of
from reviewer.runs import Run


def passages_file(arm: str, suffix: str = "") -> str:
    """Give the name of the file of an arm's passages."""
    return f"passages-{arm}{suffix}.jsonl"


def read_treated(
    folder: Path, name: str, run: Run, manifest: Mapping[str, Plain] | None
) -> dict[str, tuple[Passage, ...]] | None:
    """Read what an arm sends instead of its raw run; None where it has no treatment.

    Args:
        folder: Where the run stands.
        name: The arm's, as the files beside it are called.
        run: Its raw run.
        manifest: The arm's; None where it came without one, and the file decides by being there.

    """
    path = folder / passages_file(name)
    treatment = None if manifest is None else treatment_of(manifest)
    if treatment is None and (manifest is not None or not path.is_file()):
        return None
    if not path.is_file():
        raise RunError(f"{path}: no such file, and {name} was treated by {treatment}", "Hand over the whole folder.")
    return read_passages(path, run)
