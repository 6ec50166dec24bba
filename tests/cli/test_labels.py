"""`reviewer labels` as a person and a workflow use it: what is printed, what is written, which code is returned."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from reviewer.labels import read_set
from tests.cli.labels_command import Run, write_rules
from tests.labels.making import corpus, item, label, span, unanswerable, write_set

RULES = "# Fees\nThe fee is 40 EUR.\nIt is due in May.\n\n# Fines\nIt is due in May.\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder with one set of two labels, and stand in it."""
    folder = write_rules(tmp_path, RULES)
    where = corpus(rules=RULES)
    fee = label("fee", item(span(where, "rules.md", "The fee is 40 EUR.")), query="What does it cost?", risk="high")
    write_set(folder, fee, unanswerable("moon", where.fingerprint[:23]))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def change_rules(project: Path) -> None:
    """Change the document that the label points into."""
    (project / "labels/handbook/corpus/rules.md").write_text(RULES.replace("40", "45"), encoding="utf-8")


def test_check_passes_while_all_is_current(run: Run) -> None:
    """One line, exit code 0."""
    assert run("check") == 0
    assert run.out == "handbook: within the limit (2 fresh)\n"


def test_check_fails_over_the_limit(run: Run, project: Path) -> None:
    """The stale label stands with file and line; the limit decides the exit code."""
    change_rules(project)
    assert run("check") == 2
    assert "stale      fee  labels/handbook/x.yaml:7  rules.md changed\n" in run.out
    assert "to-confirm moon  labels/handbook/x.yaml:12  documents changed" in run.out
    assert "handbook: 1 outdated, over the limit of 0 (1 stale, 1 to-confirm); `reviewer labels` reviews it" in run.out
    assert run("check", "--set", "handbook") == 2
    assert "`reviewer labels --set handbook` reviews it" in run.out
    assert run("check", "--max-stale", "1") == 0
    assert run("check", "--max-stale", "49%") == 2
    assert run("check", "--max-stale", "50%") == 0
    assert run("check", "--max-stale", "many") == 2
    assert "expected a number or a percentage, got 'many'" in run.err


def test_check_keeps_to_the_limit_of_the_configuration_that_judges_by_the_set(run: Run, project: Path) -> None:
    """A run and the check agree on what is too many."""
    change_rules(project)
    corpus = "corpus: {root: labels/handbook/corpus}\nlabels: labels/handbook\n"
    for limit, code in (("0", 2), ("50%", 0)):
        text = f"version: 1\n{corpus}splitter: {{name: tokens, size: 240, overlap: 120}}\nmax_stale: {limit}\n"
        (project / "reviewer.yaml").write_text(text, encoding="utf-8")
        assert run("check") == code


def test_check_tells_programs(run: Run, project: Path) -> None:
    """Counts, limit and places, and no text of anybody's documents."""
    change_rules(project)
    assert run("check", "--json") == 2
    found = json.loads(run.out)
    assert found["counts"] == {
        "fresh": 0,
        "stale": 1,
        "mismatched": 0,
        "vanished": 0,
        "to-confirm": 1,
        "retired": 0,
    }
    assert (found["set"], found["outdated"], found["max_stale"], found["within_limit"]) == ("handbook", 1, 0, False)
    assert [(one["id"], one["line"]) for one in found["labels"]] == [("fee", 7), ("moon", 12)]
    assert "EUR" not in run.out


def test_check_marks_lines_of_the_pull_request(run: Run, project: Path) -> None:
    """A warning for what is outdated, a notice for what is to confirm."""
    change_rules(project)
    run("check", "--github")
    warning, notice, _, _, verdict, _ = run.out.split("\n")
    assert warning == "::warning file=labels/handbook/x.yaml,line=7,title=Label stale::fee: rules.md changed"
    assert notice.startswith("::notice file=labels/handbook/x.yaml,line=12,title=Label to-confirm::moon: documents")
    assert verdict.startswith("handbook: 1 outdated")


def test_annotations_cannot_be_forged(run: Run, project: Path) -> None:
    """A document named like a command, and a file name with commas, stay data; the log has no other command."""
    path = project / "labels/handbook/x.yaml"
    text = path.read_text(encoding="utf-8").replace("document: rules.md", 'document: "::error::a%0A"')
    path.write_text(text.replace(text.partition("fingerprint: ")[2][:23], "sha256:" + "f" * 16), encoding="utf-8")
    path.rename(path.with_name("a,b:c.yaml"))
    assert run("check", "--github") == 2
    commands = [line for line in run.out.split("\n") if re.match(r"\s*::|\s*##\[", line)]
    place = "file=labels/handbook/a%2Cb%3Ac.yaml,line=7,title=Label vanished"
    assert commands == [f"::warning {place}::fee: ::error::a%250A is not in this corpus"]
    assert run("show", "fee") == 0
    assert not re.search(r"(?m)^\s*::", run.out)


def test_lint_names_doubts_with_remedies(run: Run) -> None:
    """As text and as JSON; doubts alone fail nothing."""
    assert run("lint") == 0
    assert "small-slice  1 slice has few answerable queries" in run.out
    assert run("lint", "--json") == 0
    assert {one["rule"] for one in json.loads(run.out)} == {"small-slice"}


def test_lint_fails_a_check_only_where_that_is_asked_for(run: Run, project: Path) -> None:
    """With the same words, as text and as JSON; where nothing is found it passes."""
    assert run("lint", "--strict") == 1
    assert "small-slice  1 slice has few answerable queries" in run.out
    assert run("lint", "--strict", "--json") == 1
    assert len(json.loads(run.out)) == 1
    assert run("retire", "fee", "--reason", "dull", "--by", "Ada") == 0
    assert run("lint", "--strict") == 0
    assert run.out == "nothing to say\n"


def test_a_configuration_may_be_named_as_elsewhere(run: Run, project: Path) -> None:
    """Its documents and limits count; one that judges by other labels is refused, not passed over."""
    change_rules(project)
    (project / "old").mkdir()
    (project / "old/rules.md").write_text(RULES, encoding="utf-8")
    splitter = "splitter: {name: tokens, size: 240, overlap: 120}\n"
    other = project / "other.yaml"
    other.write_text(f"version: 1\ncorpus: {{root: old}}\nlabels: labels/handbook\n{splitter}", encoding="utf-8")
    assert run("check") == 2
    assert run("check", "--config", "other.yaml") == 0
    assert run("list", "--config", "other.yaml") == run("lint", "--config", "other.yaml") == 0
    assert run("show", "fee", "--config", "other.yaml") == 0
    assert "fresh" in run.out
    other.write_text(f"version: 1\ncorpus: {{root: old}}\nlabels: labels/none\n{splitter}", encoding="utf-8")
    assert run("check", "--config", "other.yaml") == 2
    assert "other.yaml: does not judge by the label set labels/handbook" in run.err
    assert run("check", "--config", "nowhere.yaml") == 2
    assert "no such configuration" in run.err


def test_retiring_tells_programs(run: Run) -> None:
    """What was written, and who signed."""
    assert run("retire", "moon", "--reason", "dull", "--by", "Ada", "--json") == 0
    told = json.loads(run.out)
    assert (told["label"], told["by"], told["reason"]) == ("moon", "Ada", "dull")


def test_list_shows_states_and_places(run: Run, project: Path) -> None:
    """All labels, or those that need a person."""
    change_rules(project)
    retire_code = run("retire", "moon", "--reason", "dull", "--by", "Ada")
    assert retire_code == run("list") == 0
    assert run.out == (
        "stale      fee  labels/handbook/x.yaml:3  rules.md  “What does it cost?”\n"
        "retired    moon  labels/handbook/x.yaml:12  not answerable  “On the Moon?”\n"
    )
    run("list", "--stale", "--json")
    assert [(one["id"], one["state"], one["tags"]) for one in json.loads(run.out)] == [
        ("fee", "stale", {"risk": "high"})
    ]


def test_show_prints_a_label_as_text(run: Run, project: Path) -> None:
    """Its words, and none that a terminal or a runner would obey."""
    evil = "[bold]x[/bold] \x1b[31m\n::error::y"
    (project / "labels/handbook/corpus/evil.md").write_text(evil, encoding="utf-8")
    bad = label("evil", item(span(corpus(evil=evil), "evil.md", evil)), query="[red]Why[/nothing]?")
    write_set(project / "labels/handbook", bad, file="evil.yaml")
    assert run("show", "evil") == 0
    assert "query: [red]Why[/nothing]?\n" in run.out
    assert "│ [bold]x[/bold] \\u001b[31m\n│ ::error::y\n" in run.out
    assert "\x1b" not in run.out
    assert not re.search(r"^\s*::", run.out, re.MULTILINE)
    assert run("show", "nobody") == 2
    assert "no label 'nobody' in the set handbook" in run.err


def test_retire_keeps_the_label_with_its_reason(run: Run, project: Path) -> None:
    """One line is added; the id stays taken."""
    path = project / "labels/handbook/x.yaml"
    before = path.read_text(encoding="utf-8").split("\n")
    assert run("retire", "fee", "--reason", "no longer asked", "--by", "Ada") == 0
    after = path.read_text(encoding="utf-8").split("\n")
    (added,) = [line for line in after if line not in before]
    assert re.fullmatch(r'    retired: \{by: Ada, on: "\d{4}-\d\d-\d\d", reason: no longer asked\}', added)
    assert [line for line in after if line != added] == before


def test_retire_is_signed_as_everything_else(run: Run, project: Path) -> None:
    """By git's user.name, not by the name of an account."""
    subprocess.run(["git", "init", "-q", "."], check=True)  # noqa: S607  # whichever git the machine has
    subprocess.run(["git", "config", "user.name", "Grace Hopper"], check=True)  # noqa: S607
    assert run("retire", "fee", "--reason", "no longer asked") == 0
    assert "by: Grace Hopper" in (project / "labels/handbook/x.yaml").read_text(encoding="utf-8")


def test_a_question_is_written_once_unless_asked_again(run: Run, project: Path) -> None:
    """However it is set; the label that asks it is named. A retired label asks nothing."""
    given = ("--document", "rules.md", "--quote", "It is due in May.", "--nth", "1", "--boundary", "control")
    assert run("add", *given, "--query", "what does  it cost?") == 2
    assert "asked already by fee: labels/handbook/x.yaml:3" in run.err
    assert "--again" in run.err
    assert run("add", *given, "--query", "what does  it cost?", "--again") == 0
    assert len(read_set(project / "labels/handbook").labels) == 3
    assert run.err == ""


def test_a_label_without_a_pattern_is_written_with_a_warning(run: Run) -> None:
    """It would count in no slice; one that is not answerable needs none."""
    assert run("add", "--document", "rules.md", "--quote", "# Fines", "--query", "Fines?") == 0
    assert "warning: the label has no boundary pattern" in run.err
    assert run("add", "--not-answerable", "--query", "On Mars?") == 0
    assert run.err == ""


def test_add_writes_a_label_bound_to_its_document(run: Run, project: Path) -> None:
    """Into the file where the document's labels stand, with an id of its words."""
    asked = ("add", "--document", "rules.md", "--query", "When is the fee due?", "--boundary", "list-item")
    assert run(*asked, "--quote", "It is due in May.") == 2
    assert "the quote stands 2 times in rules.md" in run.err
    assert "1: [26, 43), line 3, column 1, under Fees" in run.err
    assert run(*asked, "--quote", "It is due in May.", "--nth", "2", "--tag", "risk=low") == 0
    assert "when-is-the-fee-due written to labels/handbook/x.yaml: rules.md [53, 70)" in run.out
    added = read_set(project / "labels/handbook")["when-is-the-fee-due"]
    assert (added.query.boundary, added.query.tags, added.spans[0].start) == ("list-item", {"risk": "low"}, 53)
    assert run("check") == 0


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--document", "none.md", "--quote", "x"], "no document 'none.md'"),
        (["--document", "rules.md", "--quote", "nowhere"], "rules.md does not hold the quote"),
        (["--document", "rules.md", "--quote", "# Fees", "--id", "fee"], "fee is taken: labels/handbook/x.yaml:3"),
        (["--document", "rules.md", "--quote", "# Fees", "--id", "a b"], "'a b' cannot be an id"),
        (["--document", "rules.md", "--quote", "# Fees", "--tag", "risk"], "expected KEY=VALUE"),
        (["--document", "rules.md", "--quote", "# Fees", "--boundary", "a b"], "'a b' cannot be an id"),
    ],
)
def test_add_refuses_with_the_reason(run: Run, arguments: list[str], expected: str) -> None:
    """Nothing is written."""
    assert run("add", "--query", "What?", *arguments) == 2
    assert expected in run.err
    assert "Traceback" not in run.err
    assert run("check") == 0


def squad(project: Path, start: int) -> str:
    """Write a data set of one question."""
    answers = [{"text": "40 EUR", "answer_start": start}]
    paragraph = {"context": "The fee is 40 EUR.", "qas": [{"id": "q1", "question": "Fee?", "answers": answers}]}
    path = project / "set.json"
    path.write_text(json.dumps({"data": [{"title": "Fees", "paragraphs": [paragraph]}]}), encoding="utf-8")
    return str(path)


def test_import_writes_documents_and_labels(run: Run, project: Path) -> None:
    """Which are current at once."""
    target = ("--corpus-to", "labels/new/corpus", "--labels-to", "labels/new")
    assert run("import", "squad", squad(project, 11), *target) == 0
    assert run.out.startswith("1 queries, 1 spans that were checked\n1 documents to labels/new/corpus, 1 label files")
    assert (project / "labels/new/corpus/Fees.txt").read_text(encoding="utf-8") == "The fee is 40 EUR."
    assert run("check", "--set", "new") == 0
    assert run("check") == 2
    assert "2 label sets stand below labels/" in run.err


def test_import_refuses_what_does_not_hold(run: Run, project: Path) -> None:
    """By name, before anything is written; kept on request, and counted by the check."""
    arguments = ("import", "squad", squad(project, 12), "--corpus-to", "c", "--labels-to", "labels/new")
    assert run(*arguments) == 2
    assert "1 of 1 spans do not hold their text:\n  q1: Fees.txt [12, 18), text begins 1 earlier" in run.err
    assert not (project / "c").exists()
    assert run(*arguments, "--keep-mismatched", "--json") == 0
    assert json.loads(run.out)["mismatched"] == 1
    assert run("check", "--set", "new", "--corpus", "c") == 2
    assert "1 mismatched" in run.out


def test_import_refuses_an_unknown_format(run: Run, project: Path) -> None:
    """And lists those known."""
    assert run("import", "hotpot", squad(project, 11), "--corpus-to", "c", "--labels-to", "l") == 2
    assert "Known: chroma, cuad, spans, squad." in run.err


@pytest.mark.parametrize(
    ("broken", "expected"),
    [
        ("version: 1\nqueries: [{id: a b, query: x}]\n", r"x\.yaml:2: queries\[0\]\.id: 'a b' cannot be an id"),
        ("version: 1\nqueries: []\n", "no labels below labels/handbook"),
        ("version: 1\n\tqueries: []\n", r"x\.yaml:2: "),
    ],
)
def test_broken_labels_are_one_clear_message(run: Run, project: Path, broken: str, expected: str) -> None:
    """Exit code 2, file and line, no traceback."""
    (project / "labels/handbook/x.yaml").write_text(broken, encoding="utf-8")
    assert run("check") == 2
    assert re.search(expected, run.err)
    assert "Traceback" not in run.err
