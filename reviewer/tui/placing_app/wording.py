"""What placing says in words: titles, rows, sums. Pure; every text is made safe where it is drawn."""

from __future__ import annotations

from collections import Counter

from reviewer.review.placing import Done, Outcome, Placing, Task
from reviewer.tui.line_list import Line
from reviewer.tui.phrases import DOT, counted, path
from reviewer.tui.placing_app.sketch import Sketch

SIGNS = {Outcome.PLACED: "✓", Outcome.NOT_ANSWERABLE: "∅", Outcome.DROPPED: "✗"}
NO_QUESTION = "no question yet: w writes it"
NO_PLACE = "no place yet: / finds words, p draws a place"


def name(task: Task) -> str:
    """Name a task in a row: its question, else how its site's second part begins."""
    return task.query or task.words


def long_name(task: Task) -> str:
    """Name a task so that it can be found by its pattern, its document or its question."""
    return DOT.join(filter(None, (task.query, task.boundary, task.document, path(task.path))))


def top(placing: Placing, task: Task) -> tuple[str, str]:
    """Give the left and the right part of the first line."""
    at, total, done = placing.tasks.index(task) + 1, len(placing.tasks), len(placing.done)
    ways = ["z undo"] if done else []
    what = "candidates" if task.candidate is not None else "sites"
    left = f"reviewer labels {what}{DOT}{placing.folder.resolve().name}"
    return left, DOT.join([f"{at}/{total}", f"decided {done}", f"open {total - done}", *ways])


def title(sketch: Sketch) -> str:
    """Say which pattern it is, and where."""
    task = sketch.task
    return DOT.join(filter(None, (task.boundary or "no boundary pattern", sketch.document)))


def facts(sketch: Sketch, done: Done | None) -> tuple[str, str]:
    """Give what was decided, or why it is here and how much of the evidence there is."""
    if done is not None:
        label = f": {done.label.id} in {done.label.file}" if done.label is not None else ""
        return f"{SIGNS[done.outcome]} {done.outcome}", f"{label.removeprefix(': ')}"
    several = "each an item of its own" if sketch.task.separate else "together in one passage"
    places = f"{counted(len(sketch.places), 'place')}, {several}" if len(sketch.places) > 1 else ""
    return "", DOT.join(filter(None, (sketch.task.reason, places or ("" if sketch.places else NO_PLACE))))


def head(sketch: Sketch) -> str:
    """Say which place of how many the keys act on."""
    span = sketch.current
    return (
        f"place {sketch.at + 1} of {len(sketch.places)}{DOT}{span.start}–{span.end}" if span is not None else "no place"
    )


def row(task: Task, done: Done | None, *, is_current: bool) -> Line:
    """Give a task's row in the queue."""
    sign = "▸" if is_current else " "
    act = SIGNS[done.outcome] if done is not None else " "
    return Line(((f"{sign}{act} {name(task)}", "decided" if done is not None else "plain"),))


def group(document: str) -> Line:
    """Give the row above a document's tasks."""
    return Line(((document or "document not known", "heading"),), is_choice=False)


def report(placing: Placing) -> list[str]:
    """Say, after the app has gone, what was done."""
    done = list(placing.done.values())
    sums = Counter(one.outcome for one in done)
    told = DOT.join(f"{sums[outcome]} {outcome}" for outcome in Outcome if sums[outcome]) or "nothing was decided"
    written = [f"  {one.label.id}  {one.label.file}" for one in done if one.label is not None]
    return [told, *written, f"{len(placing.tasks) - len(done)} still wait"]
