"""`reviewer study`: the stages in their order, each choosing what the next one runs; none can be skipped."""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import attrgetter
from pathlib import Path

from reviewer.experiment.configuration import Configuration
from reviewer.experiment.folder import AS_THEY_ARE
from reviewer.experiment.hashing import names_of
from reviewer.experiment.material import read_material
from reviewer.experiment.produce import treatments_of
from reviewer.experiment.progress import Progress
from reviewer.experiment.store import Store
from reviewer.experiment.study import stages
from reviewer.experiment.study.findings import Findings, advised, cleared, cure_of, proof_of, tried
from reviewer.experiment.study.measuring import Measured, Sets, sets_of
from reviewer.experiment.study.running import Done, Workshop
from reviewer.passages import name_of
from reviewer.queries import Query
from reviewer.reports.hashed_ids import HashKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """What was found, the stages that were run, and where their folders stand; `stopped` where nothing was proved."""

    title: str
    findings: Findings
    done: tuple[Done, ...]
    folder: Path
    stopped: bool
    unproved: bool


def run_study(
    configuration: Configuration,
    store: Store,
    progress: Progress,
    *,
    although_unproved: bool = False,
    key: HashKey | None = None,
) -> Study:
    """Run every stage, or read it back where it was run on the same inputs; with a key, all under hashed ids.

    Where the first stage does not prove a boundary failure, the study stops there unless it is told to go on.
    """
    material = read_material(configuration)
    names = AS_THEY_ARE if key is None else names_of(key, material.corpus, material.sets)
    workshop = Workshop(configuration, material, store, progress, key)
    queries = tuple(replace(one, id=names.query(one.id)) for one in material.queries)
    course = _Course(configuration, workshop, queries)
    proof = course.prove()
    goes_on = proof.proof.holds or although_unproved
    return Study(
        title=", ".join(names.sets.get(one.name, one.name) for one in material.sets),
        findings=course.go_on(proof) if goes_on else proof,
        done=tuple(course.done),
        folder=workshop.root,
        stopped=not goes_on,
        unproved=not proof.proof.holds,
    )


class _Course:
    """The stages so far, and what they chose."""

    def __init__(self, configuration: Configuration, workshop: Workshop, queries: tuple[Query, ...]) -> None:
        self.configuration, self.workshop, self.queries = configuration, workshop, queries
        self.sets: Sets = sets_of(queries)
        self.done: list[Done] = []

    @property
    def measured(self) -> Measured:
        """All arms so far."""
        level = self.configuration.rules.statistics.level
        return Measured(tuple(one.result for one in self.done), self.queries, level)

    def prove(self) -> Findings:
        """Run the first stage."""
        rules = self.configuration.rules
        high, low = self._do(stages.boundary(self.configuration))
        proof = proof_of(self.measured, high, low, self.sets)
        left_out = name_of(treatments_of(self.configuration.base))
        return Findings(sets=self.sets, k=rules.k, budget=rules.budget, proof=proof, left_out=left_out)

    def go_on(self, proved: Findings) -> Findings:
        """Run all other stages; what is chosen is chosen on the queries that choose."""
        rules, plain = self.configuration.rules, stages.with_overlap(stages.windows(self.configuration), 0).name
        overlaps = self._do(stages.overlap(self.configuration))
        overlap = self._choose([one for one in overlaps if one != plain])
        structure = self._choose([one for one in self._do(stages.structure(self.configuration)) if one != plain])
        crossed = self._do(stages.interaction(self.configuration, structure, int(overlap.rpartition("-")[2])))
        interaction = self.done[-1].result.factorial
        best = self._choose(list(dict.fromkeys([*overlaps, *crossed])))
        planned = stages.treatments(
            self.configuration, stages.settings_of([one.planned for one in self.done])[best], rules.k
        )
        self._do(planned)
        measured, today = self.measured, planned.arms[0].name
        pairs = [
            ("overlap", (overlap, plain)),
            ("structure", (structure, plain)),
            ("structure and overlap", (crossed[-1], plain)),
            *((name, (f"{best}.{name}", best)) for name in stages.TREATMENTS),
        ]
        return replace(
            proved,
            today=today,
            cures=cleared(tuple(cure_of(measured, self.sets, rules.budget, *pair) for pair in pairs)),
            structure_against_overlap=measured.difference(structure, overlap, f"success@{rules.k}", self.sets.reported),
            interaction=interaction.sentences if interaction else (),
            tried=tried(measured, self.sets, rules.budget),
            at_k=advised(measured, self.sets, today, f"success@{rules.k}", attrgetter("by_prompt")),
            at_budget=advised(measured, self.sets, today, f"recall@{rules.budget}t", attrgetter("by_index")),
        )

    def _do(self, planned: stages.Planned) -> list[str]:
        """Run a stage; give its arms."""
        self.done.append(self.workshop.do(planned))
        return [arm.name for arm in self.done[-1].result.arms]

    def _choose(self, arms: list[str]) -> str:
        """Choose the smallest index among the arms that find as much as the best."""
        return self.measured.choose(
            arms, f"success@{self.configuration.rules.k}", self.sets.chosen, attrgetter("by_index")
        ).arm
