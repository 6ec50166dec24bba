"""A run over a model behind an address: frozen, held to its answers, refused when another model answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer.errors import ConfigurationError, EmbeddingError
from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.progress import Silent
from reviewer.experiment.run import Asked, freeze, run
from reviewer.experiment.store import Store
from reviewer.reports import Result
from reviewer.vectors.probe import TEXTS
from tests.vectors.served import Served, serving

TEXT = "# Appeals\n\nThe appeal window closes after thirty days.\n\n# Refunds\n\nRefunds are paid to the card.\n"
QUOTE = "The appeal window closes after thirty days."


def write(folder: Path, url: str, more: str = "") -> Path:
    """Write a corpus of one document with one label."""
    (folder / "corpus").mkdir()
    (folder / "corpus" / "a.md").write_text(TEXT, encoding="utf-8")
    (folder / "labels" / "set").mkdir(parents=True)
    start = TEXT.index(QUOTE)
    from reviewer import fingerprint

    (folder / "labels" / "set" / "one.yaml").write_text(
        "version: 1\nqueries:\n  - id: window\n    query: When does the appeal window close?\n    boundary: control\n"
        f"    evidence:\n      - {{document: a.md, fingerprint: '{fingerprint.short(fingerprint.of_text(TEXT))}', "
        f"start: {start}, end: {start + len(QUOTE)}, quote: '{QUOTE}'}}\n",
        encoding="utf-8",
    )
    configuration = folder / "reviewer.yaml"
    configuration.write_text(
        "version: 1\ncorpus: {root: corpus}\nlabels: labels/set\nsplitter: {name: words, size: 8, overlap: 2}\n"
        f"embedder: {{name: openai, url: '{url}', model: m}}\nk: 2\ndepth: 4\n{more}",
        encoding="utf-8",
    )
    return configuration


def ran(path: Path, *, locked: bool) -> Result:
    """Run the arms of a configuration, with a store beside it."""
    return run(read_configuration(path), Asked(locked=locked), Store(path.parent / ".reviewer"), Silent())[0]


def test_a_lock_holds_the_answers_of_a_model_without_pinned_weights(tmp_path: Path) -> None:
    """It says how alike they are; another model behind the same name is refused, with or without its cache."""
    with serving(Served()) as served:
        path = write(tmp_path, served.url)
        said = " ".join(ran(path, locked=False).integrity.findings)
        assert "m: no weights are pinned; `reviewer freeze` keeps" in said
        freeze(read_configuration(path), Store(tmp_path / ".reviewer"))
        assert "answers as when it was frozen (least cosine 1.00000" in " ".join(
            ran(path, locked=True).integrity.findings
        )
        served.salt = "another model"
        with pytest.raises(ConfigurationError, match=r"another model answers than .*reviewer.lock was made with"):
            ran(path, locked=True)
        with pytest.raises(EmbeddingError, match="another model answers than the cache"):
            ran(path, locked=False)


def test_tokens_are_billed_once(tmp_path: Path) -> None:
    """The second run pays for the probe texts alone, and no token of a passage is counted without a tokenizer."""
    with serving(Served()) as served:
        path = write(tmp_path, served.url)
        first, second = ran(path, locked=False).costs["baseline"], ran(path, locked=False).costs["baseline"]
    assert first.embedded_tokens is None
    assert first.times["texts_embedded"] > 0
    assert first.times["tokens_billed"] > 0
    assert second.times["texts_embedded"] == 0
    assert second.times["tokens_billed"] == sum(len(text.split()) for text in TEXTS)


def test_words_need_no_embedder(tmp_path: Path) -> None:
    """The address is not asked, and what cannot be told without vectors says so."""
    path = write(tmp_path, "http://127.0.0.1:1/v1", "index: {name: bm25}\nmeasures: ['similar_pairs@2']\n")
    found = ran(path, locked=False)
    (arm,) = found.arms
    assert arm.manifest["embedder"]["name"] == "none"  # type: ignore[index, call-overload]  # plain data
    assert arm.measures["recall@2"].mean == 1.0
    assert arm.measures["similar_pairs@2"].mean is None
    assert found.costs["baseline"].vector_bytes == 0
    assert "searched by words" in " ".join(found.integrity.findings)


def test_words_and_vectors_are_compared_under_one_factor(tmp_path: Path) -> None:
    """That a list of words has no embedder is the index's own difference, and no confounder."""
    with serving(Served()) as served:
        more = "factor: index\narms:\n  words: {index: {name: bm25}}\n"
        found = ran(write(tmp_path, served.url, more), locked=False)
    assert [one.name for one in found.arms] == ["baseline", "words"]
    assert found.comparisons


def test_likeness_is_not_weighed_against_scores_that_are_no_cosines(tmp_path: Path) -> None:
    """MMR over BM25 or fused ranks is refused before anything is cut."""
    path = write(tmp_path, "http://127.0.0.1:1/v1", "index: {name: bm25}\ntreatments: [mmr]\n")
    with pytest.raises(ConfigurationError, match="no cosines, which the treatment mmr"):
        ran(path, locked=False)
