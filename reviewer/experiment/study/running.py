"""Stages run, or read back where they were run on the same inputs: each leaves a result folder below the study's."""

from __future__ import annotations

import json
import shutil
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from reviewer import __version__, fingerprint
from reviewer.errors import ReviewerError
from reviewer.experiment.configuration import Configuration
from reviewer.experiment.manifest import library_versions, of_corpus, of_queries
from reviewer.experiment.material import Material
from reviewer.experiment.progress import Progress
from reviewer.experiment.run import Asked, run
from reviewer.experiment.store import Store, write_json
from reviewer.experiment.study.stages import Planned
from reviewer.reports import Result, read_result
from reviewer.reports.hashed_ids import HashKey
from reviewer.reports.plain import to_plain

INPUTS = "inputs.json"


@dataclass(frozen=True, slots=True)
class Done:
    """A stage with its result, where that stands, and whether it was read back."""

    planned: Planned
    result: Result
    folder: Path
    again: bool


class Workshop:
    """Runs stages into one folder, with the cache of the store it belongs to."""

    def __init__(
        self,
        configuration: Configuration,
        material: Material,
        store: Store,
        progress: Progress,
        key: HashKey | None = None,
    ) -> None:
        """Take what all stages share; a key hashes the ids of all that is written."""
        self.root = store.folder / "study"
        self._asked = Asked(key=key)
        self._configuration, self._material = configuration, material
        self._store, self._progress = store, progress

    def do(self, planned: Planned) -> Done:
        """Give a stage's result: of the folder it left, where nothing it stands on has changed, else run anew."""
        folder, inputs = self.root / planned.key, self._inputs(planned)
        with suppress(OSError, ValueError, ReviewerError):
            if json.loads((folder / INPUTS).read_text(encoding="utf-8")) == {"inputs": inputs}:
                return Done(planned, read_result(folder), folder, again=True)
        staged = replace(
            self._configuration,
            base=planned.arms[0],
            arms=planned.arms[1:],
            overlaps=planned.overlaps,
            factor=planned.factor,
            gates=(),
        )
        _, made = run(staged, self._asked, _Aside(self.root / "work", self._store), self._progress)
        write_json(made / INPUTS, {"inputs": inputs})
        shutil.rmtree(folder, ignore_errors=True)
        made.rename(folder)
        shutil.rmtree(self.root / "work", ignore_errors=True)
        return Done(planned, read_result(folder), folder, again=False)

    def _inputs(self, planned: Planned) -> str:
        """Cover all that decides a stage's numbers."""
        return fingerprint.of_plain(
            {
                "version": __version__,
                "libraries": library_versions(),
                "corpus": of_corpus(self._material.corpus),
                "labels": self._material.fingerprint,
                "queries": of_queries(self._material.queries),
                "rules": self._configuration.rules.to_plain(),
                "stage": to_plain(planned),
                "hashed": self._asked.key.check if self._asked.key else "",
            }
        )


class _Aside(Store):
    """A store of its own for the runs, with the cache of another."""

    def __init__(self, folder: Path, shared: Store) -> None:
        super().__init__(folder)
        self._shared = shared

    @property
    def cache(self) -> Path:
        """Where vectors are kept: where `reviewer run` keeps them."""
        return self._shared.cache
