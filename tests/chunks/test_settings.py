"""Splitters made from settings, by name."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from reviewer import registry
from reviewer.chunks import Setting, make_splitter
from reviewer.errors import SplitError


@pytest.mark.parametrize(
    ("settings", "unit"),
    [
        ({"name": "tokens", "size": 64, "overlap": 8, "phase": 3}, "tokens"),
        ({"name": "characters", "size": 64}, "characters"),
        ({"name": "words", "size": 64}, "words"),
        ({"name": "recursive", "size": 64, "unit": "words", "separators": ("\n", "")}, "words"),
    ],
)
def test_every_built_in_splitter_is_made_by_name(settings: dict[str, Setting], unit: str) -> None:
    """The identity says what was asked for."""
    identity = make_splitter(settings).identity
    assert (identity.name, identity.unit, identity.size) == (settings["name"], unit, 64)
    assert identity.overlap == settings.get("overlap", 0)


@pytest.mark.parametrize(
    ("settings", "told", "hint"),
    [
        ({"name": "tokns", "size": 64}, "no splitter is called 'tokns'", "tokens"),
        ({"size": 64}, "name is None", "tokens"),
        ({"name": "words", "size": 64, "overlpa": 8}, "splitter words: no setting 'overlpa'", "Did you mean overlap?"),
        ({"name": "words", "size": 64, "x": 8}, "splitter words: no setting 'x'", "size, overlap, phase"),
        ({"name": "words"}, "splitter words: size is missing", "Give size"),
        ({"name": "words", "size": "64"}, "size is '64'", "number"),
        ({"name": "words", "size": 8, "overlap": 8}, "size 8 with overlap 8", "greater"),
    ],
)
def test_settings_that_are_refused_name_themselves(settings: dict[str, Setting], told: str, hint: str) -> None:
    """And what would do."""
    with pytest.raises(SplitError) as caught:
        make_splitter(settings)
    assert told in caught.value.message
    assert hint in caught.value.hint


class Halves:
    """A splitter without an identity."""

    def __init__(self, *, parts: int) -> None:
        """Refuse what is no number of parts."""
        self.parts = 100 // parts + len(range(parts))


def _register(monkeypatch: pytest.MonkeyPatch, target: str) -> None:
    point = EntryPoint("halves", f"{__name__}:{target}", "reviewer.splitters")
    monkeypatch.setattr(EntryPoint, "load", lambda _: globals()[target])
    monkeypatch.setattr(registry, "entry_points", lambda **_: [point])


@pytest.mark.parametrize(
    ("target", "parts", "told"),
    [
        ("Halves", 2, "it has no `split` and `identity`"),
        ("Halves", "2", "its settings are refused"),
        ("FIGURE", 2, "cannot be called"),
    ],
)
def test_a_foreign_splitter_that_cannot_serve_is_refused(
    monkeypatch: pytest.MonkeyPatch,
    target: str,
    parts: Setting,
    told: str,
) -> None:
    """What is registered must be callable, take its settings, and cut."""
    _register(monkeypatch, target)
    with pytest.raises(SplitError, match=told):
        make_splitter({"name": "halves", "parts": parts})


FIGURE = 7
