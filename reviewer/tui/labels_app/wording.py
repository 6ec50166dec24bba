"""What the review says in words: titles, states, rows, sums. Pure; every text is made safe where it is drawn."""

from __future__ import annotations

from reviewer.errors import LabelError
from reviewer.review.decision import NO_SPAN, Act, Decision
from reviewer.review.entry import Before, Doubt, Entry, Offer, Option
from reviewer.review.session import Session, Summary, Written
from reviewer.tui.line_list import Line, Part
from reviewer.tui.phrases import DOT, counted, path

STYLES = {
    Doubt.UNMOVED: "good",
    Doubt.MOVED: "good",
    Doubt.CHANGED: "doubtful",
    Doubt.AMBIGUOUS: "doubtful",
    Doubt.GONE: "bad",
    Doubt.TO_CONFIRM: "doubtful",
    Doubt.UNREAD: "muted",
}
SIGNS = {Act.ACCEPT: "✓", Act.ADJUST: "✎", Act.CONFIRM: "✓", Act.RETIRE: "✗", Act.SKIP: "»"}
NOT_ANSWERABLE = "not answerable"


def percent(share: float) -> str:
    """Give a share in whole per cent, never rounded up to all of it."""
    return f"{int(share * 100 + 1e-9)} %"


def name(entry: Entry) -> str:
    """Name an entry: the label, and which of its spans where it has several."""
    several = len(entry.label.spans) > 1 and entry.span != NO_SPAN
    return f"{entry.label.id} {entry.span + 1}/{len(entry.label.spans)}" if several else entry.label.id


def title(entry: Entry) -> str:
    """Give the entry's name with the slices it belongs to."""
    query = entry.label.query
    tags = [f"{key}: {value}" for key, value in query.tags.items()]
    return DOT.join([name(entry), *([query.boundary] if query.boundary else []), *tags])


def top(session: Session, set_name: str, at: int) -> tuple[str, str]:
    """Give the left and the right part of the first line: where one is, and how far."""
    decided, total = len(session.decisions), len(session.queue)
    ways = [way for way, can in (("z undo", session.can_undo), ("Z redo", session.can_redo)) if can]
    right = DOT.join([f"{at}/{total}", f"decided {decided}", f"open {total - decided}", *ways])
    return f"reviewer labels{DOT}{set_name}", right


def state(entry: Entry, offer: Offer, choice: int) -> tuple[Part, str]:
    """Give the state's word with its style, and say how sure the chosen place is and what else one should know."""
    word: Part = (offer.doubt.value.upper(), STYLES[offer.doubt])
    return word, DOT.join(_facts(entry, offer, choice))


def _facts(entry: Entry, offer: Offer, choice: int) -> list[str]:
    doubt, options = offer.doubt, offer.options
    facts = [doubt.meaning]
    if doubt is Doubt.AMBIGUOUS:
        facts = [f"{len(options)} places; nothing says which: choose with {_digits(len(options))}"]
    elif doubt is Doubt.TO_CONFIRM and options:
        facts.append(f"places to look: {_digits(len(options))}")
    if choice and doubt is not Doubt.TO_CONFIRM:
        option = options[choice - 1]
        lead = "no other place" if len(options) == 1 else f"margin {option.margin:.2f} over the next place"
        facts = [lead] if choice == 1 and doubt.preselects else [f"score {option.score:.2f}"]
        facts.append(f"{percent(option.kept)} of the words kept")
        if len(option.parts) > 1:
            facts.append(f"torn into {len(option.parts)} parts; the whole from first to last is offered")
    if offer.note:
        facts.append(offer.note)
    if entry.renamed and not offer.note:
        facts.append(f"now {', '.join(entry.renamed)}")
    return facts


def _digits(count: int) -> str:
    return "1" if count == 1 else f"1–{count}"


def decided(decision: Decision | None) -> str:
    """Say what was decided, or nothing."""
    if decision is None:
        return ""
    words = f"{SIGNS[decision.act]} {decision.act.done}"
    if decision.place is not None:
        words += f" {decision.place.start}–{decision.place.end}"
    return f"{words}: {decision.reason}" if decision.reason else words


def before(entry: Entry, old: Before | None) -> tuple[str, str]:
    """Give the head of the old passage, and the titles above it."""
    span = entry.evidence
    if span is None:
        return "before · no evidence", ""
    if old is None:
        return f"before · {span.start}–{span.end} · the old text is not known", ""
    return f"before · {span.start}–{span.end} · from {old.source}", path(old.path)


def now(entry: Entry, offer: Offer, choice: int, document: str, decision: Decision | None) -> str:
    """Give the head of the new text."""
    elsewhere = f" · {document}" if document != entry.document else ""
    count = len(offer.options)
    if not choice and decision is not None and decision.place is not None:
        return f"now · drawn by hand · {decision.place.start}–{decision.place.end}{elsewhere}"
    if choice:
        place = offer.options[choice - 1].place
        return f"now · {choice} of {count} · {place.start}–{place.end}{elsewhere}"
    return f"now · none of {count} chosen{elsewhere}" if count else f"now{elsewhere}"


PLACES_HEADING = Line((("   score  margin  kept  place", "muted"),), is_choice=False)
LOOK_HEADING = Line((("   shared words      place", "muted"),), is_choice=False)


def option_line(number: int, option: Option, entry: Entry, *, is_chosen: bool) -> Line:
    """Give a proposal's row: number, score, lead, share of words kept, place and titles."""
    place = option.place
    where = "" if place.document == entry.document else f"{place.document} "
    sign = "●" if is_chosen else " "
    if entry.evidence is None:
        figures = f"{sign}{number}  {percent(option.score):>5} of words "
    else:
        figures = f"{sign}{number}  {option.score:4.2f}  {option.margin:+6.2f}  {percent(option.kept):>5} "
    parts = f" ({len(option.parts)} parts)" if len(option.parts) > 1 else ""
    return Line(((f"{figures} {where}{place.start}–{place.end}{parts}  ", "plain"), (path(option.path), "muted")))


def entry_line(entry: Entry, offer: Offer, decision: Decision | None, *, is_current: bool) -> Line:
    """Give an entry's row in the queue."""
    sign = "▸" if is_current else " "
    act = SIGNS[decision.act] if decision is not None else " "
    style = "decided" if decision is not None else "plain"
    return Line(((f"{sign}{act} {name(entry)}", style),), ((offer.doubt.value, STYLES[offer.doubt]),))


def group_line(document: str, open_entries: int) -> Line:
    """Give the row above a document's entries."""
    return Line(((document or NOT_ANSWERABLE, "heading"),), ((str(open_entries), "muted"),), is_choice=False)


def sums(summary: Summary) -> list[str]:
    """Say what would be written, line by line."""
    acts = DOT.join(f"{count} {act.done}" for act in Act if (count := summary.acts.get(act, 0)))
    lines = [acts or "nothing was decided", f"{summary.undecided} undecided: they stay as they are"]
    if summary.files:
        lines += ["", f"{counted(summary.labels, 'label')} in {counted(len(summary.files), 'file')} would change:"]
        lines += [f"  {file}  {len(ids)}" for file, ids in summary.files.items()]
    if summary.held_back:
        lines += ["", "not written yet:", *(f"  {one.label}: {one.why}" for one in summary.held_back)]
    return lines


def report(written: Written, open_entries: int) -> list[str]:
    """Say, after the app has gone, what was done; ids as the other commands take them."""
    summary = written.summary
    lines = [f"{counted(len(written.labels), 'label')} written"]
    lines += [f"  {id_}" for id_ in written.labels]
    lines += [f"not written: {one.label}: {one.why}" for one in summary.held_back]
    return [*lines, f"{open_entries} still to review" if open_entries else "nothing is left to review"]


def refused(written: Written, error: LabelError) -> list[str]:
    """Say that a file could not be written, and what becomes of its decisions."""
    told = [*error.message.split("\n"), *error.hint.split("\n"), ""]
    return [*told, f"{counted(len(written.labels), 'label')} written. The other decisions stand, or are offered again."]
