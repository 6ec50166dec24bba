"""Structure of a code file: the whole as code, its parts between blank lines as paragraphs, and its symbols.

Symbols are read where the grammars are installed (the extra `code`); the version tells which.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reviewer.corpus.code_grammars import grammar_of
from reviewer.corpus.code_symbols import Symbol, read_symbols, shifted
from reviewer.corpus.code_trees import can_read, installed
from reviewer.corpus.document import Block, Structure
from reviewer.corpus.offsets import from_utf8
from reviewer.corpus.plain import paragraphs


def _version() -> str:
    """Tell the rule and whether symbols are read, and by what."""
    names = (f"{name.removeprefix('tree-sitter-')}-{number}" for name, number in installed().items())
    return f"2+{'+'.join(names) or 'no-symbols'}"


VERSION = _version()


def extract(text: str, document: str = "") -> Structure:
    """Give one code block over all that is not blank, the paragraphs inside it, and symbols with their parts.

    Args:
        text: Canonical.
        document: Its id, whose suffix names the language.

    """
    metadata = {"path": document} if document else {}
    inside = list(paragraphs(text))
    if not inside:
        return Structure(metadata=metadata)
    found = symbols(text, document)
    if found is None:  # told, because manifests hold metadata: what is read and what is not must never look alike
        metadata["symbols"] = "not read"
    whole = Block(kind="code", start=inside[0].start, end=inside[-1].end)
    blocks = [whole, *_blocks(found or ()), *_under(inside, found or ())]
    blocks.sort(key=lambda one: (one.start, -one.end))
    return Structure(tuple(blocks), metadata)


def symbols(text: str, document: str) -> tuple[Symbol, ...] | None:
    """Give the symbols of a canonical text in code points; none where no grammar for its suffix is installed.

    Returns:
        Symbols sorted by (start, -end), or None where none can be read in good time.

    Raises:
        CorpusError: A grammar that is installed cannot be used.

    """
    grammar = grammar_of(document, text)
    if grammar is None or not can_read(grammar):
        return ()
    found = read_symbols(grammar, text.encode("utf-8", "replace"))
    if found is None:
        return None
    places = (place for one in found for place in (one.place, one.signature, one.doc, one.body) if place)
    edges = sorted({edge for place in places for edge in place})
    return tuple(shifted(found, dict(zip(edges, from_utf8(text, edges), strict=True))))


def _blocks(found: Sequence[Symbol]) -> Iterator[Block]:
    """Give a block for each symbol, and one for each of its parts."""
    for one in found:
        name = (("symbol", ".".join(one.path)), ("kind", one.kind))
        parts = {"symbol": one.place, "doc-comment": one.doc, "signature": one.signature, "body": one.body}
        for kind, place in parts.items():
            if place and place.end > place.start:
                yield Block(kind=kind, start=place.start, end=place.end, path=one.path, attributes=name)


def _under(inside: Sequence[Block], found: Sequence[Symbol]) -> Iterator[Block]:
    """Give paragraphs the path of the innermost symbol around them."""
    above: list[Symbol] = []
    at = 0
    for one in inside:
        while at < len(found) and found[at].place.start <= one.start:
            _close(above, found[at].place.start)
            above.append(found[at])
            at += 1
        _close(above, one.start)
        path = next((symbol.path for symbol in reversed(above) if symbol.place.end >= one.end), ())
        yield Block(kind=one.kind, start=one.start, end=one.end, path=path)


def _close(above: list[Symbol], position: int) -> None:
    """Forget the symbols that ended."""
    while above and above[-1].place.end <= position:
        above.pop()
