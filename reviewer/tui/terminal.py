"""Running an app where there is a terminal; where there is none, it is refused before anything is drawn."""

from __future__ import annotations

import os
import select
import signal
import sys
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from textual.app import App

Left = TypeVar("Left")

_LOGICAL_ORDER, _ORDER_AS_BEFORE = "\x1b[8l", "\x1b[8h"
"""ECMA-48, BDSM: a terminal that reorders right-to-left text is asked not to, since it would mix up the panes."""


def has_terminal() -> bool:
    """Tell whether an app can be drawn and typed to."""
    streams = (sys.__stdin__, sys.__stdout__, sys.__stderr__)
    is_able = os.environ.get("TERM", "") not in {"", "dumb"}
    return is_able and all(one is not None and one.isatty() for one in streams)


def run_in_terminal(app: App[Left]) -> Left | None:
    """Run an app and give what it leaves; nothing where it ended unexpectedly."""
    stream = sys.__stderr__
    assert stream is not None  # noqa: S101  # checked before
    stream.write(_LOGICAL_ORDER)
    try:
        return app.run()
    finally:
        stream.write(_ORDER_AS_BEFORE)
        stream.flush()


def end_without_terminal() -> None:
    """End as at a hang-up if the terminal is gone and no signal told so: an app would read its end for ever."""
    if not hasattr(select, "poll") or sys.__stdin__ is None or sys.__stdin__.closed:
        return
    waiting = select.poll()
    waiting.register(sys.__stdin__.fileno(), 0)
    if any(event & (select.POLLHUP | select.POLLERR) for _, event in waiting.poll(0)):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGHUP)
