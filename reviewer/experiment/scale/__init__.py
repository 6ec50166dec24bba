"""Splitting and embedding in blocks, here or on many machines: blocks go out, and what comes back is kept at once."""

from reviewer.experiment.scale.blocks import Cutting, Embedding, cut_corpus
from reviewer.experiment.scale.elsewhere import Elsewhere, room
from reviewer.experiment.scale.engine import ENGINES, LOCAL, Engine, Here
from reviewer.experiment.scale.opening import opened

__all__ = ["ENGINES", "LOCAL", "Cutting", "Elsewhere", "Embedding", "Engine", "Here", "cut_corpus", "opened", "room"]
