"""The default embedder on its real weights: what a text's vector is, and what it does not depend on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from reviewer.errors import EmbeddingError
from reviewer.vectors import load_embedder
from reviewer.vectors.transformer import TransformerEmbedder, load_transformer
from tests.vectors import tiny
from tests.vectors.conftest import TEXTS


def test_vectors_are_those_of_the_published_model(minilm: TransformerEmbedder) -> None:
    """Computed anew in float64 from the same files: mean of the hidden states, scaled to length 1."""
    described = minilm._description
    config, weights = dict(described.config), load_file(described.weights)
    for text, found in zip(TEXTS[:3], minilm.embed_documents(TEXTS[:3]), strict=True):
        ids = minilm._reader.read([text])[0].ids.tolist()
        mean = tiny.hidden_states(config, weights, ids).mean(axis=0)
        np.testing.assert_allclose(found, mean / np.linalg.norm(mean), atol=1e-6)


def test_meaning_is_near(minilm: TransformerEmbedder) -> None:
    """A question is nearer to its answer than to another clause; a shuffled layer or tokenizer would not pass."""
    question = minilm.embed_queries(["How long does a refund take?"])[0]
    scores = minilm.embed_documents(TEXTS[:3]) @ question
    assert scores.argmax() == 1
    assert scores[1] > 0.5


def test_a_vector_depends_on_nothing_but_its_text(minilm: TransformerEmbedder) -> None:
    """Not on batch mates, their order, their number, or the number of threads: to the bit."""
    together = minilm.embed_documents(TEXTS)
    alone = np.concatenate([minilm.embed_documents([text]) for text in TEXTS])
    order = np.random.default_rng(3).permutation(len(TEXTS))
    shuffled = minilm.embed_documents([TEXTS[at] for at in order])
    crowded = minilm.embed_documents([*TEXTS, *(f"{text} {n}" for n in range(6) for text in TEXTS[:6])])
    single = load_transformer(threads=1).embed_documents(TEXTS)
    np.testing.assert_array_equal(together, alone)
    np.testing.assert_array_equal(together[order], shuffled)
    np.testing.assert_array_equal(together, crowded[: len(TEXTS)])
    np.testing.assert_array_equal(together, single)


def test_every_length_gives_the_same_bits_alone_and_in_a_batch(tmp_path: Path) -> None:
    """Kernels change with the shape of a matrix; no length from one word to the model's most shows it."""
    embedder = load_transformer(model=str(tiny.save(tmp_path)))
    texts = [" ".join(tiny.WORDS[:8] * 6)[: 4 * n] for n in range(1, 60)]
    copies = embedder.embed_documents([text for text in texts for _ in range(3)])
    alone = np.concatenate([embedder.embed_documents([text]) for text in texts])
    np.testing.assert_array_equal(copies, np.repeat(alone, 3, axis=0))


def test_blank_texts_are_rows_of_zeros(minilm: TransformerEmbedder) -> None:
    """No text, no direction, and no NaN; also behind a prefix, and for characters that the tokenizer drops."""
    rows = minilm.embed_documents(["", "fee", " \n\t\u3000", "\u200b\u0007"])
    assert not rows[[0, 2, 3]].any()
    np.testing.assert_allclose(np.linalg.norm(rows[1]), 1, atol=1e-6)
    assert not load_transformer(document_prefix="passage: ").embed_documents([" "]).any()
    assert minilm.embed_documents([]).shape == (0, 384)


def test_long_texts_are_cut_and_counted_uncut(minilm: TransformerEmbedder) -> None:
    """254 content tokens are read, as sentence-transformers was told; the rest is counted."""
    assert minilm.identity.limit == 254
    text = "fee " * 300
    assert minilm.count_tokens([text, "fee " * 254, "", "Refunds"]) == [300, 254, 0, 2]
    long, cut = minilm.embed_documents([text, "fee " * 254])
    np.testing.assert_array_equal(long, cut)
    assert minilm.count_tokens(["fee office. " * 30_000]) == [90_000]  # counted in segments
    np.testing.assert_array_equal(*minilm.embed_documents(["fee " * 90_000, text]))


def test_a_lower_limit_reads_less(minilm: TransformerEmbedder) -> None:
    """The limit counts content tokens, and is part of what decides a vector."""
    short = load_transformer(limit=3)
    np.testing.assert_array_equal(
        short.embed_documents(["ten day fee call us"]), minilm.embed_documents(["ten day fee"])
    )
    assert short.identity.fingerprint != minilm.identity.fingerprint


def test_text_that_spells_a_special_token_is_plain_text(minilm: TransformerEmbedder) -> None:
    """A document that speaks of [SEP] cannot end its own sentence."""
    assert minilm.count_tokens(["[SEP]"]) == [3]


def test_half_characters_are_read_as_unknown(minilm: TransformerEmbedder) -> None:
    """A lone surrogate has no bytes; it becomes U+FFFD."""
    np.testing.assert_array_equal(*minilm.embed_documents(["fee \ud800 day", "fee \ufffd day"]))


def test_prefixes_stand_before_the_text_and_are_counted(minilm: TransformerEmbedder) -> None:
    """Questions and passages have prefixes of their own."""
    prefixed = load_transformer(query_prefix="query: ", document_prefix="passage: ")
    np.testing.assert_array_equal(prefixed.embed_queries(["fee"]), minilm.embed_documents(["query: fee"]))
    np.testing.assert_array_equal(prefixed.embed_documents(["fee"]), minilm.embed_documents(["passage: fee"]))
    assert prefixed.count_tokens(["fee"]) == [3]


def test_the_fingerprint_covers_what_decides_and_nothing_else(tmp_path: Path) -> None:
    """Settings, weights, tokenizer and configuration change it; threads and the folder's name do not."""
    base = str(tiny.save(tmp_path / "base"))
    settings: list[dict[str, Any]] = [
        {},
        {"pooling": "cls"},
        {"limit": 5},
        {"query_prefix": "q "},
        {"document_prefix": "q "},
    ]
    prints = [load_transformer(model=base, **one).identity.fingerprint for one in settings]
    for change in ("weights", "config", "tokenizer"):
        folder = tiny.save(tmp_path / change, weights=tiny.weights_of(tiny.CONFIG, seed=int(change == "weights")))
        if change != "weights":
            path = folder / f"{change}.json"
            path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        prints.append(load_transformer(model=str(folder)).identity.fingerprint)
    assert len(set(prints)) == len(prints)
    again = load_transformer(model=str(tiny.save(tmp_path / "copy")), threads=1).identity
    assert again.fingerprint == prints[0]
    assert (again.precision, again.dimensions, again.limit) == ("f32", 16, 38)
    assert again.engine.startswith("onnxruntime ")


def test_identity_and_counts_load_no_engine() -> None:
    """A run that finds every vector in the cache must not pay for one."""
    code = (
        "import sys; from reviewer.vectors.transformer import load_transformer as load; one = load();"
        "one.identity; one.count_tokens(['fee']);"
        "print([name for name in ('onnx', 'onnxruntime', 'transformers', 'openvino', 'torch') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_pooling_is_the_models_own_unless_told(tmp_path: Path) -> None:
    """A model that was trained on its first token is read by it."""
    flags = {"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}
    folder = str(tiny.save(tmp_path, files={"1_Pooling/config.json": flags}))
    own, mean = load_transformer(model=folder), load_transformer(model=folder, pooling="mean")
    first = tiny.hidden_states(tiny.CONFIG, tiny.weights_of(tiny.CONFIG), own._reader.read(["fee"])[0].ids.tolist())[0]
    np.testing.assert_allclose(own.embed_documents(["fee"])[0], first / np.linalg.norm(first), atol=1e-5)
    assert not np.allclose(own.embed_documents(["fee"]), mean.embed_documents(["fee"]), atol=1e-4)


def test_weights_that_give_no_number_are_named(tmp_path: Path) -> None:
    """A NaN must end in a sentence, not in a ranking."""
    weights = tiny.weights_of(tiny.CONFIG)
    weights["encoder.layer.1.output.dense.bias"][3] = np.nan
    embedder = load_transformer(model=str(tiny.save(tmp_path, weights=weights)))
    with pytest.raises(EmbeddingError, match="the vector of text 1 is not finite"):
        embedder.embed_documents(["", "fee"])


def test_weights_that_change_underneath_are_refused(tmp_path: Path) -> None:
    """The identity was given for other bytes; vectors under it would be a lie."""
    folder = tiny.save(tmp_path)
    embedder = load_transformer(model=str(folder))
    assert embedder.identity.weights
    save_file(tiny.weights_of(tiny.CONFIG, seed=9), folder / "model.safetensors")
    with pytest.raises(EmbeddingError, match="changed while it was used"):
        embedder.embed_documents(["fee"])


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"precision": "int8"}, "precision is 'int8'"),
        ({"pooling": "max"}, "pooling is 'max'"),
        ({"limit": 0}, "limit is 0"),
        ({"limit": 255}, "limit is 255"),
        ({"limit": "many"}, "limit is 'many'"),
        ({"threads": 0}, "threads is 0"),
        ({"threads": "two"}, "threads is 'two'"),
        ({"treads": 2}, "no setting 'treads'"),
        ({"model": "no/such-model"}, "revision none can move"),
        ({"model": "./nowhere"}, "no model at"),
    ],
)
def test_settings_are_refused_by_name(settings: dict[str, Any], message: str) -> None:
    """Nothing is guessed, and the hint says what can be used."""
    with pytest.raises(EmbeddingError, match=message) as refused:
        load_embedder({"name": "transformer", **settings})
    assert refused.value.hint


def test_a_graph_that_the_model_brings_is_run(tmp_path: Path) -> None:
    """A model of another architecture is used through its onnx/model.onnx, with the inputs it asks for."""
    folder = tiny.save(tmp_path / "built")
    brought = tiny.save(tmp_path / "brought", {**tiny.CONFIG, "model_type": "mpnet"})
    tiny.export(folder, brought)
    found = load_transformer(model=str(brought))
    np.testing.assert_array_equal(
        found.embed_documents(TEXTS[:5]), load_transformer(model=str(folder)).embed_documents(TEXTS[:5])
    )
    assert found.identity.fingerprint != load_transformer(model=str(folder)).identity.fingerprint


def test_a_graph_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    """Inputs that we cannot fill, and files that are no graph, end in a sentence."""
    folder = tiny.save(tmp_path / "built")
    brought = tiny.save(tmp_path / "brought", {**tiny.CONFIG, "model_type": "mpnet"})
    with pytest.raises(EmbeddingError, match="'mpnet'"):
        load_transformer(model=str(brought))
    tiny.export(folder, brought, extra="pixel_values")
    with pytest.raises(EmbeddingError, match="pixel_values"):
        load_transformer(model=str(brought)).embed_documents(["fee"])
    (brought / "onnx" / "model.onnx").write_bytes(b"not a graph")
    with pytest.raises(EmbeddingError, match="onnxruntime refuses the model"):
        load_transformer(model=str(brought)).embed_documents(["fee"])


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"modules.json": [{"type": "sentence_transformers.models.Dense"}]}, "pass through Dense"),
        ({"1_Pooling/config.json": {"pooling_mode_max_tokens": True}}, "pooling by max"),
        ({"1_Pooling/config.json": ["mean"]}, "no JSON mapping"),
    ],
)
def test_what_we_cannot_reproduce_is_refused(tmp_path: Path, files: dict[str, Any], message: str) -> None:
    """Vectors that pass through more than the encoder and its mean would not be the model's."""
    with pytest.raises(EmbeddingError, match=message):
        load_transformer(model=str(tiny.save(tmp_path, files=files)))


def test_the_length_is_what_the_models_files_say(tmp_path: Path) -> None:
    """First what sentence-transformers was told, then the tokenizer's, never beyond the table of positions."""
    huge = {"model_max_length": 10**30}
    cases: tuple[tuple[str, dict[str, dict[str, int]], int], ...] = (
        ("told", {"sentence_bert_config.json": {"max_seq_length": 12}, "tokenizer_config.json": huge}, 10),
        ("tokenizer", {"tokenizer_config.json": {"model_max_length": 20}}, 18),
        ("positions", {"tokenizer_config.json": huge}, 38),
    )
    for name, files, limit in cases:
        assert load_transformer(model=str(tiny.save(tmp_path / name, files=files))).identity.limit == limit


def test_a_broken_tokenizer_is_refused(tmp_path: Path) -> None:
    """Its file is named."""
    folder = tiny.save(tmp_path)
    (folder / "tokenizer.json").write_text(json.dumps({"version": "1.0"}), encoding="utf-8")
    with pytest.raises(EmbeddingError, match="cannot be read as a tokenizer"):
        load_transformer(model=str(folder))
