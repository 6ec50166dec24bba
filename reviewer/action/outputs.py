"""The outputs of the Action, by their names in action.yml."""

from __future__ import annotations

from collections.abc import Mapping

from reviewer.action.environment import Settings
from reviewer.reports import Result, words

OUTPUTS = (
    "verdict",
    "lost",
    "gained",
    "recall-baseline",
    "recall-candidate",
    "report",
    "results",
    "comment-url",
    "underpowered",
)
"""Every output of the Action, as action.yml declares it."""

REPORT, RESULTS = "report.md", "results.json"


def outputs(settings: Settings, result: Result, comment_url: str) -> Mapping[str, str]:
    """Give every output as text; paths are relative to the workspace, which later steps see elsewhere."""
    comparison = words.judged_comparison(result)
    whole = words.find_slice(comparison, "all", f"success@{result.k}") if comparison else None
    recall = {arm.role: arm.measures.get(f"recall@{result.k}") for arm in result.arms}
    means = {role: one.mean for role, one in recall.items() if one is not None and one.mean is not None}
    folder = settings.inputs.artifacts
    given = {
        "verdict": result.verdict.status,
        "lost": str(words.losses(whole)) if whole else "",
        "gained": str(whole.gained or 0) if whole else "",
        "recall-baseline": f"{means['baseline']:.6f}" if "baseline" in means else "",
        "recall-candidate": f"{means['candidate']:.6f}" if "candidate" in means else "",
        "report": f"{folder}/{REPORT}",
        "results": f"{folder}/{RESULTS}",
        "comment-url": comment_url,
        "underpowered": "true" if result.verdict.underpowered else "false",
    }
    return {name: given[name] for name in OUTPUTS}
