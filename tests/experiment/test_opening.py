"""A result folder is opened to look closer: with its text where that is proved to be the same, else without a word."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from pathlib import Path

import pytest

from reviewer.cli.main import main
from reviewer.errors import ReviewerError
from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.hashing import KEY
from reviewer.experiment.opening import look_closer
from reviewer.experiment.progress import Silent
from reviewer.experiment.run import Asked, run
from reviewer.experiment.store import Store
from reviewer.reports import read_result
from reviewer.reports.words import lost_first
from tests.experiment.conftest import DOCUMENTS, LABELS, label, make_project

KEPT, LOST = "refund-days", "window-closes"


@pytest.fixture(scope="module")
def _ran(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run overlap 30 against 0 once."""
    root = make_project(tmp_path_factory.mktemp("closer") / "project")
    run(read_configuration(root / "reviewer.yaml"), Asked(), Store(root / ".reviewer"), Silent())
    return root


@pytest.fixture
def there(_ran: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a copy of the project."""
    root = Path(shutil.copytree(_ran, tmp_path / "project"))
    monkeypatch.chdir(root)
    return root


def folder_of(root: Path) -> Path:
    """Give the folder of the result."""
    return Store(root / ".reviewer").latest()


def lost_query(root: Path) -> str:
    """Give a query that was lost."""
    changes = read_result(folder_of(root)).comparisons[0].changes
    return next(one.query for one in changes if one.change == "lost")


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run `reviewer show`; give its code and what it printed."""
    with pytest.raises(SystemExit) as caught:
        main(["show", *arguments])
    out, err = capsys.readouterr()
    assert isinstance(caught.value.code, int)
    return caught.value.code, out, err


def words_of_the_corpus() -> set[str]:
    """Give the words of seven letters and more of all documents and questions."""
    texts = [*DOCUMENTS.values(), *(query for _, query, *_ in LABELS)]
    found = {word.strip(".,|#?").lower() for text in texts for word in text.split()}
    return {word for word in found if len(word) > 6 and word.isalpha()} - {"appeals", "refunds", "requests"}


def test_a_neighbourhood_read_back_agrees_with_the_result(there: Path) -> None:
    """Ranks and best shares of each changed item are those that the run wrote."""
    closer = look_closer(folder_of(there), read_configuration(there / "reviewer.yaml"))
    assert closer.comparison.changes
    for change in closer.comparison.changes:
        found = closer.around(change.query, 400)
        assert found.baseline.ranks[change.item] == change.baseline_rank
        assert found.candidate.ranks[change.item] == change.candidate_rank
        assert found.candidate.best_shares[change.item] == pytest.approx(change.candidate_share)


def test_show_draws_the_text_between_both_arms_chunks(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Question, cause, remedy, evidence with its marks, both gutters, both lists with k."""
    name = lost_query(there)
    code, out, _ = shown(capsys, name)
    assert code == 0
    query = next(query for label, query, *_ in LABELS if label == name)
    for part in (name, query, "LOST", "Usually helps", "▶", "◀", "B1", "C1", "k = 2", "baseline overlap-30"):
        assert part in out
    assert "\x1b" not in out


def test_redacted_and_without_a_configuration_no_word_is_shown(
    there: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Offsets, ranks and the cause are there; no word of a document or a question is, and no stand-in either."""
    name, folder = lost_query(there), folder_of(there)
    _, redacted, _ = shown(capsys, name, "--redacted")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    code, bare, _ = shown(capsys, name, "--run", str(folder))
    assert code == 0
    assert "Without the documents" in bare
    for out in (redacted, bare):
        assert "LOST" in out
        assert "characters" in out
        assert "xxx" not in out
        assert not {word for word in words_of_the_corpus() if word in out.lower()} - set("documents passage".split())


@pytest.fixture
def two_items(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Stand in a project with a result where a query lost the second of its two evidence items; give the query."""
    root = make_project(tmp_path / "project")
    labels = root / "labels" / "main" / "labels.yaml"
    rows = {row[0]: row for row in LABELS}
    items = [label(*rows[name]).split("    evidence:\n")[1] for name in (KEPT, LOST)]
    asked = f"{rows[KEPT][1][:-1]}, {rows[LOST][1].lower()}"
    text = labels.read_text("utf-8")
    both = f"  - id: both\n    query: {json.dumps(asked)}\n    evidence:\n{''.join(items)}"
    labels.write_text(text.replace("queries:\n", f"queries:\n{both}"), "utf-8")
    monkeypatch.chdir(root)
    run(read_configuration(root / "reviewer.yaml"), Asked(), Store(root / ".reviewer"), Silent())
    return "both"


def test_every_evidence_item_keeps_its_number_and_figures_without_text_labels_or_ids(
    two_items: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Redacted, hashed, or of the bare folder, the same figures of the same items are shown, unchanged ones too."""
    folder = folder_of(tmp_path / "project")
    monkeypatch.setenv(KEY, "0123456789abcdef")
    change = next(one for one in read_result(folder).comparisons[0].changes if one.query == two_items)
    assert change.item == 1
    full = shown(capsys, two_items)[1]
    redacted = shown(capsys, two_items, "--redacted")[1]
    hashed = shown(capsys, two_items, "--hash-ids")[1]
    monkeypatch.chdir(tmp_path)
    bare = shown(capsys, two_items, "--run", str(folder))[1]
    told = [figures_in(out) for out in (full, redacted, hashed, bare)]
    assert list(told[0]) == ["2", "1"]
    assert told[0]["2"].startswith(f"rank {change.baseline_rank} → ")
    assert all(one == told[0] for one in told)
    assert [out.count("▶") for out in (redacted, hashed)] == [full.count("▶")] * 2
    assert "policies/" not in hashed
    assert two_items not in hashed
    assert "UNCHANGED  evidence 1: rank 1 → 1 · best share" in shown(capsys, "refund-days", "--run", str(folder))[1]
    assert "nothing answers it" in shown(capsys, "moon", "--run", str(folder))[1]


def figures_in(out: str) -> dict[str, str]:
    """Give ranks and shares by the number of the evidence item."""
    found = re.findall(r"^  evidence (\d+):.*?(rank .*?best share \S+ → \S+)", out, re.MULTILINE)
    return dict(found)


def test_text_that_changed_since_is_refused_and_named(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Offsets of one text are never drawn over another; asked for offsets alone, it goes on."""
    path = there / "docs" / "policies" / "refunds.md"
    path.write_text(path.read_text(encoding="utf-8").replace("ten days", "twelve days"), encoding="utf-8")
    name = lost_query(there)
    code, out, err = shown(capsys, name)
    assert (code, out) == (2, "")
    assert "policies/refunds.md" in err
    assert "--redacted" in err
    assert shown(capsys, name, "--redacted")[0] == 0


def test_an_unknown_query_names_the_nearest(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A mistyped id is answered with ids that exist."""
    code, _, err = shown(capsys, lost_query(there)[:-1])
    assert code == 2
    assert lost_query(there) in err


def test_an_unchanged_query_is_shown_too(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What did not change says its ranks."""
    result = read_result(folder_of(there))
    changed = {one.query for one in result.comparisons[0].changes}
    name = next(one.id for one in result.queries if one.id not in changed and one.answerable)
    _, out, _ = shown(capsys, name)
    assert "UNCHANGED" in out
    assert "rank" in out


def test_control_characters_of_a_document_are_shown_and_not_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An escape in a document becomes a sign."""
    root = make_project(tmp_path / "project")
    path = root / "docs" / "policies" / "appeals.md"
    path.write_text(path.read_text(encoding="utf-8") + "\nend \x1b]0;PWNED\x07 [bold]not markup[/bold]\n", "utf-8")
    labels = root / "labels" / "main" / "labels.yaml"
    from reviewer import fingerprint

    old, new = (
        fingerprint.short(fingerprint.of_text(text))
        for text in (DOCUMENTS["policies/appeals.md"], path.read_text("utf-8"))
    )
    labels.write_text(labels.read_text("utf-8").replace(old, new), "utf-8")
    run(read_configuration(root / "reviewer.yaml"), Asked(), Store(root / ".reviewer"), Silent())
    monkeypatch.chdir(root)
    _, out, _ = shown(capsys, "appeal-cost", "--around", "5000")
    assert "PWNED" in out
    assert "[bold]not markup[/bold]" in out
    assert "\x1b" not in out
    assert "\x07" not in out


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("run-overlap-0.jsonl", '{"query_id": "x", "rank": 1}\n'),
        ("chunks-overlap-0.jsonl", '{"document": "a.md", "start": 5, "end": 1}\n'),
        ("manifest.json", "[" * 100_000),
        ("results.json", '{"schema": "reviewer/results/1"}'),
    ],
)
def test_a_broken_folder_is_refused_in_one_message(there: Path, file: str, content: str) -> None:
    """Whatever stands in its files, it ends in a ReviewerError."""
    (folder_of(there) / file).write_text(content, encoding="utf-8")
    with pytest.raises(ReviewerError):
        look_closer(folder_of(there), read_configuration(there / "reviewer.yaml"))


def test_a_folder_that_claims_endless_documents_is_refused(there: Path) -> None:
    """Places far beyond any corpus cost no memory."""
    path = folder_of(there) / "chunks-overlap-0.jsonl"
    path.write_text(
        path.read_text("utf-8") + json.dumps({"document": "a.md", "start": 0, "end": 10**15}) + "\n", "utf-8"
    )
    with pytest.raises(ReviewerError, match="beyond any corpus"):
        look_closer(folder_of(there), None)


def test_runs_of_anybody_can_be_looked_at_closer(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`show` opens what `compare` wrote of runs without a manifest, as `run.jsonl` beside `chunks.jsonl`."""
    name, folder = lost_query(there), folder_of(there)
    for overlap, side in ((30, "before"), (0, "after")):
        (there / side).mkdir()
        for kind in ("run", "chunks"):
            text = (folder / f"{kind}-overlap-{overlap}.jsonl").read_text("utf-8")
            lines = [
                {key: value for key, value in json.loads(line).items() if key != "arm"}
                for line in text.split("\n")
                if line
            ]
            (there / side / f"{kind}.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    with pytest.raises(SystemExit) as caught:
        main(["compare", "before/run.jsonl", "after/run.jsonl"])
    assert caught.value.code in {0, 1}
    result = read_result(folder_of(there))
    assert [(arm.name, arm.chunks) for arm in result.arms] == [
        (name, arm.chunks) for name, arm in zip(("before", "after"), read_result(folder).arms, strict=True)
    ]
    capsys.readouterr()
    code, out, _ = shown(capsys, name)
    assert code == 0
    assert "▶" in out


def test_a_manifest_that_lists_fewer_documents_is_refused(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All together must be the corpus that the arm was made from, not only those that are named."""
    path = folder_of(there) / "manifest.json"
    manifest = json.loads(path.read_text("utf-8"))
    del manifest["documents"]["reference/limits.md"]
    path.write_text(json.dumps(manifest), "utf-8")
    code, _, err = shown(capsys, lost_query(there))
    assert code == 2
    assert "lists other documents" in err


def test_a_zip_of_the_folder_itself_is_read_too(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever zips the folder has one level more; two results in one zip are refused."""
    name, folder = lost_query(there), folder_of(there)
    for count, archive in enumerate(("one.zip", "two.zip"), start=1):
        with zipfile.ZipFile(there / archive, "w") as made:
            for at in range(count):
                made.mkdir(f"{folder.name}{at}")
                for path in folder.iterdir():
                    made.write(path, f"{folder.name}{at}/{path.name}")
    code, out, _ = shown(capsys, name, "--run", "one.zip")
    assert code == 0
    assert "LOST" in out
    code, _, err = shown(capsys, name, "--run", "two.zip")
    assert code == 2
    assert "holds 2 results" in err


def test_only_the_query_whose_label_changed_says_so(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One retired label is no doubt about all others; one that moved is."""
    path = there / "labels" / "main" / "labels.yaml"
    text = path.read_text("utf-8")
    gone, moved = "refund-days", "appeal-cost"
    assert f"  - id: {gone}\n" in text
    text = text.replace(f"  - id: {gone}\n", f"  - id: {gone}-anew\n")
    before, mark, rest = text.partition(f"  - id: {moved}\n")
    start = int(rest.partition("start: ")[2].partition("\n")[0])
    rest = rest.replace(f"start: {start}", f"start: {start + 3}", 1).replace('quote: "An ', 'quote: "', 1)
    path.write_text(before + mark + rest, "utf-8")
    assert "label changed since this result" in shown(capsys, moved)[1]
    assert "no longer in use" in shown(capsys, gone)[1]
    for name in (one for one, *_ in LABELS if one not in {gone, moved}):
        assert "! " not in shown(capsys, name)[1]


def test_without_a_query_the_lost_are_listed(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Lost first, each with its cause."""
    code, out, _ = shown(capsys)
    assert code == 0
    first, second, *_ = out.splitlines()
    assert first.startswith("overlap-30 → overlap-0: evidence lost (")
    assert second.startswith(f"lost    {lost_first(read_result(folder_of(there)).comparisons[0].changes)[0].query} ")
    assert "`reviewer show QUERY` draws one" in out
