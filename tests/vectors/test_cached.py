"""Each distinct text is embedded once, ever, and what comes back is what the embedder would give."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.vectors import CachedEmbedder, Costs
from reviewer.vectors.transformer import load_transformer
from tests.vectors import tiny
from tests.vectors.hashing import HashEmbedder

TEXTS = ["one", "two words", "one", "", "three short words", "two words", "one"]


def test_equal_texts_are_embedded_once(tmp_path: Path) -> None:
    """In one call, in the next, and in another process's."""
    inner = HashEmbedder()
    cached = CachedEmbedder(inner, tmp_path)
    rows, counts = cached.embed_with_counts(TEXTS)
    np.testing.assert_array_equal(rows, HashEmbedder().embed_documents(TEXTS))
    assert counts == (1, 2, 1, 0, 3, 2, 1)
    assert sorted(inner.asked) == sorted(set(TEXTS))
    again = CachedEmbedder(HashEmbedder(), tmp_path)
    np.testing.assert_array_equal(again.embed_documents(TEXTS[::-1]), rows[::-1])
    assert again.costs == Costs(texts=7, repeats=3, hits=4)


def test_costs_tell_what_was_spent(tmp_path: Path) -> None:
    """Texts asked are repeats, hits and embedded ones; tokens are those of embedded texts."""
    cached = CachedEmbedder(HashEmbedder(), tmp_path)
    cached.embed_documents(TEXTS)
    cached.embed_documents(["one", "new text here now"])
    costs = cached.costs
    assert (costs.texts, costs.repeats, costs.hits, costs.embedded) == (9, 3, 1, 5)
    assert (costs.tokens, costs.requests) == (1 + 2 + 0 + 3 + 4, 2)
    assert costs.seconds > 0


def test_questions_and_passages_are_kept_apart(tmp_path: Path) -> None:
    """Equal words may have two vectors, for a model may read them behind different prefixes."""
    inner = HashEmbedder()
    cached = CachedEmbedder(inner, tmp_path)
    np.testing.assert_array_equal(cached.embed_queries(["one"]), -cached.embed_documents(["one"]))
    np.testing.assert_array_equal(cached.embed_queries(["one"]), -cached.embed_documents(["one"]))
    assert inner.asked == ["one", "one"]


def test_embedders_never_share_a_vector(tmp_path: Path) -> None:
    """Another fingerprint is another shelf, even of the same width."""
    first, second = (CachedEmbedder(HashEmbedder(name), tmp_path) for name in ("a", "b"))
    first.embed_documents(TEXTS)
    second.embed_documents(TEXTS)
    assert second.costs.embedded == 4


def test_counts_of_embedded_texts_are_known(tmp_path: Path) -> None:
    """A rerun counts without a tokenizer; texts never seen are counted."""

    class Silent(HashEmbedder):
        def count_tokens(self, texts: object) -> list[int]:
            assert list(texts) == ["never seen"]  # type: ignore[call-overload]  # a sequence
            return [2]

    CachedEmbedder(HashEmbedder(), tmp_path).embed_documents(TEXTS)
    rerun = CachedEmbedder(Silent(), tmp_path)
    assert rerun.embed_with_counts(TEXTS)[1] == (1, 2, 1, 0, 3, 2, 1)
    assert rerun.count_tokens(["two words", "never seen"]) == (2, 2)


def test_progress_rises_to_the_number_of_texts(tmp_path: Path) -> None:
    """Whatever was cached, repeated or embedded."""
    texts = [f"{'word ' * 4000}{number % 50}" for number in range(70)]
    CachedEmbedder(HashEmbedder(), tmp_path).embed_documents(texts[:20])
    done: list[int] = []
    CachedEmbedder(HashEmbedder(), tmp_path).embed_with_counts(texts, done.append)
    assert done == sorted(done)
    assert done[-1] == 70
    assert len(set(done)) > 4


def test_rows_are_written_where_they_are_wanted(tmp_path: Path) -> None:
    """A memory-mapped array takes a million rows without holding them."""
    out = np.lib.format.open_memmap(tmp_path / "rows.npy", "w+", np.float32, (len(TEXTS), 24))
    rows, _ = CachedEmbedder(HashEmbedder(), tmp_path / "cache").embed_with_counts(TEXTS, out=out)
    assert rows is out
    out.flush()
    np.testing.assert_array_equal(np.load(tmp_path / "rows.npy"), HashEmbedder().embed_documents(TEXTS))


def test_nothing_asked_nothing_done(tmp_path: Path) -> None:
    """No text, no row, no file."""
    rows, counts = CachedEmbedder(HashEmbedder(), tmp_path / "cache").embed_with_counts([])
    assert rows.shape == (0, 24)
    assert counts == ()
    assert not (tmp_path / "cache").exists()


@settings(max_examples=30, deadline=None)
@given(st.lists(st.lists(st.sampled_from("abcdefgh "), max_size=3).map("".join), max_size=12), st.integers(0, 12))
def test_a_cache_is_never_seen_in_the_vectors(texts: list[str], held: int) -> None:
    """Whatever part was held before, rows and counts are those of the embedder itself."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        CachedEmbedder(HashEmbedder(), Path(folder)).embed_documents(texts[:held])
        rows, counts = CachedEmbedder(HashEmbedder(), Path(folder)).embed_with_counts(texts)
    np.testing.assert_array_equal(rows, HashEmbedder().embed_documents(texts))
    assert list(counts) == HashEmbedder().count_tokens(texts)


def test_a_real_model_gives_the_same_bits_through_the_cache(tmp_path: Path) -> None:
    """Cold, warm and without a cache."""
    folder = str(tiny.save(tmp_path / "model"))
    texts = ["refund of ten eur", "fee", "", "the office is in ten", "fee"]
    plain = load_transformer(model=folder)
    for _ in range(2):
        cached = CachedEmbedder(load_transformer(model=folder), tmp_path / "cache")
        rows, counts = cached.embed_with_counts(texts)
        np.testing.assert_array_equal(rows, plain.embed_documents(texts))
        assert list(counts) == plain.count_tokens(texts)
    assert cached.costs.embedded == 0
