"""Twenty short texts whose vectors tell whether a model behind an address is still the one that it was.

An address that serves "a model" promises no weights: a floating alias moves, a server is started with another file.
Nothing but the vectors themselves can show it, so they are kept and compared.
"""

from __future__ import annotations

import base64
import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np

from reviewer import fingerprint
from reviewer.errors import EmbeddingError
from reviewer.fingerprint import Plain
from reviewer.vectors.embedder import Vectors

TEXTS = (
    "The appeal window closes after thirty days.",
    "What is the rate limit of the Pro tier?",
    "Refunds are paid to the original card.",
    "Restart the service before you change the setting.",
    "An exception applies to contractors.",
    "def area(width, height): return width * height",
    "SELECT name FROM users WHERE active = true;",
    "Error 504: the gateway timed out",
    "The cat sleeps on the warm roof.",
    "Water boils at 100 degrees Celsius at sea level.",
    "She did not sign the contract.",
    "She signed the contract.",
    "Die Frist beträgt zwei Wochen.",
    "Le paiement est dû à la livraison.",
    "El envío tarda tres días.",
    "东京是日本的首都。",
    "Встреча перенесена на пятницу.",
    "3.14159 2.71828 1.41421",
    "yes",
    "Please see section 4.2 for the definition of a working day.",
)
"""Fixed: with other texts every lock and every cache would have to be made anew."""

KEPT = 256
"""Values of each vector that are kept: enough to tell two models apart, and a lock of some 14 kB a model."""

TOLERANCE = 0.999
"""The least cosine that counts as the same vector: the same weights in bf16 stay above 0.9997."""

RAISE = "Run `reviewer freeze` after you decided to take the new model, and set another `revision` for a new cache."


@dataclass(frozen=True, slots=True, eq=False)
class Probe:
    """What a model made of the probe texts: float32 [20, at most 256], and how wide its vectors are."""

    vectors: Vectors
    dimensions: int

    @classmethod
    def of(cls, vectors: Vectors) -> Probe:
        """Keep the beginning of each row of float32 [20, d]."""
        return cls(vectors[:, :KEPT].astype(np.float16).astype(np.float32), vectors.shape[1])

    def least_cosine(self, other: Probe) -> float:
        """Give the cosine of the two rows that are least alike; -1 where the widths differ."""
        if self.dimensions != other.dimensions:
            return -1.0
        products = np.einsum("ij,ij->i", self.vectors, other.vectors)
        lengths = np.linalg.norm(self.vectors, axis=1) * np.linalg.norm(other.vectors, axis=1)
        return float((products / np.maximum(lengths, np.finfo(np.float32).tiny)).min())

    def to_plain(self) -> dict[str, Plain]:
        """Give it as JSON: the values as little-endian float16 in base64."""
        data = base64.b64encode(self.vectors.astype("<f2").tobytes()).decode("ascii")
        return {"texts": fingerprint.of_plain(list(TEXTS)), "dimensions": self.dimensions, "vectors": data}


@runtime_checkable
class Probed(Protocol):
    """An embedder whose weights cannot be pinned."""

    def probe(self) -> Probe:
        """Embed the probe texts, once a process."""


def read_probe(value: object, where: str) -> Probe:
    """Read what `to_plain` gave; anything else is an EmbeddingError that names `where`."""
    try:
        if isinstance(value, Mapping) and value["texts"] == fingerprint.of_plain(list(TEXTS)):
            data = np.frombuffer(base64.b64decode(str(value["vectors"]), validate=True), "<f2")
            width = int(value["dimensions"])
            return Probe(data.reshape(len(TEXTS), min(width, KEPT)).astype(np.float32), width)
    except (KeyError, ValueError, TypeError) as error:
        raise EmbeddingError(f"{where}: not the vectors of the probe texts", "Make it anew.") from error
    raise EmbeddingError(f"{where}: vectors of other probe texts than this version's", "Make it anew.")


def hold(name: str, now: Probe, before: Probe, where: str) -> float:
    """Give the least cosine between two probes; one below the tolerance is an EmbeddingError."""
    least = now.least_cosine(before)
    if not least >= TOLERANCE:
        how = f"least cosine {least:.4f} over {len(TEXTS)} probe texts"
        if now.dimensions != before.dimensions:
            how = f"{before.dimensions} dimensions before, {now.dimensions} now"
        raise EmbeddingError(f"{name}: another model answers than {where} was made with ({how})", RAISE)
    return least


def settle(folder: Path, name: str, embedder: str, now: Probe) -> None:
    """Hold a probe to the one that a cache was filled with, and keep it where there is none.

    Args:
        folder: Of the cache.
        name: The model's.
        embedder: Its fingerprint.
        now: What the model says now.

    Raises:
        EmbeddingError: Another model answers, or the folder cannot be written.

    """
    path = folder / f"probe-{fingerprint.short(embedder).removeprefix(fingerprint.PREFIX)}.json"
    if not path.exists() and _is_kept(path, now):
        return
    try:
        before = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise EmbeddingError(f"{path}: cannot be read ({error})", "Delete the cache's folder.") from error
    hold(name, now, read_probe(before, str(path)), f"the cache {folder}")


def _is_kept(path: Path, probe: Probe) -> bool:
    """Keep a probe, unless another process was quicker: then its own counts, and this one is held to it."""
    aside = path.with_name(f"{path.name}.{secrets.token_hex(4)}.aside")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with aside.open("w", encoding="utf-8") as file:
            file.write(json.dumps(probe.to_plain(), sort_keys=True))
            file.flush()
            os.fsync(file.fileno())
        try:
            path.hardlink_to(aside)
        except FileExistsError:
            return False
        except OSError:  # a file system without links: the last one counts
            aside.replace(path)
        finally:
            aside.unlink(missing_ok=True)
    except OSError as error:
        raise EmbeddingError(f"{path}: cannot be written ({error})", "Check the disk.") from error
    return True
