"""Models that need more than an encoder and pooling, by sentence-transformers on torch (an extra of 754 MB and more).

No code of a model's repository is run. In f32 torch's vectors differ by about 1e-7 with what stands beside a text, so
near ties may fall otherwise than in another run without this cache.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from reviewer import fingerprint
from reviewer.chunks.pretrained import Pretrained, locate
from reviewer.errors import EmbeddingError
from reviewer.fingerprint import Plain
from reviewer.vectors.embedder import EmbedderIdentity, Vectors

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

EXTRA = "pip install 'overlap-reviewer[torch]'"
NEEDED = ("config.json", "tokenizer.json", "modules.json")
SUFFIXES = (".json", ".txt", ".model", ".safetensors")
PRECISIONS = {"f32": "float32", "bf16": "bfloat16", "f16": "float16"}
LONGEST = 2**20
"""Tokens; what a tokenizer gives as its length where it has none is larger."""


class SentenceTransformerEmbedder:
    """Loads the model when its identity is first asked for: that covers its files and its realised precision."""

    def __init__(
        self,
        found: Pretrained,
        *,
        precision: str = "f32",
        query_prefix: str = "",
        document_prefix: str = "",
        batch_texts: int = 32,
        device: str = "cpu",
    ) -> None:
        """Take where the files are and the settings; see `load_sentence_transformers`."""
        self._found, self._precision, self._device, self._batch = found, precision, device, batch_texts
        self._query_prefix, self._document_prefix = query_prefix, document_prefix

    @cached_property
    def identity(self) -> EmbedderIdentity:
        """Cover every file of the model, prefixes, limit, precision, device and the versions of both libraries."""
        model = self._model
        limit = int(model.max_seq_length or 0) - self._special
        files: dict[str, Plain] = {
            path.relative_to(self._found.folder).as_posix(): fingerprint.of_file(path) for path in self._files()
        }
        dtype = str(next(model.parameters()).dtype).removeprefix("torch.")
        engine = f"sentence-transformers {version('sentence-transformers')}, torch {version('torch')}, {self._device}"
        decides: dict[str, Plain] = {
            "files": files,
            "engine": engine,
            "precision": dtype,
            "prefixes": [self._document_prefix, self._query_prefix],
        }
        return EmbedderIdentity(
            name=self._found.name,
            fingerprint=fingerprint.of_plain(decides),
            dimensions=int(model.get_sentence_embedding_dimension() or 0),
            limit=limit if 0 < limit < LONGEST else None,
            precision=dtype,
            engine=engine,
            weights=fingerprint.of_plain({name: one for name, one in files.items() if name.endswith(".safetensors")}),
            revision=self._found.revision,
        )

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Embed passages, float32 [n, d], unit rows in the order of `texts`; blank texts are rows of zeros."""
        return self._embed(texts, self._document_prefix)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Embed questions, likewise."""
        return self._embed(texts, self._query_prefix)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count the content tokens of each passage, uncut, its prefix included."""
        prefixed = [_fit(self._document_prefix + text) for text in texts]
        if not prefixed:
            return []
        read = self._model.tokenizer(prefixed, add_special_tokens=False, truncation=False, verbose=False)
        return [len(ids) for ids in read["input_ids"]]

    def _embed(self, texts: Sequence[str], prefix: str) -> Vectors:
        vectors: Vectors = np.zeros((len(texts), self.identity.dimensions), np.float32)
        filled = [at for at, text in enumerate(texts) if text.strip()]
        if not filled:
            return vectors
        rows = self._model.encode(
            [_fit(prefix + texts[at]) for at in filled],
            batch_size=self._batch,
            show_progress_bar=False,
            convert_to_numpy=True,
            prompt="",
        ).astype(np.float64)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        if not (np.isfinite(lengths) & (lengths > 0)).all():
            raise EmbeddingError(f"{self._found.name}: a vector is zero or not finite", "Use `precision: f32`.")
        vectors[filled] = (rows / lengths).astype(np.float32)
        return vectors

    def _files(self) -> list[Path]:
        found = [path for path in self._found.folder.rglob("*") if path.is_file() and path.suffix in SUFFIXES]
        return sorted(found)

    @property
    def _special(self) -> int:
        return int(self._model.tokenizer.num_special_tokens_to_add(pair=False))

    @cached_property
    def _model(self) -> SentenceTransformer:
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise EmbeddingError(
                "embedder sentence-transformers: the package sentence-transformers is not installed", EXTRA
            ) from error
        try:
            return SentenceTransformer(
                str(self._found.folder),
                device=self._device,
                trust_remote_code=False,
                local_files_only=True,
                model_kwargs={"torch_dtype": PRECISIONS[self._precision], "use_safetensors": True},
            )
        except Exception as error:  # the library raises those of everything below it
            first = (str(error).strip() or type(error).__name__).splitlines()[0]
            raise EmbeddingError(
                f"{self._found.name}: sentence-transformers cannot load it ({first[:200]})",
                "Name a model folder with modules.json and safetensors; code of a model's repository is never run.",
            ) from error


def load_sentence_transformers(
    *,
    model: str,
    revision: str | None = None,
    precision: str = "f32",
    query_prefix: str = "",
    document_prefix: str = "",
    batch_texts: int = 32,
    device: str = "cpu",
) -> SentenceTransformerEmbedder:
    """Find a model by path, or on the hub at a pinned commit; it is loaded when it is first needed.

    Args:
        model: A folder, or a hub id.
        revision: The hub's full commit, where the hub is asked.
        precision: `f32`, `bf16` or `f16`.
        query_prefix: Put before each question.
        document_prefix: Put before each passage; it counts against the limit.
        batch_texts: Texts that are run together.
        device: As torch names it: `cpu`, `cuda`, `mps`.

    Raises:
        EmbeddingError: It is nowhere, or a setting is refused.

    """
    for setting, value in (("query_prefix", query_prefix), ("document_prefix", document_prefix), ("device", device)):
        if not isinstance(value, str):
            raise EmbeddingError(f"embedder: {setting} is {value!r}, and must be text", "Write it between quotes.")
    if precision not in PRECISIONS:
        raise EmbeddingError(f"embedder: precision is {precision!r}", f"Known: {', '.join(PRECISIONS)}.")
    if not isinstance(batch_texts, int) or isinstance(batch_texts, bool) or batch_texts < 1:
        raise EmbeddingError(f"embedder: batch_texts is {batch_texts!r}", "Use a whole number from 1 up.")
    return SentenceTransformerEmbedder(
        _whole(locate(model, revision, files=NEEDED)),
        precision=precision,
        query_prefix=query_prefix,
        document_prefix=document_prefix,
        batch_texts=batch_texts,
        device=device,
    )


def _whole(found: Pretrained) -> Pretrained:
    """Fetch what else a model on the hub has at the pinned commit: its modules may lie in any folder."""
    if found.source != "hub":
        return found
    from huggingface_hub import snapshot_download

    patterns = [f"*{suffix}" for suffix in SUFFIXES]
    try:
        folder = snapshot_download(found.name, revision=found.revision, allow_patterns=patterns)
    except Exception as error:  # the library raises those of its transport
        raise EmbeddingError(
            f"{found.name}: the hub does not give its files ({type(error).__name__})", "Run it again, or name a folder."
        ) from error
    return Pretrained(Path(folder), found.name, found.revision, found.source)


def _fit(text: str) -> str:
    """Replace lone surrogates, for which UTF-8 has no bytes."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
