"""`reviewer chunks`: where a splitter cuts a file, and the overlap it realises."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from reviewer.cli.opened import CONFIGURATION, configuration_at, splitter_of_arm

if TYPE_CHECKING:
    from rich.text import Text

    from reviewer.chunks import Chunk, Setting
    from reviewer.chunks.account import Account, Stretch
    from reviewer.corpus import Corpus

DEFAULT: dict[str, Setting] = {"name": "tokens", "size": 256, "overlap": 32}
SIZE = 256
"""Of splitters that need a size and were given none."""
LEGEND = "⟦n▸ begins chunk n, ◂n⟧ ends it; underlined text, between ⟦n+1▸ and ◂n⟧, is in both.\n"
ALONG = "⟦n + … ▸ names what goes along with chunk n: embedded and sent, or as it says.\n"
SHOWN = 32


@click.command("chunks")
@click.argument("path", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--splitter",
    help="Name of an installed splitter, such as sections, rows or by-format; an unknown one lists them.  "
    "[default: that of reviewer.yaml where it stands here, else tokens of size 256, overlap 32]",
)
@click.option("--size", type=int, help="Largest chunk, in units.  [default: the configuration's, else 256]")
@click.option("--overlap", type=int, help="Units that neighbours share.")
@click.option("--unit", help="What size and overlap count: characters, words, tokens; of sentences also sentences.")
@click.option("--join/--no-join", default=None, help="Whether small neighbours share a chunk (sections and its like).")
@click.option("--embed", help="What is embedded along: headings,header or none (sections and its like).")
@click.option("--send", help="What is sent along: headings,header or none (sections and its like).")
@click.option("--tokenizer", help="Hub id, folder or tokenizer.json whose tokens are counted.")
@click.option("--revision", help="The full commit of a tokenizer that is fetched from the hub.")
@click.option("--phase", type=int, help="Where the grid of windows starts, in units.")
@click.option(
    "--config",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help=f"Cut as this configuration does; of --splitter, with the settings of its arm.  [default: {CONFIGURATION}]",
)
@click.option("--json", "as_json", is_flag=True, help="Places, tokens and overlap as JSON; no text.")
def command(path: Path, splitter: str | None, config: Path | None, *, as_json: bool, **given: Setting) -> None:
    """Show where a splitter cuts PATH, a file or a folder, and the overlap realised.

    With --json a file gives one object (document, fingerprint, splitter, chunks, realised_overlap), a folder a list
    of them.
    """
    from reviewer.chunks import make_splitter
    from reviewer.chunks.account import account
    from reviewer.cli.progress import listener

    made = make_splitter(_settings(splitter, config, given))
    corpus = corpus_at(path)
    accounts = []
    with listener().stage("cutting", len(corpus), "documents") as advance:
        for done, document in enumerate(corpus, start=1):
            accounts.append(account(document, made))
            advance(done)
    if as_json:
        plain = [one.to_plain() for one in accounts]
        click.echo(json.dumps(plain if path.is_dir() else plain[0], indent=2))
    else:
        _draw(accounts)


def _settings(splitter: str | None, config: Path | None, given: Mapping[str, Setting]) -> dict[str, Setting]:
    """Give the settings that were typed, over those that a splitter needs."""
    from reviewer.chunks.settings import keywords

    if splitter is None:
        chosen = _configured(config)
    elif config is not None:
        chosen = splitter_of_arm(splitter, config)
    else:
        chosen = {"name": splitter, **({"size": SIZE} if "size" in keywords(splitter) else {})}
    typed = {name: value for name, value in given.items() if value is not None}
    for name in ("embed", "send"):
        if isinstance(typed.get(name), str):
            typed[name] = tuple(one.strip() for one in str(typed[name]).split(",") if one.strip() != "none")
    return chosen | typed


def _configured(config: Path | None) -> dict[str, Setting]:
    """Give the splitter of the configuration that was named or stands here, else the default."""
    configuration = configuration_at(config)
    return dict(DEFAULT if configuration is None else configuration.base.splitter)


def corpus_at(path: Path) -> Corpus:
    """Read a folder, or one file as a corpus of its own."""
    from reviewer.corpus import Corpus, PassedOver, document_from_bytes, read_corpus
    from reviewer.errors import CorpusError

    if path.is_dir():
        return read_corpus(path)
    if not path.is_file():
        raise CorpusError(f"{path}: not a file or folder", "Name a text, markdown or code file, or a folder of them.")
    try:
        document = document_from_bytes(path.name, path.read_bytes())
    except OSError as error:
        raise CorpusError(f"{path}: cannot be read ({error.strerror})", "Check its rights.") from error
    if isinstance(document, PassedOver):
        raise CorpusError(f"{path}: {document.reason}", "Name a text, markdown or code file.")
    return Corpus({document.id: document})


def _draw(accounts: list[Account]) -> None:
    from rich.console import Console

    from reviewer.chunks.account import stretches

    console = Console(highlight=False, soft_wrap=True)
    for one in accounts:
        console.print(_heading(one))
        for stretch in stretches(len(one.document.text), one.chunks):
            console.print(_stretch(one, stretch), end="")
        console.print("\n")


def _heading(one: Account) -> Text:
    from rich.text import Text

    from reviewer.visible import visible

    identity, shared = one.splitter, one.overlap
    spread, unit = (shared.tokens, "tokens") if shared.tokens else (shared.characters, "characters")
    realised = f"{spread.median:g} {unit} in the middle, {spread.minimum} to {spread.maximum}"
    return Text.assemble(
        (visible(one.document.id), "bold"),
        f" · {visible(identity.name)}, size {identity.size}, overlap {identity.overlap} {visible(identity.unit)}",
        f" · {len(one.chunks)} chunks\n",
        f"realised overlap: {realised if spread.count else 'no two chunks'}\n",
        (LEGEND, "dim"),
        (ALONG if any(chunk.context or chunk.embedded for chunk in one.chunks) else "", "dim"),
    )


def _stretch(one: Account, stretch: Stretch) -> Text:
    from rich.text import Text

    from reviewer.visible import visible

    text = one.document.text
    piece = visible(text[stretch.start : stretch.end])
    return Text.assemble(
        *((f"◂{number}⟧", "bold magenta") for number in stretch.closes),
        *(
            part
            for number in stretch.opens
            for part in ((f"⟦{number}", "bold cyan"), (_along(text, one.chunks[number - 1]), "dim"), ("▸", "bold cyan"))
        ),
        (piece, "underline yellow" if len(stretch.holders) > 1 else ""),
    )


def _along(text: str, chunk: Chunk) -> str:
    """Name the places that go along with a chunk, each by how it begins."""
    from reviewer.visible import visible

    named = []
    for span in dict.fromkeys((*chunk.embedded, *chunk.context)):
        line = text[span.start : span.end].strip().partition("\n")[0]
        only = "" if span in chunk.embedded and span in chunk.context else ", sent"
        only = ", embedded" if span not in chunk.context else only
        named.append(visible(line[:SHOWN] + ("…" if len(line) > SHOWN else "")) + only)
    return f" + {' + '.join(named)} " if named else ""
