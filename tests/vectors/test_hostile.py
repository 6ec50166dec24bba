"""Servers, proxies, clocks and environments that mean harm: nothing hangs, nothing leaks, nothing wrong is kept."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier, Thread

import numpy as np
import pytest

from reviewer.errors import EmbeddingError
from reviewer.vectors import CachedEmbedder, EmbedderIdentity, Vectors
from reviewer.vectors.answers import read_answer
from reviewer.vectors.embedder import Part
from reviewer.vectors.openai import OpenAiEmbedder, load_openai
from reviewer.vectors.patience import pause
from reviewer.vectors.probe import Probe, settle
from tests.vectors.hashing import HashEmbedder
from tests.vectors.served import Served, said, serving

KEY = "sk-secret-0123456789"


@pytest.fixture
def server() -> Iterator[Served]:
    """Serve until the test ends."""
    with serving(Served()) as served:
        yield served


def embedder(served: Served, **settings: object) -> OpenAiEmbedder:
    """Make an embedder that does not really sleep."""
    found = load_openai(url=served.url, model="m", **settings)  # type: ignore[arg-type]  # a test's settings
    found.endpoint.sleep = served.slept.append
    return found


@contextmanager
def raw(answer: Sequence[bytes], pause_seconds: float = 0.0) -> Iterator[str]:
    """Answer every connection with pieces of bytes, whatever is asked, until the block ends."""
    listening = socket.create_server(("127.0.0.1", 0))

    def speak(connection: socket.socket) -> None:
        with connection:
            connection.recv(2**16)
            try:
                for piece in answer:
                    connection.sendall(piece)
                    time.sleep(pause_seconds)
                # What is left unread of the question would break off the answer too: the client is let to finish.
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(2**16):
                    pass
            except OSError:
                """The client hung up."""

    def serve() -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            Thread(target=speak, args=(connection,), daemon=True).start()

    Thread(target=serve, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()


def test_an_answer_that_drips_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each piece comes in time, and the whole never."""
    monkeypatch.delenv("HTTP_PROXY", raising=False)
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"
    with raw([head, *[b" "] * 400], 0.05) as url:
        began = time.monotonic()
        with pytest.raises(EmbeddingError, match=r"no whole answer within 0\.5 s") as caught:
            load_openai(url=url, model="m", timeout=0.5).embed_documents(["word"])
    assert all(f"`{setting}`" in caught.value.hint for setting in ("concurrency", "batch_texts", "timeout"))
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (b'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"data": [', "broke off"),
        (b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope", "broke off"),
        (b'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{"data": [', "not JSON"),
        (b"", "broke off"),
        (b"HTTP/1.1 204 No Content\r\n\r\n", "not JSON"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n" + b"[" * 200_000, "not JSON"),
    ],
    ids=["short", "not packed", "cut", "empty", "no content", "nested"],
)
def test_an_answer_that_breaks_off_is_said(answer: bytes, told: str) -> None:
    """In the head, in the body, in its JSON, in its packing."""
    with raw([answer]) as url, pytest.raises(EmbeddingError, match=told) as caught:
        load_openai(url=url, model="m", timeout=5).embed_documents(["word"])
    assert caught.value.hint


@pytest.mark.parametrize("before", [0, 150, 185, 199, 300])
def test_no_part_of_the_key_is_told_where_the_servers_words_are_cut(
    server: Served, monkeypatch: pytest.MonkeyPatch, before: int
) -> None:
    """A server that repeats the key at the end of a long sentence."""
    monkeypatch.setenv("MY_KEY", KEY)
    server.refusals = [(401, {}, said("." * before + KEY))]
    with pytest.raises(EmbeddingError, match="answers 401") as caught:
        embedder(server, key_env="MY_KEY").embed_documents(["word"])
    assert "sk-" not in str(caught.value)


@pytest.mark.parametrize("written", ["abcdef0123456789abcdef0123456789", "AKIA0123456789ABCDEF"])
def test_a_key_where_its_variables_name_belongs_is_not_told(server: Served, written: str) -> None:
    """Keys of letters and digits look like names."""
    with pytest.raises(EmbeddingError, match="is not set") as caught:
        embedder(server, key_env=written).embed_documents(["word"])
    assert written not in str(caught.value)


@pytest.mark.parametrize("header", ["Authorization", "authorization", "AUTHORIZATION"])
def test_a_headers_name_is_read_in_any_case(server: Served, monkeypatch: pytest.MonkeyPatch, header: str) -> None:
    """As HTTP does: the key is a bearer's."""
    monkeypatch.setenv("MY_KEY", KEY)
    server.key = KEY
    server.refusals = []
    assert embedder(server, key_env="MY_KEY", key_header=header).embed_documents(["word"]).any()


def test_a_server_that_wants_no_wait_is_not_stormed(server: Served) -> None:
    """`Retry-After: 0`, or a moment that is over by our clock: six attempts at once would end the run."""
    past = "Mon, 30 Nov 2020 10:00:00 GMT"
    server.refusals = [(429, {"Retry-After": "0"}, b""), (429, {"Retry-After": past}, b""), (408, {}, b"")]
    embedder(server).embed_documents(["word"])
    assert [0.5 * 2**at <= slept <= 2**at for at, slept in enumerate(server.slept)] == [True] * 3


@pytest.mark.parametrize("told", ["99999999999", "3600", "Mon, 30 Nov 2099 10:00:00 GMT"])
def test_a_server_that_asks_for_too_long_is_left_at_once_with_its_words(server: Served, told: str) -> None:
    """A quota that is used up answers 429 as well: only its words tell."""
    server.refusals = [(429, {"Retry-After": told}, said("You exceeded your current quota"))]
    with pytest.raises(EmbeddingError, match=r"after 1 attempts.*You exceeded your current quota"):
        embedder(server).embed_documents(["word"])
    assert server.slept == []


@pytest.mark.parametrize(
    "told",
    ["", "soon", "-5", "1e9", "nan", "7, 7", "Mon, 01 Jan 0001 00:00:00 +2359", "Mon, 30 Nov 99999 10:00:00 GMT", "٣"],
)
def test_an_odd_wait_is_doubled_instead(told: str) -> None:
    """Whatever stands there."""
    found = pause(503, {"retry-after": told}, 3, 1_700_000_000.0)
    assert found is not None
    assert 4 <= found <= 8


def test_a_redirection_names_the_way_out_and_takes_no_key_along(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To another machine, or another port."""
    monkeypatch.setenv("MY_KEY", KEY)
    with serving(Served()) as other:
        server.refusals = [(307, {"Location": f"{other.url}/embeddings"}, b"")]
        with pytest.raises(EmbeddingError, match="answers 307") as caught:
            embedder(server, key_env="MY_KEY").embed_documents(["word"])
        assert other.seen == []
    assert "points elsewhere" in caught.value.hint


@pytest.mark.parametrize("name", ["HTTPS_PROXY", "ALL_PROXY"])
def test_a_proxy_that_is_no_address_is_said(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The environment is input as well; a password in it is not shown."""
    monkeypatch.setenv(name, "nonsense://me:hidden-word@[::1")
    with pytest.raises(EmbeddingError, match="network settings") as caught:
        load_openai(url="https://embeddings.invalid/v1", model="m").embed_documents(["word"])
    assert "hidden-word" not in str(caught.value)


def test_this_machine_is_never_asked_through_a_proxy(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would see the key."""
    with serving(Served()) as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url.removesuffix("/v1"))
        embedder(server).embed_documents(["word"])
        assert proxy.seen == []


@pytest.mark.parametrize("timeout", [float("inf"), float("nan"), 1e12, 0])
def test_a_time_out_that_no_socket_takes_is_refused(server: Served, timeout: float) -> None:
    """Before anything is asked."""
    with pytest.raises(EmbeddingError, match="timeout is"):
        embedder(server, timeout=timeout)


@pytest.mark.parametrize("number", [1e300, -1e300, 10**400, 10**30])
def test_numbers_beyond_float32_are_refused(number: float) -> None:
    """Without a warning on the way: a test ends on one."""
    answer = {"data": [{"index": 0, "embedding": [number, 1.0]}]}
    if number == 10**30:
        assert np.isfinite(read_answer(answer, "m", 1).vectors).all()
        return
    with pytest.raises(EmbeddingError, match=r"vector 0 (is zero or not finite|cannot be read)"):
        read_answer(answer, "m", 1)


def test_processes_that_begin_together_keep_one_probe(tmp_path: Path) -> None:
    """Neither harms the other's file, and nothing is left beside it."""
    together = 8
    for at in range(10):
        barrier = Barrier(together)
        probe = Probe.of(np.eye(20, 32, dtype=np.float32))

        def begin(_: int, folder: Path = tmp_path / str(at), barrier: Barrier = barrier, probe: Probe = probe) -> None:
            barrier.wait()
            settle(folder, "m", HashEmbedder().identity.fingerprint, probe)

        with ThreadPoolExecutor(together) as pool:
            list(pool.map(begin, range(together)))
        assert [path.suffix for path in (tmp_path / str(at)).iterdir()] == [".json"]


def test_of_two_models_that_begin_together_one_is_refused(tmp_path: Path) -> None:
    """They answer under one name: never do both fill the cache."""
    for at in range(10):
        barrier = Barrier(2)

        def begin(sign: int, folder: Path = tmp_path / str(at), barrier: Barrier = barrier) -> bool:
            barrier.wait()
            try:
                settle(
                    folder,
                    "m",
                    HashEmbedder().identity.fingerprint,
                    Probe.of(sign * np.eye(20, 32, dtype=np.float32)),
                )
            except EmbeddingError:
                return False
            return True

        with ThreadPoolExecutor(2) as pool:
            assert sorted(pool.map(begin, (1, -1))) == [False, True]


class Odd(HashEmbedder):
    """An embedder of somebody else's that breaks its contract in one way."""

    def __init__(self, way: str) -> None:
        """Name the way."""
        super().__init__()
        self.way = way

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Give rows that are wrong."""
        rows = super().embed_documents(texts)
        odd: Mapping[str, Vectors] = {
            "one for all": rows[:1],
            "wide": np.hstack([rows, rows]),
            "long": 3 * rows,
            "nan": np.full_like(rows, np.nan),
            "none": rows[:0],
        }
        return odd[self.way]


@pytest.mark.parametrize("way", ["one for all", "wide", "long", "nan", "none"])
def test_rows_that_break_the_contract_are_refused_and_never_kept(tmp_path: Path, way: str) -> None:
    """One row would be every text's; a row that is not finite would be in the cache for ever."""
    with pytest.raises(EmbeddingError, match="hash") as caught:
        CachedEmbedder(Odd(way), tmp_path).embed_documents(["one", "two", "three"])
    assert "contract" in caught.value.hint
    mended = CachedEmbedder(HashEmbedder(), tmp_path)
    np.testing.assert_array_equal(mended.embed_documents(["one"]), HashEmbedder().embed_documents(["one"]))
    assert mended.costs.hits == 0


class Forgetful(HashEmbedder):
    """Gives the rows of all texts but the last."""

    requests = billed = 0

    @property
    def identity(self) -> EmbedderIdentity:
        """That of the other."""
        return super().identity

    def document_parts(self, texts: Sequence[str]) -> Iterator[Part]:
        """Embed all but one."""
        yield list(range(len(texts) - 1)), self.embed_documents(list(texts)[:-1])

    query_parts = document_parts


def test_texts_that_are_left_out_are_noticed(tmp_path: Path) -> None:
    """Rows of zeros would be chunks that nothing finds."""
    with pytest.raises(EmbeddingError, match="of some texts were not given"):
        CachedEmbedder(Forgetful(), tmp_path).embed_documents(["one", "two", "three"])


def test_a_failure_that_nobody_foresaw_keeps_what_was_paid(
    server: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error of the runtime's in one batch, while another's answer is there."""
    one = embedder(server, batch_texts=1, concurrency=2)
    sent = one.endpoint.send

    def failing(body: Mapping[str, object]) -> object:
        if body["input"] == ["first"]:
            raise MemoryError
        time.sleep(0.2)
        return sent(body)  # type: ignore[arg-type]  # what it was called with

    monkeypatch.setattr(one.endpoint, "send", failing)
    with pytest.raises(MemoryError):
        CachedEmbedder(one, tmp_path).embed_documents(["first", "second"])
    again = CachedEmbedder(embedder(server), tmp_path)
    again.embed_documents(["second"])
    assert again.costs.hits == 1


def test_an_error_in_an_answer_of_200_is_refused(server: Served) -> None:
    """As gateways give it."""
    server.refusals = [(200, {}, json.dumps({"error": {"message": "no model"}}).encode())]
    with pytest.raises(EmbeddingError, match="no list of vectors"):
        embedder(server).embed_documents(["word"])
