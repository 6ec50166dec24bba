"""`reviewer report` and `show` take what `step` takes, and give what a person or a program asks for."""

from __future__ import annotations

import json
import zipfile
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from reviewer import registry
from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.progress import Silent
from reviewer.experiment.run import Asked, run
from reviewer.experiment.store import Store
from reviewer.reports import Result, read_result
from reviewer.reports.words import lost_first
from tests.cli.test_run import called
from tests.experiment.conftest import make_project


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a project with one result, and the zip of it."""
    root = make_project(tmp_path_factory.mktemp("report") / "project")
    _, folder = run(read_configuration(root / "reviewer.yaml"), Asked(), Store(root / ".reviewer"), Silent())
    with zipfile.ZipFile(root / "result.zip", "w") as made:
        for path in folder.iterdir():
            made.write(path, path.name)
    return root


@pytest.fixture(autouse=True)
def _inside(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)


def latest() -> Path:
    """Give the folder of the result."""
    return Store(Path(".reviewer")).latest()


@pytest.mark.parametrize("form", ["terminal", "markdown", "json", "html"])
def test_a_zip_is_rendered_as_its_folder_is(capsys: pytest.CaptureFixture[str], form: str) -> None:
    """Whatever the format; the file itself may be named too."""
    told = called(capsys, "report", str(latest()), "--format", form)[1]
    for named in ("result.zip", str(latest() / "results.json")):
        code, out, err = called(capsys, "report", named, "--format", form)
        assert (code, err) == (0, "")
        assert out.replace(named, str(latest())) == told


def test_what_is_no_result_is_refused_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    """Not with the words of a decoder."""
    for named, words in (("reviewer.yaml", "not an archive that can be read"), ("nowhere", "no such result")):
        code, out, err = called(capsys, "report", named)
        assert (code, out) == (2, "")
        assert words in err


def test_the_page_is_drawn_with_the_documents_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    """Then it says what the run's own page says; without them it says that blanks count."""
    bare = called(capsys, "report", "--format", "html")[1]
    code, drawn, _ = called(capsys, "report", "--format", "html", "--config", "reviewer.yaml")
    assert code == 0
    assert "count blanks too" in bare
    assert drawn == (latest() / "report.html").read_text(encoding="utf-8")


class _Counting:
    """A reporter of somebody else's."""

    def render(self, result: Result) -> str:
        """Count the arms."""
        return f"{len(result.arms)} arms\n"


def test_an_installed_reporter_is_called_by_its_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside ours, which are registered the same way."""
    group = "reviewer.reporters"
    found = EntryPoints([EntryPoint("counting", f"{__name__}:_Counting", group)])
    assert {"terminal", "markdown", "json", "html"} <= set(registry.names("reporters"))
    monkeypatch.setattr(registry, "entry_points", lambda **_: found)
    assert called(capsys, "report", "--format", "counting")[1] == "2 arms\n"


def test_show_takes_the_result_beside_the_query_or_by_its_option(capsys: pytest.CaptureFixture[str]) -> None:
    """As `step` and `report` do; all ways lead to the same."""
    name = read_result(latest()).comparisons[0].changes[0].query
    told = called(capsys, "show", name)[1]
    for arguments in ((str(latest()),), ("result.zip",), ("--run", "result.zip")):
        assert called(capsys, "show", name, *arguments)[1] == told


def test_of_a_zip_without_documents_as_much_is_known_as_of_its_folder(
    capsys: pytest.CaptureFixture[str], project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ranks and shares of what did not change stand in the match table, which a zip holds too."""
    folder = latest().absolute()
    monkeypatch.chdir(tmp_path)
    told = called(capsys, "show", "refund-days", str(folder))[1]
    assert "evidence 1: rank 1 → 1" in told
    assert called(capsys, "show", "refund-days", str(project / "result.zip"))[1] == told


def test_show_gives_programs_every_item_and_both_lists(capsys: pytest.CaptureFixture[str]) -> None:
    """The question where text may be shown, never a document's words; numbers are those of the report."""
    changes = read_result(latest()).comparisons[0].changes
    listed = json.loads(called(capsys, "show", "--json")[1])
    assert [one["query"] for one in listed["changes"]] == [one.query for one in lost_first(changes)]
    one = changes[0]
    shown = json.loads(called(capsys, "show", one.query, "--json")[1])
    assert shown["text"]
    item = shown["evidence"][one.item]
    assert (item["change"], item["cause"]) == (one.change, one.cause)
    assert item["ranks"] == {"baseline": one.baseline_rank, "candidate": one.candidate_rank}
    passages = shown["lists"]["baseline"]["passages"]
    assert [passage["rank"] for passage in passages] == list(range(1, len(passages) + 1))
    right = [passage["rank"] for passage in passages if one.item + 1 in passage["matches"]]
    assert right[0] == one.baseline_rank
    assert json.loads(called(capsys, "show", one.query, "--json", "--redacted")[1])["text"] is None
