"""Time and memory of exact search over memory-mapped vectors, beside usearch's own exact search and its graph.

    python benchmarks/searching.py [--rows 10000 100000 1000000] [--queries 500] [--depth 100] [--peer-rows 100000]

Vectors are random directions around 1,000 centres, so that neighbours are near as in a corpus; each size is measured
in a process of its own, whose peaks of memory while searching are given: all that is resident, and the part that is not
pages of the mapped file, which the system can take back. usearch is asked up to `--peer-rows`.
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
import threading
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from reviewer.index import Neighbours, make_index

T = TypeVar("T")

DIMENSIONS, CENTRES, DRAWN_AT_ONCE = 384, 1000, 50_000


def main() -> None:
    """Measure each size in a process of its own, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--queries", type=int, default=500)
    parser.add_argument("--depth", type=int, default=100)
    parser.add_argument("--peer-rows", type=int, default=100_000)
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(one_size(options.rows[0], options.queries, options.depth, options.peer_rows)))
        return
    print(f"{dt.datetime.now(tz=dt.UTC):%Y-%m-%d}, {platform.machine()}, {os.cpu_count()} cores, ", end="")
    print(f"numpy {version('numpy')}, usearch {version('usearch')}; {options.queries} queries, depth {options.depth}\n")
    heads = [
        "rows",
        "file MB",
        "add s",
        "exact s",
        "resident MB",
        "own MB",
        "usearch exact s",
        "graph build s",
        "graph s",
    ]
    print(f"| {' | '.join([*heads, 'graph recall'])} |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for rows in options.rows:
        sizes = [
            "--queries",
            str(options.queries),
            "--depth",
            str(options.depth),
            "--peer-rows",
            str(options.peer_rows),
        ]
        command = [sys.executable, __file__, "--rows", str(rows), *sizes, "--one"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        found = json.loads(done.stdout)
        print(f"| {rows:,} | " + " | ".join("" if one is None else f"{one:,.2f}" for one in found) + " |", flush=True)


def one_size(rows: int, queries: int, depth: int, peer_rows: int) -> list[float | None]:
    """Give the figures of a row of the table."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "vectors.npy"
        asked = draw(path, rows, queries)
        vectors: NDArray[np.float32] = np.load(path, mmap_mode="r")
        index = make_index({"name": "exact"})
        adding, _ = timed(lambda: index.add(vectors, [{}] * rows))
        with Memory() as memory:
            searching, found = timed(lambda: index.search(asked, depth))
        figures: list[float | None] = [path.stat().st_size / 2**20, adding, searching, memory.resident, memory.own]
        return figures + (peer(vectors, asked, depth, found) if rows <= peer_rows else [None] * 4)


def peer(
    vectors: NDArray[np.float32], asked: NDArray[np.float32], depth: int, truth: list[Neighbours]
) -> list[float | None]:
    """Give seconds of usearch's exact search, of building and searching its graph, and the graph's recall."""
    held = np.array(vectors)
    graph = make_index({"name": "usearch"})
    building, _ = timed(lambda: graph.add(held, [{}] * len(held)))  # before usearch itself: it loads what must be first
    from usearch.index import search

    exact, _ = timed(lambda: search(held, asked, depth, "cos", exact=True, threads=os.cpu_count() or 1))
    searching, found = timed(lambda: graph.search(asked, depth))
    shares = [len(np.intersect1d(a.rows, b.rows)) / len(b.rows) for a, b in zip(found, truth, strict=True)]
    return [exact, building, searching, float(np.mean(shares))]


def draw(path: Path, rows: int, queries: int) -> NDArray[np.float32]:
    """Write unit rows, float32 [rows, 384]; give queries, float32 [queries, 384]."""
    rng = np.random.default_rng(0)
    centres = rng.standard_normal((CENTRES, DIMENSIONS), np.float32)

    def near(number: int) -> NDArray[np.float32]:
        drawn = centres[rng.integers(CENTRES, size=number)] + rng.standard_normal((number, DIMENSIONS), np.float32)
        unit: NDArray[np.float32] = drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
        return unit

    out = np.lib.format.open_memmap(path, "w+", np.float32, (rows, DIMENSIONS))
    for begin in range(0, rows, DRAWN_AT_ONCE):
        end = min(begin + DRAWN_AT_ONCE, rows)
        out[begin:end] = near(end - begin)
    out.flush()
    return near(queries)


class Memory:
    """Watches this process, 50 times a second: the most that was resident, and of it the most that was its own, MB."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self.resident = self.own = 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        """Begin to watch."""
        self._thread.start()
        return self

    def __exit__(self, *raised: object) -> None:
        """End watching."""
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(0.02):
            lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
            held = {
                line.split(":")[0]: int(line.split()[1]) / 1024
                for line in lines
                if line.startswith(("VmRSS", "RssAnon"))
            }
            self.resident, self.own = max(self.resident, held["VmRSS"]), max(self.own, held["RssAnon"])


def timed(run: Callable[[], T]) -> tuple[float, T]:
    """Give seconds and result of one call."""
    began = time.perf_counter()
    result = run()
    return time.perf_counter() - began, result


if __name__ == "__main__":
    main()
