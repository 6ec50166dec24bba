"""Foreign splitters as arms: what a run says of them, what refuses it, and what never runs one."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from reviewer.cli.main import main

HEAD = """\
version: 1
corpus: {root: docs}
labels: labels/main
splitter: {name: tokens, size: 60, overlap: 30}
factor: splitter
k: 2
depth: 6
budget: 100
arms:
"""
MODULE = """
from pathlib import Path

Path("imported").touch()


def paragraphs(text, size=400):
    Path("called").touch()
    return [part for part in text.split("\\n\\n") if part.strip()]


def shouting(text):
    return [part.upper() for part in text.split("\\n\\n") if part.strip()]


def twice(text):
    return [(0, len(text)), (0, len(text))]


def nothing(text):
    return []


def failing(text, size=400):
    return len(text) / (size - size)
"""
SCRIPT = """\
const text = require('fs').readFileSync(0, 'utf8');
for (const part of text.split('\\n\\n')) if (part.trim()) console.log(JSON.stringify(part));
"""


@pytest.fixture
def inside(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in the project, with a module and a program of its own."""
    (project / "our_arms.py").write_text(MODULE, encoding="utf-8")
    (project / "split.js").write_text(SCRIPT, encoding="utf-8")
    monkeypatch.chdir(project)
    monkeypatch.syspath_prepend(str(project))
    monkeypatch.delitem(sys.modules, "our_arms", raising=False)
    return project


def configured(project: Path, *arms: str) -> None:
    """Write the configuration with these arms."""
    (project / "reviewer.yaml").write_text(HEAD + "".join(f"  {arm}\n" for arm in arms), encoding="utf-8")


def called(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run the command line; give exit code, output with its lines joined, and errors."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    printed = capsys.readouterr()
    assert "Traceback" not in printed.err
    return int(str(ended.value.code)), " ".join(printed.out.split()), " ".join(printed.err.split())


def result(project: Path) -> Path:
    """Give the folder of the one result there is."""
    (found,) = (project / ".reviewer" / "runs").glob("*/results.json")
    return found.parent


def test_langchain_against_tokens_is_measured_and_its_false_offsets_are_told(
    inside: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its chunks hold the text all the same, and the manifest names its version."""
    configured(inside, "theirs: {splitter: {name: langchain, size: 20, overlap: 10, unit: words}}")
    code, out, _ = called(capsys, "run")
    assert code == 0
    assert "theirs: of its splitter langchain: " in out
    assert "offsets that do not hold their chunk's text (placed by alignment instead)" in out
    folder = result(inside)
    manifest = (folder / "manifest.json").read_text(encoding="utf-8")
    assert "langchain-text-splitters 1." in manifest
    chunks = [json.loads(line) for line in (folder / "chunks-theirs.jsonl").read_text(encoding="utf-8").splitlines()]
    assert all(0 <= one["start"] < one["end"] for one in chunks)


@pytest.mark.skipif(shutil.which("node") is None, reason="no node here")
def test_a_function_and_a_program_that_cut_alike_score_alike(inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In Python and in JavaScript."""
    configured(
        inside,
        'ours: {splitter: {name: python, python: "our_arms:paragraphs", size: 400}}',
        "node: {splitter: {name: command, command: [node, split.js]}}",
    )
    _, out, _ = called(capsys, "run", "--json")
    plain = json.loads(out)
    _, ours, node = (arm["measures"] for arm in plain["arms"])
    assert ours == node
    assert plain["integrity"]["findings"] == []


def test_lengths_and_overlaps_can_be_swept(inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`size` and `overlap` are the library's own under our names, and differ alone."""
    text = HEAD.replace("{name: tokens, size: 60, overlap: 30}", "{name: semchunk, size: 60, overlap: 30, unit: words}")
    (inside / "reviewer.yaml").write_text(text.replace("factor: splitter", "overlaps: [30, 0]").replace("arms:\n", ""))
    code, out, err = called(capsys, "run")
    assert code == 0, err
    assert "overlap, configured (words) 30 0" in out


@pytest.mark.parametrize(
    ("arm", "told", "remedy"),
    [
        ('x: {splitter: {name: python, python: "our_arms:shouting"}}', "not in the document", "rewritten: mark"),
        (
            'x: {splitter: {name: python, python: "our_arms:twice"}}',
            "policies/appeals.md: the splitter python gave [0",
            "each place once",
        ),
        ('x: {splitter: {name: python, python: "our_arms:nothing"}}', "gave no chunk of", "corpus.exclude"),
        ("x: {splitter: {name: command, command: [perl, -e, 'sleep 9'], timeout: 0.5}}", "within 0.5 s", "timeout"),
        ("x: {splitter: {name: llama-index, size: 60}}", "is not installed", "overlap-reviewer[llama-index]"),
    ],
)
def test_a_splitter_that_cannot_serve_ends_the_run_before_anything_is_embedded(
    inside: Path, capsys: pytest.CaptureFixture[str], arm: str, told: str, remedy: str
) -> None:
    """One message with a document or a command, and a remedy."""
    if "llama-index" in arm and _is_installed("llama_index"):
        pytest.skip("LlamaIndex is installed here")
    configured(inside, arm)
    code, _, err = called(capsys, "run")
    assert code == 2
    assert told in err
    assert remedy in err
    assert not (inside / ".reviewer" / "runs").exists()


def test_a_function_that_fails_is_told_with_its_line_and_a_command_that_works(
    inside: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the arm and its line in the configuration; the command shows the same failure, typed as it stands."""
    configured(inside, 'x: {splitter: {name: python, python: "our_arms:failing", size: 300}}')
    code, _, err = called(capsys, "run")
    line = MODULE.splitlines().index("    return len(text) / (size - size)") + 1
    failure = f"the splitter python failed (ZeroDivisionError: division by zero) at our_arms.py:{line}"
    assert code == 2
    assert f"reviewer.yaml:10: arms.x.splitter: policies/appeals.md: {failure}" in err
    (command,) = (shlex.split(err.partition("try: reviewer ")[2]),)
    assert command == ["splitters", "check", "python", "--set", "python=our_arms:failing", "--set", "size=300"]
    code, out, _ = called(capsys, *command)
    assert code == 1
    assert f"more texts: {failure}" in out


@pytest.mark.parametrize(
    ("arm", "told"),
    [
        (
            "x: {splitter: {name: command, command: node split.js}}",
            "reviewer.yaml:10: arms.x.splitter.command: splitter command: command is 'node split.js', not a list",
        ),
        (
            "x: {splitter: {name: command, command: [perl], sise: 4}}",
            "reviewer.yaml:10: arms.x.splitter.sise: splitter command: no setting 'sise' try: Did you mean size?",
        ),
        ("x: {index: {name: hnws}}", "reviewer.yaml:10: arms.x.index: "),
        ("x: {embedder: {model: no/such, revision: main}}", "reviewer.yaml:10: arms.x.embedder: "),
        (
            "x: {splitter: {overlap: 90}}",
            "reviewer.yaml:10: arms.x.splitter.overlap: splitter: size 60 with",
        ),
        ("x: {splitter: {name: semchunk}}", "reviewer.yaml:10: arms.x.splitter: splitter semchunk: size is missing"),
        ("x: {index: {name: exact, deep: 4}}", "reviewer.yaml:10: arms.x.index.deep: index exact: no setting 'deep'"),
        ("x: {embedder: {kind: 4}}", "reviewer.yaml:10: arms.x.embedder.kind: embedder transformer: no setting"),
        (
            "x: {splitter: {name: by-format, size: 60, formats: {markdown: {name: tokens, overlap: 60}}}}",
            "reviewer.yaml:10: arms.x.splitter.formats.markdown.overlap: splitter by-format: formats.markdown: ",
        ),
        (
            "x: {splitter: {name: langchain, class: MarkdownHeaderTextSplitter, size: 4}}",
            "reviewer.yaml:10: arms.x.splitter.size: splitter langchain: no setting 'size'",
        ),
        (
            "x: {splitter: {name: tokens, size: 60, tokenizer: no/such, revision: main}}",
            "reviewer.yaml:10: arms.x.splitter: no/such: revision 'main' is no full commit",
        ),
    ],
)
@pytest.mark.parametrize("command", ["run", "freeze"])
def test_settings_that_are_refused_are_named_by_file_line_and_arm(
    inside: Path, capsys: pytest.CaptureFixture[str], arm: str, told: str, command: str
) -> None:
    """Whichever part of the arm they are of."""
    configured(inside, arm)
    code, _, err = called(capsys, command)
    assert code == 2
    assert f"error: {told}" in err


def test_the_baselines_own_settings_are_named_where_they_stand(
    inside: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Once, by its line, also where every arm has them."""
    (inside / "reviewer.yaml").write_text(HEAD.replace("overlap: 30", "overlap: 90").replace("arms:\n", ""))
    code, _, err = called(capsys, "run")
    assert code == 2
    assert "error: reviewer.yaml:4: splitter.overlap: " in err


def test_of_settings_on_lines_of_their_own_the_one_at_fault_is_named(
    inside: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By its own line, and not by that of the arm it stands in."""
    configured(inside, "x:", "  splitter:", "    name: command", "    timeout: 9", "    command: [perl]", "    sise: 4")
    code, _, err = called(capsys, "run")
    assert code == 2
    assert "error: reviewer.yaml:15: arms.x.splitter.sise: " in err


def test_an_overlap_that_was_typed_is_not_told_at_the_configured_ones_line(
    inside: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """That line says another number."""
    (inside / "reviewer.yaml").write_text(
        HEAD.replace("{name: tokens, size: 60, overlap: 30}", "{name: tokens, size: 60,\n  overlap: 30}").replace(
            "arms:\n", ""
        )
    )
    code, _, err = called(capsys, "run", "--overlaps", "30,90")
    assert code == 2
    assert "error: reviewer.yaml:4: splitter: splitter: size 60 with overlap 90" in err


def _is_installed(module: str) -> bool:
    from importlib.util import find_spec

    return find_spec(module) is not None


def test_rewritten_text_is_scored_at_its_place_where_that_is_chosen(
    inside: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the report says how much of it there is."""
    configured(inside, 'x: {splitter: {name: python, python: "our_arms:shouting", rewritten: mark}}')
    code, out, _ = called(capsys, "run")
    assert code == 0
    assert "chunks with other text than the document (the nearest place is embedded and scored)" in out


LOOKING = (
    ("report", "RUN", "--format", "markdown"),
    ("show", "setup-fee"),
    ("step",),
    ("labels", "check"),
    ("labels", "lint"),
    ("labels", "list"),
    ("labels", "sites"),
    ("gates", "explain"),
    ("splitters", "list"),
)


def test_what_only_looks_never_runs_a_configured_splitter(inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither is the function called nor its module imported; both are, by `run`."""
    configured(inside, 'ours: {splitter: {name: python, python: "our_arms:paragraphs"}}')
    called(capsys, "run")
    marks = (inside / "imported", inside / "called")
    for mark in marks:
        mark.unlink()
    sys.modules.pop("our_arms", None)
    for command in LOOKING:
        called(capsys, *(str(result(inside)) if one == "RUN" else one for one in command))
        assert not any(mark.exists() for mark in marks), command
