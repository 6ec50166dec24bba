"""The runner's environment: what is missing is named, and the token is nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer.action.environment import read_settings
from reviewer.errors import ActionError
from tests.action.runner import variables

SECRET = "ghs_verysecret"  # noqa: S105  # a made-up one


def test_the_token_is_in_no_repr(tmp_path: Path) -> None:
    """Whatever prints the settings."""
    assert SECRET not in repr(read_settings(variables(tmp_path, {"INPUT_GITHUB-TOKEN": SECRET})))


@pytest.mark.parametrize("missing", ["GITHUB_REPOSITORY", "GITHUB_EVENT_PATH", "GITHUB_WORKSPACE"])
def test_outside_of_a_runner_the_command_line_is_named(tmp_path: Path, missing: str) -> None:
    """A person who starts the Action by hand."""
    found = variables(tmp_path)
    del found[missing]
    with pytest.raises(ActionError, match=missing) as caught:
        read_settings(found)
    assert "reviewer run" in caught.value.hint


def test_home_and_path_are_not_read(tmp_path: Path) -> None:
    """codecov-action#1343, gh-action-pypi-publish#112."""
    found = {name: value for name, value in variables(tmp_path).items() if name not in ("HOME", "PATH")}
    assert read_settings(found) == read_settings(variables(tmp_path))


def test_an_enterprise_server_is_taken_from_the_environment(tmp_path: Path) -> None:
    """REST and GraphQL stand under different paths there."""
    enterprise = {
        "GITHUB_SERVER_URL": "https://git.corp.example",
        "GITHUB_API_URL": "https://git.corp.example/api/v3",
        "GITHUB_GRAPHQL_URL": "https://git.corp.example/api/graphql",
    }
    settings = read_settings(variables(tmp_path, enterprise))
    assert (settings.api_url, settings.graphql_url) == tuple(list(enterprise.values())[1:])
    assert settings.run_url.startswith("https://git.corp.example/octo/handbook/actions/runs/")


def test_the_cache_stands_outside_of_the_workspace(tmp_path: Path) -> None:
    """runner#434: what root leaves there breaks the next checkout."""
    settings = read_settings(variables(tmp_path))
    assert not settings.cache.is_relative_to(settings.workspace)
