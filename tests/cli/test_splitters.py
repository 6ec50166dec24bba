"""`reviewer splitters`, as a person runs it: exit codes, the table, one finding with its text, JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from rich.console import Console

from reviewer.chunks.conformance import TEXTS, Checked, check_splitter
from reviewer.cli.main import main
from reviewer.cli.splitters_printing import table_within

SOURCE = """
def by_search(text):
    chunks = [text[at : at + 100] for at in range(0, len(text), 100)]
    return [(one, text.find(one), text.find(one) + len(one)) for one in chunks]


def fails(text):
    if "warranty" in text or "chip" in text:
        raise ValueError("no model for this")
    return [(0, len(text))]


def texts(text, size=100):
    return [text[at : at + 2 * size] for at in range(0, len(text), 2 * size)]


def in_utf16(text):
    ends = [0, *(at + 2 for at in range(len(text)) if text[at : at + 2] == ". "), len(text)]
    units = [len(text[:at].encode("utf-16-le", "surrogatepass")) // 2 for at in sorted(set(ends))]
    return list(zip(units, units[1:]))


def good(text, size=100):
    return [(text[at : at + size], at, min(at + size, len(text))) for at in range(0, len(text), size)]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand where the module is."""
    (tmp_path / "cuts_by_cli.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "own.md").write_text("# Fees\n\nFees are due.\n" * 30, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def called(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run the command line; give exit code, output and errors."""
    with pytest.raises(SystemExit) as ended:
        main(["splitters", *arguments])
    printed = capsys.readouterr()
    assert "Traceback" not in printed.err
    return int(str(ended.value.code)), printed.out, printed.err


def test_a_true_splitter_is_exit_code_0(capsys: pytest.CaptureFixture[str]) -> None:
    """With a row a text, those of one's own among them."""
    code, out, _ = called(capsys, "check", "python", "--set", "python=cuts_by_cli:good", "--on", "docs")
    assert code == 0, out
    assert "Every offset is true" in out
    assert "(repeated-sections)" in out
    assert "own.md" in out
    assert max(map(len, out.splitlines())) <= 110


def test_a_splitter_that_lies_is_exit_code_1_and_the_lie_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """With the claim, and where the chunk is."""
    code, out, _ = called(capsys, "check", "python", "--set", "python=cuts_by_cli:by_search", "--on", "docs/own.md")
    assert code == 1
    assert "! (repeated-sections): chunk" in out
    assert "of its offsets are true" in " ".join(out.split())


def test_json_holds_every_count(capsys: pytest.CaptureFixture[str]) -> None:
    """By text, and in all."""
    code, out, _ = called(capsys, "check", "python", "--set", "python=cuts_by_cli:by_search", "--json")
    plain = json.loads(out)
    assert code == 1
    assert plain["broken"] is True
    assert plain["splitter"]["name"] == "python"
    assert plain["total"]["wrong_copies"] == sum(one["wrong_copies"] for one in plain["texts"]) > 0
    assert {"chunks", "claimed", "true", "false", "lost", "indexed", "longer", "overlap", "hung", "repeats"} <= set(
        plain["texts"][0]
    )


def test_settings_come_from_a_configuration(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the first arm that has the splitter; what is set besides comes on top."""
    (folder / "reviewer.yaml").write_text(
        "version: 1\ncorpus: {root: docs}\nlabels: labels\nsplitter: {name: tokens, size: 60, overlap: 30}\n"
        'factor: splitter\narms:\n  ours: {splitter: {name: python, python: "cuts_by_cli:good", size: 300}}\n',
        encoding="utf-8",
    )
    code, out, _ = called(capsys, "check", "python", "--config", "reviewer.yaml", "--set", "unit=characters", "--json")
    assert code == 0
    assert (json.loads(out)["splitter"]["size"], json.loads(out)["splitter"]["unit"]) == (300, "characters")
    code, _, err = called(capsys, "check", "semchunk", "--config", "reviewer.yaml")
    assert code == 2
    assert "no arm has the splitter 'semchunk'" in err


def test_a_size_is_set_over_the_configured_one_in_either_word(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A library's own word and ours are one setting."""
    (folder / "reviewer.yaml").write_text(
        "version: 1\ncorpus: {root: docs}\nlabels: labels\nsplitter: {name: semchunk, chunk_size: 60}\n", "utf-8"
    )
    for typed in ("size=90", "chunk_size=90"):
        _, out, err = called(capsys, "check", "semchunk", "--config", "reviewer.yaml", "--set", typed, "--json")
        assert json.loads(out)["splitter"]["size"] == 90, err


def test_what_was_not_claimed_is_not_called_true(capsys: pytest.CaptureFixture[str]) -> None:
    """Texts alone are found; that their chunks are over the size is said, on which texts, and what becomes of them."""
    settings = ("--set", "python=cuts_by_cli:texts", "--set", "size=100", "--set", "unit=characters")
    code, out, _ = called(capsys, "check", "python", *settings)
    told = " ".join(out.split())
    assert code == 0, out
    assert "offset is true" not in told
    assert "No offset was claimed: every chunk was found in its text, no character is lost" in told
    assert "! (prose) and 17 more texts: it cut chunks that are longer than the size" in told
    assert "chunks are longer than the size 100, the longest 200 characters: a run refuses those that" in told


def test_offsets_of_other_programs_strings_are_named_by_their_unit(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those beyond a text, and those that only fall into its words."""
    (folder / "docs" / "signs.md").write_text("😀 Fees are due. Appeals are free. " * 40, encoding="utf-8")
    code, out, _ = called(capsys, "check", "python", "--set", "python=cuts_by_cli:in_utf16", "--on", "docs")
    told = " ".join(out.split())
    assert code == 1
    assert "! (signs) and 1 more text: it gave places beyond the text, which seem to be UTF-16 units" in told
    assert "Its offsets seem to be UTF-16 units, not code points: convert them, or hand over texts." in told
    assert "100.0%" not in told
    assert "its places come without texts that they could be held to" in told


def test_documents_are_those_that_the_configuration_includes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Below its corpus a folder is read as a run reads it; what it leaves out is not checked."""
    for name in ("nav.json", "draft.md", "more/deep.md"):
        (folder / "docs" / name).parent.mkdir(exist_ok=True)
        (folder / "docs" / name).write_text("One. Two. Three.\n" * 9, encoding="utf-8")
    (folder / "reviewer.yaml").write_text(
        'version: 1\ncorpus: {root: docs, include: ["**/*.md"], exclude: [draft.md]}\nlabels: labels\n'
        "splitter: {name: tokens, size: 60, overlap: 30}\n",
        "utf-8",
    )

    def checked(*on: str) -> list[str]:
        _, out, err = called(capsys, "check", "tokens", "--set", "size=60", "--set", "overlap=0", *on, "--json")
        assert out, err
        return [one["name"] for one in json.loads(out)["texts"] if not one["name"].startswith("(")]

    assert checked("--on", "docs") == ["more/deep.md", "own.md"]
    assert checked("--on", "docs/more") == ["more/deep.md"]
    assert checked("--on", "docs/nav.json") == ["nav.json"]
    (folder / "docs" / "empty").mkdir()
    _, _, err = called(capsys, "check", "tokens", "--on", "docs/empty")
    assert "includes no document below it" in " ".join(err.split())


def test_a_list_is_set_in_brackets(capsys: pytest.CaptureFixture[str]) -> None:
    """As in a configuration."""
    program = "import sys; print([0, len(sys.stdin.buffer.read().decode())])"
    code, out, _ = called(capsys, "check", "command", "--set", f"command=[{sys.executable}, -c, '{program}']")
    assert code == 0, out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("check", "wrods"), "no splitter is called 'wrods'"),
        (("check", "semchunk"), "size is missing"),
        (("check", "semchunk", "--set", "size"), "is not KEY=VALUE"),
        (("check", "semchunk", "--set", "size=[1"), "--set size"),
        (("check", "tokens", "--on", "nowhere"), "does not exist"),
        (("check", "python", "--set", "python=nowhere_at_all:f"), "cannot be imported"),
    ],
)
def test_what_cannot_be_checked_is_exit_code_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    """With one message."""
    code, out, err = called(capsys, *arguments)
    assert (code, out) == (2, "")
    assert told in err


def test_the_list_names_what_installs_each(capsys: pytest.CaptureFixture[str]) -> None:
    """Ours, the libraries', and those that are missing."""
    code, out, _ = called(capsys, "list")
    assert code == 0
    rows = {line.split()[0]: line for line in out.splitlines()}
    assert "ready" in rows["tokens"]
    assert "semchunk " in rows["semchunk"]
    assert "docling-core" in rows["docling"] or 'pip install "overlap-reviewer[docling]"' in rows["docling"]
    _, out, _ = called(capsys, "list", "--json")
    assert {one["name"] for one in json.loads(out)} == set(rows)


PDF = Path(__file__).parents[1] / "corpus/golden/pdf"


def test_a_pdf_of_ones_own_is_read_as_a_run_reads_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is no fault of the splitter that a PDF is no text."""
    (folder / "docs" / "paged.pdf").write_bytes((PDF / "contract.pdf").read_bytes())
    code, out, _ = called(capsys, "check", "python", "--set", "python=cuts_by_cli:good", "--on", "docs")
    assert code == 0, out
    (row,) = (line for line in out.splitlines() if line.startswith("paged.pdf"))
    assert int(row.split()[1]) > 0


def test_a_file_that_cannot_be_read_is_told_apart(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is called broken: the splitter was never asked."""
    (folder / "docs" / "torn.pdf").write_bytes(b"%PDF-1.7 torn")
    code, out, err = called(capsys, "check", "python", "--set", "python=cuts_by_cli:good", "--on", "docs")
    assert (code, out) == (2, "")
    assert err.count("torn.pdf") == 1
    assert "Broken" not in err


def test_files_that_were_not_checked_are_listed_with_the_reason(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody takes a corpus for checked of which half was passed over; JSON names them all."""
    for number in range(7):
        (folder / "docs" / f"picture-{number}.png").write_bytes(b"\x89PNG")
    (folder / "docs" / "empty.md").write_text(" \n", encoding="utf-8")
    asked = ("check", "python", "--set", "python=cuts_by_cli:good", "--on", "docs")
    code, out, _ = called(capsys, *asked)
    assert code == 0
    assert "not checked: empty.md (blank)" in out
    assert "not checked: picture-0.png, picture-1.png, picture-2.png, picture-3.png and 3 more (binary (.png))" in out
    _, out, _ = called(capsys, *asked, "--json")
    listed = {one["path"]: one["reason"] for one in json.loads(out)["passed_over"]}
    assert set(listed) == {"empty.md", *(f"picture-{number}.png" for number in range(7))}
    assert listed["empty.md"] == "blank"


def test_a_failure_is_told_first_and_once_with_the_number_of_its_texts(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The name of a text stands once, and a reason that many share hides no other."""
    for name in ("a", "b", "c"):
        (folder / "docs" / f"{name}.md").write_text("The warranty is two years.", encoding="utf-8")
    code, out, _ = called(capsys, "check", "python", "--set", "python=cuts_by_cli:fails", "--on", "docs")
    told = [line for line in out.splitlines() if line.startswith("! ")]
    assert code == 1
    assert told[0].startswith("! a.md and 2 more texts: the splitter python failed")
    assert out.count("a.md: ") == 0


@pytest.fixture(scope="module")
def narrow() -> Checked:
    """Check one of ours over the texts and one of a long name."""
    named = "handbook/reference/very/deep/warranty-and-returns.md"
    texts = [*((one.name, one.text) for one in TEXTS[:3]), (named, "Fees are due.")]
    return check_splitter({"name": "recursive", "size": 60, "overlap": 12, "unit": "words"}, texts, 20)


@pytest.mark.parametrize("width", [80, 100, 120, 200])
def test_heads_are_whole_at_every_width(narrow: Checked, width: int) -> None:
    """Where a terminal is narrow, whole columns give way, and a long name keeps its end."""
    table, columns = table_within(narrow, width)
    console = Console(width=width, color_system=None)
    with console.capture() as caught:
        console.print(table)
    drawn = caught.get()
    head = drawn.partition("─")[0].split()
    assert head == ["other", *" ".join(columns).replace("other\ntext", "text").split()]
    assert max(map(len, drawn.splitlines())) <= width
    assert "warranty-and-returns.md" in drawn
    assert {"chunks", "true", "false", "copies", "lost"} <= set(columns)
    assert ("overlap" in columns) == (width >= 100)
