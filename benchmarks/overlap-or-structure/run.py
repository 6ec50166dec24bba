"""Overlap, structure, or growing hits: every arm on every set, on the same labels, with the costs of each.

    python benchmarks/overlap-or-structure/fetch.py DOCS
    python benchmarks/overlap-or-structure/run.py --docs DOCS --data DATA --work WORK [--sets handbook,fastify,…]

DATA holds the public sets `chroma` and `cuad`; WORK gets a project for each set, with its cache and its results. The
figures that are kept go to `results/<set>.json` beside this script, and `page.py` makes the page and the plots of them.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sets import BASELINE, HERE, arms, configure, prepare

SETS = ("handbook", "fastify", "flask", "chroma", "cuad")
MEASURES = (
    "success@5",
    "recall@5",
    "recall@800t",
    "recall(match=union)@5",
    "char_precision@5",
    "prompt_tokens@5",
    "pair_overlap@5",
    "redundancy@5",
    "intact",
)
NAMES = {"baseline": BASELINE}
"""The configuration's own arm has no other name in a result."""
JUDGED = ("success@5", "recall@5", "recall@800t")
"""Measures of which effects are kept, with their intervals."""


def main() -> None:
    """Run the sets that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--docs", type=Path)
    parser.add_argument("--sets", default=",".join(SETS))
    options = parser.parse_args()
    for name in options.sets.split(","):
        began = time.perf_counter()
        project = prepare(name, options.work.resolve(), options.data, options.docs)
        file = configure(project, arms())
        command = [sys.executable, "-m", "reviewer", "run", "--config", str(file), "--confounded", "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=project.folder)
        if not done.stdout.strip():
            sys.exit(f"{name}: {done.stderr}")
        result = json.loads(done.stdout)
        kept = {"set": name, "date": f"{dt.datetime.now(dt.UTC).date()}", **condensed(result)}
        target = HERE / "results" / f"{name}.json"
        target.parent.mkdir(exist_ok=True)
        target.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        print(f"{name}: {len(kept['arms'])} arms, {kept['queries']} queries, {time.perf_counter() - began:.0f} s")


def condensed(result: Mapping[str, Any]) -> dict[str, Any]:
    """Keep what the page needs: each arm's means and costs, and its effects against plain windows."""
    effects = {one["candidate"]: one["effects"] for one in result["comparisons"]}
    first = next(iter(effects.values()))
    return {
        "baseline": BASELINE,
        "queries": next(one["queries"] for one in first if one["slice"] == "all" and one["measure"] == "success@5"),
        "arms": {NAMES.get(one["name"], one["name"]): _arm(one, result["costs"], effects) for one in result["arms"]},
        "libraries": result["arms"][0]["manifest"]["libraries"],
        "corpus": result["arms"][0]["manifest"]["corpus"]["fingerprint"],
    }


def _arm(arm: Mapping[str, Any], costs: Mapping[str, Any], effects: Mapping[str, Any]) -> dict[str, Any]:
    cost = costs.get(arm["name"], {})
    return {
        "measures": {name: arm["measures"][name]["mean"] for name in MEASURES if name in arm["measures"]},
        "chunks": arm["chunks"],
        "embedded_tokens": cost.get("embedded_tokens"),
        "truncated": arm["truncation"]["chunks"],
        "effects": [_effect(one) for one in effects.get(arm["name"], ()) if one["measure"] in JUDGED],
    }


def _effect(effect: Mapping[str, Any]) -> dict[str, Any]:
    interval = effect["interval"] or {"low": None, "high": None}
    return {
        "slice": effect["slice"],
        "measure": effect["measure"],
        "queries": effect["queries"],
        "baseline": effect["baseline"]["mean"],
        "candidate": effect["candidate"]["mean"],
        "difference": effect["difference"],
        "low": interval["low"],
        "high": interval["high"],
        "lost": effect["lost"],
        "gained": effect["gained"],
    }


if __name__ == "__main__":
    main()
