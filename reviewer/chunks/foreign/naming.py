"""The libraries' own names of size and overlap, known without importing any of them."""

from __future__ import annotations

from collections.abc import Mapping

from reviewer.chunks.chunk import Setting

_CHUNKS = {"size": "chunk_size", "overlap": "chunk_overlap"}
OWN_NAMES: Mapping[str, Mapping[str, str]] = {
    "langchain": _CHUNKS,
    "llama-index": _CHUNKS,
    "haystack": {"size": "split_length", "overlap": "split_overlap"},
    "chonkie": _CHUNKS,
    "semchunk": {"size": "chunk_size"},
    "docling": {"size": "max_tokens"},
}
"""By splitter: what it calls that which is `size` and `overlap` everywhere else."""


def our_word(splitter: object, key: str) -> str:
    """Give our word for a setting of a splitter, itself where it is none of the library's sizes."""
    own = OWN_NAMES.get(splitter, {}) if isinstance(splitter, str) else {}
    return next((ours for ours, theirs in own.items() if theirs == key), key)


def in_our_words(settings: Mapping[str, Setting], name: Setting = None) -> dict[str, Setting]:
    """Call a library's size and overlap by our words, so that they can be swept, overlaid and told.

    A setting that is given by both words stays as it is: making the splitter refuses it.

    Args:
        settings: Of a splitter.
        name: Its name, where the settings are a change of another's.

    """
    splitter = settings.get("name", name)
    words = {key: our_word(splitter, key) for key in settings}
    return {key if words[key] in settings else words[key]: value for key, value in settings.items()}
