"""The variables that hold the inputs of action.yml in, each one cleaned or refused by its name out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import PurePosixPath

from reviewer.errors import ActionError

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_REF = re.compile(r"(?!.*(?:\.\.|@\{|//))[A-Za-z0-9_][A-Za-z0-9._/@{}+#-]{0,254}")
_LOGIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\[bot\])?")
_TOKEN = re.compile(r"[!-~]*")
MOST_OVERLAPS = 12


class CommentMode(StrEnum):
    """When a comment is written; one that exists is kept true in every mode but `never`."""

    ALWAYS = "always"
    CHANGES = "changes"
    REGRESSIONS = "regressions"
    NEVER = "never"


class FailOn(StrEnum):
    """What makes the step fail: a blocking gate, any lost query as well, or no result at all."""

    GATE = "gate"
    REGRESSION = "regression"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Baseline:
    """What the candidate is compared with: `auto`, a `ref`, or a `folder` of runs handed over by an earlier step."""

    kind: str = "auto"
    value: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    """The inputs of action.yml, cleaned."""

    config: str
    baseline: Baseline
    overlaps: tuple[int, ...]
    token: str = field(repr=False)
    comment: CommentMode
    comment_id: str
    fail_on: FailOn
    artifacts: str
    text: bool
    hash_ids: bool
    annotations: bool
    cache_path: str
    login: str


def clean_path(name: str, text: str) -> str:
    """Give a relative path below the workspace, without `..`."""
    path = PurePosixPath(text)
    if "\0" in text or "\n" in text or path.is_absolute() or ".." in path.parts or path == PurePosixPath():
        raise _refused(name, text, "Give a path relative to the root of the repository, such as `docs/reviewer.yaml`.")
    return str(path)


def clean_baseline(name: str, text: str) -> Baseline:
    """Read `auto`, `./folder`, or what a remote knows by name: a branch, a tag or a full commit, no expression."""
    if text in ("", "auto"):
        return Baseline()
    if text.startswith("./"):
        return Baseline("folder", clean_path(name, text))
    if _REF.fullmatch(text) is None:
        hint = "Give `auto`, the name of a branch or tag, a full commit, or a folder that begins with `./`."
        raise _refused(name, text, hint)
    return Baseline("ref", text)


def clean_overlaps(name: str, text: str) -> tuple[int, ...]:
    """Read whole numbers with commas between them, each once."""
    found: list[int] = []
    for part in filter(None, (one.strip() for one in text.replace("\n", ",").split(","))):
        if re.fullmatch(r"[0-9]{1,6}", part) is None or int(part) in found or len(found) == MOST_OVERLAPS:
            raise _refused(name, text, f"Give up to {MOST_OVERLAPS} different whole numbers, such as `0, 40, 80, 120`.")
        found.append(int(part))
    return tuple(found)


def clean_token(name: str, text: str) -> str:
    """Take a token of printable ASCII, or `none`; the value is never repeated in an error."""
    if text == "none":
        return ""
    if _TOKEN.fullmatch(text) is None:
        raise ActionError(f"input `{name}` holds blanks or signs that no token has", "Pass `${{ github.token }}`.")
    return text


def clean_comment_id(name: str, text: str) -> str:
    """Take a name that may stand in the hidden marker; nothing means: from the configuration's path."""
    if text and _NAME.fullmatch(text) is None:
        raise _refused(name, text, "Use up to 64 letters, digits, `.`, `_` and `-`.")
    return text


def clean_login(name: str, text: str) -> str:
    """Take the login that comments are written under."""
    if text and _LOGIN.fullmatch(text) is None:
        raise _refused(name, text, "Give a login such as `github-actions[bot]`.")
    return text


def clean_cache(name: str, text: str) -> str:
    """Take an absolute path, as `${{ runner.temp }}/…` gives one."""
    if text and (not PurePosixPath(text).is_absolute() or "\0" in text or ".." in PurePosixPath(text).parts):
        raise _refused(name, text, "Give an absolute path, such as `${{ runner.temp }}/reviewer-cache`.")
    return text


def choice(*allowed: str) -> Callable[[str, str], str]:
    """Give a cleaner that takes one of the words."""

    def clean(name: str, text: str) -> str:
        if text not in allowed:
            raise _refused(name, text, f"Give one of {', '.join(f'`{one}`' for one in allowed)}.")
        return text

    return clean


@dataclass(frozen=True, slots=True)
class Input:
    """An input's default and the cleaner that gives its value; action.yml says the same (tested)."""

    default: str
    clean: Callable[[str, str], object]


INPUTS: Mapping[str, Input] = {
    "config": Input("reviewer.yaml", clean_path),
    "baseline": Input("auto", clean_baseline),
    "overlaps": Input("", clean_overlaps),
    "github-token": Input("${{ github.token }}", clean_token),
    "comment": Input("always", choice(*CommentMode)),
    "comment-id": Input("", clean_comment_id),
    "fail-on": Input("gate", choice(*FailOn)),
    "artifacts": Input("reviewer-results", clean_path),
    "text": Input("never", choice("never", "always")),
    "hash-ids": Input("never", choice("never", "always")),
    "annotations": Input("always", choice("always", "never")),
    "cache-path": Input("", clean_cache),
    "github-login": Input("", clean_login),
}
"""Every input of the Action by its name in action.yml."""


def read_inputs(variables: Mapping[str, str]) -> Inputs:
    """Clean every input; an empty one takes its default."""
    found = {name: one.clean(name, _given(variables, name, one.default)) for name, one in INPUTS.items()}
    baseline, overlaps = found["baseline"], found["overlaps"]
    assert isinstance(baseline, Baseline)  # noqa: S101  # the table above pairs name and cleaner
    assert isinstance(overlaps, tuple)  # noqa: S101  # the same
    return Inputs(
        config=str(found["config"]),
        baseline=baseline,
        overlaps=overlaps,
        token=str(found["github-token"]),
        comment=CommentMode(str(found["comment"])),
        comment_id=str(found["comment-id"]) or comment_id_of(str(found["config"])),
        fail_on=FailOn(str(found["fail-on"])),
        artifacts=str(found["artifacts"]),
        text=found["text"] == "always",
        hash_ids=found["hash-ids"] == "always",
        annotations=found["annotations"] == "always",
        cache_path=str(found["cache-path"]),
        login=str(found["github-login"]),
    )


def comment_id_of(config: str) -> str:
    """Give each configuration of a repository a comment of its own; the usual one is `default`."""
    if config == INPUTS["config"].default:
        return "default"
    return (re.sub(r"[^A-Za-z0-9._]+", "-", config).strip("-.") or "configuration")[-64:].lstrip("-._")


def _given(variables: Mapping[str, str], name: str, default: str) -> str:
    """Find an input as the runner writes it (hyphens stay) or as a shell can (underscores)."""
    upper = f"INPUT_{name.upper()}"
    text = (variables.get(upper) or variables.get(upper.replace("-", "_")) or "").strip()
    return text or ("" if default.startswith("${{") else default)


def _refused(name: str, text: str, hint: str) -> ActionError:
    shown = repr(text) if len(text) <= 60 else f"{text[:60]!r}…"  # noqa: PLR2004  # what fits a line of a log
    return ActionError(f"input `{name}`: {shown} is not allowed", hint)
