"""What the container starts: `python -I -m reviewer.action`."""

from __future__ import annotations

import sys

from reviewer.action.start import start

if __name__ == "__main__":
    sys.exit(start())
