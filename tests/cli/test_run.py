"""`reviewer run`, `compare`, `freeze` and `gates explain` as a person runs them: exit codes, words, no traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reviewer.cli.main import main
from tests.experiment.conftest import write_project


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a project with documents, labels and a configuration, whose vectors are kept between the tests."""
    return write_project(tmp_path_factory.mktemp("project"))


@pytest.fixture(autouse=True)
def _inside(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)


def called(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run the command line in this process; give exit code, output and errors."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    printed = capsys.readouterr()
    code = ended.value.code
    assert isinstance(code, int)
    assert "Traceback" not in printed.err
    return code, printed.out, printed.err


def test_a_failed_gate_is_exit_code_1_and_the_first_line_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """The report is read from its top."""
    code, out, _ = called(capsys, "run")
    assert code == 1
    assert "✗ FAILED" in out.splitlines()[1]
    assert "Results: .reviewer/runs/" in out
    assert max(map(len, out.splitlines())) <= 110


def test_a_frontier_judges_nothing_and_is_exit_code_0(capsys: pytest.CaptureFixture[str]) -> None:
    """It draws the picture and names the knee."""
    code, out, _ = called(capsys, "run", "--overlaps", "30,15,0")
    assert code == 0
    assert "MEASURED, NOT JUDGED" in out
    assert "is the knee of 3 arms" in " ".join(out.split())
    assert "┌─" in out


def test_phases_without_a_number_are_four(capsys: pytest.CaptureFixture[str]) -> None:
    """And the noise floor is told."""
    _, out, _ = called(capsys, "run", "--phases", "--json")
    assert [len(arm["phases"]) for arm in json.loads(out)["arms"]] == [4, 4]
    _, out, _ = called(capsys, "run", "--phases=2")
    assert "Noise floor (baseline over 2 phases)" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("run", "--overlaps", "30,x"), "is not a list of whole numbers"),
        (("run", "--overlaps", "30,30"), "lists an overlap twice"),
        (("run", "--overlaps", "30,60"), "overlap 60"),
        (("run", "--phases", "0"), "0 is not in the range"),
        (("run", "--candidate", "nobody"), "no candidate is called 'nobody'"),
        (("run", "--config", "nowhere.yaml"), "no such configuration"),
        (("run", "--locked"), "there is no lock"),
        (("run", "--against", "HEAD", "--confounded"), "omit --confounded"),
        (("run", "--against", "HEAD", "--locked"), "goes without --candidate"),
        (("report", "--format", "pdf"), "no reporter is called 'pdf'"),
        (("report", "--config", "reviewer.yaml"), "--config goes with --format html"),
        (("show", "moon", "one.zip", "--run", "two.zip"), "give one of them"),
        (("compare", "nowhere.jsonl", "nowhere.jsonl"), "no such file"),
        (("freeze", "--config", "nowhere.yaml"), "no such configuration"),
        (("gates", "explain", "--config", "nowhere.yaml"), "no such configuration"),
        (("rnu",), "Did you mean 'run'?"),
    ],
)
def test_a_mistake_is_exit_code_2_and_one_message(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    """On standard error, with nothing on standard output."""
    code, out, err = called(capsys, *arguments)
    assert code == 2
    assert words in " ".join(err.split())
    assert out == ""


def test_what_confounds_is_refused_and_compared_on_request(
    capsys: pytest.CaptureFixture[str], project: Path, tmp_path: Path
) -> None:
    """The refusal names both values and the way out; the banner stands on top."""
    text = (project / "reviewer.yaml").read_text(encoding="utf-8")
    path = project / "confounded.yaml"
    path.write_text(
        text.replace("overlaps: [30, 0]", "arms: {small: {splitter: {size: 40, overlap: 0}}}"), encoding="utf-8"
    )
    code, _, err = called(capsys, "run", "--config", str(path))
    assert code == 2
    assert "small differs from baseline in splitter.size: 60 against 40" in err
    assert "--confounded" in err
    code, out, _ = called(capsys, "run", "--config", str(path), "--confounded")
    assert code in {0, 1}
    assert "CONFOUNDED" in "".join(out.splitlines()[:3])


def test_freeze_then_run_under_the_lock_then_drift(capsys: pytest.CaptureFixture[str], project: Path) -> None:
    """The lock is what the team commits; drift is named and nothing runs."""
    code, out, _ = called(capsys, "freeze")
    assert code == 0
    assert "3 documents, 6 labels, 1 gate frozen." in out
    code, out, _ = called(capsys, "freeze", "--json")
    assert json.loads(out) == {"lock": str(project / "reviewer.lock"), "documents": 3, "labels": 6, "gates": 1}
    code, out, _ = called(capsys, "run", "--locked")
    assert code == 1
    assert "Held to lock sha256:" in out
    lock = project / "reviewer.lock"
    lock.write_text(lock.read_text(encoding="utf-8").replace('"depth": 6', '"depth": 7'), encoding="utf-8")
    code, out, err = called(capsys, "run", "--locked")
    lock.unlink()
    assert (code, out) == (2, "")
    assert "depth: 7 against 6" in err


def test_gates_are_explained_with_what_their_slices_can_see(capsys: pytest.CaptureFixture[str], project: Path) -> None:
    """Before any run; and without labels the gates are explained all the same."""
    code, out, _ = called(capsys, "gates", "explain")
    assert code == 0
    assert "Over all judged queries, no query may lose evidence in success@2 (blocks)." in out
    assert "With 5 queries this set cannot confirm any loss, however large." in out
    (gate,) = json.loads(called(capsys, "gates", "explain", "--json")[1])
    assert gate["sentence"] == "Over all judged queries, no query may lose evidence in success@2 (blocks)."
    assert (gate["slice"], gate["queries"], gate["smallest_loss"]) == ("all", 5, None)
    text = (project / "reviewer.yaml").read_text(encoding="utf-8")
    other = project / "unlabelled.yaml"
    other.write_text(text.replace("labels/main", "labels/none"), encoding="utf-8")
    code, out, err = called(capsys, "gates", "explain", "--config", str(other))
    assert code == 0
    assert "no query may lose evidence" in out
    assert "is not known" in err
    other.write_text(text[: text.index("gates:")], encoding="utf-8")
    code, out, _ = called(capsys, "gates", "explain", "--config", str(other))
    assert (code, out) == (0, "No gates are declared: nothing will be judged.\n")
    assert called(capsys, "gates", "explain", "--config", str(other), "--json")[1] == "[]\n"


def test_a_sign_that_drives_terminals_is_shown_not_sent(capsys: pytest.CaptureFixture[str], project: Path) -> None:
    """A gate's name comes from a file."""
    text = (project / "reviewer.yaml").read_text(encoding="utf-8")
    other = project / "hostile.yaml"
    other.write_text(text.replace("max_lost: 0}", 'max_lost: 0, name: "\\u001b[2Jred"}'), encoding="utf-8")
    _, out, _ = called(capsys, "gates", "explain", "--config", str(other))
    assert "\x1b" not in out
    assert "\\u001b[2Jred" in out
