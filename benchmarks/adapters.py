"""Test splitter adapters and Ray against the libraries of this environment, and write docs/adapters-tested.md.

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

from reviewer.chunks.foreign.catalogue import DISTRIBUTIONS

ROOT = Path(__file__).resolve().parent.parent
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
    rows = [f"| `{extra}` | {library} | {version(library)} |" for extra, library in (DISTRIBUTIONS | ENGINES).items()]
    PAGE.write_text(head + "\n".join(rows) + "\n", encoding="utf-8")
    return code


if __name__ == "__main__":
    sys.exit(main())
