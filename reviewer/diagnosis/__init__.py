"""One lost or gained evidence item in, its cause with proof and remedy out; one query in, its neighbourhood out."""

from reviewer.diagnosis.arm import Arm, Lists, Reading, Rescore, TwoArms, Windows, by_document
from reviewer.diagnosis.cause import GAINED, LOST, Cause, Diagnosis, Finding, Remedy
from reviewer.diagnosis.diagnose import PRECEDENCE, diagnose
from reviewer.diagnosis.neighbourhood import (
    EvidencePlace,
    NearbyChunk,
    Neighbourhood,
    RankedList,
    RankedPassage,
    Surroundings,
    neighbourhood,
    window_at,
)
from reviewer.diagnosis.rescoring import rescorer
from reviewer.diagnosis.shares import DUPLICATE
from reviewer.diagnosis.table import CauseRow, advice, cause_table
from reviewer.diagnosis.windows import windows_of

__all__ = [
    "DUPLICATE",
    "GAINED",
    "LOST",
    "PRECEDENCE",
    "Arm",
    "Cause",
    "CauseRow",
    "Diagnosis",
    "EvidencePlace",
    "Finding",
    "Lists",
    "NearbyChunk",
    "Neighbourhood",
    "RankedList",
    "RankedPassage",
    "Reading",
    "Remedy",
    "Rescore",
    "Surroundings",
    "TwoArms",
    "Windows",
    "advice",
    "by_document",
    "cause_table",
    "diagnose",
    "neighbourhood",
    "rescorer",
    "window_at",
    "windows_of",
]
