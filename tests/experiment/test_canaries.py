"""Words planted in documents, headings, tables, questions, quotes and metadata are in nothing that is handed on."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path

import pytest
from rich.console import Console

from reviewer import fingerprint
from reviewer.cli.main import main
from reviewer.experiment.store import Store
from reviewer.reports import read_result
from reviewer.reports.comment import Occasion, render_comment
from reviewer.reports.terminal import print_result
from tests.experiment.conftest import DOCUMENTS, LABELS, make_project

TEXT, HEADING, TABLE, FRONT, QUERY, NOTE = (
    f"KANARIE{name}" for name in ("text", "head", "cell", "meta", "ask", "note")
)
ALL = (TEXT, HEADING, TABLE, FRONT, QUERY, NOTE)


def planted(name: str, text: str) -> str:
    """Plant a word in the front matter, the first heading, every paragraph and every row."""
    lines = text.replace("# ", f"# {HEADING} ", 1).replace(". ", f" {TEXT}. ").replace("| Pro |", f"| Pro {TABLE} |")
    return f"---\ntitle: {FRONT}{Path(name).stem}\n---\n\n{lines}"


@pytest.fixture(scope="module")
def _ran(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run a project whose every text holds a canary, by the command line."""
    root = make_project(tmp_path_factory.mktemp("canary") / "project")
    texts = {name: planted(name, text) for name, text in DOCUMENTS.items()}
    labels = ["version: 1", "queries:"]
    for name, query, boundary, document, first, _ in LABELS:
        text = texts[document]
        start = text.index(first)
        sentences = [at for at in range(start, len(text)) if text[at] == "."]
        end = text.index("\n\n", start) if boundary == "table-row" else sentences[1] + 1
        quote = json.dumps(text[start:end])
        print_of = fingerprint.short(fingerprint.of_text(text))
        labels += [f"  - id: {name}", f"    query: {json.dumps(query + ' ' + QUERY)}", f"    boundary: {boundary}"]
        labels += [
            f"    note: {NOTE}",
            "    evidence:",
            f"      - document: {document}",
            f"        fingerprint: {print_of}",
        ]
        labels += [f"        start: {start}", f"        end: {end}", f"        quote: {quote}"]
    for name, text in texts.items():
        (root / "docs" / name).write_text(text, encoding="utf-8")
    configuration = root / "reviewer.yaml"
    text = configuration.read_text("utf-8").replace("size: 60, overlap: 30", "size: 90, overlap: 60")
    configuration.write_text(
        text.replace("overlaps: [30, 0]", "overlaps: [60, 0]").replace("k: 2", "k: 5").replace("@2", "@5"), "utf-8"
    )
    (root / "labels" / "main" / "labels.yaml").write_text("\n".join(labels) + "\n", encoding="utf-8")
    return root


@pytest.fixture
def there(_ran: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a copy."""
    root = Path(shutil.copytree(_ran, tmp_path / "project"))
    monkeypatch.chdir(root)
    return root


def command(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str]:
    """Run a command; give its code and all that it printed."""
    with pytest.raises(SystemExit) as caught:
        main(list(arguments))
    out, err = capsys.readouterr()
    return caught.value.code, out + err


def found_in(text: str) -> list[str]:
    """Give the canaries in a text, whatever the case."""
    return [one for one in ALL if one.lower() in text.lower()]


def test_no_output_holds_a_word_of_a_document_a_query_or_a_label(
    there: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The run's folder, the reports in every format, the comment, `show` redacted and bare: not one canary."""
    code, printed = command(capsys, "run")
    assert code in {0, 1}
    folder = Store(there / ".reviewer").latest()
    result = read_result(folder)
    assert result.comparisons[0].changes, "nothing changed, so nothing would be told"
    assert found_in(printed) == []
    files = sorted(folder.iterdir())
    assert {"report.html", "report.md", "results.json", "manifest.json", "matches.jsonl"} <= {one.name for one in files}
    for path in files:
        assert found_in(path.read_text(encoding="utf-8")) == [], path.name
    for form in ("terminal", "markdown", "json", "html"):
        assert found_in(command(capsys, "report", "--format", form)[1]) == [], form
    occasion = Occasion(
        head="a" * 40,
        base="b" * 40,
        rules="b" * 40,
        repository_url="https://example.com/r",
        run_url="https://example.com/1",
    )
    assert found_in(render_comment(result, occasion)) == []
    console = Console(file=io.StringIO(), width=200)
    print_result(result, console)
    assert isinstance(console.file, io.StringIO)
    assert found_in(console.file.getvalue()) == []
    for change in result.comparisons[0].changes:
        assert found_in(command(capsys, "show", change.query, "--redacted")[1]) == []
    (there / "reviewer.yaml").rename(there / "other.yaml")
    query = result.comparisons[0].changes[0].query
    assert found_in(command(capsys, "show", query)[1]) == []
    _, open_text = command(capsys, "show", query, "--config", "other.yaml")
    assert QUERY in open_text, "the canaries are really there"
    assert TEXT in open_text or TABLE in open_text


def test_what_goes_wrong_tells_no_text(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Changed documents, mistyped ids and broken folders are told by name, place and number."""
    command(capsys, "run")
    folder = Store(there / ".reviewer").latest()
    query = read_result(folder).comparisons[0].changes[0].query
    assert found_in(command(capsys, "show", query + "x")[1]) == []
    path = there / "docs" / "policies" / "refunds.md"
    path.write_text(path.read_text("utf-8").replace("ten days", "twelve days"), "utf-8")
    assert found_in(command(capsys, "show", query)[1]) == []
    assert found_in(command(capsys, "run")[1]) == []


def test_neither_does_what_other_commands_hand_on(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A treated arm's lists, a comparison of runs, a study, a lock, cuts, and everything that `--json` prints."""
    path = there / "reviewer.yaml"
    plain = path.read_text("utf-8")
    capped = "arms: {capped: {treatments: [{name: cap, per_document: 1}]}}\nfactor: treatment\n"
    path.write_text(plain.replace("overlaps: [60, 0]\n", capped), "utf-8")
    told = {"run --json": command(capsys, "run", "--json")[1]}
    treated = Store(there / ".reviewer").latest()
    assert list(treated.glob("passages-*.jsonl"))
    path.write_text(plain, "utf-8")
    runs = [str(one) for one in sorted(treated.glob("run-*.jsonl"))]
    told |= {
        name: command(capsys, *name.split(), *rest)[1]
        for name, *rest in (
            ("compare --confounded", *runs),
            ("compare --confounded --json", *runs),
            ("study --json",),
            ("study",),
            ("freeze",),
            ("gates explain",),
            ("chunks docs --json",),
            ("show",),
            ("show --redacted",),
        )
    }
    for name, printed in told.items():
        assert "Traceback" not in printed, name
        assert len(printed.splitlines()) > (name not in {"freeze", "gates explain"}), (name, printed)
        assert found_in(printed) == [], name
    files = [one for one in (there / ".reviewer").rglob("*") if one.is_file() and "cache" not in one.parts]
    assert {"study.md", "study.json", "inputs.json"} <= {one.name for one in files}
    for one in (*files, there / "reviewer.lock"):
        assert found_in(one.read_text(encoding="utf-8")) == [], one.name
