"""Splitters that are classes of a library: found by name, made from settings by the library's own names for them."""

from __future__ import annotations

import inspect
from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, ClassVar

from reviewer.chunks.chunk import Setting, SplitterIdentity
from reviewer.chunks.foreign.adapter import ForeignSplitter
from reviewer.chunks.foreign.naming import OWN_NAMES
from reviewer.chunks.foreign.options import OWN, Measure, Options, given, keywords, library, made, number_of, versions


@dataclass(frozen=True, slots=True)
class Found:
    """A class of a library, the module it was found in, and what a configuration can give its constructor."""

    module: ModuleType
    factory: Callable[..., Any]
    known: Mapping[str, inspect.Parameter]


class LibrarySplitter(ForeignSplitter):
    """A splitter of a library, by the name of its class.

    `size` and `overlap` stand for the library's names of them; every other setting is one of its constructor's.

    Attributes:
        module: Where its classes are.
        distributions: The packages that decide where it cuts.
        default: The class that is taken where none is named.
        hidden: What its constructors take and no configuration can give.

    """

    module: ClassVar[str]
    distributions: ClassVar[tuple[str, ...]]
    default: ClassVar[str]
    hidden: ClassVar[tuple[str, ...]]

    def __init__(self, **settings: Setting) -> None:
        """Make the splitter.

        Raises:
            SplitError: The package is not installed, or has no such class or setting.

        """
        options = Options(self.name, settings)
        super().__init__(options)
        module = library(self.name, self.module)
        self._class = options.text("class") or self.default
        factory = self._factory(module)
        found = Found(module, factory, keywords(factory, self.hidden))
        self._measure, self._besides = OWN, dict[str, Setting]()
        self._rename(options, found)
        own = self._own(options, found)
        self._settings = options.rest(found.known)
        arguments = given(self._settings) | own
        self._size, self._overlap = (
            number_of(arguments.get(key), found.known.get(key)) for key in OWN_NAMES[self.name].values()
        )
        self._splitter = made(self.name, factory, **arguments)

    @abstractmethod
    def _factory(self, module: ModuleType) -> Callable[..., Any]:
        """Give the class that was named.

        Raises:
            SplitError: There is none, or it is no splitter.

        """

    def _rename(self, options: Options, found: Found) -> None:
        """Let our words for size and overlap stand for its own."""
        del found
        for ours, theirs in OWN_NAMES[self.name].items():
            options.renamed(ours, theirs)

    @abstractmethod
    def _own(self, options: Options, found: Found) -> dict[str, Any]:
        """Take the settings that are ours: note what is counted and what decides besides, give arguments for them."""

    @property
    def measure(self) -> Measure:
        """What its sizes count."""
        return self._measure

    @property
    def identity(self) -> SplitterIdentity:
        """The class, all settings, and the versions of what cuts."""
        rest = {key: value for key, value in self._settings.items() if key not in OWN_NAMES[self.name].values()}
        also: dict[str, Setting] = {"class": self._class, "version": versions(*self.distributions)}
        return self.identified({**rest, **self._besides, **also}, self._size, self._overlap)
