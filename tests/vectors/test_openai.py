"""Embedding over HTTP: order, batches, patience, refusals, drift, and nothing paid twice."""

from __future__ import annotations

import logging
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reviewer.errors import EmbeddingError
from reviewer.vectors import CachedEmbedder, load_embedder
from reviewer.vectors.openai import OpenAiEmbedder, load_openai
from reviewer.vectors.probe import TEXTS
from tests.vectors.hashing import HashEmbedder
from tests.vectors.served import Served, said, serving

KEY = "sk-secret-0123456789"
PASSAGES = [f"passage {at} says {at % 7} things" for at in range(50)]


@pytest.fixture
def server() -> Iterator[Served]:
    """Serve until the test ends."""
    with serving(Served()) as served:
        yield served


def embedder(served: Served, **settings: str | float) -> OpenAiEmbedder:
    """Make an embedder that does not really sleep; `served.slept` keeps its waits."""
    found = load_embedder({"name": "openai", "url": served.url, "model": "m", **settings})
    assert isinstance(found, OpenAiEmbedder)
    found.endpoint.sleep = served.slept.append
    return found


@pytest.mark.parametrize("with_base64", [True, False])
def test_rows_are_unit_and_in_the_order_of_the_texts(server: Served, with_base64: bool) -> None:  # noqa: FBT001
    """The server answers in reverse, and three times too long."""
    server.base64 = with_base64
    rows = embedder(server, batch_texts=7).embed_documents(PASSAGES)
    expected = HashEmbedder(name="", dimensions=16)
    assert np.allclose(rows, [expected.row(text) for text in PASSAGES], atol=1e-6)


def test_numbers_are_asked_for_once_base64_was_refused(server: Served) -> None:
    """One refusal is enough to know."""
    server.base64 = False
    embedder(server, concurrency=1).embed_documents(PASSAGES)
    assert ["encoding_format" in one for one in server.requests] == [True, False, False, False]


def test_batches_hold_their_tokens_and_texts(server: Served) -> None:
    """A text that alone is over the tokens is sent alone."""
    embedder(server, batch_tokens=20, batch_texts=3, concurrency=1).embed_documents(["a " * 100, *["four letters"] * 8])
    sizes = [len(one["input"]) for one in server.requests][-4:]
    assert sizes == [1, 3, 3, 2]


def test_prefixes_stand_before_questions_and_passages(server: Served) -> None:
    """As e5 and bge want it."""
    one = embedder(server, query_prefix="query: ", document_prefix="passage: ")
    one.embed_queries(["why"])
    one.embed_documents(["because"])
    assert server.texts[-2:] == ["query: why", "passage: because"]


def test_a_blank_text_is_a_row_of_zeros_and_is_not_sent(server: Served) -> None:
    """Servers refuse blank texts, and bill others."""
    rows = embedder(server).embed_documents(["  \n", "word"])
    assert not rows[0].any()
    assert server.texts[len(TEXTS) :] == ["word"]


def test_a_wait_is_the_servers_word(server: Served) -> None:
    """Seconds, and milliseconds where they are given."""
    server.refusals = [(429, {"Retry-After": "7"}, b""), (503, {"retry-after-ms": "250"}, b""), (500, {}, b"")]
    one = embedder(server)
    one.embed_documents(["word"])
    assert server.slept[:2] == [7.0, 0.25]
    assert 2 <= server.slept[2] <= 4
    assert one.endpoint.asked.repeated == 3


def test_patience_ends(server: Served) -> None:
    """A server that asks for an hour is not waited for."""
    server.refusals = [(429, {"Retry-After": "3600"}, b"")]
    with pytest.raises(EmbeddingError, match="answers 429 after 1 attempts"):
        embedder(server).embed_documents(["word"])


@pytest.mark.parametrize("status", [400, 401, 403, 404, 413, 422, 302, 501])
def test_other_refusals_are_not_repeated(server: Served, status: int) -> None:
    """What cannot change is not asked again, and a redirection is not followed; base64 is tried without once."""
    server.refusals = [(status, {"Location": "http://127.0.0.1:1/"}, said("no\x1b[31m"))] * 2
    with pytest.raises(EmbeddingError, match=f"answers {status} ") as caught:
        embedder(server).embed_documents(["word"])
    assert "\x1b" not in caught.value.message
    assert len(server.requests) == (2 if status in {400, 422} else 1)


def test_the_key_is_sent_and_never_told(
    server: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Not in repr, errors or logs, even where the server echoes it."""
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("MY_KEY", KEY)
    server.key = KEY
    one = embedder(server, key_env="MY_KEY")
    one.embed_documents(["word"])
    server.key = "another"
    with pytest.raises(EmbeddingError, match="answers 401") as caught:
        one.embed_documents(["again"])
    told = f"{one.endpoint!r} {one.identity} {caught.value} {caplog.text}"
    assert KEY not in told
    assert "MY_KEY" in repr(one.endpoint)


def test_azure_takes_its_version_and_its_header(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """`api-key` instead of a bearer token, and `api-version` in the address."""
    monkeypatch.setenv("AZURE_KEY", KEY)
    server.key = KEY
    url = f"{server.url}/openai/deployments/d"
    load_openai(url=url, model="m", key_env="AZURE_KEY", api_version="2024-10-21").embed_documents(["word"])
    assert server.paths[-1] == "/v1/openai/deployments/d/embeddings?api-version=2024-10-21"


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"url": "http://example.org/v1"}, "neither https nor this machine"),
        ({"url": "https://u:p@example.org"}, "holds a user"),
        ({"url": "ftp://example.org"}, "not an address"),
        ({"url": "http://[::1"}, "not an address"),
        ({"key_env": KEY}, "not the name of an environment variable"),
        ({"limit": 100}, "without a `tokenizer`"),
        ({"batch_tokens": 0}, "batch_tokens is 0"),
        ({"concurrency": True}, "concurrency is True"),
        ({"timeout": -1}, "timeout is -1"),
        ({"model": 3}, "must be text"),
        ({"secret": "x"}, "no setting 'secret'"),
    ],
)
def test_settings_are_refused_before_anything_is_asked(settings: dict[str, Any], told: str) -> None:
    """Each with its remedy; a key that stands where a name belongs is not repeated."""
    with pytest.raises(EmbeddingError, match=told) as caught:
        load_embedder({"name": "openai", "url": "https://example.org/v1", "model": "m", **settings})
    assert caught.value.hint
    assert KEY not in str(caught.value)


def test_a_missing_key_is_named(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its variable."""
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    with pytest.raises(EmbeddingError, match="NO_SUCH_KEY is not set"):
        embedder(server, key_env="NO_SUCH_KEY").embed_documents(["word"])


def _drop(answer: dict[str, Any]) -> dict[str, Any]:
    return {**answer, "data": answer["data"][1:]}


def _doubled(answer: dict[str, Any]) -> dict[str, Any]:
    return {**answer, "data": [answer["data"][0], *answer["data"][:-1]]}


def _narrow(answer: dict[str, Any]) -> dict[str, Any]:
    return {**answer, "data": [{**one, "embedding": [1.0, 2.0]} for one in answer["data"]]}


def _endless(answer: dict[str, Any]) -> dict[str, Any]:
    return {**answer, "data": [{**one, "embedding": [float("nan")] * 16} for one in answer["data"]]}


def _zero(answer: dict[str, Any]) -> dict[str, Any]:
    return {**answer, "data": [{**one, "embedding": [0] * 16} for one in answer["data"]]}


def _text(answer: dict[str, Any]) -> dict[str, Any]:
    return {**answer, "data": [{**one, "embedding": "?!"} for one in answer["data"]]}


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (_drop, "2 vectors for 3 texts"),
        (_doubled, "each once"),
        (_narrow, "vectors of 2 values, 16 before"),
        (_endless, "zero or not finite"),
        (_zero, "zero or not finite"),
        (_text, "cannot be read"),
        (lambda _: [], "no list of vectors"),
    ],
)
def test_an_odd_answer_is_refused(server: Served, spoil: Callable[[dict[str, Any]], Any], told: str) -> None:
    """Nothing of it is used."""
    server.spoil = spoil
    with pytest.raises(EmbeddingError, match=told):
        embedder(server).embed_documents(["one", "two", "three"])


def test_dimensions_that_the_server_ignores_are_noticed(server: Served) -> None:
    """Many servers take the setting and do nothing."""
    server.spoil = _narrow
    assert embedder(server, dimensions=8).identity.dimensions == 8
    with pytest.raises(EmbeddingError, match="where 8 were asked for"):
        embedder(server, dimensions=8).probe()


def test_what_was_paid_before_a_failure_is_not_paid_again(server: Served, tmp_path: Path) -> None:
    """The second run asks for the rest alone."""
    server.fail_after = len(TEXTS) + 21
    with pytest.raises(EmbeddingError, match="told to fail now"):
        CachedEmbedder(embedder(server, batch_texts=5, concurrency=2), tmp_path).embed_documents(PASSAGES)
    server.fail_after = None
    again = CachedEmbedder(embedder(server, batch_texts=5, concurrency=2), tmp_path)
    rows = again.embed_documents(PASSAGES)
    paid = [text for text in server.texts if text not in TEXTS]
    assert sorted(paid) == sorted(PASSAGES)
    assert again.costs.hits >= 20
    assert again.costs.billed < sum(len(text.split()) for text in (*PASSAGES, *TEXTS))
    assert np.allclose(rows, [HashEmbedder(name="", dimensions=16).row(text) for text in PASSAGES], atol=1e-6)


def test_a_cache_is_not_mixed_with_another_models_vectors(server: Served, tmp_path: Path) -> None:
    """The same address and name, and another model behind them."""
    CachedEmbedder(embedder(server), tmp_path).embed_documents(PASSAGES)
    server.salt = "another model"
    with pytest.raises(EmbeddingError, match="another model answers than the cache"):
        CachedEmbedder(embedder(server), tmp_path).embed_documents(PASSAGES)
    CachedEmbedder(embedder(server, revision="2"), tmp_path).embed_documents(PASSAGES)


def test_what_decides_the_vectors_is_fingerprinted(server: Served) -> None:
    """Batches, concurrency and time-outs do not; all else does."""
    same = [embedder(server), embedder(server, batch_texts=3, concurrency=1, timeout=5)]
    other = [
        embedder(server, model="n"),
        embedder(server, dimensions=16),
        embedder(server, query_prefix="q"),
        embedder(server, document_prefix="q"),
        embedder(server, revision="2"),
    ]
    assert len({one.identity.fingerprint for one in same}) == 1
    assert len({one.identity.fingerprint for one in (*same, *other)}) == 1 + len(other)


WAITING = """
import sys
from reviewer.vectors import load_embedder
found = load_embedder({"name": "openai", "model": "m", "url": sys.argv[1]})
found.probe()
print("ready", flush=True)
input()
found.embed_documents(["a", "b"])
"""


def test_ctrl_c_ends_the_wait_for_a_server_that_said_later(server: Served) -> None:
    """The threads that wait to ask again let go at once; they would hold the program for as long as the server said."""
    command = (sys.executable, "-c", WAITING, server.url)
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "ready\n"
        server.refusals = [(429, {"Retry-After": "100"}, b"")] * 9
        process.stdin.write("\n")
        process.stdin.flush()
        while len(server.refusals) == 9:
            time.sleep(0.05)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=50)
    finally:
        process.kill()
    assert "KeyboardInterrupt" in told
