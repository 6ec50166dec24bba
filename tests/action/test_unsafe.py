"""Code of a repository is refused wherever a configuration names it, and every setting that differs is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer.action.notices import changed_settings
from reviewer.action.sides import Side, Sides
from reviewer.action.unsafe import (
    refuse_code,
    refuse_local_files,
    refuse_other_places,
    refuse_our_variables,
    refuse_unvouched,
    secrets_in_play,
)
from reviewer.errors import ActionError
from reviewer.experiment.configuration import Configuration, read_configuration

TOKEN = ("`github-token`",)
SPLITTER = "splitter: {name: tokens, size: 240, overlap: 40}"


def read(folder: Path, splitter: str = SPLITTER, rest: str = "") -> Configuration:
    """Read a configuration with this splitter."""
    folder.mkdir(exist_ok=True)
    path = folder / "reviewer.yaml"
    path.write_text(f"version: 1\ncorpus: {{root: docs}}\nlabels: labels/main\n{splitter}\n{rest}", encoding="utf-8")
    return read_configuration(path)


@pytest.mark.parametrize(
    "splitter",
    [
        "splitter: {name: python, python: 'evil:cut'}",
        "splitter: {name: ' command', size: 1}",
        "splitter: {name: command, command: [sh, evil.sh]}",
        "splitter: {name: by-format, formats: {markdown: {name: python, python: 'evil:cut'}}}",
        "splitter: {name: by-format, formats: {markdown: command}}",
        "splitter: {name: by-format, blocks: {table: {name: tokens, python: 'evil:cut'}}}",
        "splitter: {name: by-format, formats: {markdown: {name: by-format, formats: {code: 'python:evil'}}}}",
    ],
)
def test_code_is_refused_however_deep_it_is_named(tmp_path: Path, splitter: str) -> None:
    """Routes hold splitters of their own, which are held to the same."""
    with pytest.raises(ActionError, match="runs code of the repository") as refused:
        refuse_code(read(tmp_path, splitter), "head")
    assert "baseline: ./handed" in refused.value.hint
    refuse_code(read(tmp_path), "head")


def test_paths_and_other_weights_are_refused_in_routes_too(tmp_path: Path) -> None:
    """A tokenizer of one route is as dangerous as that of the whole."""
    route = "splitter: {{name: by-format, formats: {{markdown: {{name: tokens, size: 9, tokenizer: {}}}}}}}"
    with pytest.raises(ActionError, match=r"formats\.markdown\.tokenizer` is a path"):
        refuse_local_files(read(tmp_path, route.format("./laid")), "head")
    with pytest.raises(ActionError, match="differs between base and head"):
        refuse_other_places(read(tmp_path / "b", route.format("a/b")), read(tmp_path / "h", route.format("c/d")), TOKEN)


def test_treatments_and_routes_that_differ_are_named(tmp_path: Path) -> None:
    """A change of treatments alone is no unchanged pipeline."""
    before = read(tmp_path / "b")
    head = read(tmp_path / "h", rest="treatments: [{name: cap, per_document: 2}]\n")
    sides = [Side(commit=name * 40, folder=tmp_path, configuration=one) for name, one in (("a", before), ("b", head))]
    changed = changed_settings(Sides(head=sides[1], before=sides[0], rules=sides[0]))
    assert [(name, old) for name, old, _ in changed] == [("treatments", "–")]
    assert changed[0][2].startswith("cap(")
    routed = "splitter: {{name: by-format, formats: {{markdown: {{name: tokens, size: {}}}}}}}"
    sides = [
        Side(commit="c" * 40, folder=tmp_path, configuration=read(tmp_path / str(size), routed.format(size)))
        for size in (240, 120)
    ]
    changed = changed_settings(Sides(head=sides[1], before=sides[0], rules=sides[0]))
    assert changed == (("splitter.formats.markdown.size", "240", "120"),)


@pytest.mark.parametrize(
    ("before", "head", "told"),
    [
        ("", "index: {name: pgvector, dsn_env: GITHUB_TOKEN}\n", r"index\.dsn_env"),
        ("", "index: {name: qdrant, url: 'https://evil.example'}\n", r"index\.url"),
        ("", "index: {name: hybrid, parts: [bm25, {name: qdrant, key_env: X}]}\n", r"index\.parts\[1\]\.key_env"),
        ("url: 'https://a.example'", "url: 'https://evil.example'", r"embedder\.url"),
        ("key_env: KEY", "key_env: GITHUB_TOKEN", r"embedder\.key_env"),
        ("insecure: false", "insecure: true", r"embedder\.insecure"),
    ],
)
def test_addresses_keys_and_stores_come_from_the_base(tmp_path: Path, before: str, head: str, told: str) -> None:
    """A pull request could send a secret, or documents, elsewhere."""
    served = "embedder: {{name: openai, model: m, {}}}\n"
    sides = [one if one.startswith("index") or not one else served.format(one) for one in (before, head)]
    with pytest.raises(ActionError, match=rf"`{told}` differs between base and head"):
        refuse_other_places(read(tmp_path / "b", rest=sides[0]), read(tmp_path / "h", rest=sides[1]), TOKEN)


UNVOUCHED = [
    ("embedder: {name: openai, model: m, url: 'https://evil.example/v1'}\n", r"embedder\.model"),
    (
        "embedder: {name: openai, model: sentence-transformers/all-MiniLM-L6-v2, url: 'https://evil.example/v1'}\n",
        "url",
    ),
    ("embedder: {model: someone/other, revision: " + "1" * 40 + "}\n", r"embedder\.model"),
    ("embedder: {revision: " + "1" * 40 + "}\n", r"embedder\.revision"),
    ("index: {name: hybrid, parts: [bm25, {name: qdrant, url: 'https://evil.example'}]}\n", r"index\.parts\[1\]\.url"),
    ("index: {name: pgvector, dsn_env: DATABASE_URL}\n", r"index\.dsn_env"),
    ("prompt_tokenizer: {name: someone/other}\n", "prompt_tokenizer"),
    ("prompt_tokenizer: {name: sentence-transformers/all-MiniLM-L6-v2, revision: x}\n", r"prompt_tokenizer\.revision"),
]


@pytest.mark.parametrize(("rest", "told"), UNVOUCHED)
def test_what_nothing_at_the_base_vouches_for_is_the_default_or_refused(tmp_path: Path, rest: str, told: str) -> None:
    """A first report is a pull request's word alone: it names the address, and the variable that is sent there."""
    head = read(tmp_path, rest=rest)
    with pytest.raises(ActionError, match=rf"`.*{told}` is not the default.*github-token") as refused:
        refuse_unvouched(head, TOKEN)
    assert "github-token: none" in refused.value.hint
    refuse_unvouched(head, ())


def test_the_usual_configuration_needs_nobody_to_vouch_for_it(tmp_path: Path) -> None:
    """Also where it writes the defaults out."""
    written = """\
embedder: {model: sentence-transformers/all-MiniLM-L6-v2, revision: c9745ed1d9f207416be6d2e6f8de32d1f16199bf}
index: {name: hybrid, parts: [bm25, exact]}
treatments: [{name: cap, per_document: 2}]
"""
    refuse_unvouched(read(tmp_path), TOKEN)
    refuse_unvouched(read(tmp_path, rest=written), TOKEN)
    other = written.replace("all-MiniLM-L6-v2", "all-MiniLM-L12-v2")
    with pytest.raises(ActionError, match="is not the default"):
        refuse_unvouched(read(tmp_path, rest=other), TOKEN)


def test_the_tokenizer_of_prompts_is_no_path(tmp_path: Path) -> None:
    """It is loaded like any other."""
    with pytest.raises(ActionError, match="head: `prompt_tokenizer` is a path"):
        refuse_local_files(read(tmp_path, rest="prompt_tokenizer: {name: /github/workspace/evil}\n"), "head")


@pytest.mark.parametrize(
    "name",
    ["GITHUB_TOKEN", "ACTIONS_RUNTIME_TOKEN", "INPUT_GITHUB_TOKEN", "REVIEWER_HASH_KEY", "RUNNER_X", "github_token"],
)
@pytest.mark.parametrize(
    "rest",
    [
        "embedder: {{name: openai, model: m, url: 'https://a.example', key_env: {}}}\n",
        "index: {{name: hybrid, parts: [bm25, {{name: pgvector, dsn_env: {}}}]}}\n",
        "arms: {{other: {{index: {{name: qdrant, url: 'https://a.example', key_env: {}}}}}}}\n",
    ],
)
def test_variables_of_the_runner_are_no_keys(tmp_path: Path, name: str, rest: str) -> None:
    """On no side, whatever vouches for it: the runner puts tokens into every container."""
    with pytest.raises(ActionError, match=r"_env` names a variable of the runner") as refused:
        refuse_our_variables(read(tmp_path, rest=rest.format(name)), "base")
    assert name not in refused.value.message
    refuse_our_variables(read(tmp_path, rest=rest.format("OPENAI_API_KEY")), "base")


def test_secrets_are_the_token_and_all_that_a_side_names(tmp_path: Path) -> None:
    """And what libraries read by themselves; of variables that are set, and by their names alone."""
    sides = [
        read(tmp_path / "h", rest="embedder: {name: openai, model: m, url: 'https://a.example', key_env: MY_OWN}\n"),
        read(tmp_path / "b", rest="arms: {other: {index: {name: pgvector, dsn_env: DATABASE_URL}}}\n"),
    ]
    assert secrets_in_play("", {"PATH", "ACTIONS_RUNTIME_TOKEN"}, sides) == ()
    assert secrets_in_play("t", {"MY_OWN", "DATABASE_URL", "HF_TOKEN", "PATH"}, sides) == (
        "`github-token`",
        "DATABASE_URL",
        "HF_TOKEN",
        "MY_OWN",
    )
    assert secrets_in_play("", {"REVIEWER_HASH_KEY", "MY_OWN"}, sides[1:]) == ("REVIEWER_HASH_KEY",)
