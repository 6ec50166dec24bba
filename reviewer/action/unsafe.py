"""What a configuration may not ask of a container that holds secrets: foreign code, other addresses, other weights."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from reviewer.chunks import Setting
from reviewer.errors import ActionError
from reviewer.experiment.configuration import ArmSettings, Configuration
from reviewer.experiment.hashing import KEY
from reviewer.vectors import DEFAULT_MODEL, DEFAULT_REVISION

_PATHS = (".", "/", "~")
_CODE = ("python", "command")
_PLACE = re.compile(r"\[[0-9]+\]")
_GUARDED = re.compile(
    r"(?:^|_)(?:model|revision|tokenizer|weights|adapter|address|url|uri|host|endpoint|key|token|secret|store|path|file"
    r"|folder|collection|database|dsn|env|schema|insecure)(?:_|$)"
)
_USUAL = (None, False, DEFAULT_MODEL, DEFAULT_REVISION)
"""Values of guarded settings that say no more than their defaults."""
_VARIABLE = re.compile(r"(?:^|_)env$")
_OURS = re.compile("INPUT_|GITHUB_|ACTIONS_|RUNNER_|REVIEWER_", re.IGNORECASE)
_UNNAMED = (KEY, "OPENAI_API_KEY", "AZURE_OPENAI_API_KEY", "HF_TOKEN", "HUGGING_FACE_HUB_TOKEN", "PGPASSWORD")
"""Variables that hold a secret also where no setting names them: libraries read some of them by themselves."""
_RECIPE = (
    "Run it in an earlier step without a token and hand over chunks and runs of both sides, with `baseline: ./handed`; "
    "see docs/action.md."
)


def refuse_code(configuration: Configuration, side: str) -> None:
    """Refuse `python:` and `command:`, wherever they stand: the container runs no repository code."""
    for path, value in _every(configuration):
        begins = isinstance(value, str) and value.partition(":")[0].strip() in _CODE
        if begins or _key(path) in _CODE:
            raise ActionError(f"{side}: `{path}` runs code of the repository, which is refused here", _RECIPE)


def refuse_local_files(configuration: Configuration, side: str) -> None:
    """Refuse weights and tokenizers that are named by a path: a pull request could lay them."""
    for path, value in _every(configuration):
        if isinstance(value, str) and _GUARDED.search(_key(path)) and value.startswith(_PATHS):
            raise ActionError(f"{side}: `{path}` is a path", "Name a model by its hub id and commit, or a package.")


def refuse_our_variables(configuration: Configuration, side: str) -> None:
    """Refuse to read a variable of the runner's or our own as a key, which the configuration could send anywhere."""
    for path, value in _every(configuration):
        if _VARIABLE.search(_key(path)) and isinstance(value, str) and _OURS.match(value.strip()):
            raise ActionError(
                f"{side}: `{path}` names a variable of the runner, which holds no key of a pipeline",
                "Give the step the key under a name of its own, such as OPENAI_API_KEY, below `env:`.",
            )


def secrets_in_play(token: str, held: Collection[str], configurations: Iterable[Configuration]) -> tuple[str, ...]:
    """Name the secrets that a job holds: its token, and variables that a configuration or a library reads as keys.

    Args:
        token: The input `github-token`.
        held: The names of all variables that are set.
        configurations: Those of all sides.

    """
    settings = (one for configuration in configurations for one in _every(configuration))
    named = {str(value) for path, value in settings if _VARIABLE.search(_key(path))}
    found = sorted({*named, *_UNNAMED} & set(held))
    return (*(["`github-token`"] if token else []), *found)


def refuse_other_places(before: Configuration, head: Configuration, secrets: Collection[str]) -> None:
    """Refuse a head that changes an address, the name of a key, weights or a store, where a secret is present."""
    old, new = dict(_settings(before.base)), dict(_settings(head.base))
    for path in sorted(old.keys() | new.keys()):
        if secrets and _GUARDED.search(_key(path)) and old.get(path) != new.get(path):
            raise _refused(f"`{path}` differs between base and head", secrets)


def refuse_unvouched(head: Configuration, secrets: Collection[str]) -> None:
    """Refuse what a head asks for beyond the defaults, where no base vouches for it and a secret is there."""
    for path, value in (*_settings(head.base), *_rules(head)):
        if secrets and _GUARDED.search(_key(path)) and value not in _USUAL:
            raise _refused(f"`{path}` is not the default, and no configuration at the base has it", secrets)


def _refused(what: str, secrets: Collection[str]) -> ActionError:
    return ActionError(
        f"{what}, which is refused in a job that holds a secret ({', '.join(secrets)})",
        "Evaluate it in a job with `github-token: none` and no key in `env:`, or put it on the base branch first.",
    )


def _key(path: str) -> str:
    """Give the last key of a path, whichever of a list it is."""
    return _PLACE.sub("", path.rpartition(".")[2])


def _every(configuration: Configuration) -> Iterator[tuple[str, Setting]]:
    """Give every setting of every arm, and of the rules."""
    for arm in (configuration.base, *configuration.arms):
        yield from _settings(arm)
    yield from _rules(configuration)


def _rules(configuration: Configuration) -> Iterator[tuple[str, Setting]]:
    """Give what the rules load: the tokenizer that prompts are counted by."""
    yield "prompt_tokenizer", configuration.rules.prompt_tokenizer
    yield "prompt_tokenizer.revision", configuration.rules.prompt_revision


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
