"""Where the documents of a label set lie, and which configuration judges by it, when nobody says so."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reviewer.cli.opened import CONFIGURATION

if TYPE_CHECKING:
    from reviewer.corpus import Corpus
    from reviewer.experiment.configuration import Configuration


@dataclass(frozen=True, slots=True)
class Documents:
    """What somebody said of the documents: the folder they lie in, a configuration that knows it, or neither."""

    folder: Path | None = None
    config: Path | None = None

    def configuration(self, set_folder: Path) -> Configuration | None:
        """Give the configuration that was named, else the one that stands here, if it judges by the set.

        Raises:
            ConfigurationError: One was named that does not.

        """
        from reviewer.errors import ConfigurationError
        from reviewer.experiment.configuration import read_configuration

        if self.config is None and not CONFIGURATION.is_file():
            return None
        configuration = read_configuration(self.config or CONFIGURATION)
        if set_folder.resolve() in configuration.label_sets:
            return configuration
        if self.config is not None:
            raise ConfigurationError(
                f"{self.config}: does not judge by the label set {set_folder}", "List it there, or name another --set."
            )
        return None

    def root(self, set_folder: Path) -> Path:
        """Give the folder that was named, else the set's own, else that of the configuration which uses the set."""
        from reviewer.labels import find_corpus

        configuration = None if self.folder else self.configuration(set_folder)
        return find_corpus(set_folder, configuration.corpus_root if configuration else self.folder)

    def corpus(self, set_folder: Path) -> Corpus:
        """Read the documents below `root`, by the configuration's globs where it is the one that says where."""
        from reviewer.corpus import read_corpus

        configuration = None if self.folder else self.configuration(set_folder)
        if configuration is None:
            return read_corpus(self.root(set_folder))
        return read_corpus(configuration.corpus_root, configuration.include, configuration.exclude)
