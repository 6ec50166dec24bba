"""The sets that are compared: each made into a project of its own, with a `reviewer.yaml` that names every arm."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
HANDBOOK = HERE.parent.parent / "labels" / "handbook"
SIZE = 240
"""Tokens of a chunk, what is embedded along included: the model reads 254."""
OVERLAPS = (0, 24, 48, 120)
"""0, 10, 20 and 50 per cent."""
SPLITTERS = {
    **{f"tokens-{one}": f"{{name: tokens, size: {SIZE}, overlap: {one}}}" for one in OVERLAPS},
    "recursive": f"{{name: recursive, size: {SIZE}, overlap: 0}}",
    "sections": f"{{name: sections, size: {SIZE}}}",
    "by-format": f"{{name: by-format, size: {SIZE}}}",
}
TREATMENTS = {
    "": "",
    "expand": "[{name: expand}]",
    "mmr": "[{name: mmr, lambda: 0.7}]",
    "collapse": "[{name: collapse}]",
}
BASELINE = "tokens-0"
FIRST_OF = 3
"""Of CUAD's contracts, sorted by name, every third is taken."""
UNSTRUCTURED = frozenset({"chatlogs", "state_of_the_union"})
"""Of Chroma's corpora, those without a heading or paragraph that means anything: talk, as it was written down."""


@dataclass(frozen=True, slots=True)
class Project:
    """A folder with documents and labels, as `reviewer` wants them."""

    folder: Path
    corpus: str
    labels: str


def prepare(name: str, work: Path, data: Path | None, docs: Path | None) -> Project:
    """Make the project of a set below `work`."""
    folder = work / name
    folder.mkdir(parents=True, exist_ok=True)
    if name == "handbook":
        return _copied(folder, HANDBOOK / "corpus", HANDBOOK)
    if name in {"fastify", "flask"}:
        return _copied(folder, _given(docs, "--docs") / name, HERE / "labels" / name)
    if name == "chroma":
        return _imported(folder, "chroma", [_given(data, "--data") / "chroma"], "--equal-text")
    return _imported(folder, "cuad", _contracts(_given(data, "--data") / "cuad", folder))


def configure(project: Project, arms: Mapping[str, tuple[str, str]]) -> Path:
    """Write the configuration: the baseline, and every other arm by its splitter and treatment."""
    others = "".join(
        f"  {name}:\n    splitter: {splitter}\n" + (f"    treatments: {treatment}\n" if treatment else "")
        for name, (splitter, treatment) in arms.items()
        if name != BASELINE
    )
    text = (
        f"version: 1\ncorpus: {{root: {project.corpus}, include: ['**/*.md', '**/*.rst', '**/*.txt']}}\n"
        f"labels: {project.labels}\nsplitter: {SPLITTERS[BASELINE]}\nfactor: splitter\n"
        "k: 5\ndepth: 50\nbudget: 800\ntruncation: report\n"
        f"arms:\n{others}"
    )
    file = project.folder / "reviewer.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def arms() -> dict[str, tuple[str, str]]:
    """Give every arm: each splitter alone, and with each treatment."""
    return {
        f"{splitter}.{treatment}" if treatment else splitter: (rule, settings)
        for splitter, rule in SPLITTERS.items()
        for treatment, settings in TREATMENTS.items()
    }


def tag_unstructured(project: Project) -> None:
    """Give Chroma's queries a tag `structure`, so that talk without any structure is a slice of its own."""
    for file in sorted((project.folder / project.labels).glob("*.yaml")):
        structure = "none" if file.stem in UNSTRUCTURED else "some"
        tags = f"tags: {{corpus: {file.stem}"
        text = file.read_text(encoding="utf-8")
        if tags + "}" not in text:
            sys.exit(f"{file}: expected {tags}}}, found none")
        file.write_text(text.replace(tags + "}", f"{tags}, structure: {structure}}}"), encoding="utf-8")


def _given(folder: Path | None, option: str) -> Path:
    if folder is None:
        sys.exit(f"this set needs {option} FOLDER")
    return folder


def _copied(folder: Path, corpus: Path, labels: Path) -> Project:
    for source, name in ((corpus, "corpus"), (labels, "labels")):
        shutil.rmtree(folder / name, ignore_errors=True)
        ignore = shutil.ignore_patterns("corpus") if name == "labels" else None
        shutil.copytree(source, folder / name, ignore=ignore)
    return Project(folder, "corpus", "labels")


def _imported(folder: Path, form: str, sources: list[Path], *options: str) -> Project:
    command = [sys.executable, "-m", "reviewer", "labels", "import", form, *map(str, sources), "--force", *options]
    command += ["--corpus-to", str(folder / "corpus"), "--labels-to", str(folder / "labels")]
    subprocess.run(command, check=True)
    project = Project(folder, "corpus", "labels")
    if form == "chroma":
        tag_unstructured(project)
    return project


def _contracts(source: Path, folder: Path) -> list[Path]:
    """Take every third contract, by name."""
    records = [line for file in sorted(source.glob("*.jsonl")) for line in file.read_text("utf-8").splitlines() if line]
    records.sort(key=lambda line: str(json.loads(line)["id"]))
    chosen = folder / "contracts.jsonl"
    chosen.write_text("\n".join(records[::FIRST_OF]) + "\n", encoding="utf-8")
    return [chosen, source / "category_descriptions.csv"]
