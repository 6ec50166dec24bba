"""`reviewer labels sites`, `candidates` and what `add` makes of them, as a person and a program use them."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from reviewer.labels import read_set
from reviewer.labels.candidates import Candidate
from tests.cli.labels_command import Run, write_rules

RULES = (
    "# Fees\n\nFees are what the firm has to know of it. If the fee is late, we send a letter to the owner. "
    "Otherwise nothing happens to the firm.\n\n| Plan | Seats | Price |\n|---|---|---|\n| Crew | 5 | 12.00 |\n"
)
ROW = RULES.index("| Crew")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder with one set without labels, and stand in it."""
    write_rules(tmp_path, RULES)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_sites_name_places_and_the_command_for_each(run: Run, project: Path) -> None:
    """The command, its question filled in, writes the label; the site is then found no more."""
    assert run("sites", "--pattern", "condition-consequence") == 0
    assert "a condition (“If”), and what follows from it (“Otherwise”)" in run.out
    assert "1 site (1 condition-consequence); --review" in run.out.splitlines()[-1]
    assert "│ If the fee is late, we send a letter to the owner.\n" in run.out
    assert "│ Otherwise nothing happens to the firm.\n" in run.out
    (command,) = [line.strip() for line in run.out.splitlines() if line.strip().startswith("reviewer labels add")]
    words = shlex.split(command)[2:]
    assert run(*words) == 2
    assert "the question is still the placeholder 'YOUR QUESTION'" in run.err
    assert run(*words[:-1], "") == 2
    assert "Give the question (--query)." in run.err
    assert run(*words[:-1], "What if the fee is late?") == 0
    (made,) = read_set(project / "labels/handbook").labels
    assert made.query.boundary == "condition-consequence"
    assert made.spans[0].quote.startswith("If the fee is late")
    assert made.spans[0].quote.endswith("Otherwise nothing happens to the firm.")
    assert run("sites", "--pattern", "condition-consequence") == 0
    assert run.out.startswith("0 sites")


def test_sites_for_programs_come_back_as_labels(run: Run, project: Path) -> None:
    """Fill in `query`, and hand the file back."""
    assert run("sites", "--json") == 0
    sites = json.loads(run.out)
    assert {one["pattern"] for one in sites} == {"condition-consequence", "table-row"}
    row = next(one for one in sites if one["pattern"] == "table-row")
    assert row["parts"][1]["quote"] == "| Crew | 5 | 12.00 |"
    row["query"] = "What does Crew cost?"
    (project / "filled.json").write_text(json.dumps(sites), encoding="utf-8")
    assert run("add", "--from", "filled.json") == 0
    assert "1 without a question was passed over" in run.out
    (made,) = read_set(project / "labels/handbook").labels
    assert (made.query.text, made.query.boundary) == ("What does Crew cost?", "table-row")


def test_sites_can_be_limited(run: Run) -> None:
    """The counts tell of all."""
    assert run("sites", "--limit", "1") == 0
    assert "2 sites, 1 shown" in run.out
    assert run("sites", "--document", "docs/rules.md") == 2
    assert "did you mean rules.md?" in run.err


def test_arms_rank_sites_only_when_asked(run: Run, project: Path) -> None:
    """With the configuration that judges by the set."""
    assert run("sites", "--arms") == 2
    assert "no configuration here judges by this set" in run.err
    (project / "reviewer.yaml").write_text(
        "version: 1\ncorpus: {root: labels/handbook/corpus}\nlabels: labels/handbook\n"
        "splitter: {name: characters, size: 60, overlap: 0}\noverlaps: [0, 20]\n",
        encoding="utf-8",
    )
    assert run("sites", "--arms", "--json") == 0
    found = json.loads(run.out)
    assert {one["pattern"]: one["arms"] for one in found} == {
        "condition-consequence": ["overlap-0", "overlap-20"],
        "table-row": ["overlap-0", "overlap-20"],
    }
    assert run("sites") == 0
    assert "cut apart" not in run.out


def test_candidates_are_queued_listed_and_placed(run: Run, project: Path) -> None:
    """Nothing enters the set before a person decided; then it says who did."""
    (project / "misses.jsonl").write_text(
        '{"query": "What if I pay late?", "document": "rules.md"}\n{"query": "On the Moon?"}\n{"query": "asdf"}\n',
        encoding="utf-8",
    )
    late, moon, noise = (Candidate.of(text).id for text in ("What if I pay late?", "On the Moon?", "asdf"))
    assert run("candidates", "misses.jsonl") == 0
    assert "3 queued, 0 waited already" in run.out
    assert run("candidates", "misses.jsonl") == 0
    assert "0 queued, 3 waited already" in run.out
    assert run("candidates") == 0
    assert late in run.out
    assert "3 candidates wait" in run.out
    assert not list((project / "labels/handbook").glob("*.yaml"))
    quote = "If the fee is late, we send a letter to the owner."
    assert run("add", "--candidate", late, "--quote", quote, "--by", "Ada") == 0
    assert run("add", "--candidate", moon, "--not-answerable", "--by", "Ada") == 0
    assert run("candidates", "--drop", noise, "--reason", "no question", "--by", "Ada") == 0
    labels = read_set(project / "labels/handbook").labels
    assert {one.query.text: one.query.answerable for one in labels} == {
        "What if I pay late?": True,
        "On the Moon?": False,
    }
    assert {one.approved.by for one in labels if one.approved} == {"Ada"}
    assert run("candidates", "--json") == 0
    assert json.loads(run.out) == []
    assert run("candidates", "misses.jsonl") == 0
    assert "asked already by what-if-i-pay-late" in run.out
    assert "dropped before (no question): asdf" in run.out
    assert "0 queued" in run.out


def test_an_approval_is_shown(run: Run, project: Path) -> None:
    """In words and in JSON; a label that a person wrote without a candidate needs none."""
    (project / "misses.jsonl").write_text('{"query": "Fees?", "document": "rules.md"}\n', encoding="utf-8")
    assert run("candidates", "misses.jsonl") == 0
    given = ("--candidate", Candidate.of("Fees?").id, "--quote", "# Fees", "--id", "q", "--by", "Ada")
    assert run("add", *given) == 0
    assert run("show", "q") == 0
    assert "approved: by Ada on 20" in run.out
    assert run("show", "q", "--json") == 0
    assert json.loads(run.out)["approved"]["by"] == "Ada"
    assert run("add", "--document", "rules.md", "--quote", "# Fees", "--query", "And?", "--id", "own") == 0
    assert run("show", "own", "--json") == 0
    assert json.loads(run.out)["approved"] is None


def test_add_warns_of_a_likely_slip_in_the_pattern(run: Run) -> None:
    """And writes the label all the same: the list is open."""
    given = ("--document", "rules.md", "--quote", "# Fees", "--query", "Fees?")
    assert run("add", *given, "--boundary", "table-rows") == 0
    assert "did you mean table-row?" in run.err
    assert run("add", *given, "--boundary", "foo", "--again") == 0
    assert run.err == ""


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("add",), "or --candidate"),
        (("add", "--query", "x"), "Give the document (--document) and the evidence (--quote or --at;"),
        (
            ("add", "--document", "labels/handbook/corpus/rules.md", "--quote", "x", "--query", "q"),
            "did you mean rules.md?",
        ),
        (("add", "--candidate", "c-0", "--not-answerable"), "no candidate 'c-0' waits"),
        (("add", "--document", "rules.md", "--at", "9:3", "--query", "q"), "START:END"),
        (("add", "--query", "q", "--not-answerable", "--quote", "x"), "there is no evidence"),
        (("candidates", "--drop", "c-0"), "--reason"),
        (("sites", "--pattern", "nonsense"), "no sites of a pattern"),
        (("sites", "--review"), "needs a terminal"),
        (("candidates", "--review"), "needs a terminal"),
    ],
)
def test_what_is_meant_wrong_is_said_with_the_remedy(run: Run, arguments: tuple[str, ...], expected: str) -> None:
    """And nothing is written."""
    assert run(*arguments) == 2
    assert expected in run.err


def test_several_places_lie_in_one_passage_unless_told_otherwise(run: Run, project: Path) -> None:
    """As a row and its header do."""
    given = (
        "--document",
        "rules.md",
        "--quote",
        "| Plan | Seats | Price |",
        "--at",
        f"{ROW}:{ROW + 20}",
        "--query",
        "Price?",
    )
    assert run("add", *given) == 0
    assert run("add", *given, "--separate", "--again") == 0
    together, separate = (one.query.evidence for one in read_set(project / "labels/handbook").labels)
    assert [len(item.alternatives[0]) for item in together] == [2]
    assert [len(item.alternatives[0]) for item in separate] == [1, 1]
