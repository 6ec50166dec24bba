"""The runner's environment in, one frozen settings type out; no other file reads variables."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from reviewer.action.inputs import Inputs, read_inputs
from reviewer.errors import ActionError
from reviewer.experiment.hashing import KEY, hash_key
from reviewer.reports.hashed_ids import HashKey

_REPOSITORY = re.compile(r"[A-Za-z0-9_.-]{1,100}/[A-Za-z0-9_.-]{1,100}")
_URL = re.compile(r"https?://[A-Za-z0-9.\[\]:-]+(?:/[A-Za-z0-9._/-]*)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Inputs and what the runner says of the job; paths are absolute, token and key hide from `repr`.

    `held` are the names of all variables that are set, for those that hold secrets; what they hold is not kept.
    """

    inputs: Inputs
    event_name: str
    event_path: Path
    repository: str
    sha: str
    ref: str
    workspace: Path
    temporary: Path
    output: Path | None
    summary: Path | None
    server_url: str
    api_url: str
    graphql_url: str
    run_id: int
    run_attempt: int
    debug: bool
    key: HashKey | None = field(default=None, repr=False)
    held: frozenset[str] = field(default=frozenset(), repr=False, compare=False)

    @property
    def token(self) -> str:
        """The token, or nothing."""
        return self.inputs.token

    @property
    def run_url(self) -> str:
        """The page of this run."""
        return f"{self.server_url}/{self.repository}/actions/runs/{self.run_id}"

    @property
    def cache(self) -> Path:
        """Where vectors are kept: never in the workspace unless asked for."""
        return self.temporary / "reviewer-cache" if not self.inputs.cache_path else Path(self.inputs.cache_path)


def read_settings(variables: Mapping[str, str]) -> Settings:
    """Read the whole environment; what is missing is named."""
    server = _url(variables, "GITHUB_SERVER_URL", "https://github.com")
    repository = variables.get("GITHUB_REPOSITORY", "")
    if _REPOSITORY.fullmatch(repository) is None:
        raise ActionError(
            "GITHUB_REPOSITORY names no repository", "Run this inside GitHub Actions; elsewhere use `reviewer run`."
        )
    inputs = read_inputs(variables)
    return Settings(
        inputs=inputs,
        event_name=variables.get("GITHUB_EVENT_NAME", ""),
        event_path=_path(variables, "GITHUB_EVENT_PATH"),
        repository=repository,
        sha=variables.get("GITHUB_SHA", ""),
        ref=variables.get("GITHUB_REF", ""),
        workspace=_path(variables, "GITHUB_WORKSPACE"),
        temporary=_path(variables, "RUNNER_TEMP", "/tmp"),  # noqa: S108  # only where the runner names none
        output=Path(variables["GITHUB_OUTPUT"]) if variables.get("GITHUB_OUTPUT") else None,
        summary=Path(variables["GITHUB_STEP_SUMMARY"]) if variables.get("GITHUB_STEP_SUMMARY") else None,
        server_url=server,
        api_url=_url(variables, "GITHUB_API_URL", "https://api.github.com"),
        graphql_url=_url(variables, "GITHUB_GRAPHQL_URL", "https://api.github.com/graphql"),
        run_id=_count(variables, "GITHUB_RUN_ID"),
        run_attempt=_count(variables, "GITHUB_RUN_ATTEMPT"),
        debug=variables.get("RUNNER_DEBUG") == "1",
        key=_key(inputs, variables),
        held=frozenset(name for name, value in variables.items() if value.strip()),
    )


def _key(inputs: Inputs, variables: Mapping[str, str]) -> HashKey | None:
    """Give the key that ids are hashed with, where they are to be."""
    if not inputs.hash_ids:
        return None
    if inputs.text:
        raise ActionError("input `text` shows what `hash-ids` hides", "Set one of them to `never`.")
    found = hash_key(variables)
    if found is None:
        raise ActionError(
            f"input `hash-ids` is set, and the step has no {KEY}",
            f"Set `{KEY}: ${{{{ secrets.{KEY} }}}}` below `env:` of the step; the jobs of forks have no secrets.",
        )
    return found


def _path(variables: Mapping[str, str], name: str, default: str = "") -> Path:
    text = variables.get(name) or default
    if not text or "\0" in text:
        raise ActionError(f"{name} is not set", "Run this inside GitHub Actions; elsewhere use `reviewer run`.")
    return Path(text).absolute()


def _url(variables: Mapping[str, str], name: str, default: str) -> str:
    text = (variables.get(name) or default).rstrip("/")
    if _URL.fullmatch(text) is None:
        raise ActionError(f"{name} is no address: {text!r}", "It is set by the runner; do not set it by hand.")
    return text


def _count(variables: Mapping[str, str], name: str) -> int:
    text = variables.get(name) or "0"
    return int(text) if re.fullmatch(r"[0-9]{1,18}", text) else 0


def from_process() -> Settings:
    """Read the environment of this process; the one place that touches it."""
    return read_settings(os.environ)
