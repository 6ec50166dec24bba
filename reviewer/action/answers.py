"""Parts of what GitHub sends: a payload or an answer without them is an error, never a KeyError."""

from __future__ import annotations

from reviewer.decoding import Field


def at(field: Field, *names: str) -> Field:
    """Give the field below these names."""
    for name in names:
        found = field.mapping().get(name)
        if found is None:
            raise field.fail(f"{name} missing", "See githubstatus.com, and run the job again.")
        field = found
    return field


def number(field: Field, *names: str) -> int:
    """Give the id or number below these names."""
    return at(field, *names).integer(least=1)


def text(field: Field, *names: str) -> str:
    """Give the text below these names; null counts as an empty one."""
    found = at(field, *names)
    return "" if found.is_null else found.text()
