"""`reviewer init`: what it writes is valid at once, and nothing is overwritten unasked."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer.cli.main import main
from reviewer.corpus import read_corpus
from reviewer.errors import ReviewerError
from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.material import read_material
from reviewer.experiment.starting import start
from reviewer.labels import check, read_set
from reviewer.labels.lint import lint

PAGE = '# Fees \U0001f600\n\nThe fee is ten euros \U0001f600, \u2028 and "quoted" \\ back: it is due at once.\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with one document that holds signs which quoting gets wrong."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "fees.md").write_text(PAGE, encoding="utf-8")
    return tmp_path


def test_what_is_written_is_valid_at_once(folder: Path) -> None:
    """The configuration reads, and the first label holds its text, emoji and odd separators included."""
    start(folder, "docs", "main", force=False)
    configuration = read_configuration(folder / "reviewer.yaml")
    found = check(read_set(folder / "labels" / "main"), read_corpus(configuration.corpus_root))
    assert [str(one.state) for one in found.labels] == ["fresh"]
    assert ".reviewer/" in (folder / ".gitignore").read_text(encoding="utf-8").splitlines()


def test_gates_that_are_offered_are_valid_once_they_are_taken(folder: Path) -> None:
    """Among them the one that lets no change take a label out of the gates."""
    start(folder, "docs", "main", force=False)
    path = folder / "reviewer.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("  # - {", "  - {"), encoding="utf-8")
    gates = read_configuration(path).gates
    assert len(gates) == 4
    assert [one.max_stale for one in gates if one.max_stale is not None] == [0]


def test_nothing_is_overwritten_unasked(folder: Path) -> None:
    """A second time it refuses and names the way; what was there stays."""
    start(folder, "docs", "main", force=False)
    (folder / "reviewer.yaml").write_text("mine", encoding="utf-8")
    with pytest.raises(ReviewerError, match="exists") as refused:
        start(folder, "docs", "main", force=False)
    assert "--force" in refused.value.hint
    assert (folder / "reviewer.yaml").read_text(encoding="utf-8") == "mine"


def test_the_untouched_first_label_is_never_judged(folder: Path) -> None:
    """Its question is a reserved text: lint names it by file and line, and no arm is run on it."""
    start(folder, "docs", "main", force=False)
    configuration = read_configuration(folder / "reviewer.yaml")
    with pytest.raises(ReviewerError, match=r"first\.yaml:3: the question is still the placeholder"):
        read_material(configuration)
    found = lint(read_set(folder / "labels" / "main"), read_corpus(configuration.corpus_root))
    assert "placeholder" in {one.rule for one in found}
    label = folder / "labels" / "main" / "first.yaml"
    label.write_text(label.read_text(encoding="utf-8").replace("Write here what", "What"), encoding="utf-8")
    assert read_material(configuration).in_use == 1


def test_the_globs_are_those_of_the_formats_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What can be read is taken, what cannot is left out with its reason, and nothing of it stops the start."""
    docs = folder / "docs"
    (docs / "price.csv").write_text("plan,seats\nSolo,1\n", encoding="utf-8")
    (docs / "page.html").write_text("<p>Hello there.</p>", encoding="utf-8")
    (docs / "tool.py").write_text("x = 1\n", encoding="utf-8")
    (docs / "settings.json").write_text("{}", encoding="utf-8")
    (docs / "old [1].md").write_bytes(b"caf\xe9")
    (docs / "wide.md").write_bytes(b"\xff\xfea\0")
    (docs / "warranty.pdf").write_bytes(b"%PDF-1.4")
    monkeypatch.setattr("reviewer.corpus.survey.find_spec", lambda _: None)
    lines = start(folder, "docs", "main", force=False).surveyed.lines
    assert lines[0] == "4 of 8 files: **/*.csv, **/*.html, **/*.md, **/*.py; left out:"
    told = "\n".join(lines)
    assert "  warranty.pdf: reading PDF needs `pip install 'overlap-reviewer[pdf]'`" in told
    assert "  settings.json: settings or data (.json)" in told
    assert "  old [1].md: byte 3 (0xe9, line 1) is not UTF-8" in told
    assert "  wide.md: UTF-16" in told
    configuration = read_configuration(folder / "reviewer.yaml")
    read = read_corpus(configuration.corpus_root, configuration.include, configuration.exclude)
    assert list(read.documents) == ["fees.md", "page.html", "price.csv", "tool.py"]


def test_the_next_steps_name_what_the_workflows_still_need(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The commit, whose zeros stand in the files; without workflows nothing is said of them."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr("reviewer.action.templates.COMMIT", "0" * 40)
    with pytest.raises(SystemExit) as ended:
        main(["init", "--workflows"])
    assert ended.value.code == 0
    told = capsys.readouterr().out.partition("Before a pull request is judged:")[2]
    assert "put the full commit of a release" in told
    assert "in place of @0000000" in told
    assert "OWNER/REPO" in told
    assert "@0000000" in (folder / ".github" / "workflows" / "reviewer.yml").read_text(encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["init", "--force"])
    assert "pull request" not in capsys.readouterr().out
