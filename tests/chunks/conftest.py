"""Small real tokenizers, and a server on loopback that answers as the hub does."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tokenizers import Tokenizer as Backend
from tokenizers import models, normalizers, pre_tokenizers, processors, trainers

from reviewer.chunks import Tokenizer, load_tokenizer

COMMIT = "c" * 40
TEXT = (
    "An appeal is made within 14 days after the decision. It is decided within 30 days; "
    "the window closes at midnight, unless the office is closed. Naïve façades and 中文 stay.\n"
) * 20


def wordpiece() -> Any:  # noqa: ANN401 # tokenizers has no types
    """Give a WordPiece tokenizer like BERT's, that knows a few words and every letter of the text."""
    letters = sorted({char for char in TEXT.lower() if not char.isspace()})
    words = ["the", "appeal", "fees", "office", "an", "day", "decision", "##s", "##ed", "word"]
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    vocabulary = dict.fromkeys([*special, *letters, *(f"##{char}" for char in letters), *words])
    backend = Backend(models.WordPiece({word: at for at, word in enumerate(vocabulary)}, unk_token="[UNK]"))  # noqa: S106 # a token of a vocabulary
    backend.normalizer = normalizers.BertNormalizer()
    backend.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    backend.add_special_tokens(special)
    backend.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    return backend


def byte_level(*, prefix: bool = False) -> Any:  # noqa: ANN401 # tokenizers has no types
    """Give a byte-level BPE tokenizer like GPT-2's; bytes it never merged are tokens of their own."""
    backend = Backend(models.BPE())
    backend.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=prefix)
    trainer = trainers.BpeTrainer(
        vocab_size=400,
        special_tokens=["<|endoftext|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    backend.train_from_iterator([TEXT], trainer)
    return backend


def pieces(*, prepend: str) -> Any:  # noqa: ANN401 # tokenizers has no types
    """Give a Unigram tokenizer with SentencePiece's visible blank."""
    letters = sorted({char for char in TEXT if not char.isspace()})
    known = {"<unk>": 0.0, "▁": -3.0} | dict.fromkeys(letters, -6.0)
    known |= {"▁the": -2.0, "▁appeal": -3.0, "▁in": -3.0, "▁d": -4.0, "▁14": -4.0, "ce": -5.0, "aa": -7.0, "▁▁": -4.0}
    backend = Backend(models.Unigram(list(known.items()), unk_id=0))
    backend.normalizer = normalizers.NFKC()
    backend.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme=prepend)
    return backend


def unbroken() -> Any:  # noqa: ANN401 # tokenizers has no types
    """Give a BPE tokenizer without a pre-tokenizer: the whole text is one word."""
    backend = Backend(models.BPE())
    backend.train_from_iterator([TEXT], trainers.BpeTrainer(vocab_size=200, max_token_length=8, show_progress=False))
    return backend


@pytest.fixture(scope="session")
def minilm() -> Tokenizer:
    """The real tokenizer of all-MiniLM-L6-v2."""
    return load_tokenizer()


@pytest.fixture(scope="session")
def bytes_tokenizer() -> Tokenizer:
    """A byte-level tokenizer that splits most signs over several tokens."""
    return Tokenizer("bytes", byte_level())


@pytest.fixture(scope="session")
def wordpiece_tokenizer() -> Tokenizer:
    """A small WordPiece tokenizer."""
    return Tokenizer("wordpiece", wordpiece())


class _Hub(BaseHTTPRequestHandler):
    """Answers `/<owner>/<name>/resolve/<commit>/<file>` with the headers that the hub's client reads."""

    files: dict[str, bytes]
    asked: list[str]

    def do_HEAD(self) -> None:
        """Give the headers of a file."""
        self._answer(with_body=False)

    def do_GET(self) -> None:
        """Give a file."""
        self._answer(with_body=True)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 # the base class's name
        """Say nothing on standard error."""

    def _answer(self, *, with_body: bool) -> None:
        if "/resolve/" in self.path:  # the client may ask for more than files
            self.asked.append(f"{self.command} {self.path}")
        body = self.files.get(self.path)
        self.send_response(404 if body is None else 200)
        self.send_header("x-repo-commit", COMMIT)
        if body is None:
            known = any(path.startswith("/".join(self.path.split("/")[:3]) + "/") for path in self.files)
            self.send_header("x-error-code", "EntryNotFound" if known else "RepoNotFound")
            body = b""
        else:
            self.send_header("etag", f'"{hashlib.sha1(body, usedforsecurity=False).hexdigest()}"')
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        if with_body:
            self.wfile.write(body)


class Hub:
    """A running hub of one model, `team/small`."""

    def __init__(self, files: dict[str, bytes]) -> None:
        """Serve `files` at one commit."""
        paths = {f"/team/small/resolve/{COMMIT}/{name}": body for name, body in files.items()}
        self.asked: list[str] = []
        handler = type("Handler", (_Hub,), {"files": paths, "asked": self.asked})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"

    def stop(self) -> None:
        """Close the socket."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    """A hub that holds a small tokenizer."""
    file = tmp_path / "small.json"
    wordpiece().save(str(file))
    served = Hub({"tokenizer.json": file.read_bytes(), "1_Pooling/config.json": b"{}"})
    yield served
    served.stop()
