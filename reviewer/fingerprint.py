"""sha256 fingerprints, written `sha256:<hex>`; labels carry the first 16 digits."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

PREFIX = "sha256:"
SHORT_DIGITS = 16

Plain = str | int | float | bool | None | Sequence["Plain"] | Mapping[str, "Plain"]


def of_text(text: str) -> str:
    """Fingerprint a canonical text: sha256 of its UTF-8 bytes."""
    return of_bytes(text.encode("utf-8"))


def of_bytes(data: bytes) -> str:
    """Fingerprint bytes."""
    return PREFIX + hashlib.sha256(data).hexdigest()


def of_file(path: Path) -> str:
    """Fingerprint a file's bytes without holding them in memory."""
    with path.open("rb") as file:
        return PREFIX + hashlib.file_digest(file, "sha256").hexdigest()


def of_plain(value: Plain) -> str:
    """Fingerprint settings: sha256 of their JSON with sorted keys."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return of_text(text)


def short(fingerprint: str) -> str:
    """Give the form that labels carry: the prefix and 16 digits."""
    return fingerprint[: len(PREFIX) + SHORT_DIGITS]


def same(one: str, other: str) -> bool:
    """Tell whether two fingerprints agree where both have digits (16 at least)."""
    digits = min(len(one), len(other))
    return digits >= len(PREFIX) + SHORT_DIGITS and one[:digits] == other[:digits]
