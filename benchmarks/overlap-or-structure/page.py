"""The page and the plots of the comparison, made of `results/*.json` alone.

    python benchmarks/overlap-or-structure/page.py [--plots]

Rewrites what stands between the markers in README.md beside this script; with `--plots` (needs matplotlib) also the
pictures in `plots/`. No sentence is written by hand: what is said of a cure follows from its interval.
"""

from __future__ import annotations

import argparse
import importlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
BEGIN, END = "<!-- figures: made by page.py -->", "<!-- end of figures -->"
SETS = ("handbook", "fastify", "flask", "chroma", "cuad")
BUDGET = "recall@800t"
CURES = (
    ("10 % overlap", "tokens-24"),
    ("20 % overlap", "tokens-48"),
    ("50 % overlap", "tokens-120"),
    ("recursive", "recursive"),
    ("sections", "sections"),
    ("by format", "by-format"),
    ("expand", "tokens-0.expand"),
    ("mmr", "tokens-0.mmr"),
    ("collapse", "tokens-0.collapse"),
    ("sections, expand", "sections.expand"),
    ("50 % overlap, mmr", "tokens-120.mmr"),
    ("50 % overlap, collapse", "tokens-120.collapse"),
)
"""What the tables show, of all arms; the rest stand in the files."""

FEWEST = 10
"""Of the queries of a slice that is shown."""

FRONT = ("20 % overlap", "50 % overlap", "recursive", "sections", "expand", "sections, expand", "mmr")
"""What the project's own page shows."""
ACROSS, UP = "prompt_tokens@5", "recall@5"
MARKERS = (("windows", "tokens-", "o"), ("recursive", "recursive", "s"), ("sections", "sections", "^"))
NAMED = tuple(
    (title, arm)
    for title, arm in (("plain windows", "tokens-0"), *CURES)
    if arm not in {"by-format", "tokens-0.collapse", "tokens-24"}
)
"""The arms that are named in the pictures; the others are drawn without a name."""

Results = Mapping[str, Mapping[str, Any]]


def main() -> None:
    """Write page and plots."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plots", action="store_true")
    options = parser.parse_args()
    files = {name: HERE / "results" / f"{name}.json" for name in SETS}
    results = {name: json.loads(file.read_text("utf-8")) for name, file in files.items() if file.is_file()}
    fill(HERE / "README.md", BEGIN, END, figures(results))
    fill(HERE.parent.parent / "README.md", "<!-- comparison -->", "<!-- end of comparison -->", front(results))
    if options.plots:
        plot(results)


def fill(page: Path, begin: str, end: str, lines: Iterator[str]) -> None:
    """Put lines between two markers of a page."""
    before, first, rest = page.read_text("utf-8").partition(begin)
    _, last, after = rest.partition(end)
    if not first or not last:
        raise SystemExit(f"{page}: no {begin} … {end}")
    page.write_text("".join((before, begin, "\n\n", "\n".join(lines), "\n\n", end, after)), "utf-8")


def front(results: Results) -> Iterator[str]:
    """Give the lines of the project's own page: the cures that people ask about, at equal prompt tokens."""
    yield from headline(results, BUDGET, [pair for pair in CURES if pair[0] in FRONT])


def figures(results: Results) -> Iterator[str]:
    """Give the lines of the page: the headline, then a table a set."""
    for measure, says in (("recall@5", "five passages, however long"), (BUDGET, "800 prompt tokens, however cut")):
        yield f"**Change of `{measure}` in points against plain windows ({says})**, with 95 % intervals:"
        yield ""
        yield from headline(results, measure, CURES)
        yield ""
    for name, result in results.items():
        yield f"### {name}: {result['queries']} questions"
        yield ""
        yield from table(result)
        yield ""
        yield from slices(result)
        yield ""
        yield from sentences(result)
        yield ""


def headline(results: Results, measure: str, cures: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Give the table of cures on every set."""
    yield "| cure | " + " | ".join(results) + " |"
    yield "| --- |" + " ---: |" * len(results)
    for title, arm in cures:
        cells = [change(effect(result, arm, "all", measure)) for result in results.values()]
        yield f"| {title} | " + " | ".join(cells) + " |"


def table(result: Mapping[str, Any]) -> Iterator[str]:
    """Give the table of a set: what each arm finds, and what it costs."""
    yield "| arm | recall@5 | recall@800t | prompt tokens@5 | repeated in the prompt | chunks | tokens embedded |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for title, arm in (("plain windows", result["baseline"]), *CURES):
        one = result["arms"].get(arm)
        if one is not None:
            found = one["measures"]
            cells = [f"{found['recall@5']:.3f}", f"{found[BUDGET]:.3f}", f"{found['prompt_tokens@5']:,.0f}"]
            cells += [f"{100 * found['redundancy@5']:.1f} %", f"{one['chunks']:,}", f"{one['embedded_tokens']:,}"]
            yield f"| {title} | " + " | ".join(cells) + " |"


def slices(result: Mapping[str, Any]) -> Iterator[str]:
    """Give recall by the slices that say where a cure helps."""
    shown = [
        one
        for one in sorted({effect["slice"] for arm in result["arms"].values() for effect in arm["effects"]})
        if one.startswith(("boundary: ", "control", "structure: ", "format: "))
    ]
    chosen = [(title, arm) for title, arm in CURES if arm in {"tokens-120", "recursive", "sections", "tokens-0.expand"}]
    rows = [[effect(result, arm, name, "recall@5") for _, arm in chosen] for name in shown]
    if any(rows):
        yield "| slice | n | plain windows | " + " | ".join(title for title, _ in chosen) + " |"
        yield "| --- | ---: | ---: |" + " ---: |" * len(chosen)
        for name, effects in zip(shown, rows, strict=True):
            first = next((one for one in effects if one), None)
            if first and first["queries"] >= FEWEST:
                cells = " | ".join(change(one) for one in effects)
                yield f"| {name} | {first['queries']} | {first['baseline']:.3f} | {cells} |"


def sentences(result: Mapping[str, Any]) -> Iterator[str]:
    """Say of every cure what its interval allows to be said, at equal prompt tokens."""
    judged = [(title, effect(result, arm, "all", BUDGET)) for title, arm in CURES]
    known = [(title, one) for title, one in judged if one and one["low"] is not None]
    for verb, kept in (
        ("Helped", [title for title, one in known if one["low"] > 0]),
        ("Hurt", [title for title, one in known if one["high"] < 0]),
        ("Not told from nothing", [title for title, one in known if one["low"] <= 0 <= one["high"]]),
    ):
        if kept:
            yield f"{verb} at equal prompt tokens: {'; '.join(kept)}.  "


def effect(result: Mapping[str, Any], arm: str, name: str, measure: str) -> Mapping[str, Any] | None:
    """Give the effect of an arm in a slice, if it was measured."""
    effects: Sequence[Mapping[str, Any]] = result["arms"].get(arm, {}).get("effects", ())
    return next((one for one in effects if one["slice"] == name and one["measure"] == measure), None)


def change(one: Mapping[str, Any] | None) -> str:
    """Write a change in points, bold where its interval leaves nothing out."""
    if one is None:
        return "–"
    points = signed(one["difference"])
    if one["low"] is None:
        return points
    interval = f"[{signed(one['low'])}, {signed(one['high'])}]"
    certain = one["low"] > 0 or one["high"] < 0
    return f"**{points}** {interval}" if certain else f"{points} {interval}"


def signed(share: float) -> str:
    """Write a share as points, with its sign."""
    points = f"{100 * share:+.1f}"
    return "0.0" if points in {"+0.0", "-0.0"} else points.replace("-", "−")


def plot(results: Results) -> None:
    """Draw recall against prompt tokens, one picture a set."""
    matplotlib = importlib.import_module("matplotlib")
    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "overlap-or-structure", "svg.fonttype": "none"})
    pyplot = importlib.import_module("matplotlib.pyplot")
    (HERE / "plots").mkdir(exist_ok=True)
    for name, result in results.items():
        figure, axes = pyplot.subplots(figsize=(8, 5))
        for label, prefix, marker in MARKERS:
            arms = [one["measures"] for arm, one in result["arms"].items() if arm.startswith(prefix)]
            axes.scatter(
                [one[ACROSS] for one in arms], [one[UP] for one in arms], marker=marker, label=label, alpha=0.6
            )
        for title, arm in NAMED:
            one = result["arms"][arm]["measures"]
            axes.annotate(title, (one[ACROSS], one[UP]), fontsize=8, xytext=(5, 3), textcoords="offset points")
        axes.set(xlabel="prompt tokens of five passages", ylabel=UP, title=f"{name}: {result['queries']} questions")
        axes.margins(x=0.15)
        axes.legend(loc="lower right")
        figure.tight_layout()
        figure.savefig(HERE / "plots" / f"{name}.svg", metadata={"Date": None})
        pyplot.close(figure)


if __name__ == "__main__":
    main()
