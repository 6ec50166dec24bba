"""A label set in a real git repository, whose documents were edited after the labels were made."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from reviewer.corpus import Corpus, read_corpus
from reviewer.labels import Label, LabelSet, read_set
from reviewer.review import Entry, History, Key, Proposer, Session, Signer, opened
from tests.labels.making import corpus, item, label, span, unanswerable, write_set

ADA = Signer("Ada", "2026-11-30")
DAY = "2026-11-02T12:00:00+00:00"
RULES = """\
# Rules

## Fees
The fee is 40 EUR a month. It is due on the first working day.

## Late payment
Whoever pays late owes interest of 5 per cent. The account is closed after the third reminder.

## Refunds
A refund is paid within ten days. It is paid to the account that the payment came from.
"""
EDITED = """\
# Rules

These rules hold from January on.

## Fees
The fee is 40 EUR a month. It is due on the first working day.

## Late payment
Whoever pays late owes interest of 6 per cent. The account is closed after the third reminder.

## Refunds
A refund is paid within ten days. It is paid to the account that the payment came from.
"""


def git(folder: Path, *arguments: str) -> str:
    """Run git as somebody whose name is known."""
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false")
    command = ("git", "-C", str(folder), *who, *arguments)
    when = {"GIT_AUTHOR_DATE": DAY, "GIT_COMMITTER_DATE": DAY}  # so that commits have the same names everywhere
    return subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, **when}).stdout


@dataclass(frozen=True, slots=True)
class Project:
    """A folder with a set; documents are written below `corpus/`."""

    root: Path

    @property
    def set(self) -> Path:
        """The folder of the labels."""
        return self.root / "labels" / "handbook"

    @property
    def file(self) -> Path:
        """The one label file."""
        return self.set / "labels.yaml"

    def write(self, **texts: str) -> None:
        """Write documents; `a="…"` becomes `a.md`."""
        (self.set / "corpus").mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (self.set / "corpus" / f"{name}.md").write_text(text, encoding="utf-8")

    def remove(self, name: str) -> None:
        """Remove a document."""
        (self.set / "corpus" / f"{name}.md").unlink()

    def commit(self, message: str = "as it is") -> str:
        """Commit everything and give the commit's name."""
        if not (self.root / ".git").exists():
            git(self.root, "init", "-q")
        git(self.root, "add", "-A")
        git(self.root, "commit", "-q", "-m", message)
        return git(self.root, "rev-parse", "HEAD").strip()

    def changed_lines(self) -> list[str]:
        """Give the lines of the label file that differ from the commit, with their signs."""
        diff = git(self.root, "diff", "-U0", "--", "labels/*.yaml", "labels/**/*.yaml")
        return [line for line in diff.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]

    def corpus(self) -> Corpus:
        """Read the documents as they are."""
        return read_corpus(self.set / "corpus")

    def labels(self) -> LabelSet:
        """Read the labels as they are."""
        return read_set(self.set)

    @contextmanager
    def session(self, *, compared: bool = True) -> Iterator[Session]:
        """Open a review, all of its entries compared."""
        with opened(self.set) as journal:
            session = Session(self.set, self.corpus(), journal, ADA)
            if compared:
                compare(session, self)
            yield session


def compare(session: Session, project: Project) -> None:
    """Compare all entries of a session."""
    proposer = Proposer(session.corpus, History(project.set / "corpus"))
    for document, entries in session.queue.groups.items():
        session.queue.settle(document, {one.key: proposer.offer(one) for one in entries})


def entry(session: Session, label_id: str, at: int = 0) -> Entry:
    """Give the entry of a label's span."""
    found = [one for one in session.queue.entries if one.label.id == label_id]
    return next((one for one in found if one.span == at), found[0])


def key(label_id: str, at: int = 0) -> Key:
    """Give the key of a label's span."""
    return Key(label_id, at)


def rules_labels() -> list[Label]:
    """Give labels about `RULES`."""
    where = corpus(rules=RULES)
    return [
        label("fee", item(span(where, "rules.md", "The fee is 40 EUR a month."))),
        label("late", item(span(where, "rules.md", "Whoever pays late owes interest of 5 per cent."))),
        label("closing", item(span(where, "rules.md", "The account is closed after the third reminder."))),
        label(
            "refund",
            item(span(where, "rules.md", "A refund is paid within ten days.")),
            item(span(where, "rules.md", "It is paid to the account that the payment came from.")),
        ),
        unanswerable("moon", where.fingerprint[:23]),
    ]


def stale_project(root: Path) -> Project:
    """Give a committed set about `RULES`, whose document was edited since: four labels stale, one to confirm."""
    project = Project(root)
    project.write(rules=RULES)
    write_set(project.set, *rules_labels(), file="labels.yaml")
    project.commit("as labelled")
    project.write(rules=EDITED)
    return project
