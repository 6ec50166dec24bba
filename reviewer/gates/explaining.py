"""Each gate in one sentence."""

from __future__ import annotations

from reviewer.comparison import ALL
from reviewer.gates.gate import Gate, Trade


def explain(gate: Gate) -> str:
    """Say what a gate asks for, in one sentence."""
    where = "over all judged queries" if gate.slice == ALL else f"in the slice `{gate.slice}`"
    rules = _of_measure(gate) + _of_costs(gate)
    if gate.min_queries is not None:
        rules.append(f"at least {_counted(gate.min_queries, 'query', 'queries')} must be there, or nothing is judged")
    called = f"{gate.name}: " if gate.name else ""
    kind = "blocks" if gate.blocking else "advises"
    allowed = "".join(f"; {one.id} may be lost until {one.until} ({one.reason})" for one in gate.allow)
    return f"{called}{where[0].upper()}{where[1:]}, {'; '.join(rules)}{allowed} ({kind})."


def _of_measure(gate: Gate) -> list[str]:
    rules = []
    sure = "even at the worst that is likely, " if gate.confident else ""
    if gate.max_lost is not None:
        lost = "no query" if gate.max_lost == 0 else f"at most {_counted(gate.max_lost, 'query', 'queries')}"
        rules.append(f"{sure}{lost} may lose evidence in {gate.measure}")
    if gate.max_drop is not None:
        rules.append(f"{sure}{gate.measure} may drop by at most {gate.max_drop:g}")
    if gate.min_value is not None:
        rules.append(f"{gate.measure} must be at least {gate.min_value:g}")
    if gate.trade is not None:
        rules.append(_traded(gate, gate.trade))
    return rules


def _traded(gate: Gate, trade: Trade) -> str:
    savings = " and ".join(map(str, trade.needs))
    return (
        f"{gate.measure} may drop by at most {trade.max_drop:g} if the change saves {savings}"
        " and every lost query was reviewed by name"
    )


def _of_costs(gate: Gate) -> list[str]:
    rules = []
    if gate.max_pair_overlap is not None:
        rules.append(f"passages of one document may overlap by at most {gate.max_pair_overlap:g} in the mean")
    if gate.max_prompt_tokens is not None:
        rules.append(f"a prompt may take at most {gate.max_prompt_tokens:g} tokens in the mean")
    if gate.max_chunks_ratio is not None:
        rules.append(f"the candidate may have at most {gate.max_chunks_ratio:g} times the baseline's chunks")
    if gate.max_confident_wrong is not None:
        most = _counted(gate.max_confident_wrong, "query that nothing answers", "queries that nothing answers")
        rules.append(f"at most {most} may get a hit over the declared threshold")
    if gate.max_stale is not None:
        rules.append(f"at most {_counted(gate.max_stale, 'label', 'labels')} may be stale")
    return rules


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"
