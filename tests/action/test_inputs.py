"""The inputs of action.yml: every one cleaned, every mistake named, the token in no message."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer.action.environment import read_settings
from reviewer.action.inputs import INPUTS, Baseline, CommentMode, FailOn
from reviewer.errors import ActionError
from tests.action.runner import variables

SECRET = "ghs_verysecret"  # noqa: S105  # a made-up one


def test_inputs_with_hyphens_arrive_as_the_runner_writes_them(tmp_path: Path) -> None:
    """`github-token` is INPUT_GITHUB-TOKEN."""
    settings = read_settings(variables(tmp_path, {"INPUT_GITHUB-TOKEN": SECRET, "INPUT_FAIL-ON": "never"}))
    assert (settings.token, settings.inputs.fail_on) == (SECRET, FailOn.NEVER)


def test_inputs_that_a_shell_passed_on_arrive_with_underscores(tmp_path: Path) -> None:
    """The shell dash drops names with hyphens; a wrapper may map them."""
    settings = read_settings(variables(tmp_path, {"INPUT_GITHUB_TOKEN": SECRET, "INPUT_COMMENT_ID": "eu"}))
    assert (settings.token, settings.inputs.comment_id) == (SECRET, "eu")


def test_empty_inputs_take_their_defaults(tmp_path: Path) -> None:
    """The runner passes inputs that are not set as empty texts."""
    inputs = read_settings(variables(tmp_path, {f"INPUT_{name.upper()}": "" for name in INPUTS})).inputs
    assert (inputs.config, inputs.baseline, inputs.comment) == ("reviewer.yaml", Baseline(), CommentMode.ALWAYS)
    assert (inputs.artifacts, inputs.text, inputs.annotations, inputs.overlaps) == ("reviewer-results", False, True, ())


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("config", "../../etc/passwd"),
        ("config", "/etc/passwd"),
        ("config", "."),
        ("baseline", "--upload-pack=x"),
        ("baseline", "./../out"),
        ("baseline", "main~1"),
        ("baseline", "HEAD^"),
        ("baseline", "main@{1}"),
        ("baseline", "main..other"),
        ("overlaps", "120,x"),
        ("overlaps", "40,40"),
        ("overlaps", "-1"),
        ("comment", "sometimes"),
        ("comment-id", "a b"),
        ("comment-id", "--> <b>"),
        ("fail-on", "Gate"),
        ("artifacts", "../x"),
        ("text", "yes"),
        ("annotations", "1"),
        ("cache-path", "relative"),
        ("cache-path", "/a/../b"),
        ("github-login", "a b"),
    ],
)
def test_a_wrong_input_is_named_with_what_is_right(tmp_path: Path, name: str, value: str) -> None:
    """One message, one remedy."""
    with pytest.raises(ActionError, match=f"input `{name}`") as caught:
        read_settings(variables(tmp_path, {f"INPUT_{name.upper()}": value}))
    assert caught.value.hint


@pytest.mark.parametrize("name", ["main", "v1.2.0", "a" * 40, "renovate/npm-@types/node", "fix#12", "x{y}"])
def test_names_that_a_remote_may_know_are_refs(tmp_path: Path, name: str) -> None:
    """As `git check-ref-format` allows them; expressions, which no remote resolves, are refused at once."""
    assert read_settings(variables(tmp_path, {"INPUT_BASELINE": name})).inputs.baseline == Baseline("ref", name)


def test_a_wrong_token_is_not_repeated(tmp_path: Path) -> None:
    """The message is shown to everybody."""
    with pytest.raises(ActionError) as caught:
        read_settings(variables(tmp_path, {"INPUT_GITHUB-TOKEN": f"{SECRET}\nx"}))
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize(
    ("config", "identity"),
    [
        ("reviewer.yaml", "default"),
        ("docs/reviewer.yaml", "docs-reviewer.yaml"),
        ("a b/ü.yaml", "a-b-.yaml"),
        ("x/" * 60 + "reviewer.yaml", "x-" * 25 + "reviewer.yaml"),
    ],
)
def test_each_configuration_has_a_comment_of_its_own(tmp_path: Path, config: str, identity: str) -> None:
    """A monorepo needs no `comment-id`."""
    found = read_settings(variables(tmp_path, {"INPUT_CONFIG": config})).inputs.comment_id
    assert found == identity or (len(found) <= 64 and identity.endswith(found.lstrip("-")))
