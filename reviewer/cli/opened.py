"""Which result and which configuration a command looks at, where one was named and where none was."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from reviewer.chunks import Setting
    from reviewer.experiment.configuration import Configuration

CONFIGURATION = Path("reviewer.yaml")

run_argument = click.argument("run", metavar="[RUN]", required=False, type=click.Path(path_type=Path))
config_option = click.option(
    "--config", metavar="FILE", type=click.Path(path_type=Path), help=f"[default: {CONFIGURATION}, if it is here]"
)
store_option = click.option(
    "--store", default=".reviewer", show_default=True, type=click.Path(path_type=Path), help="Result folder."
)


def configuration_at(named: Path | None) -> Configuration | None:
    """Read the configuration that was named, or the one that stands here."""
    from reviewer.experiment.configuration import read_configuration

    path = named or CONFIGURATION
    return None if named is None and not path.is_file() else read_configuration(path)


def splitter_of_arm(name: str, config: Path) -> dict[str, Setting]:
    """Give the settings of the first arm, the baseline first, whose splitter has this name."""
    from reviewer.errors import ConfigurationError
    from reviewer.experiment.configuration import read_configuration

    read = read_configuration(config)
    found = [arm.splitter for arm in (read.base, *read.arms) if arm.splitter.get("name") == name]
    if not found:
        raise ConfigurationError(f"{config}: no arm has the splitter {name!r}", "Name one that an arm has.")
    return dict(found[0])


def place_of(run: Path | None, store: Path) -> Path:
    """Give the result that was named, or the latest one of the store."""
    from reviewer.experiment.store import Store

    return run or Store(store).latest()


def opened(place: Path) -> AbstractContextManager[Path]:
    """Give a result's folder to read, unpacked where it is the zip of one."""
    from reviewer.experiment.archive import result_folder

    return result_folder(place)
