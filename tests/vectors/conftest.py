"""The default model, loaded once for all tests of this folder."""

from __future__ import annotations

import pytest

from reviewer.vectors.transformer import TransformerEmbedder, load_transformer

TEXTS = (
    "After the appeal window closes, the decision is final.",
    "Refunds are paid within 10 days of the written request, by the office that took the payment.",
    "fee",
    "Die Gebühr beträgt 25 EUR. ",
    "Call us.",
    "Call us.",
    "The office is closed on public holidays; the counter in Building 4 stays open until noon. " * 4,
    "Rate limits count requests per minute, per key and per region. " * 40,
    "第十条 申请人可以在三十日内提出复议。",
    "x",
)
"""Short and long, equal and different, within the model's length and beyond it."""


@pytest.fixture(scope="session")
def minilm() -> TransformerEmbedder:
    """Give the default model on two threads."""
    return load_transformer(threads=2)
