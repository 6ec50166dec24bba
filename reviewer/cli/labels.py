"""`reviewer labels`: check, lint, list and show span labels; what edits them stands in files of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from reviewer.cli import labels_add, labels_candidates, labels_import, labels_review, labels_sites
from reviewer.cli.documents import Documents
from reviewer.cli.labels_options import documents_options, json_option, read, set_option
from reviewer.cli.labels_printing import echo_json, echo_lines, show, styled
from reviewer.cli.problems import CANNOT_JUDGE
from reviewer.visible import visible

if TYPE_CHECKING:
    from rich.text import Text

    from reviewer.corpus import Corpus
    from reviewer.experiment.configuration import Configuration
    from reviewer.labels import Label, LabelSet, Staleness
    from reviewer.labels.lint import Finding

FOUND = 1
"""The exit code of `lint --strict` where something was found."""
STYLES = {
    "fresh": "green",
    "stale": "yellow",
    "mismatched": "red",
    "vanished": "red",
    "to-confirm": "cyan",
    "retired": "dim",
}


@click.group("labels", context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@set_option
@documents_options
@labels_review.by_option
@click.pass_context
def command(context: click.Context, set_name: str | None, at_hand: Documents, by: str | None) -> None:
    """Review stale span labels in the terminal.

    The commands check, list, import and edit them without it.
    """
    if context.invoked_subcommand is None:
        labels_review.review(set_name, at_hand, by)
    elif (set_name, at_hand, by) != (None, Documents(), None):
        raise click.UsageError(f"Give the options after the command: reviewer labels {context.invoked_subcommand} …")


for one_of_them in (
    labels_review.accept,
    labels_import.import_labels,
    labels_add.add,
    labels_add.retire,
    labels_sites.sites,
    labels_candidates.candidates,
):
    command.add_command(one_of_them)


@command.command()
@set_option
@documents_options
@click.option("--max-stale", metavar="N|N%", help="Most outdated labels.  [default: the configuration's, else 0]")
@json_option
@click.option("--github", is_flag=True, help="Mark outdated labels on their lines of the pull request.")
@click.pass_context
def check(
    context: click.Context,
    set_name: str | None,
    at_hand: Documents,
    max_stale: str | None,
    *,
    as_json: bool,
    github: bool,
) -> None:
    """Say which labels no longer describe the documents.

    Stale, mismatched and vanished labels count against the limit: over it, the exit code is 2.
    """
    from reviewer.labels import check as compare
    from reviewer.labels import find_set, plain
    from reviewer.labels.annotations import annotate

    labels, found = read(set_name, at_hand, compare)
    configuration = at_hand.configuration(find_set(set_name)) if max_stale is None else None
    most = _most_stale(max_stale, configuration, len(labels.in_use))
    if as_json:
        echo_json(plain.of_staleness(found, most))
    elif github:
        echo_lines(annotate(found))
    if not as_json:
        _print_check(found, most, set_name)
    context.exit(CANNOT_JUDGE if len(found.outdated) > most else 0)


def _most_stale(given: str | None, configuration: Configuration | None, labels: int) -> int:
    """Give how many labels may be outdated: as given, else as a configuration judges by the set."""
    from reviewer.experiment.rules import StaleLimit

    if given is not None:
        try:
            return StaleLimit.read(given).of(labels)
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--max-stale") from error
    return 0 if configuration is None else configuration.rules.max_stale.of(labels)


@command.command()
@set_option
@documents_options
@json_option
@click.option("--strict", is_flag=True, help="Exit with 1 where anything is found, as a check before a merge does.")
@click.pass_context
def lint(context: click.Context, set_name: str | None, at_hand: Documents, *, as_json: bool, strict: bool) -> None:
    """Name what will mislead though nothing is broken.

    Each is named with a remedy. Where a configuration judges by the set, labels that none of its overlaps can split and
    tags that it spells otherwise are named too. The exit code is 0 whatever is found, unless --strict asks for 1.
    """
    from reviewer.labels import find_set, plain
    from reviewer.labels.lint import lint as inspect

    configuration = at_hand.configuration(find_set(set_name))

    def look(labels: LabelSet, corpus: Corpus) -> tuple[Finding, ...]:
        found = inspect(labels, corpus)
        return found if configuration is None else (*found, *_doubts(configuration, labels, corpus))

    _, findings = read(set_name, at_hand, look)
    if as_json:
        echo_json([plain.of_finding(one) for one in findings])
    else:
        for one in findings:
            show(_finding(one))
        show(styled((_counted(len(findings)), "bold")))
    context.exit(FOUND if strict and findings else 0)


@command.command("list")
@set_option
@documents_options
@click.option("--stale", "only_stale", is_flag=True, help="Only those that need a person.")
@json_option
def list_labels(set_name: str | None, at_hand: Documents, *, only_stale: bool, as_json: bool) -> None:
    """List the labels with their states, documents and questions."""
    from reviewer.labels import State, plain
    from reviewer.labels import check as compare

    _, found = read(set_name, at_hand, compare)
    needy = (State.STALE, State.MISMATCHED, State.VANISHED, State.TO_CONFIRM)
    chosen = found.of(*needy) if only_stale else found.labels
    if as_json:
        echo_json([plain.of_label(one) for one in chosen])
        return
    for one in chosen:
        head = ((f"{one.state:<11}", STYLES[one.state]), f"{one.label.id}  ", (one.label.place, "dim"))
        show(styled(*head, f"  {_documents(one.label)}  “{one.label.query.text}”"))


@command.command("show")
@click.argument("label")
@set_option
@documents_options
@json_option
def show_label(label: str, set_name: str | None, at_hand: Documents, *, as_json: bool) -> None:
    """Show one label: query, state and evidence."""
    from reviewer.labels import State, plain
    from reviewer.labels import check as compare

    labels, found = read(set_name, at_hand, compare)
    wanted = labels[label]
    state = next(one for one in found.labels if one.label is wanted)
    is_open = state.state not in {State.FRESH, State.RETIRED}
    offers = labels_review.offers(set_name, at_hand, label) if is_open else []
    if as_json:
        described = plain.of_label(state)
        assert isinstance(described, dict)  # noqa: S101  # a label is a mapping
        echo_json({**described, "proposed": [labels_review.plain_offer(*pair) for pair in offers]})
        return
    query = wanted.query
    facts = {"boundary": query.boundary or "", **query.tags, "made": wanted.made, "note": wanted.note}
    show(styled((wanted.id, "bold"), "  ", (state.state, STYLES[state.state]), "  ", (wanted.place, "dim")))
    show(styled(("query: ", "dim"), query.text))
    signed = {"reviewed": wanted.reviewed, "approved": wanted.approved}
    facts |= {what: f"by {one.by} on {one.on}" for what, one in signed.items() if one is not None}
    for key, value in facts.items():
        if value:
            show(styled((f"{key}: {value}", "dim")))
    if state.state is not State.FRESH:
        show(styled(("because ", "dim"), (state.reason, STYLES[state.state])))
    for span in state.spans:
        place = f"{span.span.document} [{span.span.start}, {span.span.end})"
        show(styled(("evidence: ", "dim"), place, "  ", (span.state, STYLES[span.state])))
        for line in span.span.quote.split("\n"):
            show(styled(("│ ", "dim"), line))
    for pair in offers:
        for line in labels_review.offer_lines(*pair):
            show(styled(line))


def _documents(label: Label) -> str:
    """Name the documents that a label's evidence stands in."""
    return ", ".join(dict.fromkeys(span.document for span in label.spans)) or "not answerable"


def _doubts(configuration: Configuration, labels: LabelSet, corpus: Corpus) -> tuple[Finding, ...]:
    """Give what the configuration makes doubtful; what it needs and cannot be had is said, and the rest goes on."""
    from reviewer.errors import ReviewerError
    from reviewer.experiment.doubts import doubts

    try:
        return doubts(configuration, labels, corpus)
    except ReviewerError as error:
        click.echo(visible(f"not compared with {configuration.file}: {error.message}"), err=True)
        return ()


def _counted(findings: int) -> str:
    return f"{findings} {'finding' if findings == 1 else 'findings'}" if findings else "nothing to say"


def _finding(one: Finding) -> Text:
    place = f"{one.file}:{one.line}"
    return styled(
        (place, "dim"),
        f"  {one.id}  " if one.id else "  ",
        (one.rule, "yellow"),
        f"  {one.message}. ",
        (one.remedy, "dim"),
    )


def _print_check(found: Staleness, max_stale: int, set_name: str | None) -> None:
    from reviewer.labels import State

    for one in found.of(State.STALE, State.MISMATCHED, State.VANISHED, State.TO_CONFIRM):
        place = f"{one.label.file}:{one.line}"
        show(styled((f"{one.state:<11}", STYLES[one.state]), one.label.id, (f"  {place}", "dim"), f"  {one.reason}"))
    counts = ", ".join(f"{count} {state}" for state, count in found.counts.items() if count)
    outdated = len(found.outdated)
    verdict = f"{outdated} outdated, over the limit of {max_stale}" if outdated > max_stale else "within the limit"
    style = "bold red" if outdated > max_stale else "bold green"
    command = f"reviewer labels{f' --set {set_name}' if set_name else ''}"
    remedy = f"; `{command}` reviews {'it' if outdated == 1 else 'them'}" if outdated else ""
    show(styled((f"{found.name}: {verdict}", style), f" ({counts})", (remedy, "dim")))
