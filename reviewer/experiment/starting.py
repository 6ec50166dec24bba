"""What `reviewer init` writes: a configuration with its reasons, and one label bound to a real document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from reviewer import fingerprint
from reviewer.corpus import Corpus
from reviewer.corpus.survey import Survey, survey
from reviewer.errors import ConfigurationError
from reviewer.ids import is_id
from reviewer.labels.placeholders import FIRST_QUESTION
from reviewer.labels.writing import scalar
from reviewer.vectors import DEFAULT_MODEL, DEFAULT_REVISION

CONFIGURATION = """\
version: 1
corpus:
  root: {corpus}
  include: [{include}]   # the formats found; add what else you index
{exclude}labels: labels/{name}

splitter: {{name: tokens, size: 240, overlap: 120}}    # the baseline: what you run today
overlaps: [120, 40]                                  # compared by `reviewer run`
embedder:
  model: {model}
  revision: {revision}                               # weights are pinned, never floating
index: {{name: exact}}                                 # a regression is then never index noise

k: 5                # how many passages your prompt takes
depth: 50           # how deep we look for what fell below k
min_coverage: 0.8   # share of the evidence a passage must hold

gates:              # declared before any result is seen; `reviewer gates explain` says them in words
  - {{slice: all, measure: success@5, max_drop: 0.03}}
  # once labels carry them:
  # - {{slice: "risk: critical", measure: success@5, max_lost: 0}}
  # - {{slice: control, measure: success@5, max_drop: 0.05}}
  # in pull requests: whoever edits a label's evidence takes the label out of all gates until it is reviewed
  # - {{max_stale: 0}}
"""

LABEL = """\
version: 1
queries:
  - id: first-question
    query: "{query}"
    boundary: condition-consequence   # why overlap may matter here; `control` where it cannot
    tags: {{risk: normal}}
    evidence:
      - document: {document}
        fingerprint: {fingerprint}
        start: {start}
        end: {end}
        quote: {quote}
"""


@dataclass(frozen=True, slots=True)
class Started:
    """The files that were written, and which documents the configuration takes and leaves out."""

    written: tuple[Path, ...]
    surveyed: Survey


def start(folder: Path, corpus_root: str, name: str, *, force: bool, more: Mapping[str, str] | None = None) -> Started:
    """Write `reviewer.yaml`, the first label, the ignore line and `more` below `folder`.

    The configuration takes every format that was found and can be read here; the rest is left out, with reasons.
    """
    if not is_id(name):
        raise ConfigurationError(f"{name!r} cannot name a label set", "Use letters, digits, `.`, `_` and `-`.")
    surveyed = survey(folder / corpus_root)
    texts = {
        folder / "reviewer.yaml": CONFIGURATION.format(
            corpus=scalar(corpus_root),
            include=_listed(surveyed.include),
            exclude=_excluded(surveyed),
            name=name,
            model=DEFAULT_MODEL,
            revision=DEFAULT_REVISION,
        ),
        folder / "labels" / name / "first.yaml": _label(surveyed.corpus),
        **{folder / path: text for path, text in (more or {}).items()},
    }
    for path in texts:
        if path.exists() and not force:
            raise ConfigurationError(f"{path} exists", "Use `--force` to write over it.")
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Started((*texts, *_ignored(folder)), surveyed)


def _excluded(surveyed: Survey) -> str:
    """Give the line that leaves out what the globs would take though it cannot be read, or nothing."""
    return f"  exclude: [{_listed(surveyed.exclude)}]\n" if surveyed.exclude else ""


def _listed(globs: Sequence[str]) -> str:
    return ", ".join(f'"{glob}"' if '"' not in glob else scalar(glob) for glob in globs)


def _label(corpus: Corpus) -> str:
    """Bind the first label to the longest block of prose in the first document that has any."""
    for document in corpus:
        blocks = [one for one in document.blocks if one.kind == "paragraph"]
        if blocks:
            block = max(blocks, key=lambda one: one.end - one.start)
            quote = document.text[block.start : block.end]
            return LABEL.format(
                query=FIRST_QUESTION,
                document=scalar(document.id),
                fingerprint=fingerprint.short(document.fingerprint),
                start=block.start,
                end=block.end,
                quote=scalar(quote),
            )
    raise ConfigurationError("no document has a paragraph to point at", "Add a document with text first.")


def _ignored(folder: Path) -> tuple[Path, ...]:
    """Keep caches, indexes and results out of git."""
    path = folder / ".gitignore"
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    if ".reviewer/" in lines:
        return ()
    path.write_text("\n".join([*lines, ".reviewer/", ""]), encoding="utf-8")
    return (path,)
