"""Splitting and embedding in blocks: the same to the bit in any order, and nothing that came back is done again."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from reviewer.chunks import chunk_corpus, make_splitter
from reviewer.cli.main import main
from reviewer.corpus import Corpus
from reviewer.corpus.files import read_corpus
from reviewer.errors import ConfigurationError, EmbeddingError, SplitError
from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.progress import Silent
from reviewer.experiment.run import Asked, run
from reviewer.experiment.scale import Elsewhere, Here, blocks, cut_corpus, elsewhere, opened
from reviewer.experiment.scale.engine import Engine
from reviewer.experiment.store import Store
from reviewer.vectors import CachedEmbedder, load_embedder
from tests.experiment.scale.faulty import Backwards, Dying, Foreign

TEXTS = tuple(f"Fee number {number} is due on day {number}. " * (1 + number % 3) for number in range(12))
BLOCK = 200
"""Characters of a block in these tests: some texts each."""


def cached(folder: Path, engine: Engine | None) -> CachedEmbedder:
    """Give the default embedder, its passages embedded by an engine in small blocks."""
    embedder = load_embedder({})
    return CachedEmbedder(embedder if engine is None else Elsewhere(embedder, {}, engine, BLOCK), folder)


def test_blocks_give_the_same_bits_in_any_order(tmp_path: Path) -> None:
    """Rows and token counts are those of one process, whoever finishes first."""
    rows, tokens = cached(tmp_path / "one", None).embed_with_counts(TEXTS)
    other = cached(tmp_path / "other", Backwards())
    elsewhere, counted = other.embed_with_counts(TEXTS)
    assert np.array_equal(elsewhere, rows)
    assert counted == tokens
    assert other.costs.embedded == len(TEXTS)


def test_a_run_that_died_goes_on_from_what_came_back(tmp_path: Path) -> None:
    """Blocks that came back are in the cache; the next run, by whatever engine, sends the others alone."""
    with pytest.raises(KeyboardInterrupt):
        cached(tmp_path, Dying(after=3)).embed_documents(TEXTS)
    again = Backwards()
    left = cached(tmp_path, again)
    rows = left.embed_documents(TEXTS)
    assert 0 < left.costs.hits < len(TEXTS)
    assert left.costs.embedded == len(TEXTS) - left.costs.hits
    every = Backwards()
    assert np.array_equal(rows, cached(tmp_path / "anew", every).embed_documents(TEXTS))
    assert again.sent == every.sent - 3
    idle = Backwards()
    cached(tmp_path, idle).embed_documents(TEXTS)
    assert idle.sent == 0


@pytest.mark.parametrize("splitter", [{"name": "tokens", "size": 40, "overlap": 10}, {"name": "characters"}])
def test_a_corpus_cut_in_blocks_has_the_same_chunks(
    splitter: dict[str, Any], project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ids, order and tokens, with a document a block and the last one first."""
    monkeypatch.setattr(blocks, "BLOCK_CHARACTERS", 1)
    splitter = {"size": 100, **splitter}
    corpus = read_corpus(project / "docs")
    made, engine = make_splitter(splitter), Backwards()
    assert cut_corpus(corpus, made, splitter, "1", engine=engine) == chunk_corpus(corpus, made, "1")
    assert engine.sent == len(corpus) == 3


def test_what_a_splitter_refuses_is_refused_in_blocks(project: Path) -> None:
    """The error is the same, and no worker's."""
    settings = {"name": "tokens", "size": 10, "overlap": 10}
    with pytest.raises(SplitError):
        cut_corpus(
            read_corpus(project / "docs"), make_splitter({"name": "words", "size": 9}), settings, "1", engine=Here()
        )
    assert cut_corpus(Corpus({}), make_splitter({"name": "words", "size": 9}), settings, "1", engine=Here()) == ()


def test_workers_that_are_other_than_we_are_refused(project: Path, tmp_path: Path) -> None:
    """Else vectors of two models would stand in one cache under one name."""
    with pytest.raises(EmbeddingError, match="a worker's vectors are other than ours"):
        cached(tmp_path, Foreign()).embed_documents(TEXTS)
    assert not list(tmp_path.rglob("*.vectors"))
    splitter = make_splitter({"name": "words", "size": 9})
    with pytest.raises(SplitError, match="a worker's is another than ours"):
        cut_corpus(read_corpus(project / "docs"), splitter, {"name": "words", "size": 9}, "1", engine=Foreign())


def test_a_run_by_an_engine_gives_the_same_lists(finished: tuple[Path, Path], tmp_path: Path) -> None:
    """Runs and chunks byte for byte as without one."""
    configuration = read_configuration(finished[0] / "reviewer.yaml")
    folder = run(configuration, Asked(), Store(tmp_path / "results"), Silent(), Backwards())[1]
    for name in ("run-overlap-30.jsonl", "run-overlap-0.jsonl", "chunks-overlap-0.jsonl", "matches.jsonl"):
        assert (folder / name).read_bytes() == (finished[1] / name).read_bytes()


def test_a_later_run_without_an_engine_keeps_what_one_with_it_made(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was given to the cache is written beside it; deleting that brings the usual limit back."""
    monkeypatch.setattr(elsewhere, "LIMIT_BYTES", 1)
    configuration, store = read_configuration(project / "reviewer.yaml"), Store(tmp_path / "store")
    run(configuration, Asked(), store, Silent(), Backwards())
    made = {path: path.read_bytes() for path in store.cache.rglob("*.vectors")}
    run(configuration, Asked(), store, Silent())
    with (project / "docs" / "reference" / "limits.md").open("a", encoding="utf-8") as file:
        file.write("\nA new paragraph that is embedded by this process.\n")
    run(replace(configuration, gates=()), Asked(), store, Silent())
    assert made
    assert {path: path.read_bytes() for path in store.cache.rglob("*.vectors") if path in made} == made
    assert len(list(store.cache.rglob("*.vectors"))) > len(made)
    (store.cache / "room").unlink()
    assert elsewhere.room(store.cache, engine=False) == 1


def test_the_room_counts_what_the_cache_holds_already(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a cache that took half the disk would be cut down by each run that goes on with it."""
    monkeypatch.setattr(elsewhere, "LIMIT_BYTES", 1)
    monkeypatch.setattr(elsewhere, "disk_usage", lambda _: SimpleNamespace(free=1000))
    assert elsewhere.room(tmp_path, engine=True) == 800
    (tmp_path / "e").mkdir()
    (tmp_path / "e" / "1.vectors").write_bytes(bytes(3000))
    assert elsewhere.room(tmp_path, engine=False) == 800
    assert elsewhere.room(tmp_path, engine=True) == 3200
    assert elsewhere.room(tmp_path, engine=False) == 3200
    (tmp_path / "room").write_text("lots", encoding="utf-8")
    assert elsewhere.room(tmp_path, engine=False) == 1


def test_engines_are_known_by_name() -> None:
    """`local` is this process alone; another name is refused with those there are."""
    with opened("local") as engine:
        assert engine is None
    with pytest.raises(ConfigurationError) as refused, opened("spark"):
        pass
    assert "local, ray" in refused.value.hint


@pytest.mark.skipif(find_spec("ray") is not None, reason="Ray is installed here: test_ray.py")
def test_without_the_extra_the_command_says_what_to_install(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything is read or embedded, with exit code 2."""
    monkeypatch.chdir(project)
    with pytest.raises(SystemExit) as ended:
        main(["run", "--engine", "ray"])
    assert ended.value.code == 2
    assert "pip install 'overlap-reviewer[ray]'" in capsys.readouterr().err
    assert not (project / ".reviewer").exists()
