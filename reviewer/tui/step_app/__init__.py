"""A result in, a walk through its lost and gained queries in the terminal out."""

from reviewer.tui.step_app.running import run_step_app

__all__ = ["run_step_app"]
