"""A Node program ranks the handbook with chunks of its own; its run scores as the same lists made here."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import regex

from reviewer import ids
from reviewer.chunks import Chunk, write_chunks
from reviewer.corpus import Corpus
from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.foreign import Handed, compare_runs
from reviewer.experiment.material import Material, read_material
from reviewer.experiment.store import Store
from reviewer.runs import Hit, Run, write_run
from tests.runs.writers import writer

ROOT = Path(__file__).parents[2]
SIZE, DEPTH = 700, 10


def words(text: str) -> frozenset[str]:
    """Give the words of a text, in small letters."""
    return frozenset(regex.findall(r"[\p{L}\p{N}]+", text.lower()))


def chunks_of(corpus: Corpus) -> Iterator[Chunk]:
    """Join paragraphs until a chunk would grow over SIZE; the last one is the next chunk's first."""
    for document in corpus:
        found = [one.span() for one in regex.finditer(r"\S(?s:.)*?(?=\n\s*\n|\s*\Z)", document.text)]
        first = 0
        while first < len(found):
            last = first
            while last + 1 < len(found) and found[last + 1][1] - found[first][0] <= SIZE:
                last += 1
            start, end = found[first][0], found[last][1]
            name = ids.chunk_id("", document.id, ((start, end),), "", ())
            yield Chunk(id=name, document=document.id, start=start, end=end)
            first = last if last > first and last + 1 < len(found) else last + 1


def ranked(material: Material, chunks: tuple[Chunk, ...]) -> Run:
    """Rank chunks by the words they share with each question, ties by document and place."""
    held = [words(chunk.text(material.corpus[chunk.document].text)) for chunk in chunks]

    def hits(question: str) -> Iterator[Hit]:
        wanted = words(question)
        scored = sorted((-len(wanted & one), at) for at, one in enumerate(held) if wanted & one)
        for rank, (negative, at) in enumerate(scored[:DEPTH], start=1):
            one = chunks[at]
            yield Hit(rank=rank, document=one.document, start=one.start, end=one.end, score=float(-negative))

    lists = {query.id: tuple(hits(query.text)) for query in material.queries}
    return Run(arm="ours", fingerprint="", depth=DEPTH, hits=lists)


@pytest.mark.skipif(shutil.which("node") is None, reason="no node here")
def test_a_run_from_node_scores_as_our_own(tmp_path: Path) -> None:
    """Same chunks, same lists, and every score of every query the same, bit for bit."""
    configuration = read_configuration(ROOT / "reviewer.yaml")
    configuration = replace(configuration, gates=())
    material = read_material(configuration)
    ours, node = tmp_path / "ours", tmp_path / "node"
    ours.mkdir()
    node.mkdir()
    chunks = tuple(chunks_of(material.corpus))
    write_chunks(ours / "chunks.jsonl", chunks)
    write_run(ours / "run.jsonl", ranked(material, chunks))
    _run_node(configuration.corpus_root, tmp_path, node)
    result, folder = compare_runs(
        configuration, Handed(ours / "run.jsonl"), Handed(node / "run.jsonl"), Store(tmp_path / "results")
    )
    one, other = result.arms
    assert (one.name, other.name) == ("ours", "node")
    assert one.chunks == other.chunks == len(chunks)
    assert one.measures == other.measures
    assert all(query.arms["ours"] == query.arms["node"] for query in result.queries)
    assert result.comparisons[0].unchanged_lists == len(material.queries)
    assert not result.comparisons[0].changes
    found = one.measures["success@5"].mean
    assert found is not None
    assert 0.2 < found < 0.9  # the lists are no empty ones, and no perfect ones
    assert (folder / "chunks-node.jsonl").is_file()


def _run_node(root: Path, folder: Path, to: Path) -> None:
    shutil.copy(Path(__file__).with_name("rank.mjs"), folder)
    (folder / "writer.mjs").write_text(writer("javascript"), encoding="utf-8")
    command = [sys.executable, "-m", "reviewer", "labels", "list", "--set", "labels/handbook", "--json"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    assert json.loads(listed.stdout)
    (folder / "asked.json").write_bytes(listed.stdout)
    subprocess.run(["node", "rank.mjs", root, "asked.json", to], cwd=folder, check=True, timeout=60)  # noqa: S607
