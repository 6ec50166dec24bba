"""The frontier as SVG: one picture without scripts, fonts or addresses, that reads in light and in dark."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from reviewer.reports.exploring import ordered
from reviewer.reports.plot import label, limits, ticks
from reviewer.reports.result import Frontier, FrontierPoint

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 44, 56
STYLE = """\
.frontier{font:13px system-ui,sans-serif;color:#1f2328;background:#fff}
.frontier text{fill:currentColor}.frontier .soft{fill:#59636e}.frontier .grid{stroke:#d1d9e0}
.frontier .success{stroke:#0969da;fill:#0969da}.frontier .recall{stroke:#8250df;fill:#8250df}
.frontier .line{fill:none;stroke-width:2}.frontier .recall.line{stroke-dasharray:5 4}
.frontier .knee{stroke:#bc4c00;fill:#bc4c00}.frontier .dominated{opacity:.45}.frontier .strong{font-weight:600}
@media (prefers-color-scheme:dark){.frontier{color:#f0f6fc;background:#0d1117}.frontier .soft{fill:#9198a1}
.frontier .grid{stroke:#3d444d}.frontier .success{stroke:#4493f8;fill:#4493f8}
.frontier .recall{stroke:#ab7df8;fill:#ab7df8}.frontier .knee{stroke:#f0883e;fill:#f0883e}}"""


@dataclass(frozen=True, slots=True)
class _Canvas:
    """How numbers become places in the picture."""

    x: Callable[[float], float]
    y: Callable[[float], float]


def frontier_svg(found: Frontier, k: int) -> str:
    """Draw success (line) and recall (dashed) in percent against redundancy; nothing where no arm has them."""
    points = [one for one in ordered(found) if None not in (one.reported, one.recall, one.redundancy)]
    if not points:
        return ""
    across = [one.redundancy or 0.0 for one in points]
    up = [100 * (value or 0.0) for one in points for value in (one.reported, one.recall)]
    (left, right), (low, high) = limits(across), limits(up)
    canvas = _Canvas(_scale(left, right, LEFT, WIDTH - RIGHT), _scale(low, high, HEIGHT - BOTTOM, TOP))
    parts = [
        *_grid(canvas, ticks(left, right), ticks(low, high)),
        _line("recall", [(canvas.x(one.redundancy or 0), canvas.y(100 * (one.recall or 0))) for one in points]),
        _line("success", [(canvas.x(one.redundancy or 0), canvas.y(100 * (one.reported or 0))) for one in points]),
        *(_arm(canvas, found, one) for one in points),
        *_legend(found, k),
    ]
    head = (
        f'<svg class="frontier" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'role="img" aria-label="{escape(_told(found, points))}">'
    )
    return "\n".join([head, f"<style>{STYLE}</style>", *parts, "</svg>"]) + "\n"


def _told(found: Frontier, points: Sequence[FrontierPoint]) -> str:
    """Say the picture in words, for those who cannot see it."""
    told = "; ".join(f"{one.arm} {100 * (one.reported or 0):.1f} % at {one.redundancy or 0:.3f}" for one in points)
    return f"{found.measure} against redundancy: {told}. Knee: {found.knee}."


def _scale(low: float, high: float, first: float, last: float) -> Callable[[float], float]:
    return lambda value: first + (value - low) / (high - low) * (last - first)


def _grid(canvas: _Canvas, across: Sequence[float], up: Sequence[float]) -> list[str]:
    """Draw a line and a name for each tick up, and a name for each to the right."""
    left, right, floor = LEFT, WIDTH - RIGHT, HEIGHT - BOTTOM
    parts = []
    for one in up:
        y = canvas.y(one)
        parts += [_element("line", kind="grid", x1=left, x2=right, y1=y, y2=y)]
        parts += [_text(f"{one:g} %", left - 8, y + 4, "end", kind="soft")]
    return parts + [_text(f"{one:g}", canvas.x(one), floor + 20, kind="soft") for one in across if one >= 0]


def _line(name: str, places: Sequence[tuple[float, float]]) -> str:
    return _element("polyline", kind=f"line {name}", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in places))


def _arm(canvas: _Canvas, found: Frontier, one: FrontierPoint) -> str:
    """Draw an arm's two points and its name, away from the other line."""
    x, up = canvas.x(one.redundancy or 0), canvas.y(100 * (one.reported or 0))
    other = canvas.y(100 * (one.recall or 0))
    knee = one.arm == found.knee
    point = _diamond(x, up) if knee else _element("circle", kind="success", cx=x, cy=up, r=5)
    name = f"{label(found, one.arm)} (knee)" if knee else label(found, one.arm)
    inside = [
        point,
        _element("circle", kind="recall", cx=x, cy=other, r=3.5),
        _text(name, x + 6, up + (22 if up >= other else -12), "start", kind="strong" if knee else ""),
    ]
    return _element("g", "".join(inside), kind="dominated" if one.dominated_by else "")


def _diamond(x: float, y: float) -> str:
    places = ((x, y - 9), (x + 9, y), (x, y + 9), (x - 9, y))
    return _element("polygon", kind="knee", points=" ".join(f"{one:.1f},{other:.1f}" for one, other in places))


def _legend(found: Frontier, k: int) -> list[str]:
    middle = (LEFT + WIDTH - RIGHT) / 2
    named = "" if label(found, found.points[0].arm) == found.points[0].arm else "; the numbers are overlaps"
    return [
        _element("circle", kind="success", cx=LEFT + 6, cy=20, r=5),
        _text(f"{found.measure}, {found.reported_on}", LEFT + 18, 24, "start"),
        _element("circle", kind="recall", cx=WIDTH - 200, cy=20, r=3.5),
        _text(f"recall@{k}, all questions", WIDTH - 188, 24, "start"),
        _text(f"redundancy@{k}: share of what is sent that was sent before{named}", middle, HEIGHT - 12, kind="soft"),
    ]


def _text(text: str, x: float, y: float, anchor: str = "middle", *, kind: str = "") -> str:
    return _element("text", escape(text), kind=kind, x=x, y=y, text_anchor=anchor)


def _element(name: str, inside: str = "", *, kind: str = "", **attributes: str | float) -> str:
    """Write an element; `kind` is its class, numbers are rounded, and `inside` must be markup already."""
    every = ({"class": kind} if kind else {}) | {key.replace("_", "-"): value for key, value in attributes.items()}
    written = "".join(f' {key}="{_written(value)}"' for key, value in every.items())
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def _written(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else f"{value:.1f}"
