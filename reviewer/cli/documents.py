"""Where the documents of a label set lie, when nobody says so."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reviewer.corpus import Corpus
    from reviewer.experiment.configuration import Configuration

CONFIGURATION = Path("reviewer.yaml")


def root_of(set_folder: Path, given: Path | None) -> Path:
    """Give the folder that was named, else the set's own, else that of the configuration which uses the set."""
    from reviewer.labels import find_corpus

    configuration = None if given else configuration_for(set_folder)
    return find_corpus(set_folder, configuration.corpus_root if configuration else given)


def corpus_of(set_folder: Path, given: Path | None) -> Corpus:
    """Read the documents below `root_of`, by the configuration's globs where it is the one that says where."""
    from reviewer.corpus import read_corpus

    configuration = None if given else configuration_for(set_folder)
    if configuration is None:
        return read_corpus(root_of(set_folder, given))
    return read_corpus(configuration.corpus_root, configuration.include, configuration.exclude)


def configuration_for(set_folder: Path) -> Configuration | None:
    """Give the configuration in this folder if it judges by the set."""
    from reviewer.experiment.configuration import read_configuration

    if not CONFIGURATION.is_file():
        return None
    configuration = read_configuration(CONFIGURATION)
    return configuration if set_folder.resolve() in configuration.label_sets else None
