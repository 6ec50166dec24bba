"""Single values of label files, each checked for the form it must have."""

from __future__ import annotations

import re
from datetime import date

from reviewer.decoding import Field
from reviewer.ids import is_id

FINGERPRINT = re.compile(r"sha256:[0-9a-f]{16,64}")


def read_id(field: Field) -> str:
    """Give an id, which paths and table cells can hold."""
    text = field.text()
    if not is_id(text):
        hint = "Use letters, digits, and . _ : - after the first letter or digit; at most 128."
        raise field.fail(f"{text!r} cannot be an id", hint)
    return text


def read_document(field: Field) -> str:
    """Give a document id: a path below the corpus folder."""
    text = field.text()
    is_path = text.isprintable() and "\\" not in text and all(part not in ("", ".", "..") for part in text.split("/"))
    if not is_path:
        hint = "Give its path below the corpus folder, with forward slashes."
        raise field.fail(f"{text!r} cannot be a document id", hint)
    return text


def read_fingerprint(field: Field) -> str:
    """Give a fingerprint, of 16 digits or more."""
    text = field.text()
    if FINGERPRINT.fullmatch(text) is None:
        raise field.fail(f"{text!r} is not a fingerprint", "Expected sha256: and 16 to 64 digits of 0-9 and a-f.")
    return text


def read_quote(field: Field) -> str:
    """Give a quote, which is not empty."""
    text = field.text()
    if not text:
        raise field.fail("the quote is empty", "Remove the line, or give the words of the evidence.")
    return text


def read_line(field: Field) -> str:
    """Give a text that is not blank."""
    text = field.text()
    if not text.strip():
        raise field.fail("expected text, got blanks")
    return text


def read_texts(field: Field) -> dict[str, str]:
    """Give a mapping of texts."""
    return {key: read_line(value) for key, value in field.mapping().items()}


def read_day(field: Field) -> str:
    """Give a day as it is written in ISO 8601."""
    text = field.text()
    try:
        written = date.fromisoformat(text).isoformat()
    except ValueError:
        written = ""
    if written != text:
        raise field.fail(f"expected a day such as 2026-11-30, got {text!r}")
    return text
