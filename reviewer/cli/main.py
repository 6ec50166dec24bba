"""`reviewer`: commands are imported only when they are asked for, so that `--help` stays instant."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING

import click

from reviewer import __version__
from reviewer.cli import problems
from reviewer.errors import ReviewerError

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS: dict[str, tuple[str, str]] = {
    "init": ("reviewer.cli.init", "Write a configuration and a first label to start from."),
    "run": ("reviewer.cli.run", "Evaluate the arms, print the report, write the result folder."),
    "compare": ("reviewer.cli.compare", "Score run files that any program wrote."),
    "report": ("reviewer.cli.report", "Render a result again, as terminal text, markdown, HTML or JSON."),
    "show": ("reviewer.cli.show", "Show one query: its evidence and both ranked lists."),
    "step": ("reviewer.cli.step", "Step through what was lost, in the terminal."),
    "chunks": ("reviewer.cli.chunks", "Show where a splitter cuts, and the overlap realised."),
    "splitters": ("reviewer.cli.splitters", "Say whether a splitter gives true offsets; list those there are."),
    "labels": ("reviewer.cli.labels", "Check, list, import and edit span labels."),
    "freeze": ("reviewer.cli.freeze", "Write down all that an evaluation stands on."),
    "gates": ("reviewer.cli.gates", "Say each gate of the configuration in a sentence."),
    "study": ("reviewer.cli.study", "Find out which cure buys what: overlap, structure or treatments."),
    "action": ("reviewer.cli.action", "Evaluate and comment inside GitHub Actions."),
}
"""Each command's module and its one-line help, known without importing the module."""


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is invoked."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Give the commands in the order of the table."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(COMMANDS[cmd_name][0]).command
        assert isinstance(command, click.Command)  # noqa: S101  # a command module without one is our own mistake
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Name the nearest command when one is mistyped."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=1)
            if near:
                raise click.UsageError(f"{error.message} Did you mean {near[0]!r}?", ctx) from error
            raise

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands from the table, without importing them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="reviewer")
def group() -> None:
    """Notice, explain and prove what a change of chunking does to retrieval.

    Exit codes: 0 passed or nothing to judge, 1 a blocking gate failed, 2 it could not be judged.
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; every ReviewerError becomes one message and exit code 2."""
    problems.show_anything()
    try:
        code = group.main(args=arguments, prog_name="reviewer", standalone_mode=False)
    except ReviewerError as error:
        problems.tell(error)
        code = problems.CANNOT_JUDGE
    except click.exceptions.Exit as error:
        code = error.exit_code
    except click.ClickException as error:
        error.show()
        code = problems.CANNOT_JUDGE
    except click.Abort:
        code = problems.INTERRUPTED
    except BrokenPipeError:
        code = problems.closed_pipe()
    except Exception as error:  # noqa: BLE001  # a fault of ours must not look like a failed gate, whose exit code is 1
        code = problems.unforeseen(error)
    sys.exit(code if isinstance(code, int) else 0)
