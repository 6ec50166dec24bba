"""`reviewer chunks`, run as a person runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from reviewer.cli.chunks import command
from reviewer.cli.main import main
from reviewer.corpus import document_from_text
from reviewer.errors import ConfigurationError

TEXT = "Fees are due at once. Appeals are free. [bold]Nothing[/bold] else is."
SCRIPT = "import sys; from reviewer.cli.main import main; main(sys.argv[1:])"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page on disk."""
    path = tmp_path / "fees.md"
    path.write_text(TEXT, encoding="utf-8")
    return path


def run(*arguments: str | Path) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(command, [str(one) for one in arguments], catch_exceptions=False)


def test_a_file_as_json_gives_one_object_without_text(page: Path) -> None:
    """Exactly these keys, so that a program may rely on them."""
    result = run(page, "--splitter", "tokens", "--size", "8", "--overlap", "2", "--json")
    plain = json.loads(result.stdout)
    assert list(plain) == ["document", "fingerprint", "splitter", "chunks", "realised_overlap"]
    assert plain["document"] == "fees.md"
    assert plain["fingerprint"] == document_from_text("fees.md", TEXT).fingerprint
    assert plain["splitter"]["unit"] == "tokens"
    assert plain["chunks"][0] == {"start": 0, "end": 33, "tokens": 8}
    assert plain["realised_overlap"]["tokens"]["median"] == 2.0
    assert "Appeals" not in result.stdout


def test_the_splitter_of_another_configuration_can_be_looked_at(page: Path) -> None:
    """With its settings, or those of the arm whose splitter is named; an arm that is not there is said."""
    config = page.parent / "other.yaml"
    config.write_text(
        "version: 1\ncorpus: {root: .}\nlabels: labels/main\nsplitter: {name: words, size: 6, overlap: 2}\n"
        "arms: {signs: {splitter: {name: characters, size: 20, overlap: 0}}}\n",
        encoding="utf-8",
    )
    plain = json.loads(run(page, "--config", config, "--json").stdout)
    assert (plain["splitter"]["unit"], plain["splitter"]["size"], plain["splitter"]["overlap"]) == ("words", 6, 2)
    plain = json.loads(run(page, "--config", config, "--splitter", "characters", "--overlap", "5", "--json").stdout)
    assert (plain["splitter"]["unit"], plain["splitter"]["size"], plain["splitter"]["overlap"]) == ("characters", 20, 5)
    with pytest.raises(ConfigurationError, match="no arm has the splitter 'rows'"):
        run(page, "--config", config, "--splitter", "rows")


def test_blanks_of_any_width_are_printed_as_blanks(page: Path) -> None:
    """Only what acts or hides is written as an escape."""
    page.write_text("Within 4\u00a0min or 10\u202f000 s,\x1b[1m a\u200bb.", encoding="utf-8")
    shown = run(page, "--splitter", "words", "--size", "99").stdout
    assert "Within 4\u00a0min or 10\u202f000 s,\\u001b[1m a\\u200bb." in shown


def test_a_folder_as_json_gives_a_list(page: Path) -> None:
    """One object a document, by id, with its path below the folder."""
    (page.parent / "more").mkdir()
    (page.parent / "more" / "a.txt").write_text("One two.", encoding="utf-8")
    plain = json.loads(run(page.parent, "--splitter", "words", "--size", "4", "--json").stdout)
    assert [one["document"] for one in plain] == ["fees.md", "more/a.txt"]
    assert plain[1]["chunks"] == [{"start": 0, "end": 8, "tokens": None}]


def test_boundaries_are_drawn_in_the_text_and_readable_without_colour(page: Path) -> None:
    """Each chunk's begin and end stand in the text; its own brackets stay as they are."""
    shown = run(page, "--splitter", "words", "--size", "6", "--overlap", "2").stdout
    assert "⟦1▸Fees are due at ⟦2▸once. Appeals◂1⟧ are free. ⟦3▸[bold]Nothing[/bold] else◂2⟧ is.◂3⟧" in shown
    assert "words, size 6, overlap 2 words · 3 chunks" in shown
    assert "\x1b" not in shown


def test_what_goes_along_is_named_where_a_chunk_begins(tmp_path: Path) -> None:
    """Once embedded and sent, or as it is; a table header by its first line."""
    path = tmp_path / "limits.md"
    rows = "| Solo | 10 |\n| Crew | 60 |\n| Firm | 90 |\n"
    path.write_text(f"# Limits\n\n| Plan | Fee |\n| --- | --- |\n{rows}", encoding="utf-8")
    asked = ("--splitter", "sections", "--unit", "words", "--size", "24", "--send", "header")
    shown = run(path, *asked).stdout
    assert "⟦2 + # Limits, embedded + | Plan | Fee | ▸| Firm | 90 |◂2⟧" in shown
    assert "names what goes along" in shown
    second = json.loads(run(path, *asked, "--json").stdout)["chunks"][1]
    assert second == {"start": 67, "end": 80, "tokens": None, "context": [[10, 38]], "embedded": [[0, 8], [10, 38]]}
    assert "names what goes along" not in run(path, *asked, "--embed", "none", "--send", "none").stdout


def test_every_splitter_of_structure_is_offered_with_a_size_of_its_own(page: Path) -> None:
    """Nothing else has to be given."""
    for name in ("sections", "rows", "clauses", "qa", "paragraphs", "sentences", "by-format"):
        assert f"{name}, size 256, overlap 0 tokens · 1 chunks" in run(page, "--splitter", name).stdout


def test_control_characters_are_shown_and_not_sent(tmp_path: Path) -> None:
    """A page cannot drive the terminal that shows it."""
    path = tmp_path / "page.md"
    path.write_text("a \x1b[31mred\x07 b", encoding="utf-8")
    shown = run(path, "--splitter", "characters", "--size", "40").stdout
    assert "\\u001b[31mred\\u0007" in shown
    assert "\x1b" not in shown


@pytest.mark.parametrize(("environment", "coloured"), [({"FORCE_COLOR": "1"}, True), ({"NO_COLOR": "1"}, False)])
def test_colour_follows_the_environment(page: Path, environment: dict[str, str], *, coloured: bool) -> None:
    """NO_COLOR is honoured; where there is colour, the overlap is underlined as well."""
    kept = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "FORCE_COLOR"}}
    shown = subprocess.run(
        [sys.executable, "-c", SCRIPT, "chunks", str(page), "--splitter", "words", "--size", "6", "--overlap", "2"],
        env=kept | environment | {"TERM": "xterm-256color"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert ("\x1b[4;33monce. Appeals\x1b[0m" in shown) is coloured
    assert ("\x1b[" in shown) is coloured


@pytest.mark.parametrize(
    ("arguments", "told", "hint"),
    [
        (["--size", "8", "--overlap", "8"], "size 8 with overlap 8", "greater than the overlap"),
        (["--splitter", "words", "--size", "8", "--unit", "words"], "no setting 'unit'", "Known: size, overlap, phase"),
        (["--splitter", "wrods", "--size", "8"], "no splitter is called 'wrods'", "words"),
        (["--splitter", "words", "--overlap", "256"], "size 256 with overlap 256", "greater than the overlap"),
        (["--splitter", "words", "--join"], "no setting 'join'", "Known: size, overlap, phase"),
        (["--splitter", "sections", "--send", "header,titles"], "send is ('header', 'titles')", "headings, header"),
        (["--tokenizer", "./missing"], "no model at './missing'", "Check the path"),
    ],
)
def test_what_cannot_be_done_is_told_with_a_remedy(
    page: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], told: str, hint: str
) -> None:
    """On standard error, with exit code 2 and nothing on standard output."""
    with pytest.raises(SystemExit) as caught:
        main(["chunks", str(page), *arguments])
    output = capsys.readouterr()
    assert caught.value.code == 2
    assert output.out == ""
    assert told in output.err
    assert hint in output.err


def test_a_file_that_is_no_text_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the reason."""
    path = tmp_path / "image.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\x00")
    with pytest.raises(SystemExit) as caught:
        main(["chunks", str(path)])
    assert caught.value.code == 2
    assert "image.png" in capsys.readouterr().err


def test_the_configurations_splitter_is_used_where_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without --splitter the pipeline that is judged is drawn; typed settings change it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text("one two three four five six seven eight nine ten\n" * 20, encoding="utf-8")
    (tmp_path / "reviewer.yaml").write_text(
        "version: 1\ncorpus: {root: .}\nlabels: labels\nsplitter: {name: tokens, size: 40, overlap: 10}\n", "utf-8"
    )
    for typed, overlap in (([], 10), (["--overlap", "5"], 5)):
        with pytest.raises(SystemExit):
            main(["chunks", "a.md", "--json", *typed])
        splitter = json.loads(capsys.readouterr().out)["splitter"]
        assert (splitter["name"], splitter["size"], splitter["overlap"]) == ("tokens", 40, overlap)


def test_typed_sizes_change_what_the_configuration_calls_by_the_library_s_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--size` and `--overlap` are LangChain's `chunk_size` and `chunk_overlap`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text("one two three four five six seven eight nine ten\n" * 20, encoding="utf-8")
    (tmp_path / "reviewer.yaml").write_text(
        "version: 1\ncorpus: {root: .}\nlabels: labels\n"
        "splitter: {name: langchain, chunk_size: 400, chunk_overlap: 100}\n",
        "utf-8",
    )
    with pytest.raises(SystemExit):
        main(["chunks", "a.md", "--json", "--size", "200", "--overlap", "50"])
    splitter = json.loads(capsys.readouterr().out)["splitter"]
    assert (splitter["size"], splitter["overlap"]) == (200, 50)
