"""A finished result folder, copied so that a test may spoil it, and compared as a person would."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.foreign import Handed, compare_runs
from reviewer.experiment.manifest import fingerprint_of
from reviewer.experiment.store import Store
from reviewer.reports import Result

BASELINE, CANDIDATE = "overlap-30", "overlap-0"


@dataclass(frozen=True)
class Copies:
    """Two copies of one result folder: the baseline is taken from the first, the candidate from the second."""

    project: Path
    first: Path
    second: Path

    def compare(self, *, confounded: bool = False) -> Result:
        """Compare the baseline of the first copy with the candidate of the second."""
        handed = [Handed(self.first / f"run-{BASELINE}.jsonl"), Handed(self.second / f"run-{CANDIDATE}.jsonl")]
        configuration = read_configuration(self.project / "reviewer.yaml")
        store = Store(self.project / ".reviewer")
        return compare_runs(configuration, handed[0], handed[1], store, confounded=confounded)[0]

    def lines(self, kind: str) -> list[dict[str, Any]]:
        """Read the candidate's `run` or `chunks`."""
        text = (self.second / f"{kind}-{CANDIDATE}.jsonl").read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()]

    def write(self, kind: str, lines: list[dict[str, Any]]) -> None:
        """Write the candidate's `run` or `chunks`."""
        text = "".join(json.dumps(line) + "\n" for line in lines)
        (self.second / f"{kind}-{CANDIDATE}.jsonl").write_text(text, encoding="utf-8")

    def remake(self, change: Callable[[dict[str, Any]], None]) -> None:
        """Change the candidate's manifest, as an honest run under other conditions would have written it."""
        kept = self.manifest()
        change(kept["arms"][CANDIDATE])
        self.write_manifest(kept)
        arm = fingerprint_of(kept["arms"][CANDIDATE])
        self.write("run", [{**line, "arm": arm} for line in self.lines("run")])

    def manifest(self) -> dict[str, Any]:
        """Read the second copy's manifest."""
        found: dict[str, Any] = json.loads((self.second / "manifest.json").read_text(encoding="utf-8"))
        return found

    def write_manifest(self, kept: Mapping[str, Any]) -> None:
        """Write the second copy's manifest."""
        (self.second / "manifest.json").write_text(json.dumps(kept), encoding="utf-8")


def copies(finished: tuple[Path, Path], folder: Path) -> Copies:
    """Copy project and result below `folder`."""
    source, result = finished
    project = folder / "project"
    shutil.copytree(source, project, ignore=shutil.ignore_patterns(".reviewer"))
    first, second = (Path(shutil.copytree(result, folder / name)) for name in ("first", "second"))
    return Copies(project, first, second)
