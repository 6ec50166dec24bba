"""Write what `reviewer init` writes into a folder, for linters: `python -m reviewer.action.templates FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

from reviewer.action.templates import workflows

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True)
    for name, text in workflows().items():
        (folder / Path(name).name).write_text(text, encoding="utf-8")
