"""A small, strict embeddings server on loopback: it keeps what it was asked, bills every text, and fails on order."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any

from tests.vectors.hashing import HashEmbedder

Answer = tuple[int, Mapping[str, str], bytes]


@dataclass
class Served:
    """What the server does and has seen; `refusals` are answered first, `spoil` changes a good answer."""

    width: int = 16
    salt: str = ""
    base64: bool = True
    key: str = ""
    refusals: list[Answer] = field(default_factory=list)
    spoil: Any = None
    requests: list[dict[str, Any]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    slept: list[float] = field(default_factory=list)
    fail_after: int | None = None
    url: str = ""
    lock: Lock = field(default_factory=Lock)

    def answer(self, path: str, headers: Mapping[str, str], body: dict[str, Any]) -> Answer:
        """Answer one request."""
        with self.lock:
            self.requests.append(body)
            self.paths.append(path)
            if self.refusals:
                return self.refusals.pop(0)
            if self.key and self.key not in (
                headers.get("Authorization", "").removeprefix("Bearer "),
                headers.get("api-key"),
            ):
                return 401, {}, said(f"Incorrect API key: {headers.get('Authorization')}")
            if body.get("encoding_format") == "base64" and not self.base64:
                return 400, {}, said("unknown encoding_format")
            if not all(isinstance(text, str) and text.strip() for text in body["input"]):
                return 400, {}, said("input must not be blank")
            if self.fail_after is not None and len(self.texts) >= self.fail_after:
                return 400, {}, said("the server is told to fail now")
            self.texts.extend(body["input"])
        return 200, {}, json.dumps(self._good(body)).encode()

    def _good(self, body: dict[str, Any]) -> dict[str, Any]:
        rows = HashEmbedder(name=self.salt, dimensions=body.get("dimensions", self.width))
        data = []
        for at, text in enumerate(body["input"]):
            row = 3 * rows.row(self.salt + text)
            coded = base64.b64encode(row.astype("<f4").tobytes()).decode()
            data.append({"index": at, "embedding": coded if "encoding_format" in body else row.tolist()})
        good = {"data": data[::-1], "usage": {"prompt_tokens": sum(len(text.split()) for text in body["input"])}}
        return self.spoil(good) if self.spoil and len(self.requests) > 1 else good


def said(message: str) -> bytes:
    """Give an error's body as OpenAI words it."""
    return json.dumps({"error": {"message": message}}).encode()


@contextmanager
def serving(served: Served) -> Iterator[Served]:
    """Serve on a port of loopback until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:  # the library's name
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            status, headers, content = served.answer(self.path, dict(self.headers.items()), body)
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(content))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def parse_request(self) -> bool:
            """Keep every line that was asked with, whatever its method."""
            is_whole = super().parse_request()
            served.seen.append(self.requestline)
            return is_whole

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the library's name
            """Keep quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
