"""What a configuration may not ask of a container that holds tokens: foreign code, other addresses, other weights."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from reviewer.chunks import Setting
from reviewer.errors import ActionError
from reviewer.experiment.configuration import ArmSettings, Configuration

_PATHS = (".", "/", "~")
_CODE = ("python", "command")
_KEY = re.compile(r"\[[0-9]+\]")
_GUARDED = re.compile(
    r"(?:^|_)(?:model|revision|tokenizer|weights|adapter|address|url|uri|host|endpoint|key|token|secret|store|path|file"
    r"|folder|collection|database|dsn|env|schema|insecure)(?:_|$)"
)
_RECIPE = (
    "Run it in an earlier step without a token and hand over chunks and runs of both sides, with `baseline: ./handed`; "
    "see docs/action.md."
)


def refuse_code(configuration: Configuration, side: str) -> None:
    """Refuse `python:` and `command:`, wherever they stand: the container runs no repository code."""
    for arm in (configuration.base, *configuration.arms):
        for path, value in _settings(arm):
            begins = isinstance(value, str) and value.partition(":")[0].strip() in _CODE
            if begins or _KEY.sub("", path.rpartition(".")[2]) in _CODE:
                raise ActionError(f"{side}: `{path}` runs code of the repository, which is refused here", _RECIPE)


def refuse_local_files(configuration: Configuration, side: str) -> None:
    """Refuse weights and tokenizers that are named by a path: a pull request could lay them."""
    for arm in (configuration.base, *configuration.arms):
        for path, value in _settings(arm):
            if (
                isinstance(value, str)
                and _GUARDED.search(_KEY.sub("", path.rpartition(".")[2]))
                and value.startswith(_PATHS)
            ):
                raise ActionError(f"{side}: `{path}` is a path", "Name a model by its hub id and commit, or a package.")


def refuse_other_places(before: Configuration, head: Configuration) -> None:
    """Refuse a head that changes an address, the name of a key, weights or a store, where a secret is present."""
    old, new = dict(_settings(before.base)), dict(_settings(head.base))
    for path in sorted(old.keys() | new.keys()):
        if _GUARDED.search(_KEY.sub("", path.rpartition(".")[2])) and old.get(path) != new.get(path):
            raise ActionError(
                f"`{path}` differs between base and head, which is refused in a job that holds a token",
                "Evaluate it in a job with `github-token: none`, or change it on the base branch first.",
            )


def _settings(arm: ArmSettings) -> Iterator[tuple[str, Setting]]:
    """Give every setting by its path, however deep it stands: routes hold splitters of their own."""
    for part in ("splitter", "embedder", "index"):
        yield from _flat(part, getattr(arm, part))
    for at, treatment in enumerate(arm.treatments):
        yield from _flat(f"treatments[{at}]", treatment)


def _flat(path: str, value: object) -> Iterator[tuple[str, Setting]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _flat(f"{path}.{key}", inner)
    elif isinstance(value, (tuple, list)):
        for at, inner in enumerate(value):
            yield from _flat(f"{path}[{at}]", inner)
    elif value is None or isinstance(value, (str, int, float, bool)):
        yield path, value
