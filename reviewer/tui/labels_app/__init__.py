"""A label folder and its corpus in, decisions written out: the terminal reviewer of stale labels."""

from reviewer.tui.labels_app.running import run_labels_app

__all__ = ["run_labels_app"]
