"""A small project on disk: documents, labels and a configuration, split and embedded for real."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from reviewer import fingerprint
from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.progress import Silent
from reviewer.experiment.run import Asked, run
from reviewer.experiment.store import Store

APPEALS = """# Appeals

An appeal must reach the desk within thirty days of the notice. Later appeals are read only when the delay was ours.

## Deadlines

If the window closes and no appeal has come in, the decision becomes final. Fees that were held back until then are
released to the side that the decision named. The account stays closed for ninety days. After that the firm may ask
for a new one, and nothing of the old dispute is carried over into it.

## Costs

An appeal costs twenty euros. The sum is paid back when the appeal succeeds.
"""

REFUNDS = """# Refunds

Refunds are paid within ten days to the account that the payment came from. A refund in vouchers is not offered.

## Exceptions

Setup fees are never refunded. When a firm leaves in its first month, however, half of the setup fee is returned if no
invoice was sent through the service, and the request for it must be made in the same month.
"""

LIMITS = """# Limits

| plan | requests per minute |
| --- | --- |
| Free | 60 |
| Pro | 600 |

Requests above the limit are answered with status 429 and a header that says how long to wait.
"""

DOCUMENTS = {"policies/appeals.md": APPEALS, "policies/refunds.md": REFUNDS, "reference/limits.md": LIMITS}

LABELS = (
    (
        "window-closes",
        "What happens after the appeal window closes?",
        "condition-consequence",
        "policies/appeals.md",
        "If the window closes",
        "carried over into it.",
    ),
    (
        "setup-fee",
        "Do I get the setup fee back?",
        "definition-exception",
        "policies/refunds.md",
        "Setup fees",
        "same month.",
    ),
    (
        "pro-limit",
        "How many requests may the Pro plan send?",
        "table-row",
        "reference/limits.md",
        "| plan",
        "| Pro | 600 |",
    ),
    ("appeal-cost", "What does an appeal cost?", "control", "policies/appeals.md", "An appeal costs", "euros."),
    ("refund-days", "How long does a refund take?", "control", "policies/refunds.md", "Refunds are paid", "ten days"),
)

CONFIGURATION = """\
version: 1
corpus: {root: docs}
labels: labels/main
splitter: {name: tokens, size: 60, overlap: 30}
overlaps: [30, 0]
k: 2
depth: 6
budget: 100
gates:
  - {slice: all, measure: success@2, max_lost: 0}
"""


def label(name: str, query: str, boundary: str, document: str, first: str, last: str) -> str:  # noqa: PLR0917  # a row
    """Write one label in YAML; the quote runs from `first` to the end of `last`."""
    text = DOCUMENTS[document]
    start = text.index(first)
    end = text.index(last, start) + len(last)
    return f"""\
  - id: {name}
    query: {json.dumps(query)}
    boundary: {boundary}
    evidence:
      - document: {document}
        fingerprint: {fingerprint.short(fingerprint.of_text(text))}
        start: {start}
        end: {end}
        quote: {json.dumps(text[start:end])}
"""


def write_project(folder: Path) -> Path:
    """Write documents, labels and `reviewer.yaml`; give the folder."""
    for name, text in DOCUMENTS.items():
        path = folder / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    label_folder = folder / "labels" / "main"
    label_folder.mkdir(parents=True)
    labels = "version: 1\nqueries:\n" + "".join(label(*row) for row in LABELS)
    labels += '  - {id: moon, query: "How are refunds paid on the Moon?", answerable: false, corpus: "'
    labels += 'sha256:0123456789abcdef"}\n'
    (label_folder / "labels.yaml").write_text(labels, encoding="utf-8")
    (folder / "reviewer.yaml").write_text(CONFIGURATION, encoding="utf-8")
    return folder


def make_project(root: Path) -> Path:
    """Write documents, labels and `reviewer.yaml` into a folder."""
    return write_project(root)


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Give a project and the folder of its result; to be read and copied, never changed."""
    folder = write_project(tmp_path_factory.mktemp("finished"))
    configuration = read_configuration(folder / "reviewer.yaml")
    return folder, run(configuration, Asked(), Store(folder / ".reviewer"), Silent())[1]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Give a folder with documents, labels and `reviewer.yaml`."""
    return make_project(tmp_path)


@pytest.fixture
def reconfigured(project: Path) -> Callable[[str, str], Path]:
    """Give a function that replaces a text in the project's configuration."""

    def replace(old: str, new: str) -> Path:
        path = project / "reviewer.yaml"
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
        return path

    return replace
