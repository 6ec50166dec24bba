"""Folders inside the workspace: no link may lead out of it, and its owner gets what root wrote."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from reviewer.errors import ActionError


def output_folder(workspace: Path, relative: str) -> Path:
    """Make and give a folder below the workspace; a link on the way, which a pull request may have laid, is refused."""
    folder = workspace
    for part in Path(relative).parts:
        folder = folder / part
        if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
            raise ActionError(
                f"{relative}: {part} is no folder of the workspace", "Name another folder in `artifacts`."
            )
        folder.mkdir(exist_ok=True)
    return folder


def free_place(folder: Path, name: str) -> Path:
    """Give the path of a file to write in an output folder, where nothing is left of what lay there.

    What a pull request laid there could be a link, through which we would write elsewhere; a folder is refused.
    """
    path = folder / name
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise ActionError(
            f"{folder.name}/{name} is in the way of a result and cannot be removed: {error.strerror}",
            "Remove it from the repository, or name another folder in `artifacts`.",
        ) from error
    return path


def taken_over(folder: Path, relative: str, target: Path) -> None:
    """Copy a file of the workspace that an earlier step left; a link on the way is refused."""
    at = folder
    for part in Path(relative).parts:
        at = at / part
        if at.is_symlink() or folder.is_symlink():
            raise ActionError(f"{folder.name}/{relative} is reached by a link", "Hand over regular files.")
    if not at.is_file():
        raise ActionError(
            f"{folder.name}/{relative} does not exist",
            "An earlier step writes chunks.jsonl and run.jsonl into baseline/ and candidate/; see docs/action.md.",
        )
    shutil.copyfile(at, target, follow_symlinks=False)


def give_back(workspace: Path, folder: Path) -> None:
    """Give `folder`, its parents below the workspace and all it holds to the workspace's owner; root alone can."""
    if os.geteuid() != 0:
        return
    owner = workspace.stat()
    above = [one for one in folder.parents if one.is_relative_to(workspace) and one != workspace]
    for path in (*above, folder, *folder.rglob("*")):
        os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)
