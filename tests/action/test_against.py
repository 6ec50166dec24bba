"""`reviewer run --against REF` on real repositories: the ref's pipeline, rules and labels against the working tree."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer import fingerprint
from reviewer.cli.main import main
from reviewer.experiment.store import Store
from reviewer.reports import Result, read_result
from tests.action.histories import Repository, new_repository
from tests.experiment.conftest import APPEALS, CONFIGURATION, write_project


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A project that is committed once, with us standing in its working tree."""
    made = new_repository(tmp_path / "project")
    write_project(made.folder)
    configure(made, 30)
    made.commit({".gitignore": ".reviewer\n"}, "base")
    made.git("tag", "v1")
    monkeypatch.chdir(made.folder)
    return made


def configure(repository: Repository, overlap: int, *, lost: int = 0) -> None:
    """Write the configuration with another overlap."""
    text = CONFIGURATION.replace("overlap: 30}", f"overlap: {overlap}}}").replace("overlaps: [30, 0]\n", "")
    (repository.folder / "reviewer.yaml").write_text(text.replace("max_lost: 0", f"max_lost: {lost}"), "utf-8")


def ran(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run `reviewer run` with arguments; give its code, and what it printed and said."""
    with pytest.raises(SystemExit) as caught:
        main(["run", *arguments])
    out, err = capsys.readouterr()
    assert isinstance(caught.value.code, int)
    return caught.value.code, out, err


def latest(repository: Repository) -> Result:
    """Read the latest result."""
    return read_result(Store(repository.folder / ".reviewer").latest())


@pytest.mark.parametrize("ref", ["v1", "HEAD", "main"])
def test_the_pipeline_at_the_ref_is_the_baseline(
    repository: Repository, capsys: pytest.CaptureFixture[str], ref: str
) -> None:
    """What is not committed yet is the candidate, and loses what it splits."""
    configure(repository, 0)
    code, _, err = ran(capsys, "--against", ref)
    assert code == 1
    assert err == ""
    result = latest(repository)
    overlaps = {arm.name: arm.manifest["splitter"]["overlap"] for arm in result.arms}  # type: ignore[call-overload,index]
    assert overlaps == {"baseline": 30, "candidate": 0}
    assert any(one.change == "lost" for one in result.comparisons[0].changes)


def test_gates_that_the_working_tree_loosens_do_not_judge_it(
    repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    """And it is said that they are edited, in the Action's words."""
    configure(repository, 0, lost=9)
    code, _, err = ran(capsys, "--against", "v1")
    assert code == 1
    assert "This change edits the gates. They are judged as they stand on the base branch." in err


def test_an_edited_label_is_judged_as_it_was(repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    """A label that is removed to hide a loss still counts, and none of our own files is touched."""
    configure(repository, 0)
    ran(capsys, "--against", "HEAD")
    lost = next(one.query for one in latest(repository).comparisons[0].changes if one.change == "lost")
    path = repository.folder / "labels" / "main" / "labels.yaml"
    before, _, rest = path.read_text("utf-8").partition(f"  - id: {lost}\n")
    text = before + "  - id" + rest.partition("  - id")[2]
    path.write_text(text, "utf-8")
    code, _, err = ran(capsys, "--against", "HEAD")
    assert code == 1
    assert f"judged as at the base: {lost}" in err
    assert lost in {one.query for one in latest(repository).comparisons[0].changes}
    assert path.read_text("utf-8") == text
    assert repository.git("status", "--porcelain").splitlines() == ["M labels/main/labels.yaml", " M reviewer.yaml"]


def test_an_unchanged_pipeline_says_so(repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    """Both arms are measured on the documents that are here."""
    code, _, err = ran(capsys, "--against", "HEAD", "--json")
    assert code == 0
    assert "The pipeline is unchanged" in err
    assert latest(repository).comparisons[0].changes == ()


def test_a_label_reviewed_with_its_document_is_lost_until_the_base_has_it(
    repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    """A change cannot vouch for its own labels; the words say what happened, and no remedy that was taken already."""
    page = repository.folder / "docs" / "policies" / "appeals.md"
    old, new = APPEALS, APPEALS.replace("twenty euros", "forty pounds")
    path = repository.folder / "labels" / "main" / "labels.yaml"
    page.write_text(new, "utf-8")
    text = path.read_text("utf-8").replace("twenty euros", "forty pounds")
    marks = [fingerprint.short(fingerprint.of_text(one)) for one in (old, new)]
    path.write_text(text.replace(marks[0], marks[1]), "utf-8")
    repository.commit({}, "both")
    code, out, err = ran(capsys, "--against", "HEAD~1")
    told = " ".join(f"{out} {err}".replace("│", " ").split())
    assert code == 1
    assert "1 label was edited or removed with the documents and counts as lost until the base has it." in told
    assert "Merge the reviewed labels first" in told
    assert "The pipeline is unchanged: 0 of 4 queries lost" in told
    assert "Run `reviewer labels`" not in told
    assert "review them with" not in told
    assert "30 → 30" not in told
    folder = Store(repository.folder / ".reviewer").latest()
    pages = [(folder / name).read_text("utf-8") for name in ("report.md", "report.html")]
    assert ["FAILED" in page and "PASSED" not in page for page in pages] == [True, True]


def test_labels_that_were_merged_first_judge_the_documents(
    repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    """The remedy that is named works: once the base has the reviewed label, the change of the document passes."""
    new = APPEALS.replace("twenty euros", "forty pounds")
    path = repository.folder / "labels" / "main" / "labels.yaml"
    text = path.read_text("utf-8").replace("twenty euros", "forty pounds")
    marks = [fingerprint.short(fingerprint.of_text(one)) for one in (APPEALS, new)]
    path.write_text(text.replace(marks[0], marks[1]), "utf-8")
    repository.commit({}, "labels first")
    (repository.folder / "docs" / "policies" / "appeals.md").write_text(new, "utf-8")
    code, out, err = ran(capsys, "--against", "HEAD")
    assert code == 0
    assert "count as lost" not in f"{out} {err}"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--against", "nowhere"), "'nowhere' is no commit"),
        (("--against", "--output=x"), "is no commit"),
        (("--against", "HEAD", "--candidate", "x"), "goes without --candidate"),
        (("--against", "HEAD", "--config", "other.yaml"), "other.yaml does not exist at HEAD"),
    ],
)
def test_what_cannot_be_compared_is_one_message(
    repository: Repository, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    """Names that git does not know, or that would be its options; a configuration that was not there yet."""
    (repository.folder / "other.yaml").write_text((repository.folder / "reviewer.yaml").read_text("utf-8"), "utf-8")
    code, _, err = ran(capsys, *arguments)
    assert code == 2
    assert told in err
    assert "Traceback" not in err


def test_outside_of_a_repository_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One message, exit code 2."""
    folder = write_project(tmp_path / "bare")
    monkeypatch.chdir(folder)
    code, _, err = ran(capsys, "--against", "HEAD")
    assert (code, "not in a git repository" in err) == (2, True)


def test_two_factors_are_not_crossed_where_two_sides_are_compared(
    repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    """There is one arm on each side, and both factors may differ between them."""
    text = (repository.folder / "reviewer.yaml").read_text("utf-8")
    repository.commit({"reviewer.yaml": text + "factor: [overlap, splitter]\n"}, "two factors")
    (repository.folder / "reviewer.yaml").write_text(
        text.replace("overlap: 30}", "overlap: 0}") + "factor: [overlap, splitter]\n", "utf-8"
    )
    code, _, err = ran(capsys, "--against", "HEAD")
    assert code == 1
    assert err == ""
    assert latest(repository).factorial is None
