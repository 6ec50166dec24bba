"""The manifest: all that must agree before two arms may be compared, and what differs between two of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from reviewer import fingerprint
from reviewer.fingerprint import Plain
from reviewer.queries import Query

LIBRARIES = (
    "markdown-it-py",
    "numpy",
    "onnxruntime",
    "overlap-reviewer",
    "regex",
    "tokenizers",
    "transformers",
    "usearch",
)
"""The libraries whose versions touch numbers."""

FREE: Mapping[str, tuple[str, ...]] = {
    "overlap": ("splitter.overlap",),
    "size": ("splitter.size",),
    "splitter": ("splitter.",),
    "embedder": ("embedder.",),
    "index": ("index.",),
}
"""What each factor allows to differ, as paths or beginnings of paths."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that differs between two manifests, by its dotted path."""

    path: str
    baseline: Plain
    candidate: Plain

    def __str__(self) -> str:
        """Name the path with both values."""
        return f"{self.path}: {self.baseline!r} against {self.candidate!r}"


def library_versions() -> dict[str, Plain]:
    """Give the installed version of each library that touches numbers."""
    found: dict[str, Plain] = {}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = None
    return found


def of_queries(queries: Sequence[Query]) -> str:
    """Fingerprint ids, texts and filters of the queries asked."""
    return fingerprint.of_plain({one.id: {"text": one.text, "filters": dict(one.filters)} for one in queries})


def differences(baseline: Mapping[str, Plain], candidate: Mapping[str, Plain]) -> tuple[Difference, ...]:
    """Name everything that differs between two manifests, sorted by path."""
    left, right = dict(_flat(baseline)), dict(_flat(candidate))
    return tuple(
        Difference(path, left.get(path), right.get(path))
        for path in sorted(left.keys() | right.keys())
        if left.get(path) != right.get(path)
    )


def confounders(found: Sequence[Difference], factor: str) -> tuple[Difference, ...]:
    """Keep the differences that `factor` does not allow."""
    free = FREE[factor]
    return tuple(
        one
        for one in found
        if not any(one.path == name or (name.endswith(".") and one.path.startswith(name)) for name in free)
    )


def _flat(value: Plain, path: str = "") -> Iterator[tuple[str, Plain]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _flat(inner, f"{path}.{key}" if path else key)
    else:
        yield path, value
