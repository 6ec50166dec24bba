"""Words planted in all texts of a repository are in nothing that a whole job leaves; with `hash-ids`, no id either."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from reviewer.action.environment import read_settings
from reviewer.action.github_api import GitHub
from reviewer.errors import ActionError
from tests.action.double import Double
from tests.action.handbook import DOCUMENTS, QUOTES, configuration, labels
from tests.action.histories import Repository, new_repository
from tests.action.job import Desk, Job, results
from tests.action.runner import variables

KEY = "0123456789abcdef0123456789abcdef"
FRONT, HEADING, TEXT, QUERY, NOTE = (f"KANARIE{name}" for name in ("meta", "head", "text", "ask", "note"))
IDS = (*QUOTES, *(name.removeprefix("docs/") for name in DOCUMENTS), "all.yaml", "labels/main")


def planted() -> dict[str, str]:
    """Plant a word in front matter, heading and paragraphs of every document."""
    return {
        name: f"---\nowner: {FRONT}\n---\n\n{text.replace('# ', f'# {HEADING} ', 1)}\n{TEXT} stands at the end.\n"
        for name, text in DOCUMENTS.items()
    }


def repository_files(overlap: int) -> dict[str, str]:
    """Give the whole repository, canaries in its documents and in every question and note."""
    documents = planted()
    text = labels(documents).replace("query: What about", f"note: {NOTE}\n    query: {QUERY} about")
    return {**documents, "labels/main/all.yaml": text, "reviewer.yaml": configuration(overlap)}


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A repository whose head lowers the overlap, edits a label and a document."""
    made = new_repository(tmp_path / "source")
    made.commit(repository_files(120), "base")
    made.branch("feature")
    return made


@pytest.fixture
def desk(tmp_path: Path, repository: Repository, double: Double, connect: Callable[..., GitHub]) -> Desk:
    """Runs jobs that split and embed for themselves."""
    return Desk(tmp_path, repository, double, connect)


def everything(desk: Desk, job: Job) -> Iterator[tuple[str, str]]:
    """Give all that a job leaves: log, summary, outputs, comments, and each file of the artefact."""
    yield "log", job.printed
    yield "summary", job.summary
    yield "outputs", "\n".join(f"{name}={value}" for name, value in job.outputs.items())
    yield from (("comment", body) for body in desk.bodies)
    folder = (job.workspace / job.outputs["results"]).parent
    yield from ((path.name, path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*")) if path.is_file())


def change(repository: Repository) -> str:
    """Lower the overlap to less than the documents have, and have one label no longer hold its text."""
    files = repository_files(0)
    files["reviewer.yaml"] = files["reviewer.yaml"].replace("size: 240", "size: 16")
    files["docs/leave.md"] = files["docs/leave.md"].replace("Sick leave needs no approval.", "Nobody is ever ill.")
    (repository.folder / "docs" / "link.md").symlink_to("leave.md")
    return repository.commit(files, "lower")


def test_a_job_leaves_no_word_of_any_text(desk: Desk, repository: Repository) -> None:
    """Log, annotations, summary, outputs, comment and artefact; ids and paths may stand there."""
    job = desk.pull(change(repository), baseline="auto")
    assert job.code in (0, 1), job.printed
    left = dict(everything(desk, job))
    assert {"report.html", "report.md", "results.json", "manifest.json", "comment"} <= left.keys()
    for name, text in left.items():
        assert [one for one in (FRONT, HEADING, TEXT, QUERY, NOTE) if one.lower() in text.lower()] == [], name
    assert any(one in left["comment"] for one in QUOTES), "ids are told where they are not to be hashed"


def test_a_job_with_hashed_ids_names_no_query_document_or_label_file(desk: Desk, repository: Repository) -> None:
    """Nor the key; and the comment still says what was lost."""
    desk.given["REVIEWER_HASH_KEY"] = KEY
    job = desk.pull(change(repository), baseline="auto", hash_ids="always", config="reviewer.yaml")
    assert job.code in (0, 1), job.printed
    assert results(job)["integrity"]["hashed"].startswith("key-")  # type: ignore[index]  # plain data
    for name, text in everything(desk, job):
        found = [one for one in (*IDS, "link.md", KEY, FRONT, HEADING, TEXT, QUERY, NOTE) if one in text]
        assert found == [], (name, text)


def test_what_cannot_be_judged_names_nothing_either(desk: Desk, repository: Repository) -> None:
    """An error that names a label says of what it is, and where it is said in full."""
    desk.given["REVIEWER_HASH_KEY"] = KEY
    broken = repository_files(40)["labels/main/all.yaml"].replace("start:", "begin:", 1)
    head = repository.commit({"labels/main/all.yaml": broken}, "broken")
    job = desk.pull(head, baseline="auto", hash_ids="always")
    assert job.code == 2
    for text in (job.printed, job.summary, *desk.bodies):
        assert "labels would name ids" in text
        assert [one for one in (*IDS, KEY) if one in text] == []


def test_a_broken_label_file_is_named_without_its_texts(desk: Desk, repository: Repository) -> None:
    """Neither in the comment of the failure, nor in summary and log."""
    whole = repository_files(40)["labels/main/all.yaml"]
    broken = whole.replace("        start: ", f"        start: {QUERY} ", 1)
    head = repository.commit({"labels/main/all.yaml": broken}, "broken")
    job = desk.pull(head, baseline="auto")
    assert job.code == 2
    for text in (job.printed, job.summary, *desk.bodies):
        assert "labels/main/all.yaml:" in text.replace("&#8203;", "")
        assert "expected an integer" in text
        assert [one for one in (FRONT, HEADING, TEXT, QUERY, NOTE) if one in text] == []


def test_hashed_ids_without_a_key_are_one_clear_error(tmp_path: Path) -> None:
    """It names the variable, and says why a fork's job has none."""
    asked = {"INPUT_HASH-IDS": "always"}
    with pytest.raises(ActionError) as refused:
        read_settings(variables(tmp_path, asked))
    assert "REVIEWER_HASH_KEY" in refused.value.message
    assert "forks have no secrets" in refused.value.hint
    with pytest.raises(ActionError, match="`text` shows what `hash-ids` hides"):
        read_settings(variables(tmp_path, {**asked, "INPUT_TEXT": "always", "REVIEWER_HASH_KEY": KEY}))
    assert KEY not in repr(read_settings(variables(tmp_path, {**asked, "REVIEWER_HASH_KEY": KEY})))
