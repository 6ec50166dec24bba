"""Effects in, a verdict out."""

from reviewer.gates.explaining import explain
from reviewer.gates.facts import Facts, Reviewed, needed_effects
from reviewer.gates.gate import Allowance, Gate, Saving, Trade, decode_gates
from reviewer.gates.judging import judge
from reviewer.gates.verdict import FAILED, NOT_JUDGED, NOTHING_MEASURED, PASSED, Finding, Verdict, exit_code

__all__ = [
    "FAILED",
    "NOTHING_MEASURED",
    "NOT_JUDGED",
    "PASSED",
    "Allowance",
    "Facts",
    "Finding",
    "Gate",
    "Reviewed",
    "Saving",
    "Trade",
    "Verdict",
    "decode_gates",
    "exit_code",
    "explain",
    "judge",
    "needed_effects",
]
