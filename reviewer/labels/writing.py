"""Labels as YAML text: one style, safe for every text, and readable in a diff."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from reviewer.labels.schema import VERSION, Label, Signature
from reviewer.queries import EvidenceItem, EvidenceSpan

Tree: TypeAlias = "str | Plain | list[Tree] | dict[str, Tree]"

_FLOW_KEYS = frozenset({"tags", "filters", "reviewed", "approved", "retired"})
_WORDS_OF_OTHER_TYPES = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"})
_SAFE = re.compile(r"sha256:[0-9a-f]+|[^\W\d_](?:[\w ./()'?!;%+=-]*[\w./()'?!;%+=-])?")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_BYTE, _PLANE = 0xFF, 0xFFFF


class Plain(str):
    """A number or flag, which is never put in quotes."""

    __slots__ = ()


class Quote(str):
    """Document text, which always stands in double quotes, so that an edited quote keeps its style."""

    __slots__ = ()


def tree(label: Label) -> dict[str, Tree]:
    """Give the entries of a label in the order in which they are written."""
    query = label.query
    entries: dict[str, Tree] = {"id": query.id, "query": query.text}
    if query.boundary is not None:
        entries["boundary"] = query.boundary
    if query.tags:
        entries["tags"] = dict(query.tags)
    if label.made:
        entries["made"] = label.made
    if not query.answerable:
        entries["answerable"] = Plain("false")
    if query.corpus is not None:
        entries["corpus"] = query.corpus
    if query.filters:
        entries["filters"] = dict(query.filters)
    if query.evidence:
        entries["evidence"] = [_item_tree(item) for item in query.evidence]
    entries.update(_decisions(label))
    return entries


def _decisions(label: Label) -> dict[str, Tree]:
    entries: dict[str, Tree] = {"note": label.note} if label.note else {}
    if label.reviewed is not None:
        entries["reviewed"] = _signature_tree(label.reviewed)
    if label.approved is not None:
        entries["approved"] = _signature_tree(label.approved)
    if label.retired is not None:
        retired = label.retired
        entries["retired"] = {"by": retired.by, "on": retired.on, "reason": retired.reason}
    return entries


def _signature_tree(signature: Signature) -> dict[str, Tree]:
    entries: dict[str, Tree] = {"by": signature.by, "on": signature.on}
    return {**entries, "from": signature.origin} if signature.origin else entries


def _item_tree(item: EvidenceItem) -> Tree:
    groups = [_group_tree(group) for group in item.alternatives]
    return groups[0] if len(groups) == 1 else {"any": groups}


def _group_tree(group: Sequence[EvidenceSpan]) -> Tree:
    spans: list[Tree] = [_span_tree(span) for span in group]
    return spans[0] if len(spans) == 1 else {"together": spans}


def _span_tree(span: EvidenceSpan) -> dict[str, Tree]:
    entries: dict[str, Tree] = {
        "document": span.document,
        "fingerprint": span.fingerprint,
        "start": Plain(span.start),
        "end": Plain(span.end),
    }
    return {**entries, "quote": Quote(span.quote)} if span.quote else entries


def write_file(labels: Sequence[Label]) -> str:
    """Give the text of a new label file, with line feeds."""
    return write_document("queries", [tree(label) for label in labels])


def write_document(key: str, items: Sequence[Tree]) -> str:
    """Give the text of a new file of this version that lists `items` under `key`."""
    lines = [f"version: {VERSION}", *entry(key, list(items))]
    return "\n".join(lines) + "\n"


def entry(key: str, value: Tree) -> list[str]:
    """Give the lines of a mapping's entry, the first at column 0."""
    name = _key(key)
    if isinstance(value, str) or not value or (key in _FLOW_KEYS and isinstance(value, Mapping)):
        return [f"{name}: {flow(value)}"]
    return [f"{name}:", *(f"  {line}" for line in block(value))]


def block(value: Tree) -> list[str]:
    """Give the lines of a value in block style, the first at column 0."""
    if isinstance(value, dict) and value:
        return [line for key, one in value.items() for line in entry(key, one)]
    if isinstance(value, list) and value:
        return [line for one in value for line in item(one)]
    return [flow(value)]


def item(value: Tree) -> list[str]:
    """Give the lines of a list's item, with its dash at column 0."""
    first, *rest = block(value)
    return [f"- {first}", *(f"  {line}" for line in rest)]


def flow(value: Tree) -> str:
    """Give a value in flow style, on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)}: {flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return scalar(value)


def _key(name: str) -> str:
    """Give a key; `on`, a word of ours, stays bare as it does in every workflow file."""
    return name if name == "on" else scalar(name)


def scalar(text: str) -> str:
    """Give a scalar that every YAML reader takes as this text, or as this number or flag if it is `Plain`."""
    if isinstance(text, Plain):
        return str(text)
    plain = not isinstance(text, Quote) and _SAFE.fullmatch(text) is not None and text.isprintable()
    if plain and text.lower() not in _WORDS_OF_OTHER_TYPES:
        return str(text)
    return '"' + "".join(_escaped(text)) + '"'


def _escaped(text: str) -> Iterator[str]:
    """Escape what a reader refuses, folds away or does not show; other letters stay readable."""
    for char in text:
        if char in _ESCAPES:
            yield _ESCAPES[char]
        elif char.isprintable():
            yield char
        else:
            code = ord(char)
            yield f"\\x{code:02x}" if code <= _BYTE else f"\\u{code:04x}" if code <= _PLANE else f"\\U{code:08x}"
