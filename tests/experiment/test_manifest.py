"""The manifest names every library that touches numbers, in one place or the other."""

from __future__ import annotations

import re
from importlib.metadata import requires, version

import pytest

from reviewer.chunks import make_splitter
from reviewer.chunks.chunk import Setting
from reviewer.corpus import extractor_version
from reviewer.experiment.manifest import LIBRARIES, library_versions
from reviewer.index import make_index
from reviewer.reports.plain import to_plain

IN_A_SPLITTER = {"chonkie", "docling-core", "haystack-ai", "langchain-text-splitters", "llama-index-core", "semchunk"}
IN_AN_EMBEDDER = {"model2vec", "sentence-transformers"}  # with torch, which comes with the latter
IN_AN_INDEX = {"bm25s", "pgvector", "psycopg", "qdrant-client"}  # of pgvector: the server's and the extension's
IN_AN_EXTRACTOR = {"pypdfium2"}  # and tree-sitter with its grammars

NO_NUMBERS = {
    "click": "reads the command line",
    "filelock": "lets one process write a cache",
    "httpx2": "fetches",
    "huggingface-hub": "fetches files that are fingerprinted",
    "plotext": "draws",
    "pyyaml": "reads files as text; no type is guessed",
    "rapidfuzz": "gives edit distances, which are whole numbers with one right answer",
    "ray": "cuts and embeds elsewhere, to the same bytes",
    "rich": "draws",
    "safetensors": "reads weights as they are",
    "textual": "draws",
}
"""Why it does not matter which version of these is installed."""


def required() -> set[str]:
    """Give the libraries that are required to run, those of extras included."""
    lines = [line for line in requires("overlap-reviewer") or () if "extra == 'dev'" not in line]
    return {re.split(r"[^A-Za-z0-9_-]", line)[0].lower() for line in lines}


def test_every_library_that_is_required_stands_somewhere_or_touches_no_number() -> None:
    """Whoever adds one has to say which; two runs may differ in no library that nobody names."""
    grammars = {one for one in required() if one.startswith("tree-sitter")}
    named = [set(LIBRARIES), IN_A_SPLITTER, IN_AN_EMBEDDER, IN_AN_INDEX, IN_AN_EXTRACTOR | grammars, set(NO_NUMBERS)]
    assert set().union(*named) - {"overlap-reviewer"} == required()
    assert sum(map(len, named)) == len(required()) + 1


def test_the_versions_are_those_installed() -> None:
    """One that is not installed stands as nothing."""
    assert set(library_versions()) == set(LIBRARIES)
    assert library_versions()["numpy"] == version("numpy")


@pytest.mark.parametrize(
    ("library", "settings"),
    [
        ("chonkie", {"name": "chonkie", "class": "TokenChunker", "chunk_size": 40}),
        ("langchain-text-splitters", {"name": "langchain", "class": "CharacterTextSplitter"}),
        ("semchunk", {"name": "semchunk", "chunk_size": 40}),
    ],
)
def test_a_splitters_library_stands_in_its_identity(library: str, settings: dict[str, Setting]) -> None:
    """An arm that is cut by another version is another arm."""
    pytest.importorskip(library.replace("-", "_"))
    assert f"{library} {version(library)}" in str(to_plain(make_splitter(settings).identity))


def test_libraries_of_an_index_and_of_extractors_stand_in_theirs() -> None:
    """Of those that the tests can make."""
    assert version("bm25s") in str(make_index({"name": "bm25"}).parameters)
    assert version("bm25s") in str(make_index({"name": "hybrid"}).parameters)
    assert version("pypdfium2") in extractor_version("pdf")
    assert version("tree-sitter") in extractor_version("code")
    assert version("tree-sitter-python") in extractor_version("code")
