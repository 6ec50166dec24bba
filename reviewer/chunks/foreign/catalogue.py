"""Which splitters there are, from where, and which of them could be used at once; nothing is imported to know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, entry_points, version

from reviewer.fingerprint import Plain

OURS = "overlap-reviewer"
DISTRIBUTIONS: Mapping[str, str] = {
    "langchain": "langchain-text-splitters",
    "llama-index": "llama-index-core",
    "haystack": "haystack-ai",
    "chonkie": "chonkie",
    "semchunk": "semchunk",
    "docling": "docling-core",
}
"""The library behind each extra of the same name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A splitter by name.

    Attributes:
        name: As `splitter.name` has it.
        source: The distribution that brings it.
        adapts: The library that it adapts and its version, where that is installed.
        extra: What installs the library, where it is not.

    """

    name: str
    source: str
    adapts: str | None = None
    extra: str | None = None

    def to_plain(self) -> dict[str, Plain]:
        """Give every part by its name."""
        return {"name": self.name, "source": self.source, "library": self.adapts, "extra": self.extra}


def listed() -> tuple[Listed, ...]:
    """Give all splitters that are registered, by name."""
    points = sorted(entry_points(group="reviewer.splitters"), key=lambda point: point.name)
    return tuple(_listed(point.name, point.dist.name if point.dist else "unknown") for point in points)


def _listed(name: str, source: str) -> Listed:
    distribution = DISTRIBUTIONS.get(name) if source == OURS else None
    if distribution is None:
        return Listed(name=name, source=source)
    try:
        return Listed(name=name, source=source, adapts=f"{distribution} {version(distribution)}")
    except PackageNotFoundError:
        return Listed(name=name, source=source, extra=f'pip install "{OURS}[{name}]"')
