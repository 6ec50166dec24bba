"""Whole jobs: an event in, and what a team sees of it."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from reviewer.action.github_api import GitHub
from tests.action.double import Double, Reply, Seen
from tests.action.handbook import DOCUMENTS, QUOTES, change_overlap, configuration, files, labels
from tests.action.histories import Repository, clone, new_repository
from tests.action.job import Desk, Job, head_of, results
from tests.action.runner import commands

MISSED = ("appeal-days", "pro-limit")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A repository whose main branch has documents, labels and a configuration."""
    made = new_repository(tmp_path / "source")
    made.commit(files(), "base")
    return made


@pytest.fixture
def desk(tmp_path: Path, repository: Repository, double: Double, connect: Callable[..., GitHub]) -> Desk:
    """Runs jobs on that repository."""
    return Desk(tmp_path, repository, double, connect)


def test_a_change_that_loses_a_critical_query_fails_with_everything_left_behind(desk: Desk) -> None:
    """Exit 1, comment, summary, outputs, artefact, annotation."""
    head = change_overlap(desk.repository, 40)
    job = desk.pull(head, missed=MISSED)
    assert job.code == 1
    assert (job.outputs["verdict"], job.outputs["lost"], job.outputs["gained"]) == ("failed", "2", "0")
    assert (job.outputs["recall-baseline"], job.outputs["recall-candidate"]) == ("1.000000", "0.600000")
    assert len(desk.bodies) == 1
    assert "1 critical question can no longer be answered" in desk.bodies[0]
    assert job.outputs["comment-url"].endswith(f"#issuecomment-{next(iter(desk.double.comments))}")
    assert "`pro-limit`" in job.summary
    assert {"results.json", "report.md", "matches.jsonl"} <= {
        path.name for path in (job.workspace / "reviewer-results").iterdir()
    }
    assert [name for name, _ in commands(job.printed)] == ["add-mask", "warning"]
    assert "file=reviewer.yaml,line=4" in job.printed


def test_the_next_push_updates_the_same_comment(desk: Desk) -> None:
    """40 back to 120: exit 0, one comment, about the new head."""
    first = desk.pull(change_overlap(desk.repository, 40), missed=MISSED)
    head = desk.repository.commit({"reviewer.yaml": configuration(120)}, "back")
    second = desk.pull(head)
    assert (first.code, second.code) == (1, 0)
    assert first.outputs["comment-url"] == second.outputs["comment-url"]
    assert [head_of(body) for body in desk.bodies] == [head]
    assert "Passed" in desk.bodies[0].splitlines()[2]


def test_a_fork_s_run_keeps_its_verdict_and_says_how_the_comment_comes(desk: Desk) -> None:
    """Read-only token: no failure but the gate's, no comment, a warning: MishaKav/pytest-coverage-comment#243."""
    desk.double.read_only = {"token"}
    job = desk.pull(change_overlap(desk.repository, 40), missed=MISSED, fork=True)
    assert (job.code, job.outputs["verdict"], job.outputs["comment-url"]) == (1, "failed", "")
    assert desk.bodies == []
    assert "workflow_run" in job.printed
    assert "appeal-days" in job.summary


@pytest.mark.parametrize(
    "reply",
    [
        Reply(403, {"message": "no"}, {"x-ratelimit-remaining": "5"}),
        Reply(404),
        Reply(422, {"message": "too long"}),
        Reply(500),
    ],
)
def test_a_comment_that_cannot_be_written_hides_no_verdict(desk: Desk, reply: Reply) -> None:
    """One warning; summary, outputs and exit code stay."""
    desk.double.faults.append(lambda seen: reply if seen.method == "POST" and "graphql" not in seen.path else None)
    job = desk.pull(change_overlap(desk.repository, 40), missed=MISSED)
    assert (job.code, job.outputs["verdict"]) == (1, "failed")
    assert "No comment was written" in job.printed


def test_a_run_whose_head_has_moved_on_leaves_the_comment_alone(desk: Desk) -> None:
    """publish-unit-test-result-action#183."""
    head = change_overlap(desk.repository, 40)

    def moved(seen: Seen) -> Reply | None:
        if seen.method == "GET" and "/pulls/" in seen.path:
            desk.double.pull(7, "e" * 40)
        return None

    desk.double.faults.append(moved)
    job = desk.pull(head, missed=MISSED)
    assert (job.code, desk.bodies) == (1, [])
    assert "moved on" in job.printed


@pytest.mark.parametrize(
    ("mode", "missed", "count"),
    [("always", (), 1), ("regressions", (), 0), ("regressions", MISSED, 1), ("changes", (), 1), ("never", MISSED, 0)],
)
def test_comment_modes(desk: Desk, mode: str, missed: tuple[str, ...], count: int) -> None:
    """`changes` speaks where the pipeline differs, `regressions` where something was lost."""
    desk.pull(change_overlap(desk.repository, 40), missed=missed, comment=mode)
    assert len(desk.bodies) == count


def test_a_comment_that_exists_is_kept_true_in_every_mode(desk: Desk) -> None:
    """No old failure stays standing above a passing head."""
    desk.pull(change_overlap(desk.repository, 40), missed=MISSED)
    desk.pull(desk.repository.commit({}, "again"), comment="regressions")
    assert "Passed" in desk.bodies[0].splitlines()[2]


@pytest.mark.parametrize(
    ("fail_on", "missed", "code"),
    [("gate", MISSED, 1), ("gate", ("pro-limit",), 0), ("regression", ("pro-limit",), 1), ("never", MISSED, 0)],
)
def test_what_fails_the_step(desk: Desk, fail_on: str, missed: tuple[str, ...], code: int) -> None:
    """A gate, any loss, or nothing."""
    assert desk.pull(change_overlap(desk.repository, 40), missed=missed, fail_on=fail_on).code == code


def test_the_base_is_where_the_branch_left_and_the_rules_are_the_tip_s(desk: Desk) -> None:
    """Not pull_request.base.sha, which goes stale: actions/runner#1689."""
    parted = desk.repository.git("rev-parse", "main")
    head = change_overlap(desk.repository, 40)
    desk.repository.go("main")
    tip = desk.repository.commit({"reviewer.yaml": configuration(120, lost=1)}, "looser gate on main")
    job = desk.pull(head, missed=MISSED)
    assert job.code == 0
    assert all(commit[:12] in desk.bodies[0] for commit in (head, parted, tip))


def test_gates_that_the_change_loosens_do_not_judge_it(desk: Desk) -> None:
    """Said on top; judged by the base's."""
    desk.repository.branch("feature")
    head = desk.repository.commit({"reviewer.yaml": configuration(40, lost=9), ".github/workflows/x.yml": "on: push\n"})
    job = desk.pull(head, missed=MISSED)
    assert job.code == 1
    assert "This change edits the gates." in desk.bodies[0]
    assert "This change edits workflow files" in desk.bodies[0]


def test_labels_that_the_change_removes_or_edits_are_judged_as_at_base(desk: Desk) -> None:
    """Nobody passes by taking the question away."""
    quotes = {name: value for name, value in QUOTES.items() if name != "appeal-days"}
    quotes["pro-limit"] = (*quotes["pro-limit"][:3], "low")
    desk.repository.branch("feature")
    head = desk.repository.commit({"reviewer.yaml": configuration(40), "labels/main/all.yaml": labels(quotes=quotes)})
    job = desk.pull(head, missed=MISSED)
    assert (job.code, job.outputs["lost"]) == (1, "2")
    assert "judged as at the base: appeal-days, pro-limit" in desk.bodies[0]


def test_the_first_run_reports_and_compares_nothing(desk: Desk) -> None:
    """There is no configuration at the base yet; nothing fails."""
    desk.repository.git("checkout", "--quiet", "--orphan", "bare")
    desk.repository.git("rm", "-rq", "--cached", ".")
    desk.repository.commit({"reviewer.yaml": None, "labels/main/all.yaml": None})
    desk.repository.git("branch", "-f", "main")
    desk.repository.branch("first")
    job = desk.pull(desk.repository.commit(files()), baseline="auto")
    assert job.code == 0, job.printed
    assert job.outputs["verdict"] == "not judged"
    assert "this is the first report" in desk.bodies[0]


SERVED = "embedder: {name: openai, model: m, url: 'https://evil.example/v1', key_env: OPENAI_API_KEY}\n"


@pytest.mark.parametrize(
    ("rest", "token", "told"),
    [
        (SERVED, "token", "`embedder.model` is not the default"),
        (SERVED, "none", "a secret (OPENAI_API_KEY)"),
        (SERVED.replace("OPENAI_API_KEY", "ACTIONS_RUNTIME_TOKEN"), "none", "names a variable of the runner"),
        ("prompt_tokenizer: {name: someone/other, revision: x}\n", "token", "`prompt_tokenizer` is not the default"),
        ("prompt_tokenizer: {name: /github/workspace/evil}\n", "none", "`prompt_tokenizer` is a path"),
    ],
)
def test_a_first_report_sends_nothing_where_the_pull_request_says(desk: Desk, rest: str, token: str, told: str) -> None:
    """No configuration at the base vouches for an address, a key's name or weights."""
    desk.given["OPENAI_API_KEY"] = "sk-verysecret"
    desk.repository.commit({"reviewer.yaml": None}, "none yet")
    desk.repository.branch("first")
    head = desk.repository.commit({"reviewer.yaml": configuration() + rest})
    job = desk.pull(head, baseline="auto", github_token=token)
    assert job.code == 2
    assert told in errors(job)[0]
    assert "sk-verysecret" not in job.printed


def test_the_default_branch_is_its_own_word(desk: Desk) -> None:
    """What was merged is no proposal: other weights that the message sent there first are measured."""
    base = desk.repository.git("rev-parse", "main")
    other = "embedder: {model: someone/other, revision: " + "1" * 40 + "}\n"
    head = desk.repository.commit({"reviewer.yaml": configuration() + other}, "other weights")
    payload = {"after": head, "before": base, "repository": {"full_name": "octo/handbook", "default_branch": "main"}}
    pushed = {"GITHUB_EVENT_NAME": "push", "GITHUB_REF": "refs/heads/main"}
    assert desk.event(head, payload, (), pushed).code == 0
    refused = desk.event(head, payload, (), pushed | {"GITHUB_REF": "refs/heads/feature"})
    assert "`embedder.model` differs between base and head" in errors(refused)[0]


def test_a_head_without_a_configuration_names_the_input(desk: Desk) -> None:
    """Exit 2 with the remedy."""
    desk.repository.branch("feature")
    job = desk.pull(desk.repository.commit({"reviewer.yaml": None}))
    assert job.code == 2
    assert "input `config`" in errors(job)[0]


def test_configurations_in_other_folders_have_comments_of_their_own(desk: Desk) -> None:
    """A monorepo: one comment each."""
    other = {f"team/{name}": text for name, text in files().items()}
    desk.repository.go("main")
    desk.repository.commit(other, "second configuration")
    desk.repository.branch("feature")
    head = desk.repository.commit({"team/reviewer.yaml": configuration(40), "reviewer.yaml": configuration(40)})
    jobs = [desk.pull(head, config=name) for name in ("reviewer.yaml", "team/reviewer.yaml")]
    assert [job.code for job in jobs] == [0, 0], jobs[1].printed
    assert len({body.splitlines()[0] for body in desk.bodies}) == 2


def test_a_broken_configuration_is_named_by_file_line_and_commit(desk: Desk) -> None:
    """As the repository knows it, never by a path of ours."""
    desk.repository.branch("feature")
    head = desk.repository.commit({"reviewer.yaml": configuration(40).replace("k: 1", "k: one")})
    job = desk.pull(head)
    assert job.code == 2
    assert f"{head[:12]}:reviewer.yaml:5: k: expected an integer, got 'one'" in errors(job)[0]
    assert str(desk.folder) not in job.printed


def test_what_cannot_be_judged_leaves_no_older_verdict_standing(desk: Desk) -> None:
    """The comment says why, as does the summary; the output too."""
    desk.pull(change_overlap(desk.repository, 40), missed=MISSED)
    head = desk.repository.commit({"reviewer.yaml": configuration(40).replace("k: 1", "k: '@team <b>'")})
    job = desk.pull(head)
    assert (job.code, job.outputs["verdict"]) == (2, "not judged")
    (body,) = desk.bodies
    assert head_of(body) == head
    assert "> [!WARNING]\n> **Not judged: " in body
    assert "1 critical question" not in body
    assert "Not judged" in job.summary
    assert "<b>" not in body
    assert "@team" not in body


def test_withheld_labels_count_in_the_artefact_too(desk: Desk) -> None:
    """A label removed together with its document's change is lost, in the comment and in results.json."""
    quotes = {name: value for name, value in QUOTES.items() if name != "appeal-days"}
    text = DOCUMENTS["docs/appeals.md"].replace("ten days", "a while")
    documents = {**DOCUMENTS, "docs/appeals.md": text}
    desk.repository.branch("feature")
    changed = {"docs/appeals.md": text, "labels/main/all.yaml": labels(documents, quotes)}
    job = desk.pull(desk.repository.commit(changed), baseline="auto")
    assert (job.code, job.outputs["verdict"]) == (1, "failed"), job.printed
    assert "lost until the base branch has them: appeal-days" in desk.bodies[0]
    assert "1 label was edited or removed with the documents and counts as lost until the base has it" in desk.bodies[0]
    assert "reviewer labels`" not in desk.bodies[0]
    verdict = results(job)["verdict"]
    assert isinstance(verdict, dict)
    assert verdict["status"] == "failed"


def test_a_broken_label_is_named_by_file_line_and_commit(desk: Desk) -> None:
    """The same."""
    desk.repository.branch("feature")
    head = desk.repository.commit({"labels/main/all.yaml": "version: 1\nqueries:\n  - id: a b\n"})
    job = desk.pull(head)
    assert job.code == 2
    assert f"{head[:12]}:labels/main/all.yaml:3" in errors(job)[0]
    assert str(desk.folder) not in job.printed


@pytest.mark.parametrize(
    "line",
    [
        "splitter: {name: 'python:evil:Splitter', size: 240, overlap: 40}",
        "splitter: {name: tokens, command: 'sh evil.sh'}",
    ],
)
def test_code_of_the_repository_is_refused_with_the_recipe(desk: Desk, line: str) -> None:
    """The container holds tokens and is root."""
    changed = configuration(40).replace("splitter: {name: tokens, size: 240, overlap: 40}", line)
    desk.repository.branch("feature")
    job = desk.pull(desk.repository.commit({"reviewer.yaml": changed}))
    assert job.code == 2
    assert "refused here" in errors(job)[0]
    assert "baseline: ./handed" in errors(job)[0]


def test_other_weights_are_refused_where_a_token_is_present(desk: Desk) -> None:
    """And evaluated where none is."""
    changed = configuration(40) + "embedder: {model: someone/other, revision: " + "1" * 40 + "}\n"
    desk.repository.branch("feature")
    head = desk.repository.commit({"reviewer.yaml": changed})
    assert "embedder.model" in errors(desk.pull(head))[0]
    without = "none"
    assert desk.pull(head, github_token=without).code == 0


def test_weights_by_a_path_are_refused(desk: Desk) -> None:
    """The pull request could lay them there."""
    changed = configuration(40) + "embedder: {model: ./weights}\n"
    desk.repository.branch("feature")
    assert "is a path" in errors(desk.pull(desk.repository.commit({"reviewer.yaml": changed})))[0]


def test_a_configuration_that_names_folders_outside_is_refused(desk: Desk) -> None:
    """No file of the runner is read."""
    changed = configuration(40).replace("root: docs", "root: ../../..")
    desk.repository.branch("feature")
    assert "outside of the repository" in errors(desk.pull(desk.repository.commit({"reviewer.yaml": changed})))[0]


def test_results_behind_a_link_are_refused(desk: Desk) -> None:
    """A pull request lays `reviewer-results` as a link to the runner's files."""
    desk.repository.branch("feature")
    (desk.repository.folder / "reviewer-results").symlink_to("/github/file_commands")
    job = desk.pull(desk.repository.commit({"reviewer.yaml": configuration(40)}))
    assert job.code == 2
    assert "no folder of the workspace" in errors(job)[0]


@pytest.mark.parametrize("name", ["report.md", "results.json", "texts.json"])
def test_a_folder_where_a_result_belongs_is_refused(desk: Desk, name: str) -> None:
    """A pull request lays it; the message says which, and what to do."""
    desk.repository.branch("feature")
    changed = {"reviewer.yaml": configuration(40), f"reviewer-results/{name}/laid.md": "x"}
    job = desk.pull(desk.repository.commit(changed), text="always")
    assert job.code == 2
    assert f"reviewer-results/{name} is in the way of a result" in errors(job)[0]
    assert "another folder in `artifacts`" in errors(job)[0]


@pytest.mark.parametrize("name", ["report.md", "texts.json"])
def test_nothing_is_written_through_a_link_where_a_result_belongs(desk: Desk, tmp_path: Path, name: str) -> None:
    """A pull request points it at a file of the runner."""
    other = tmp_path / "environment"
    other.write_text("untouched", encoding="utf-8")
    desk.repository.branch("feature")
    (desk.repository.folder / "reviewer-results").mkdir()
    (desk.repository.folder / "reviewer-results" / name).symlink_to(other)
    job = desk.pull(desk.repository.commit({"reviewer.yaml": configuration(40)}), text="always")
    assert job.code == 0
    assert other.read_text(encoding="utf-8") == "untouched"
    assert not (job.workspace / "reviewer-results" / name).is_symlink()


def test_runs_behind_a_link_are_refused(desk: Desk) -> None:
    """They could be any file of the runner."""
    desk.repository.branch("feature")
    (desk.repository.folder / "other").symlink_to("/etc")
    job = desk.pull(desk.repository.commit({"reviewer.yaml": configuration(40)}), baseline="./other")
    assert job.code == 2
    assert "reached by a link" in errors(job)[0]


def test_a_merge_queue_is_evaluated_without_a_comment(desk: Desk) -> None:
    """lint-action#723."""
    base = desk.repository.git("rev-parse", "main")
    head = change_overlap(desk.repository, 40)
    payload = {"merge_group": {"head_sha": head, "base_sha": base}}
    job = desk.event(head, payload, MISSED, {"GITHUB_EVENT_NAME": "merge_group"})
    assert (job.code, desk.bodies) == (1, [])


def test_an_unsupported_event_is_one_clear_error(desk: Desk) -> None:
    """Named, with those that work."""
    head = desk.repository.git("rev-parse", "main")
    job = desk.event(head, {}, (), {"GITHUB_EVENT_NAME": "issue_comment"})
    assert job.code == 2
    assert "`issue_comment` is not supported" in errors(job)[0]


def test_a_closed_pull_request_is_nothing_to_do(desk: Desk) -> None:
    """Exit 0."""
    head = change_overlap(desk.repository, 40)
    job = desk.event(head, {"action": "closed"})
    assert (job.code, job.outputs["verdict"]) == (0, "not judged")


def test_the_token_is_in_nothing_that_is_left(desk: Desk) -> None:
    """Not in the log but to mask it, not in files, not in the comment."""
    secret = "ghs_verysecretindeed"  # noqa: S105  # a made-up one
    desk.double.authors[secret] = "github-actions[bot]"
    job = desk.pull(change_overlap(desk.repository, 40), missed=MISSED, github_token=secret)
    left = [path.read_bytes() for path in desk.folder.glob("job-*/**/*") if path.is_file()]
    assert job.printed.count(secret) == 1
    assert not any(secret.encode() in content for content in left)
    assert secret not in "".join(desk.bodies)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a workspace to somebody else")
def test_what_root_leaves_belongs_to_the_workspace_s_owner(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """actions/runner#434, #1282."""

    def owned(source: Repository, folder: Path, commit: str, depth: int = 0) -> Repository:
        """Clone as the runner's user."""
        made = clone(source, folder, commit, depth)
        for path in (folder, *folder.rglob("*")):
            os.chown(path, 1001, 1001, follow_symlinks=False)
        return made

    monkeypatch.setattr("tests.action.job.clone", owned)
    job = desk.pull(change_overlap(desk.repository, 40), artifacts="out/reviewer")
    left = [job.workspace / "out", *(job.workspace / "out").rglob("*")]
    assert len(left) > 3
    assert {path.stat().st_uid for path in left} == {1001}
    assert all(stat.S_ISREG(path.stat().st_mode) or path.is_dir() for path in left)


def test_no_text_of_documents_or_queries_is_left(desk: Desk) -> None:
    """In results, comment and summary: ids and places only."""
    job = desk.pull(change_overlap(desk.repository, 40), missed=MISSED)
    folder = job.workspace / "reviewer-results"
    left = "".join(path.read_text(encoding="utf-8") for path in folder.iterdir()) + job.summary + "".join(desk.bodies)
    assert not any(quote in left for _, quote, _, _ in QUOTES.values())
    assert "What about" not in left
    assert results(job)["schema"] == "reviewer/results/1"


def test_texts_of_changed_queries_are_left_where_they_are_asked_for(desk: Desk) -> None:
    """In a file of their own; the comment still has none."""
    job = desk.pull(change_overlap(desk.repository, 40), missed=MISSED, text="always")
    left = json.loads((job.workspace / "reviewer-results" / "texts.json").read_text(encoding="utf-8"))
    assert {name: one["evidence"] for name, one in left.items()} == {name: [QUOTES[name][1]] for name in MISSED}
    assert not any(QUOTES[name][1] in desk.bodies[0] for name in MISSED)


def test_where_the_remote_cannot_be_asked_the_event_s_base_judges(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole clone and no token: everything is there but the newest tip."""
    monkeypatch.setattr("tests.action.job.clone", lambda source, folder, commit, _: clone(source, folder, commit))
    head = change_overlap(desk.repository, 40)
    desk.repository.git("config", "uploadpack.hideRefs", "refs/heads/main")
    job = desk.pull(head, missed=MISSED)
    assert job.code == 1
    assert desk.repository.git("rev-parse", "main")[:12] in desk.bodies[0]


def test_links_in_the_corpus_are_named_and_not_followed(desk: Desk) -> None:
    """Nor is what they point at ever read."""
    desk.repository.branch("feature")
    (desk.repository.folder / "docs" / "secret.md").symlink_to("/etc/passwd")
    desk.pull(desk.repository.commit({"reviewer.yaml": configuration(40)}))
    assert "not followed: docs/secret.md" in desk.bodies[0]


def test_labels_of_changed_documents_are_named_and_marked(desk: Desk) -> None:
    """The pipeline is unchanged; stale labels stand in the comment and on their lines."""
    desk.repository.branch("feature")
    text = DOCUMENTS["docs/leave.md"].replace("by mail", "in the portal")
    head = desk.repository.commit({"docs/leave.md": text})
    job = desk.pull(head, baseline="auto")
    assert "The pipeline is unchanged" in desk.bodies[0]
    assert "Labels that no longer describe their documents were left out (1): sick-leave." in desk.bodies[0]
    assert "file=labels/main/all.yaml,line=43,title=Stale label sick-leave" in job.printed


@pytest.mark.parametrize(("gate", "code"), [("", 0), ("  - {max_stale: 0}\n", 1)])
def test_an_edit_of_the_evidence_alone_is_named_and_one_gate_forbids_it(desk: Desk, gate: str, code: int) -> None:
    """A critical label whose quote is rewritten can no longer be lost: it is stale, and out of `max_lost: 0`."""
    rules = configuration().replace("gates:\n", f"gates:\n{gate}")
    quotes = {**QUOTES, "sick-leave": (*QUOTES["sick-leave"][:3], "critical")}
    desk.repository.commit({"reviewer.yaml": rules, "labels/main/all.yaml": labels(quotes=quotes)}, "rules")
    desk.repository.branch("feature")
    text = DOCUMENTS["docs/appeals.md"].replace("within ten days", "soon")
    job = desk.pull(desk.repository.commit({"docs/appeals.md": text}), baseline="auto")
    assert job.code == code
    assert "left out (2): appeal-days, appeal-closed" in desk.bodies[0]
    assert ("2 stale, at most 0" in desk.bodies[0]) == bool(gate)


def errors(job: Job) -> list[str]:
    """Give the errors that a job showed."""
    return [data for name, data in commands(job.printed) if name == "error"]
