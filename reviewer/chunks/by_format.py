"""The splitter that suits each format, and each kind of block inside a document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from reviewer import registry
from reviewer.chunks.along import kinds
from reviewer.chunks.chunk import Cut, Setting, Splitter, SplitterIdentity
from reviewer.chunks.counting import CountingSplitter
from reviewer.chunks.regions import Region, regions
from reviewer.chunks.settings import keywords, make_splitter
from reviewer.chunks.sliding import Window
from reviewer.chunks.structural import BOTH, SplitsParts
from reviewer.chunks.tokenizer import DEFAULT_TOKENIZER, Tokenizer
from reviewer.corpus import FORMATS, Document
from reviewer.corpus.code_trees import installed
from reviewer.errors import SplitError
from reviewer.spans import Span

NAME = "by-format"
DEFAULT = "default"
OURS, FOREIGN = "reviewer.chunks.", "reviewer.chunks.foreign."
"""Where routes may lead: a splitter that runs other people's code is named at the top, where it is seen."""
CODE = "code"
STANDARD: Mapping[str, str] = {
    "markdown": "sections",
    "html": "sections",
    "rst": "sections",
    "notebook": "sections",
    "pdf": "sections",
    "csv": "rows",
    "code": CODE,
    DEFAULT: "recursive",
}
"""What cuts each format unless settings say otherwise."""
BLOCKS = ("table", "code", "list", "quote")
"""Kinds of blocks that can have a splitter of their own."""

Routes = Mapping[str, Setting]


class FormatSplitter(CountingSplitter):
    """Cuts each document with the splitter of its format, and blocks that have one of their own with that.

    A route is a splitter's name, or its settings with the name among them; what a route does not set it takes from
    here: sizes, unit, tokenizer, and what goes along.
    """

    name = NAME

    def __init__(
        self,
        *,
        size: int,
        overlap: int = 0,
        unit: str = "tokens",
        formats: Routes | None = None,
        blocks: Routes | None = None,
        embed: Sequence[str] = BOTH,
        send: Sequence[str] = BOTH,
        tokenizer: str | Tokenizer = DEFAULT_TOKENIZER,
        revision: str | None = None,
    ) -> None:
        """Make the splitter of every route.

        Args:
            size: The most units of a chunk.
            overlap: What neighbours share.
            unit: What both count.
            formats: Routes by format, and `default` for those not named; laid over `STANDARD`.
            blocks: Routes by kind of block (`table`, `code`, `list`, `quote`); none where a format's own cuts them.
            embed: What is embedded along, by the splitters that know it.
            send: What is sent along, by the splitters that know it.
            tokenizer: Whose tokens are counted.
            revision: The hub's full commit of the tokenizer.

        Raises:
            SplitError: A route names what is not there, or its settings are refused; the message begins with its place.

        """
        window = Window(size=size, overlap=overlap)
        super().__init__(unit, tokenizer, revision)
        self._size, self._overlap = window.size, window.overlap
        common: dict[str, Any] = {
            "size": size,
            "overlap": overlap,
            "unit": unit,
            "embed": kinds("embed", embed, NAME),
            "send": kinds("send", send, NAME),
            "tokenizer": self._named,
            "revision": revision,
        }
        routed = {**_standard(), **_routes("formats", formats, (*FORMATS, DEFAULT))}
        given = _routes("blocks", blocks, BLOCKS)
        self._formats = _made_all("formats", routed, common)
        self._blocks = _made_all("blocks", given, common)

    @property
    def identity(self) -> SplitterIdentity:
        """Sizes, and the whole identity of the splitter of every route."""
        tokenizer = self.tokenizer
        return SplitterIdentity(
            name=NAME,
            unit=self._unit,
            size=self._size,
            overlap=self._overlap,
            tokenizer=tokenizer.fingerprint if tokenizer else None,
            settings={"formats": self._identities(self._formats), "blocks": self._identities(self._blocks)},
        )

    def split(self, document: Document) -> Sequence[Cut]:
        """Cut one document by its format; blocks with a route of their own are cut apart."""
        own = self._formats.get(document.format, self._formats[DEFAULT])
        parts = list(regions(document, self._blocks))
        if len(parts) <= 1 and not any(part.kind for part in parts):
            return own.split(document)
        cuts: list[Cut] = []
        for kind in ("", *self._blocks):
            cuts += _cut_parts(self._blocks.get(kind, own), document, [part for part in parts if part.kind == kind])
        return sorted(cuts, key=lambda cut: cut.start)

    def _identities(self, splitters: Mapping[str, Splitter]) -> Mapping[str, Setting]:
        """Give what decides each route, without the sizes it takes from here: they stand once, and can be swept."""
        sizes = {"size": self._size, "overlap": self._overlap}
        found: dict[str, Any] = {}
        for key, one in splitters.items():
            parts = one.identity.to_plain()
            found[key] = {part: value for part, value in parts.items() if part not in sizes or value != sizes[part]}
        return found


def _standard() -> dict[str, Setting]:
    """Give the standard routes; without the grammars of code it is cut like text."""
    known = registry.names("splitters")
    readable = [name for name in known if name != CODE or installed()]
    return {key: name if name in readable else STANDARD[DEFAULT] for key, name in STANDARD.items()}


def _routes(name: str, routes: object, known: Sequence[str]) -> Routes:
    if routes is None:
        return {}
    if not isinstance(routes, Mapping):
        raise SplitError(
            f"splitter {NAME}: {name} is {routes!r}", "Give a mapping of names to splitters.", setting=name
        )
    for key in routes:
        if key not in known:
            hint = f"Known: {', '.join(sorted(known))}."
            raise SplitError(f"splitter {NAME}: {name}.{key} is unknown", hint, setting=f"{name}.{key}")
    return routes


def _made_all(place: str, routes: Routes, common: Mapping[str, Any]) -> dict[str, Splitter]:
    """Make the splitters of routes, one for all that say the same."""
    made: dict[str, Splitter] = {}
    for key, route in routes.items():
        if repr(route) not in made:
            made[repr(route)] = _made(f"{place}.{key}", route, common)
    return {key: made[repr(route)] for key, route in routes.items()}


def _made(place: str, route: Setting, common: Mapping[str, Any]) -> Splitter:
    """Make the splitter of a route, with what it does not set taken from `common`."""
    settings: dict[str, Any] = dict(route) if isinstance(route, Mapping) else {"name": route}
    try:
        known = keywords(settings.get("name"))
        _refuse_foreign(settings["name"])
        return make_splitter({**{key: value for key, value in common.items() if key in known}, **settings})
    except SplitError as error:
        setting = f"{place}.{error.setting}" if error.setting else place
        raise SplitError(f"splitter {NAME}: {place}: {error.message}", error.hint, setting=setting) from error


def _refuse_foreign(name: str) -> None:
    home = registry.home("splitters", name)
    if not home.startswith(OURS) or home.startswith(FOREIGN):
        raise SplitError(f"{name} is not one of ours", "Give it an arm of its own instead of a route.")


def _cut_parts(splitter: Splitter, document: Document, parts: Sequence[Region]) -> Sequence[Cut]:
    """Cut parts with the structure of the whole, or each as a document of its own where the splitter knows no parts."""
    if isinstance(splitter, SplitsParts):
        return splitter.split_parts(document, [(part.start, part.end) for part in parts])
    return [cut for part in parts for cut in _alone(splitter, document, part)]


def _alone(splitter: Splitter, document: Document, part: Region) -> Sequence[Cut]:
    start, end = part.start, part.end
    inside = [one for one in document.blocks if start <= one.start and one.end <= end]
    blocks = tuple(replace(one, start=one.start - start, end=one.end - start) for one in inside)
    cuts = splitter.split(replace(document, text=document.text[start:end], blocks=blocks))
    return [
        Cut(
            cut.start + start,
            cut.end + start,
            tuple(Span(one.start + start, one.end + start) for one in cut.context),
            tuple(Span(one.start + start, one.end + start) for one in cut.embedded),
        )
        for cut in cuts
    ]
