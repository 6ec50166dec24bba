"""Tokens per second of the default model against sentence-transformers on the same weights, texts and threads.

    python benchmarks/embedding.py FOLDER --peer /path/to/python-with-torch [--tokens 240] [--chunks 1000] [--rounds 5]

FOLDER holds text or markdown files. The peer's interpreter (any with sentence-transformers) stays open and is asked
in turn with ours, so that both meet the same machine; figures are medians over rounds. The share of peak sets the
matrix products that the model needs against a plain float32 product measured in the same round. Aims: in f32 1.3 times
the peer and 85 % of peak; in bf16 (`precision: fast`) 3 times. On a machine that others use, `--clock cpu --threads 1`
compares by processor time, which waiting does not change.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from itertools import chain, zip_longest
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
CLOCKS = {"wall": time.perf_counter, "cpu": time.process_time}
WARM_UP = 64
NEIGHBOURS = 10
SIDE = 1536
"""Of the square matrices whose product measures the peak."""


def main() -> None:
    """Measure, or serve as the peer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--peer", type=Path)
    parser.add_argument("--tokens", type=int, default=240)
    parser.add_argument("--chunks", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--clock", choices=sorted(CLOCKS), default="wall")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.folder, options.threads, options.clock)
    else:
        measure(options)


def measure(options: argparse.Namespace) -> None:
    """Ask every engine in turn, and print the table."""
    from reviewer.vectors.description import describe
    from reviewer.vectors.transformer import DEFAULT_MODEL, load_transformer

    texts = cut(options.folder, options.tokens, options.chunks)
    exact = load_transformer(threads=options.threads)
    fast = load_transformer(threads=options.threads, precision="fast")
    counts = exact.count_tokens(texts)
    engines: dict[str, Callable[[], tuple[float, Vectors]]] = {
        "reviewer f32": lambda: timed(exact.embed_documents, texts, options.clock)
    }
    if fast.identity.precision != "f32":
        engines[f"reviewer {fast.identity.precision}"] = lambda: timed(fast.embed_documents, texts, options.clock)
    for one in (exact, fast):
        one.embed_documents(texts[:WARM_UP])
    described = describe(DEFAULT_MODEL)
    with tempfile.TemporaryDirectory() as folder:
        peer = Peer(options, described.found.folder, texts, Path(folder)) if options.peer else None
        if peer is not None:
            engines = {"sentence-transformers": peer.encode, **engines}
        seconds, vectors, peaks = rounds(engines, options)
        versions = peer.close() if peer is not None else {}
    print(machine({**versions, **{one: version(one) for one in ("onnxruntime", "openvino", "numpy")}}))
    work = operations(described.config, [count + 2 for count in counts])
    tokens = sum(counts) + 2 * len(texts)
    print(f"{len(texts)} chunks, {tokens} tokens, {options.threads} threads, {options.clock} clock, ", end="")
    print(f"{options.rounds} rounds; peak of a plain float32 product {np.median(peaks) / 1e9:.0f} GFLOP/s\n")
    table(seconds, vectors, peaks, tokens, work)


def rounds(
    engines: Mapping[str, Callable[[], tuple[float, Vectors]]], options: argparse.Namespace
) -> tuple[dict[str, list[float]], dict[str, Vectors], list[float]]:
    """Ask each engine once a round; give seconds and vectors by engine, and the peak of each round in FLOP/s."""
    seconds: dict[str, list[float]] = {name: [] for name in engines}
    vectors: dict[str, Vectors] = {}
    peaks = []
    for _ in range(options.rounds):
        peaks.append(peak(options.threads, options.clock))
        for name, run in engines.items():
            took, vectors[name] = run()
            seconds[name].append(took)
    return seconds, vectors, peaks


def table(
    seconds: Mapping[str, Sequence[float]],
    vectors: Mapping[str, Vectors],
    peaks: Sequence[float],
    tokens: int,
    work: float,
) -> None:
    """Print a row an engine: speed, ratio to the first, share of peak, and agreement with the first."""
    first = next(iter(seconds))
    print(
        f"| engine | tokens/s | times {first} | share of f32 peak | cosine least, mean | top-10 kept | swapped within |"
    )
    print("| --- | ---: | ---: | ---: | --- | ---: | ---: |")
    for name, took in seconds.items():
        ratio = np.median(np.array(seconds[first]) / np.array(took))
        share = np.median(work / np.array(took) / np.array(peaks))
        cosines = (vectors[name].astype(np.float64) * vectors[first]).sum(axis=1)
        kept, gap = agreement(vectors[first], vectors[name])
        print(
            f"| {name} | {tokens / np.median(took):,.0f} | {ratio:.2f} | {share:.2f} | "
            f"{cosines.min():.7f}, {cosines.mean():.7f} | {kept:.4f} | {gap:.1e} |"
        )


def agreement(reference: Vectors, other: Vectors) -> tuple[float, float]:
    """Give the share of each text's ten neighbours that are kept, and the largest reference gap of a swapped one."""
    truth = reference.astype(np.float64) @ reference.astype(np.float64).T
    found = other.astype(np.float64) @ other.astype(np.float64).T
    kept, gap = [], 0.0
    for row, (true, scores) in enumerate(zip(truth, found, strict=True)):
        true[row] = scores[row] = -2
        wanted = np.argsort(-true, kind="stable")[:NEIGHBOURS]
        got = np.argsort(-scores, kind="stable")[:NEIGHBOURS]
        kept.append(len(np.intersect1d(wanted, got)) / NEIGHBOURS)
        for missed in np.setdiff1d(got, wanted):
            gap = max(gap, float(true[wanted[-1]] - true[missed]))
    return float(np.mean(kept)), gap


def operations(config: Mapping[str, object], lengths: Sequence[int]) -> float:
    """Count the floating-point operations of the matrix products of all texts, two a multiplication with addition."""
    width, wide, layers = (int(str(config[key])) for key in ("hidden_size", "intermediate_size", "num_hidden_layers"))
    linear = 2 * (4 * width * width + 2 * width * wide)
    return float(sum(layers * (length * linear + 4 * length * length * width) for length in lengths))


def peak(threads: int, clock: str) -> float:
    """Give FLOP/s of a float32 product on `threads` cores, the best of many: each core computes one of its own."""
    from concurrent.futures import ThreadPoolExecutor

    from onnx import TensorProto, helper, numpy_helper
    from onnxruntime import InferenceSession, SessionOptions

    matrix = np.random.default_rng(0).standard_normal((SIDE, SIDE)).astype(np.float32)
    value = helper.make_tensor_value_info
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["a", "b"], ["c"])],
        "product",
        [value("a", TensorProto.FLOAT, [SIDE, SIDE])],
        [value("c", TensorProto.FLOAT, [SIDE, SIDE])],
        [numpy_helper.from_array(matrix, "b")],
    )
    settings = SessionOptions()
    settings.intra_op_num_threads = 1
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    session = InferenceSession(model.SerializeToString(), settings, providers=["CPUExecutionProvider"])
    best = float("inf")
    with ThreadPoolExecutor(threads) as pool:
        for _ in range(8):
            began = CLOCKS[clock]()
            list(pool.map(lambda _: session.run(None, {"a": matrix}), range(threads)))
            best = min(best, CLOCKS[clock]() - began)
    return threads * 2 * SIDE**3 / best


class Peer:
    """sentence-transformers in an interpreter of its own, asked over a pipe."""

    def __init__(self, options: argparse.Namespace, model: Path, texts: Sequence[str], folder: Path) -> None:
        """Start it and have it warm up."""
        self._texts, self._vectors = folder / "texts.json", folder / "vectors.npy"
        self._texts.write_text(json.dumps(list(texts)), encoding="utf-8")
        command = [str(options.peer), __file__, str(model), "--serve", "--threads", str(options.threads)]
        command += ["--clock", options.clock]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self._versions: dict[str, str] = json.loads(self._line())

    def encode(self) -> tuple[float, Vectors]:
        """Give seconds and vectors of one call of `encode`."""
        self._ask([str(self._texts), str(self._vectors)])
        seconds = float(self._line())
        vectors: Vectors = np.load(self._vectors)
        return seconds, vectors

    def close(self) -> dict[str, str]:
        """End it; give the versions it ran."""
        self._process.communicate("\n")
        return self._versions

    def _ask(self, words: Sequence[str]) -> None:
        pipe: IO[str] | None = self._process.stdin
        assert pipe is not None
        pipe.write(json.dumps(words) + "\n")
        pipe.flush()

    def _line(self) -> str:
        pipe = self._process.stdout
        assert pipe is not None
        return pipe.readline()


def serve(model: Path, threads: int, clock: str) -> None:
    """Be the peer: answer each request with the seconds that `encode` took."""
    import torch
    from sentence_transformers import SentenceTransformer

    torch.set_num_threads(threads)
    encoder = SentenceTransformer(str(model), device="cpu")
    encoder.encode(["warm up " * 100] * WARM_UP, normalize_embeddings=True)
    print(json.dumps({one: version(one) for one in ("torch", "sentence-transformers")}), flush=True)
    for line in sys.stdin:
        if not line.strip():
            return
        source, target = json.loads(line)
        texts = json.loads(Path(source).read_text(encoding="utf-8"))
        seconds, vectors = timed(lambda given: encoder.encode(given, normalize_embeddings=True), texts, clock)
        np.save(target, vectors)
        print(seconds, flush=True)


def timed(run: Callable[[Sequence[str]], Vectors], texts: Sequence[str], clock: str) -> tuple[float, Vectors]:
    """Give seconds and result of one call."""
    began = CLOCKS[clock]()
    vectors = run(texts)
    return CLOCKS[clock]() - began, vectors


def cut(folder: Path, tokens: int, chunks: int) -> list[str]:
    """Cut files into windows, and take them from all files in turn."""
    from reviewer.chunks import make_splitter
    from reviewer.corpus import document_from_text

    splitter = make_splitter({"name": "tokens", "size": tokens, "overlap": 0})
    cuts = []
    for path in sorted(path for path in folder.iterdir() if path.suffix in {".md", ".txt"}):
        document = document_from_text(path.name, path.read_text(encoding="utf-8"))
        cuts.append([document.text[one.start : one.end] for one in splitter.split(document)])
    return [text for text in chain.from_iterable(zip_longest(*cuts)) if text is not None][:chunks]


def machine(versions: Mapping[str, str]) -> str:
    """Say when and on what."""
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines() if Path("/proc/cpuinfo").exists() else []
    name = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.machine())
    software = ", ".join(f"{one} {number}" for one, number in versions.items())
    today = f"{dt.datetime.now(tz=dt.UTC):%Y-%m-%d}"
    return f"{today}, {name}, {os.cpu_count()} cores, Python {platform.python_version()}, {software}"


if __name__ == "__main__":
    main()
