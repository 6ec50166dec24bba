"""Our splitters and those of other libraries, each as a function from a text to its chunks, at equal sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from reviewer.chunks.pretrained import locate

SIZE = 256
OVERLAP = 64
MINILM = "sentence-transformers/all-MiniLM-L6-v2"
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


def read_document(text: str, read_as: str) -> None:
    """Read a text as a document of a format, before the clock runs."""
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

    backend = tokenizer()
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

    return _chonkie(TokenChunker(tokenizer=tokenizer(), chunk_size=SIZE, chunk_overlap=OVERLAP))


def chonkie_recursive() -> Split:
    """Chonkie's recursive chunker, which has no overlap."""
    from chonkie import RecursiveChunker

    return _chonkie(RecursiveChunker(tokenizer=tokenizer(), chunk_size=SIZE))


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


def tokenizer() -> Any:  # noqa: ANN401 # not typed here
    """Give the tokenizer that all of them measure with, which cuts nothing off."""
    from tokenizers import Tokenizer

    backend = Tokenizer.from_file(str(locate(MINILM).folder / "tokenizer.json"))
    backend.no_truncation()
    backend.no_padding()
    return backend


def _encode() -> Callable[[str], list[int]]:
    backend = tokenizer()
    return lambda text: list(backend.encode(text, add_special_tokens=False).ids)
