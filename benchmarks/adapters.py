"""Test splitter adapters and Ray against the libraries of this environment, and write docs/adapters-tested.md.

Run it by `make test-adapters`, which installs the libraries in an environment of their own.
"""

from __future__ import annotations

import sys
from importlib.metadata import version

from tested_page import ROOT, write_page

from reviewer.chunks.foreign.catalogue import DISTRIBUTIONS

PAGE = ROOT / "docs" / "adapters-tested.md"
TESTS = (
    "tests/chunks/foreign/test_libraries.py",
    "tests/chunks/foreign/test_heavy_libraries.py",
    "tests/experiment/scale/test_ray.py",
)
ENGINES = {"ray": "ray"}
"""Extras that are no splitters, by what they install."""

INTRODUCTION = """# Splitter adapters and Ray, tested against the real libraries

Written by `make test-adapters` (`benchmarks/adapters.py`); do not edit by hand.

Tested on {date} with Python {python}: {passed} passed, {failed} failed, {skipped} skipped.

| extra | library | version |
| --- | --- | --- |
"""


def main() -> int:
    """Run the tests, write the page, and give pytest's exit code."""
    rows = [f"| `{extra}` | {library} | {version(library)} |" for extra, library in (DISTRIBUTIONS | ENGINES).items()]
    return write_page(PAGE, INTRODUCTION, TESTS, rows)


if __name__ == "__main__":
    sys.exit(main())
