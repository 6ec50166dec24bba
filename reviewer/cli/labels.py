"""`reviewer labels`: check, list, lint, import and edit span labels."""

from __future__ import annotations

import getpass
import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from reviewer.cli import labels_review
from reviewer.cli.documents import corpus_of
from reviewer.cli.problems import CANNOT_JUDGE, visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from reviewer.labels import Label, LabelSet, Staleness
    from reviewer.labels.lint import Finding

Found = TypeVar("Found")

STYLES = {
    "fresh": "green",
    "stale": "yellow",
    "mismatched": "red",
    "vanished": "red",
    "to-confirm": "cyan",
    "retired": "dim",
}


set_option = click.option("--set", "set_name", metavar="SET", help="A set below labels/.  [default: the only one]")
corpus_option = click.option(
    "--corpus",
    "corpus_folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Where the documents lie.  [default: corpus/ in the set]",
)
json_option = click.option("--json", "as_json", is_flag=True, help="For programs.")


@click.group("labels", context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@set_option
@corpus_option
@labels_review.by_option
@click.pass_context
def command(context: click.Context, set_name: str | None, corpus_folder: Path | None, by: str | None) -> None:
    """Review stale span labels in the terminal; the commands check, list, import and edit them without it."""
    if context.invoked_subcommand is None:
        labels_review.review(set_name, corpus_folder, by)
    elif (set_name, corpus_folder, by) != (None, None, None):
        raise click.UsageError(f"Give the options after the command: reviewer labels {context.invoked_subcommand} …")


command.add_command(labels_review.accept)


@command.command()
@set_option
@corpus_option
@click.option("--max-stale", type=click.IntRange(min=0), default=0, show_default=True, help="Most outdated labels.")
@json_option
@click.option("--github", is_flag=True, help="Mark outdated labels on their lines of the pull request.")
@click.pass_context
def check(
    context: click.Context,
    set_name: str | None,
    corpus_folder: Path | None,
    max_stale: int,
    *,
    as_json: bool,
    github: bool,
) -> None:
    """Say which labels no longer describe the documents.

    Stale, mismatched and vanished labels count against the limit: over it, the exit code is 2.
    """
    from reviewer.labels import check as compare
    from reviewer.labels import plain
    from reviewer.labels.annotations import annotate

    _, found = _read(set_name, corpus_folder, compare)
    if as_json:
        _echo_json(plain.of_staleness(found, max_stale))
    elif github:
        _echo(annotate(found))
    if not as_json:
        _print_check(found, max_stale)
    context.exit(CANNOT_JUDGE if len(found.outdated) > max_stale else 0)


@command.command()
@set_option
@corpus_option
@json_option
def lint(set_name: str | None, corpus_folder: Path | None, *, as_json: bool) -> None:
    """Name what will mislead though nothing is broken, each with a remedy."""
    from reviewer.labels import plain
    from reviewer.labels.lint import lint as inspect

    _, findings = _read(set_name, corpus_folder, inspect)
    if as_json:
        _echo_json([plain.of_finding(one) for one in findings])
        return
    for one in findings:
        _print(_finding(one))
    _print(_styled((f"{len(findings)} findings" if findings else "nothing to say", "bold")))


@command.command("list")
@set_option
@corpus_option
@click.option("--stale", "only_stale", is_flag=True, help="Only those that need a person.")
@json_option
def list_labels(set_name: str | None, corpus_folder: Path | None, *, only_stale: bool, as_json: bool) -> None:
    """List the labels with their states."""
    from reviewer.labels import State, plain
    from reviewer.labels import check as compare

    _, found = _read(set_name, corpus_folder, compare)
    needy = (State.STALE, State.MISMATCHED, State.VANISHED, State.TO_CONFIRM)
    chosen = found.of(*needy) if only_stale else found.labels
    if as_json:
        _echo_json([plain.of_label(one) for one in chosen])
        return
    for one in chosen:
        _print(_styled((f"{one.state:<11}", STYLES[one.state]), f"{one.label.id}  ", (one.label.place, "dim")))


@command.command()
@click.argument("label")
@set_option
@corpus_option
@json_option
def show(label: str, set_name: str | None, corpus_folder: Path | None, *, as_json: bool) -> None:
    """Show one label: its query, its state, and the words its evidence names."""
    from reviewer.labels import State, plain
    from reviewer.labels import check as compare

    labels, found = _read(set_name, corpus_folder, compare)
    wanted = labels[label]
    one = next(state for state in found.labels if state.label is wanted)
    is_open = one.state not in {State.FRESH, State.RETIRED}
    offers = labels_review.offers(set_name, corpus_folder, label) if is_open else []
    if as_json:
        described = plain.of_label(one)
        assert isinstance(described, dict)  # noqa: S101  # a label is a mapping
        _echo_json({**described, "proposed": [labels_review.plain_offer(*pair) for pair in offers]})
        return
    query = wanted.query
    facts = {"boundary": query.boundary or "", **query.tags, "made": wanted.made, "note": wanted.note}
    _print(_styled((wanted.id, "bold"), "  ", (one.state, STYLES[one.state]), "  ", (wanted.place, "dim")))
    _print(_styled(("query: ", "dim"), query.text))
    for key, value in facts.items():
        if value:
            _print(_styled((f"{key}: {value}", "dim")))
    if one.state is not State.FRESH:
        _print(_styled(("because ", "dim"), (one.reason, STYLES[one.state])))
    for span in one.spans:
        place = f"{span.span.document} [{span.span.start}, {span.span.end})"
        _print(_styled(("evidence: ", "dim"), place, "  ", (span.state, STYLES[span.state])))
        for line in span.span.quote.split("\n"):
            _print(_styled(("│ ", "dim"), line))
    for pair in offers:
        for line in labels_review.offer_lines(*pair):
            _print(_styled(line))


@command.command("import")
@click.argument("format_name", metavar="FORMAT")
@click.argument("sources", metavar="SRC...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--corpus-to", required=True, type=click.Path(path_type=Path), help="Where the documents go.")
@click.option("--labels-to", required=True, type=click.Path(path_type=Path), help="Where the labels go.")
@click.option("--ends", type=click.Choice(["inclusive", "exclusive"]), help="Of the spans, where not the format's own.")
@click.option("--keep-mismatched", is_flag=True, help="Keep spans that do not hold their text, to be put right.")
@click.option("--equal-text", is_flag=True, help="Let the same words elsewhere serve too.")
@click.option("--force", is_flag=True, help="Overwrite files.")
@json_option
def import_labels(
    format_name: str,
    sources: tuple[Path, ...],
    corpus_to: Path,
    labels_to: Path,
    ends: str | None,
    *,
    keep_mismatched: bool,
    equal_text: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Import a foreign data set; FORMAT is chroma, squad, spans or cuad.

    Spans that do not hold their text are refused, each by name. Nothing is written before all of it was checked.
    """
    from reviewer.cli.progress import listener
    from reviewer.labels import plain
    from reviewer.labels.importers import bind, deliver, load

    material = load(format_name, sources, inclusive=None if ends is None else ends == "inclusive")
    with listener().stage("placing evidence", len(material.questions), "queries") as advance:
        imported = bind(material, keep_mismatched=keep_mismatched, equal_text=equal_text, advance=advance)
    files = deliver(imported, corpus_to, labels_to, force=force)
    counts = plain.of_import(imported)
    if as_json:
        _echo_json(counts)
        return
    _print(_styled((f"{counts['queries']:,} queries", "bold"), f", {counts['spans']:,} spans that were checked"))
    _print(_styled(f"{counts['documents']:,} documents to {corpus_to}, {len(files):,} label files to {labels_to}"))
    if equal_text:
        _print(
            _styled(
                f"{counts['alternatives']:,} places of equal text added; {counts['too_common']:,} texts are too common"
            )
        )
    if imported.broken:
        _print(_styled((f"{counts['mismatched']:,} spans do not hold their text, and are labelled so", "yellow")))


@command.command()
@set_option
@corpus_option
@click.option("--document", required=True, help="The document's id: its path below the corpus folder.")
@click.option("--quote", required=True, help="The words of the evidence, exactly.")
@click.option("--nth", type=click.IntRange(min=1), help="Which of several places of the quote, from 1.")
@click.option("--query", required=True, help="The question.")
@click.option("--boundary", help="Why overlap may matter, such as table-row, or control.")
@click.option("--id", "label_id", help="[default: the query's first words]")
@click.option("--tag", "tags", multiple=True, metavar="KEY=VALUE", help="May be given several times.")
def add(
    *,
    set_name: str | None,
    corpus_folder: Path | None,
    document: str,
    quote: str,
    nth: int | None,
    query: str,
    boundary: str | None,
    label_id: str | None,
    tags: tuple[str, ...],
) -> None:
    """Write a label whose evidence is a quote from a document."""
    from reviewer.labels import Change, find_set
    from reviewer.labels.adding import file_for, id_for, new_label, place_quote
    from reviewer.labels.store import change

    folder = find_set(set_name)
    found = corpus_of(folder, corpus_folder)[document]
    place = place_quote(found, quote, nth)
    written: list[Label] = []

    def decide(labels: LabelSet) -> list[Change]:
        taken = {one.id for one in labels.labels}
        id_ = label_id or id_for(query, taken)
        if id_ in taken:
            raise click.BadParameter(f"{id_} is taken: {labels[id_].place}", param_hint="--id")
        file = file_for(folder, document, labels.labels)
        label = new_label(found, place, query=query, id_=id_, boundary=boundary, tags=_pairs(tags), file=file)
        written.append(label)
        return [Change(id_, label)]

    change(folder, decide)
    _print(_styled((written[0].id, "bold"), f" written to {written[0].file}: {document} [{place.start}, {place.end})"))


@command.command()
@click.argument("label")
@set_option
@click.option("--reason", required=True, help="Why it is no longer asked.")
@click.option("--by", help="Who decides.  [default: your login name]")
def retire(label: str, set_name: str | None, reason: str, by: str | None) -> None:
    """Take a label out of use; it stays in its file, with the reason."""
    from reviewer.labels import Change, Retirement, find_set
    from reviewer.labels.store import change

    today = datetime.now(tz=UTC).date().isoformat()
    retirement = Retirement(by or getpass.getuser(), today, reason)

    def decide(labels: LabelSet) -> list[Change]:
        return [Change(label, replace(labels[label], retired=retirement))]

    change(find_set(set_name), decide)
    _print(_styled((label, "bold"), f" retired: {reason}"))


def _read(set_name: str | None, corpus_folder: Path | None, look: Callable[..., Found]) -> tuple[LabelSet, Found]:
    """Read labels and documents, and look at both."""
    from reviewer.labels import find_set, read_set

    folder = find_set(set_name)
    labels = read_set(folder)
    return labels, look(labels, corpus_of(folder, corpus_folder))


def _pairs(tags: Iterable[str]) -> dict[str, str]:
    pairs = [tag.partition("=") for tag in tags]
    for key, equals, value in pairs:
        if not key or not equals or not value:
            raise click.BadParameter("expected KEY=VALUE", param_hint="--tag")
    return {key: value for key, _, value in pairs}


def _echo_json(value: object) -> None:
    click.echo(json.dumps(value, indent=2))


def _echo(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)


def _print(text: Text) -> None:
    """Print text as text: no markup, no cutting at the terminal's width."""
    _console().print(text)


@lru_cache(maxsize=1)
def _console() -> Console:
    from rich.console import Console

    return Console(soft_wrap=True, highlight=False)


def _styled(*parts: str | tuple[str, str]) -> Text:
    """Join parts, some with a style, to one line; what could drive a terminal or begin another line is made visible."""
    from rich.text import Text

    shown = [(part, "") if isinstance(part, str) else part for part in parts]
    return Text.assemble(*((visible(text).replace("\n", "\\n"), style) for text, style in shown))


def _finding(one: Finding) -> Text:
    place = f"{one.file}:{one.line}"
    return _styled(
        (place, "dim"),
        f"  {one.id}  " if one.id else "  ",
        (one.rule, "yellow"),
        f"  {one.message}. ",
        (one.remedy, "dim"),
    )


def _print_check(found: Staleness, max_stale: int) -> None:
    from reviewer.labels import State

    for one in found.of(State.STALE, State.MISMATCHED, State.VANISHED, State.TO_CONFIRM):
        place = f"{one.label.file}:{one.line}"
        _print(_styled((f"{one.state:<11}", STYLES[one.state]), one.label.id, (f"  {place}", "dim"), f"  {one.reason}"))
    counts = ", ".join(f"{count} {state}" for state, count in found.counts.items() if count)
    outdated = len(found.outdated)
    verdict = f"{outdated} outdated, over the limit of {max_stale}" if outdated > max_stale else "within the limit"
    style = "bold red" if outdated > max_stale else "bold green"
    _print(_styled((f"{found.name}: {verdict}", style), f" ({counts})"))
