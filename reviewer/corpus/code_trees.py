"""The trees of source code, and the queries that find its symbols.

The home of tree-sitter: nothing of it is imported before a tree is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from time import monotonic
from typing import TYPE_CHECKING

from reviewer.corpus.code_grammars import GRAMMARS
from reviewer.errors import CorpusError

if TYPE_CHECKING:
    from tree_sitter import Language, Query, Tree

LIBRARY = "tree-sitter"
PIECE = 2**16
"""Bytes handed to the parser at a time."""
PATIENCE = 5.0
PATIENCE_A_MEGABYTE = 3.0
"""Seconds that a parser is given; code that someone wrote takes a tenth of that."""
TOGETHER = "Install what fits together: pip install 'overlap-reviewer[code]'."


@lru_cache(maxsize=1)
def installed() -> Mapping[str, str]:
    """Give the versions of tree-sitter and of the grammars that are installed, by the names of their packages."""
    found = {}
    for package in (LIBRARY, *sorted({one.package for one in GRAMMARS.values()})):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found if LIBRARY in found else {}


def can_read(grammar: str) -> bool:
    """Tell whether the library and the wheel of a grammar are installed."""
    return GRAMMARS[grammar].package in installed()


@lru_cache(maxsize=32)
def language(grammar: str) -> Language:
    """Load a grammar.

    Raises:
        CorpusError: The wheel does not fit the library.

    """
    one = GRAMMARS[grammar]
    try:
        from tree_sitter import Language as Loaded

        return Loaded(getattr(import_module(one.package.replace("-", "_")), one.entry)())
    except (ImportError, AttributeError, ValueError) as error:
        raise CorpusError(
            f"{one.package} {installed().get(one.package)} cannot be loaded ({error})",
            TOGETHER,
        ) from error


@lru_cache(maxsize=32)
def query(grammar: str) -> Query:
    """Give the query that captures symbols by their kinds, wrappers, leads and doc comments.

    Raises:
        CorpusError: The wheel has another tree than the one the query is written for.

    """
    from tree_sitter import Query as Compiled
    from tree_sitter import QueryError

    try:
        return Compiled(language(grammar), GRAMMARS[grammar].query)
    except QueryError as error:
        raise CorpusError(
            f"{GRAMMARS[grammar].package} {installed().get(GRAMMARS[grammar].package)} has other trees ({error})",
            TOGETHER,
        ) from error


def parse(grammar: str, data: bytes) -> Tree | None:
    """Give the tree of UTF-8 bytes, whole or with errors in it; nothing where the parser found no end in good time.

    Some grammars take quadratic time to recover in text that was made to trouble them; no count of steps foretells it.
    """
    from tree_sitter import Parser

    deadline = monotonic() + PATIENCE + PATIENCE_A_MEGABYTE * len(data) / 2**20
    try:
        return Parser(language(grammar)).parse(
            lambda offset, _point: data[offset : offset + PIECE],
            encoding="utf8",
            progress_callback=lambda _offset, _has_error: monotonic() > deadline,
        )
    except ValueError:
        return None
