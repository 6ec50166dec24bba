"""YAML in, queries with their evidence out, and which of them still describe the corpus."""

from reviewer.labels.check import Judged, LabelState, SpanState, Staleness, State, check, judged
from reviewer.labels.label_set import Change, LabelSet
from reviewer.labels.schema import Label, Retirement, Signature, decode_labels
from reviewer.labels.store import find_corpus, find_set, read_set, save

__all__ = [
    "Change",
    "Judged",
    "Label",
    "LabelSet",
    "LabelState",
    "Retirement",
    "Signature",
    "SpanState",
    "Staleness",
    "State",
    "check",
    "decode_labels",
    "find_corpus",
    "find_set",
    "judged",
    "read_set",
    "save",
]
