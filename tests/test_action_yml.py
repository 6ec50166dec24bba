"""action.yml, the Dockerfile, the workflows, the documentation and the code say the same."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import yaml

from reviewer.action.inputs import INPUTS
from reviewer.action.outputs import OUTPUTS
from reviewer.action.release import COMMIT, REPOSITORY
from reviewer.action.templates import COMMENT, EVALUATE, workflows
from reviewer.action.templates import steps as steps_to_take

Yaml: TypeAlias = Any
ROOT = Path(__file__).parents[1]
ACTION: Yaml = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
DOCS = (ROOT / "docs" / "action.md").read_text(encoding="utf-8")
OWN = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def all_workflows() -> Iterator[tuple[str, Yaml, str]]:
    """Give our own workflows and those of `reviewer init`, parsed and as text."""
    for path in OWN:
        text = path.read_text(encoding="utf-8")
        yield path.name, yaml.safe_load(text), text
    for name, text in workflows().items():
        yield name, yaml.safe_load(text), text


def steps(workflow: Yaml) -> Iterator[Mapping[str, Yaml]]:
    """Give every step of a workflow."""
    for job in workflow["jobs"].values():
        yield from job["steps"]


def table(heading: str) -> dict[str, list[str]]:
    """Give the rows of the table below a heading of docs/action.md by the name in their first cell."""
    part = DOCS.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    rows = [line.strip("|").split(" | ") for line in part.splitlines() if line.startswith("| `")]
    return {row[0].strip(" `"): [cell.strip() for cell in row[1:]] for row in rows}


def test_every_input_stands_in_action_yml_with_its_default() -> None:
    """No input is read that cannot be given, and none given that is not read."""
    declared = {name: one["default"] for name, one in ACTION["inputs"].items()}
    assert declared == {name: one.default for name, one in INPUTS.items()}


def test_every_default_is_text() -> None:
    """GitHub's schema refuses numbers and flags."""
    assert all(isinstance(one["default"], str) for one in ACTION["inputs"].values())


def test_no_input_bears_a_name_of_the_runner() -> None:
    """`entryPoint` and `args` are always taken for docker's own: gas-action#22."""
    assert {"entrypoint", "args"}.isdisjoint(name.lower() for name in ACTION["inputs"])


def test_every_output_stands_in_action_yml() -> None:
    """And is described."""
    assert tuple(ACTION["outputs"]) == OUTPUTS
    assert all(one["description"] for one in ACTION["outputs"].values())


def test_the_documentation_lists_inputs_and_outputs() -> None:
    """With the same defaults."""
    inputs = table("Inputs")
    assert list(inputs) == list(INPUTS)
    assert {name: row[0].strip("`") for name, row in inputs.items()} == {
        name: one.default or "–" for name, one in INPUTS.items()
    }
    assert list(table("Outputs")) == list(OUTPUTS)


def test_the_action_runs_its_dockerfile_or_an_image_by_digest() -> None:
    """Never a tag, which can be moved: reviewdog#2079, todo-to-issue-action#141."""
    image = ACTION["runs"]["image"]
    assert ACTION["runs"]["using"] == "docker"
    assert image == "Dockerfile" or re.fullmatch(r"docker://ghcr\.io/[a-z0-9._/-]+@sha256:[0-9a-f]{64}", image)


def test_a_release_pins_the_image_by_digest_and_nothing_else(tmp_path: Path) -> None:
    """The script of the release workflow, on a copy."""
    shutil.copytree(ROOT / "docker", tmp_path / "docker")
    shutil.copy(ROOT / "action.yml", tmp_path / "action.yml")
    image = "ghcr.io/overlap-reviewer/overlap-reviewer@sha256:" + "1" * 64
    script = str(tmp_path / "docker" / "pin-image")
    subprocess.run([script, image], check=True)
    pinned = yaml.safe_load((tmp_path / "action.yml").read_text(encoding="utf-8"))
    assert pinned == {**ACTION, "runs": {"using": "docker", "image": f"docker://{image}"}}
    for tagged in ("ghcr.io/overlap-reviewer/overlap-reviewer:v1", "docker.io/x@sha256:" + "1" * 64):
        assert subprocess.run([script, tagged], check=False, capture_output=True).returncode == 2


def test_the_image_starts_python_itself_isolated_and_as_root() -> None:
    """A shell would drop inputs with hyphens; without -I modules of the workspace would be imported."""
    entry = re.findall(r"^ENTRYPOINT (\[.*\])$", DOCKERFILE, re.MULTILINE)
    assert entry == ['["/opt/reviewer/bin/python", "-I", "-X", "utf8", "-m", "reviewer.action"]']
    instructions = set(re.findall(r"^([A-Z]+) ", DOCKERFILE, re.MULTILINE))
    assert {"USER", "WORKDIR", "CMD"}.isdisjoint(instructions)


def test_the_base_is_pinned_by_digest() -> None:
    """And named in one place."""
    base = re.findall(r"^ARG BASE=(\S+)$", DOCKERFILE, re.MULTILINE)
    assert len(base) == 1
    assert re.fullmatch(r"python:3\.12-slim-bookworm@sha256:[0-9a-f]{64}", base[0])
    assert set(re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)) == {"${BASE}"}


def test_the_image_keeps_gits_safe_directory_in_the_systems_configuration() -> None:
    """HOME is the runner's: actions/runner#2033."""
    assert "git config --system --add safe.directory '*'" in DOCKERFILE


def test_the_image_has_every_library_pinned() -> None:
    """Each dependency of the package stands in the constraints."""
    pinned = (ROOT / "docker" / "constraints.txt").read_text(encoding="utf-8")
    names = {line.partition("==")[0] for line in pinned.splitlines() if "==" in line}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [re.split(r"[><=;\[ ]", one)[0].lower() for one in project["dependencies"]]
    assert set(wanted) <= names


@pytest.mark.parametrize(("name", "workflow", "text"), list(all_workflows()), ids=lambda value: str(value)[:24])
def test_every_workflow_gives_no_more_than_it_must(name: str, workflow: Yaml, text: str) -> None:
    """Nothing by default, no pull_request_target, everything pinned, no credentials left behind."""
    assert workflow["permissions"] == {}, name
    assert "pull_request_target" not in text
    for job in workflow["jobs"].values():
        assert "permissions" in job
        assert "timeout-minutes" in job
    for step in steps(workflow):
        uses = step.get("uses", "./")
        assert uses == "./" or re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", uses), uses
        if uses.startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False
        # Values of an event reach a shell through its environment alone.
        assert "${{ github.event" not in step.get("run", "")


def test_what_init_writes_evaluates_reading_and_posts_without_checkout() -> None:
    """Two workflows: one reads the change, the other may write and reads nothing of it."""
    written = {name: yaml.safe_load(text) for name, text in workflows("docs/reviewer.yaml", "trunk").items()}
    assert list(written) == [EVALUATE, COMMENT]
    evaluate, comment = written[EVALUATE], written[COMMENT]
    assert evaluate["jobs"]["evaluate"]["permissions"] == {"contents": "read", "pull-requests": "write"}
    assert comment["jobs"]["comment"]["permissions"] == {"actions": "read", "pull-requests": "write"}
    assert not any("checkout" in step.get("uses", "") for step in steps(comment))
    # YAML 1.1 reads the key `on` as true.
    assert evaluate[True]["push"]["branches"] == ["trunk"]
    assert comment[True]["workflow_run"]["workflows"] == [evaluate["name"]]
    for workflow in written.values():
        ours = [step for step in steps(workflow) if step.get("uses", "").endswith(COMMIT)]
        assert [step["with"]["config"] for step in ours] == ["docs/reviewer.yaml"]


def test_only_pushes_save_the_cache() -> None:
    """A pull request could put wrong vectors into it."""
    for name, workflow, _ in all_workflows():
        for step in steps(workflow):
            if "actions/cache/save@" in step.get("uses", ""):
                assert "github.event_name == 'push'" in step["if"], name
            assert not step.get("uses", "").startswith("actions/cache@")


def test_every_report_of_the_documentation_names_a_test_that_exists() -> None:
    """The table of what other Actions got wrong."""
    rows = re.findall(r"^\| ([0-9]+) \|.*\| (.+) \|$", DOCS.split("## Reports", 1)[1], re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 29))
    for number, cell in rows:
        for file, test in re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", cell):
            assert f"def {test}(" in (ROOT / file).read_text(encoding="utf-8"), (number, test)
        assert re.search(r"`tests/[\w/]+\.py::test_\w+`", cell), number


def test_a_workflow_without_a_commit_of_its_own_says_what_to_put_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Above the step that needs it; a released package knows its commit and says nothing of it."""
    monkeypatch.setattr("reviewer.action.templates.COMMIT", "0" * 40)
    for text in workflows().values():
        before = text.partition(f"- uses: {REPOSITORY}@{'0' * 40}")[0].splitlines()[-3:]
        assert "put the full commit of a release in place of the zeros" in before[0]
        assert "OWNER/REPO" in before[0]
    monkeypatch.setattr("reviewer.action.templates.COMMIT", "1234567890" * 4)
    assert "in place of the zeros" not in "".join(workflows().values())
    assert not any("OWNER/REPO" in one for one in steps_to_take())
