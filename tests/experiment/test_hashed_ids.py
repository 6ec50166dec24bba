"""With `--hash-ids` no id of a query, document or set leaves the machine; with key and documents they come back."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.hashing import KEY, hash_key
from reviewer.experiment.opening import look_closer
from reviewer.experiment.store import Store
from reviewer.reports import read_result
from reviewer.reports.hashed_ids import DOCUMENT, QUERY, HashKey, names_under
from tests.experiment.conftest import DOCUMENTS, LABELS, make_project
from tests.experiment.test_canaries import command

SECRET = "0123456789abcdef0123456789abcdef"  # noqa: S105  # a made-up one
IDS = (
    *(row[0] for row in LABELS),
    "moon",
    "wide-page",
    *DOCUMENTS,
    "appeals.md",
    "refunds.md",
    "limits.md",
    "policies",
    "labels/main",
)


@pytest.fixture(scope="module")
def _ran(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run a project under a key."""
    root = make_project(tmp_path_factory.mktemp("hashed") / "project")
    (root / "docs" / "wide-page.md").write_bytes(b"\xff\xfea\0")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        patch.setenv(KEY, SECRET)
        with pytest.raises(SystemExit):
            _main(["run", "--hash-ids"])
    return root


def _main(arguments: list[str]) -> None:
    from reviewer.cli.main import main

    main(arguments)


@pytest.fixture
def there(_ran: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a copy, with the key at hand."""
    root = Path(shutil.copytree(_ran, tmp_path / "project"))
    monkeypatch.chdir(root)
    monkeypatch.setenv(KEY, SECRET)
    return root


def ids_in(text: str) -> list[str]:
    """Give the ids that a text holds; `moon` is also part of no other word of ours."""
    return [one for one in IDS if one in text]


def folder_of(root: Path) -> Path:
    """Give the folder of the result."""
    return Store(root / ".reviewer").latest()


def test_no_file_and_no_output_names_a_query_a_document_or_a_set(
    there: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nor the key; every file of the folder, and every format of the report."""
    code, printed = command(capsys, "run", "--hash-ids")
    assert code in {0, 1}
    assert ids_in(printed) == []
    folder = folder_of(there)
    assert read_result(folder).comparisons[0].changes
    for path in sorted(folder.iterdir()):
        text = path.read_text(encoding="utf-8")
        assert ids_in(text) == [], path.name
        assert SECRET not in text
    for form in ("terminal", "markdown", "json", "html"):
        assert ids_in(command(capsys, "report", "--format", form)[1]) == [], form
    query = read_result(folder).comparisons[0].changes[0].query
    (there / "reviewer.yaml").unlink()
    _, shown = command(capsys, "show", query)
    assert query in shown
    assert ids_in(shown) == []


def test_without_a_key_nothing_is_hashed(
    there: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refused, with the variable and how to make a key; one that can be guessed is refused too, and never shown."""
    monkeypatch.delenv(KEY)
    for arguments in (("run", "--hash-ids"), ("report", "--hash-ids"), ("show", "moon", "--hash-ids")):
        code, told = command(capsys, *arguments)
        assert code == 2
        assert KEY in told
        assert "openssl rand" in told
    monkeypatch.setenv(KEY, "swordfish")
    code, told = command(capsys, "run", "--hash-ids")
    assert (code, "swordfish" in told) == (2, False)
    monkeypatch.setenv(KEY, SECRET)
    code, told = command(capsys, "run", "--hash-ids", "--text")
    assert code == 2
    assert "--text" in told


def test_with_key_and_documents_ids_and_text_come_back(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`show` takes the query by its own id, and the neighbourhood is that of the result."""
    folder, configuration = folder_of(there), read_configuration(there / "reviewer.yaml")
    closer = look_closer(folder, configuration, key=hash_key())
    assert closer.has_text
    assert set(closer.queries) == {*(row[0] for row in LABELS), "moon"}
    assert closer.result.title == "main"
    for change in closer.comparison.changes:
        found = closer.around(change.query, 400)
        assert found.candidate.ranks[change.item] == change.candidate_rank
        assert {one.document for one in found.surroundings} <= set(DOCUMENTS)
    name = closer.comparison.changes[0].query
    code, shown = command(capsys, "show", name)
    assert code == 0
    assert closer.comparison.changes[0].because.splitlines()[0][:40] in shown
    key = hash_key()
    assert key is not None
    assert command(capsys, "show", key.alias("q", name)) == (0, shown)  # as the run's own closing line names it


def test_without_the_key_offsets_stay(
    there: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And it is said what is missing; another key is told from none."""
    folder, configuration = folder_of(there), read_configuration(there / "reviewer.yaml")
    bare = look_closer(folder, configuration)
    assert not bare.has_text
    assert all(name.startswith("q-") for name in bare.queries)
    assert KEY in " ".join(bare.notes)
    monkeypatch.setenv(KEY, "f" * 32)
    code, shown = command(capsys, "show", bare.comparison.changes[0].query)
    assert code == 0
    assert "another key" in shown
    assert ids_in(shown) == []


def test_an_open_result_can_be_handed_on_under_hashed_ids(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`report` and `show` hash what `run` left open, by the same names as `run --hash-ids`."""
    hashed = read_result(folder_of(there))
    command(capsys, "run")
    open_result = read_result(folder_of(there))
    assert ids_in(command(capsys, "report", "--format", "json")[1]) != []
    for form in ("terminal", "markdown", "json", "html"):
        assert ids_in(command(capsys, "report", "--hash-ids", "--format", form)[1]) == [], form
    name = open_result.comparisons[0].changes[0].query
    code, shown = command(capsys, "show", name, "--hash-ids")
    assert code == 0
    assert ids_in(shown) == []
    assert hashed.comparisons[0].changes[0].query in shown


def test_the_verdict_does_not_depend_on_names(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Scores, ranks, effects and gates are those of the open run."""
    hashed = read_result(folder_of(there))
    command(capsys, "run")
    plain = read_result(folder_of(there))
    assert [one.arms for one in hashed.queries] == [one.arms for one in plain.queries]
    effects = [
        [(one.slice, one.difference, one.interval) for one in it.comparisons[0].effects] for it in (hashed, plain)
    ]
    assert effects[0] == effects[1]
    assert hashed.verdict.status == plain.verdict.status


def test_runs_can_be_compared_under_hashed_ids(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`compare --hash-ids` writes no id either."""
    command(capsys, "run")
    folder = folder_of(there)
    runs = [str(one) for one in sorted(folder.glob("run-*.jsonl"), reverse=True)]
    code, printed = command(capsys, "compare", *runs, "--hash-ids", "--confounded")
    assert code in {0, 1}, printed
    assert ids_in(printed) == []
    for path in folder_of(there).iterdir():
        assert ids_in(path.read_text(encoding="utf-8")) == [], path.name


def test_a_study_names_nothing_either(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither its page nor its numbers nor any file of its stages, though an open study stood there before."""
    code, printed = command(capsys, "study")
    assert code == 2, printed
    folder = there / ".reviewer" / "study"
    open_study = json.loads((folder / "study.json").read_text(encoding="utf-8"))
    assert ids_in((folder / "study.json").read_text(encoding="utf-8")) != []
    for arguments in (("study", "--hash-ids"), ("study", "--hash-ids", "--json")):
        code, printed = command(capsys, *arguments)
        assert code == 2, printed
        assert ids_in(printed) == []
    files = [one for one in folder.rglob("*") if one.is_file()]
    assert {"study.md", "study.json", "results.json", "report.html"} <= {one.name for one in files}
    for one in files:
        assert ids_in(one.read_text(encoding="utf-8")) == [], one.name
    hashed = json.loads((folder / "study.json").read_text(encoding="utf-8"))
    assert hashed["findings"]["proof"] == open_study["findings"]["proof"]


def test_what_a_treated_arm_sends_is_hashed_too(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And comes back with the key: the list before the treatment and after it."""
    path = there / "reviewer.yaml"
    text = path.read_text("utf-8").replace(
        "overlaps: [30, 0]", "arms: {capped: {treatments: [{name: cap, per_document: 1}]}}"
    )
    path.write_text(text + "factor: treatment\n", "utf-8")
    code, printed = command(capsys, "run", "--hash-ids")
    assert code in {0, 1}, printed
    folder = folder_of(there)
    assert any(one.name.startswith("passages-") for one in folder.iterdir())
    for one in folder.iterdir():
        assert ids_in(one.read_text(encoding="utf-8")) == [], one.name
    closer = look_closer(folder, read_configuration(path), key=hash_key())
    shown = closer.before_treatment("setup-fee")
    assert shown is not None
    assert {place.document for one in shown.candidate.passages for place in one.places} <= set(DOCUMENTS)


def test_a_key_hides_from_repr_and_separates_kinds() -> None:
    """One name as a query and as a document has two aliases; another key has others."""
    key, other = HashKey(b"a" * 32), HashKey(b"b" * 32)
    assert "aaa" not in repr(key)
    assert key.alias(QUERY, "x")[2:] != key.alias(DOCUMENT, "x")[2:]
    assert key.alias(QUERY, "x") != other.alias(QUERY, "x")
    assert key.check != other.check


def test_sentences_are_renamed_by_whole_ids() -> None:
    """The longest id first; what is part of another word or of a measure's name stays."""
    names = names_under(HashKey(b"a" * 32), queries=["recall", "a"], documents=["a.md", "x/a.md"], sets=[])
    told = names.prose("recall@5 fell: a.md:12 and x/a.md, not b/aa.md; a; recall.")
    assert told.startswith("recall@5 fell: ")
    assert names.document("a.md") + ":12" in told
    assert names.document("x/a.md") + ", not b/aa.md" in told
    assert told.endswith(f"; {names.query('a')}; {names.query('recall')}.")
    assert names.back.prose(told) == "recall@5 fell: a.md:12 and x/a.md, not b/aa.md; a; recall."
