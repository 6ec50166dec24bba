"""The identity that stands in a manifest where nothing is embedded."""

from __future__ import annotations

from reviewer import fingerprint
from reviewer.vectors.embedder import EmbedderIdentity

UNEMBEDDED = EmbedderIdentity(
    name="none",
    fingerprint=fingerprint.of_text("none"),
    dimensions=0,
    limit=None,
    precision="none",
    engine="none",
    weights="none",
)
