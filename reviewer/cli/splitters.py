"""`reviewer splitters`: which there are, and whether one gives true offsets."""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import click

from reviewer.cli.opened import configuration_at, splitter_of_arm

if TYPE_CHECKING:
    from reviewer.chunks import Setting
    from reviewer.corpus import Corpus, Document, PassedOver

BROKEN = 1


@click.group("splitters")
def command() -> None:
    """Look at the splitters there are, and hold one to its promises."""


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Names and sources as JSON.")
def list_splitters(*, as_json: bool) -> None:
    """List the splitters by name.

    With where they come from, and what installs those that are missing.
    """
    from reviewer.chunks.foreign.catalogue import listed

    there = listed()
    if as_json:
        click.echo(json.dumps([one.to_plain() for one in there], indent=2))
        return
    width = max(len(one.name) for one in there)
    for one in there:
        state = one.adapts or (f"not installed: {one.extra}" if one.extra else "ready")
        click.echo(f"{one.name:<{width}}  {one.source}  {state}")


@command.command("check")
@click.argument("name")
@click.option("--on", "on", type=click.Path(exists=True, path_type=Path), help="A file or folder of your own, too.")
@click.option("--set", "given", multiple=True, metavar="KEY=VALUE", help="A setting, as in reviewer.yaml; repeatable.")
@click.option("--config", type=click.Path(exists=True, path_type=Path), help="Take NAME's settings from this file.")
@click.option(
    "--timeout", type=click.FloatRange(0.1), default=60.0, show_default=True, help="Seconds that a text may take."
)
@click.option("--json", "as_json", is_flag=True, help="All counts by text as JSON; excerpts are in it.")
def check(
    name: str, on: Path | None, given: tuple[str, ...], config: Path | None, timeout: float, *, as_json: bool
) -> None:
    """Hold the splitter NAME to its offsets.

    Over texts that are hard to cut, and over your own.

    It runs in a process of its own, which is ended when a text takes too long. Exit codes: 0 every offset is true and
    no character is lost, 1 something is broken, 2 it could not be checked.
    """
    from reviewer.chunks.conformance import TEXTS, check_splitter
    from reviewer.cli.progress import listener
    from reviewer.cli.splitters_printing import print_checked

    settings = _settings(name, given, config)
    own, passed_over = ((), ()) if on is None else _own(on, config)
    texts: list[Document | tuple[str, str]] = [*((f"({hard.name})", hard.text) for hard in TEXTS), *own]
    with listener().stage("checking", len(texts), "texts") as advance:
        checked = check_splitter(settings, texts, timeout, advance)
    if as_json:
        listed = [{"path": one.path, "reason": one.reason} for one in passed_over]
        click.echo(json.dumps({**checked.to_plain(), "passed_over": listed}, indent=2, ensure_ascii=False))
    else:
        print_checked(checked, passed_over)
    click.get_current_context().exit(BROKEN if checked.broken else 0)


def _own(path: Path, config: Path | None) -> tuple[tuple[Document, ...], tuple[PassedOver, ...]]:
    """Read documents as a run does, and name what is passed over; what cannot be read is an error of its own."""
    from reviewer.corpus import PassedOver

    corpus = _corpus(path, config)
    blank = tuple(PassedOver(document.id, "blank") for document in corpus if not document.text.strip())
    return tuple(document for document in corpus if document.text.strip()), (*blank, *corpus.passed_over)


def _corpus(path: Path, config: Path | None) -> Corpus:
    """Read a file or folder; of the corpus of the configuration that is named or stands here, what that includes."""
    from reviewer.cli.chunks import corpus_at
    from reviewer.corpus import Corpus, read_corpus
    from reviewer.errors import CorpusError

    found = configuration_at(config) if path.is_dir() else None
    if found is None or not path.resolve().is_relative_to(found.corpus_root.resolve()):
        return corpus_at(path)
    below = path.resolve().relative_to(found.corpus_root.resolve())
    every = read_corpus(found.corpus_root, found.include, found.exclude)
    documents = {one.id: one for one in every if PurePosixPath(one.id).is_relative_to(below)}
    if not documents:
        raise CorpusError(f"{path}: {found.file} includes no document below it", "Name a folder that it includes.")
    return Corpus(documents, tuple(one for one in every.passed_over if PurePosixPath(one.path).is_relative_to(below)))


def _settings(name: str, given: tuple[str, ...], config: Path | None) -> dict[str, Setting]:
    from reviewer.chunks.foreign.naming import in_our_words

    configured = {} if config is None else splitter_of_arm(name, config)
    settings: dict[str, Setting] = {}
    for one in given:
        key, equals, text = one.partition("=")
        if not equals or not key:
            raise click.BadParameter(f"{one!r} is not KEY=VALUE", param_hint="--set")
        settings[key.strip()] = _value(key, text)
    return {"name": name, **configured, **in_our_words(settings, name)}


def _value(key: str, text: str) -> Setting:
    """Read a value as a configuration does: a number, a flag, a text, or a list of texts in brackets."""
    from reviewer.decoding import parse_yaml

    return parse_yaml(f"value: {text}\n", f"--set {key}").mapping()["value"].value()
