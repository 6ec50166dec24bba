"""Tests in, a page of docs out that tells what of them passed against the libraries of this environment."""

from __future__ import annotations

import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent.parent


def write_page(page: Path, introduction: str, tests: Iterable[str], rows: Iterable[str]) -> int:
    """Run the tests, write the introduction with what came of them and the rows below, and give pytest's exit code."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        arguments = ["-q", "-p", "no:cacheprovider", f"--junitxml={report}", *tests]
        code = subprocess.run([sys.executable, "-m", "pytest", *arguments], cwd=ROOT, check=False).returncode
        suite = ET.parse(report).getroot().find("testsuite")  # noqa: S314  # pytest wrote it just now
    assert suite is not None
    total, skipped = int(suite.get("tests", 0)), int(suite.get("skipped", 0))
    failed = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
    head = introduction.format(
        date=datetime.now(UTC).date().isoformat(),
        python=platform.python_version(),
        passed=total - failed - skipped,
        failed=failed,
        skipped=skipped,
    )
    page.write_text(head + "\n".join(rows) + "\n", encoding="utf-8")
    return code
