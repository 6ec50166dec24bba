"""`reviewer action`: what the container runs, for use without it."""

from __future__ import annotations

import click


@click.group("action", invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> int:
    """Evaluate and comment on GitHub, from a job's environment.

    This is what the container of the Action runs.
    Without a command the event decides: `workflow_run` posts, every other event evaluates.
    """
    if ctx.invoked_subcommand is not None:
        return 0
    from reviewer.action.start import start

    return start("any")


@command.command("evaluate")
def evaluate() -> int:
    """Evaluate the event's commit against its base.

    And comment where the token may.
    """
    from reviewer.action.start import start

    return start("evaluate")


@command.command("comment")
def comment() -> int:
    """Post what a fork's evaluation reported.

    Its pull request gets the comment; runs on `workflow_run`.
    """
    from reviewer.action.start import start

    return start("comment")
