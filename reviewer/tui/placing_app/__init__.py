"""Questions and sites in, labels out, by keyboard."""

from reviewer.tui.placing_app.running import run_placing_app

__all__ = ["run_placing_app"]
