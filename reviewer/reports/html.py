"""A result as one self-contained page: no address is loaded, no text of a document, query or label is in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from reviewer.comparison import Effect
from reviewer.diagnosis import Cause, Neighbourhood
from reviewer.reports import exploring, footing, words
from reviewer.reports.causes import cause_table, why
from reviewer.reports.headline import detail, headline
from reviewer.reports.html_neighbourhood import drawn
from reviewer.reports.html_page import SCRIPT, STYLE, paragraph, policy, prose, section, table, text
from reviewer.reports.result import ComparisonResult, Frontier, ItemChange, Result
from reviewer.reports.rows import arm_rows
from reviewer.reports.svg import frontier_svg

NOTHING: Mapping[str, Neighbourhood] = {}


class HtmlReporter:
    """Renders the whole report as a page."""

    def __init__(self, neighbourhoods: Mapping[str, Neighbourhood] = NOTHING, note: str = "") -> None:
        """Take the neighbourhoods of queries that changed, by their ids, and what must be known of them."""
        self.neighbourhoods, self.note = neighbourhoods, note

    def render(self, result: Result) -> str:
        """Give the page: verdict, arms or frontier, slices, causes, what was lost and gained, how it was judged."""
        comparison = words.judged_comparison(result)
        sections = [
            section("gates", "Gates, declared beforehand", _gates(result)),
            section("frontier", "Frontier", _frontier(result, result.frontier)) if result.frontier else "",
            section("arms", words.arms_title(result), _arms(result)),
        ]
        if comparison is not None:
            sections += [
                section("slices", words.slices_title(result), _slices(result, comparison)),
                section("causes", "Why it was lost", _causes(comparison)),
                section("changes", "Evidence lost and gained", self._changes(comparison, result.min_coverage)),
            ]
        sections.append(section("judged", "How this was judged", _list(_facts(result))))
        return _page(result, [one for one in sections if one])

    def _changes(self, comparison: ComparisonResult, least: float) -> str:
        found = words.lost_first(comparison.changes)
        if not found:
            return ""
        return _tools(found) + paragraph(self.note, "soft") + "".join(self._change(one, least) for one in found)

    def _change(self, one: ItemChange, least: float) -> str:
        near = self.neighbourhoods.get(one.query)
        sign, kind = ("▾", "bad") if one.change == "lost" else ("▴", "good")
        told = why(one) or "not diagnosed"
        searched = " ".join([one.query, one.change, told, words.places(one)]).lower()
        data = {"find": searched, "change": one.change, "cause": one.cause, "slices": "\n".join(one.slices)}
        marked = "".join(f' data-{key}="{text(value)}"' for key, value in data.items())
        arm = f"Next arm: {one.next_arm}. " if one.next_arm else ""
        helps = f"{arm}Usually helps: {one.remedy}" if one.remedy and one.change == "lost" else ""
        body = [
            paragraph(f"{one.because[0].upper()}{one.because[1:]}." if one.because else ""),
            paragraph(helps),
            paragraph(f"Evidence {one.item + 1}: {words.places(one)} · {', '.join(one.slices)}", "soft"),
            drawn(near) if near else "",
        ]
        return (
            f'<details{marked}><summary><span class="id">{text(one.query)}</span>'
            f'<span class="{kind}">{sign} {text(one.change)}</span><span>{text(told)}</span>'
            f"<span>rank {text(words.ranks(one))}</span><span>share {text(words.shares(one, least))}</span></summary>"
            f"{''.join(body)}</details>"
        )


def _page(result: Result, sections: Sequence[str]) -> str:
    title = f"reviewer · {result.title}"
    links = "".join(
        f'<li><a href="#{name}">{text(shown)}</a></li>'
        for name, shown in _LINKS.items()
        if any(f'id="{name}"' in one[:40] for one in sections)
    )
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy()}">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="referrer" content="no-referrer">'
        f"<title>{text(title)}: {text(words.verdict_words(result).lower())}</title><style>{STYLE}</style></head><body>"
        f'<a class="skip" href="#main">To the report</a><header><h1>{text(title)}</h1>{_verdict(result)}'
        f'<nav aria-label="Sections"><ul>{links}</ul></nav></header><main id="main">{"".join(sections)}</main>'
        '<footer><p class="soft">Ids, offsets, fingerprints and numbers; no text. '
        f"Keys: / search, n and p next and previous, Enter opens.</p></footer><script>{SCRIPT}</script></body></html>\n"
    )


_LINKS = {
    "gates": "Gates",
    "frontier": "Frontier",
    "arms": "Arms",
    "slices": "Slices",
    "causes": "Causes",
    "changes": "Lost and gained",
    "judged": "How this was judged",
}


def _verdict(result: Result) -> str:
    status = result.verdict.status if words.judged_comparison(result) else "not judged"
    sign = words.GLYPHS.get(status, "•")
    stale = [f"{footing.left_out(result)}."] if result.integrity.left_out else []
    notes = [*words.banners(result), *stale, *result.verdict.reasons, *result.integrity.findings]
    notes += footing.surprises(result)
    return (
        f'<div class="verdict {text(status.replace(" ", "-"))}" role="status">'
        f"<p><strong>{sign} {text(words.verdict_words(result))}: {text(headline(result))}</strong></p>"
        f"{paragraph(detail(result))}{''.join(paragraph(f'! {one}', 'warn') for one in notes)}</div>"
    )


def _gates(result: Result) -> str:
    rows = [
        [
            f"{words.GLYPHS.get(one.status, '?')} {one.status}{'' if one.blocking else ' (advice)'}",
            one.slice,
            one.reason,
        ]
        for one in result.verdict.gates
    ]
    return table("Gates", ["status", "slice", "what was seen, and the limit"], [False] * 3, rows) if rows else ""


def _arms(result: Result) -> str:
    pair = len(result.arms) == 2  # noqa: PLR2004  # a pair has a change
    header = ["measure", *map(words.arm_title, result.arms), *(["change"] if pair else [])]
    rows = [[row.name, *row.values, *([row.change] if pair else [])] for row in arm_rows(result)]
    return table("Arms", header, [False, *[True] * (len(header) - 1)], rows)


def _frontier(result: Result, found: Frontier) -> str:
    header = ["arm", *(" ".join(name).strip() for name in exploring.header(result, found)), "remark"]
    rows = [
        [one.arm, *exploring.cells(result, found, one), exploring.remark(found, one)]
        for one in exploring.ordered(found)
    ]
    numeric = [False, *[True] * (len(header) - 2), False]
    return (
        frontier_svg(found, result.k) + table("Frontier", header, numeric, rows) + _list(exploring.notes(result, found))
    )


def _slices(result: Result, comparison: ComparisonResult) -> str:
    header = ["slice", "n", "baseline", "candidate", "lost", "gained", "change in points [95 %]", "gate"]
    rows = [_slice(result, one) for one in words.telling_slices(result, comparison)]
    return table("Slices", header, [False, *[True] * 6, False], rows)


def _slice(result: Result, one: Effect) -> list[str]:
    gate = words.gate_of(result.verdict.gates, one.slice)
    points = None if one.difference is None else 100 * one.difference
    sign = words.GLYPHS.get(gate.status, "") if gate else ("▾" if words.losses(one) else "")
    return [
        f"{sign} {one.slice}".strip(),
        str(one.queries),
        words.number(one.baseline.mean),
        words.number(one.candidate.mean),
        str(words.losses(one)),
        str(one.gained or 0),
        f"{words.points(points)} {words.interval_words(one.interval)}".strip(),
        # The queries that a gate names stand above.
        words.gate_words(gate and replace(gate, reason=gate.reason.partition(": ")[0])),
    ]


def _causes(comparison: ComparisonResult) -> str:
    found = cause_table(comparison)
    rows = [[name, str(lost), *(str(count) for count in counts)] for name, lost, counts in found.rows]
    header = ["slice", "lost", *found.causes]
    told = table("Causes by slice", header, [False, *[True] * (len(header) - 1)], rows) if rows else ""
    return paragraph(comparison.advice) + told


def _tools(found: Sequence[ItemChange]) -> str:
    causes = sorted({one.cause for one in found if why(one)})
    slices = sorted({name for one in found for name in one.slices})
    return (
        '<div class="tools" role="search"><label for="find">Search ids, documents, causes'
        '<input id="find" type="search" autocomplete="off"></label>'
        f"{_select('change', 'Change', [('lost', 'lost'), ('gained', 'gained')])}"
        f"{_select('cause', 'Cause', [(one, Cause(one).words) for one in causes])}"
        f"{_select('slice', 'Slice', [(one, one) for one in slices])}"
        '<button id="open" type="button">Open or close all</button>'
        '<span id="count" role="status" class="soft"></span></div>'
    )


def _select(name: str, shown: str, options: Iterable[tuple[str, str]]) -> str:
    inside = "".join(f'<option value="{text(value)}">{text(told)}</option>' for value, told in options)
    return f'<label for="{name}">{shown}<select id="{name}"><option value="">all</option>{inside}</select></label>'


def _list(lines: Iterable[str]) -> str:
    inside = "".join(f"<li>{prose(one)}</li>" for one in lines)
    return f"<ul>{inside}</ul>" if inside else ""


def _facts(result: Result) -> list[str]:
    """Say what the figures stand on: corpus, labels, rules and arms."""
    found = result.integrity
    return [
        f"Corpus {found.corpus}, {found.documents} documents.",
        *([f"{footing.passed_over(result)}."] if found.passed_over else []),
        f"Labels {found.labels}: {footing.labels_judged(result)}.",
        f"k {result.k}, depth {result.depth}, min_coverage {result.min_coverage:g}.",
        f"Configuration {found.configuration} as it was declared.",
        *([f"Held to the lock {found.lock}."] if found.lock else []),
        *filter(None, (footing.sensitivity(result), footing.noise(result), footing.abstentions(result))),
        *(f"Arm {arm.name}: {arm.fingerprint}." for arm in result.arms),
    ]
