"""What a captured node is called, what kind of symbol it is, and where its body lies; fields differ by grammar."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

LONGEST_NAME = 200

CLASS_LIKE = frozenset("class interface trait struct union enum record impl object protocol extension actor".split())
_CALLABLE = frozenset("function method constructor macro".split())
_TYPED = frozenset({"struct", "union", "enum"})
_NAME_FIELDS = ("name", "left", "key", "property")
_BODIES = frozenset(
    """
    body block body_statement class_body function_body enum_class_body enum_body interface_body
    declaration_list field_declaration_list enumerator_list accessor_list
    """.split()
)
_UNNAMED = {"companion_object": "Companion", "secondary_constructor": "constructor", "init_declaration": "init"}
_GENERIC = re.compile(r"<[^<>]*>|\[[^\[\]]*\]$")
_SEPARATOR = re.compile(r"::|\.|:(?=\w)")


def names_of(node: Node, data: bytes) -> tuple[str, ...]:
    """Give the name that a symbol is written with, in its parts: `Account.close`, `Account::close`."""
    named = _name_node(node)
    if named is None:
        return (_UNNAMED[node.type],) if node.type in _UNNAMED else ()
    text = data[named.start_byte : named.end_byte].decode(errors="replace")
    receiver = node.child_by_field_name("receiver")
    if receiver is not None:
        typed = data[receiver.start_byte : receiver.end_byte].decode(errors="replace").strip("() \n\t")
        text = f"{typed.split()[-1].lstrip('*').partition('[')[0]}.{text}" if typed else text
    return _parts(text)


def kind_of(capture: str, node: Node, inside: str, data: bytes) -> str | None:
    """Give the kind of a symbol in one of kind `inside`, or nothing where a capture is none in its place."""
    if (capture == "prototype" and inside in _CALLABLE) or (capture in _TYPED and inside == "type"):
        return None  # a variable that looks like a declaration; a struct named by the `typedef` around it
    if capture in ("function", "prototype"):
        return "method" if inside in CLASS_LIKE else "function"
    declared = node.child_by_field_name("declaration_kind")
    if declared is not None:
        return data[declared.start_byte : declared.end_byte].decode()
    if node.type == "type_spec":
        written = node.child_by_field_name("type")
        return {"struct_type": "struct", "interface_type": "interface"}.get(written.type if written else "", "type")
    is_interface = node.type == "class_declaration" and any(one.type == "interface" for one in node.children[:3])
    return "interface" if is_interface else capture


def body_of(node: Node) -> tuple[int, int] | None:
    """Find what a signature announces: the body, the function assigned, or the members listed."""
    for name in ("value", "right", "type") if node.type != "impl_item" else ():
        inner = node.child_by_field_name(name)
        if inner is not None and (deeper := _own_body(inner)) is not None:
            return deeper.start_byte, deeper.end_byte
    found = _own_body(node)
    return (found.start_byte, found.end_byte) if found is not None and found.end_byte > found.start_byte else None


def _own_body(node: Node) -> Node | None:
    found = node.child_by_field_name("body")
    if found is not None or not node.named_child_count:
        return found
    last = node.named_child(node.named_child_count - 1)
    return last if last.type in _BODIES else None


def _name_node(node: Node) -> Node | None:
    """Find the node that names: C declarators are followed inward."""
    if node.type == "impl_item":
        return node.child_by_field_name("type")
    if node.type == "assignment_statement":
        return node.named_child(0)
    for name in _NAME_FIELDS:
        found = node.child_by_field_name(name)
        if found is not None:
            return found
    inner = node.child_by_field_name("declarator")
    while inner is not None and inner.type.endswith("declarator"):
        deeper = inner.child_by_field_name("declarator")
        inner = deeper if deeper is not None or not inner.named_child_count else inner.named_child(0)
    return inner


def _parts(text: str) -> tuple[str, ...]:
    """Part a name at its dots and colons; what generic types say is left out."""
    name = " ".join(text.split()).strip("'\"`")[:LONGEST_NAME]
    if "operator" in name:
        return tuple(filter(None, name.split("::")))
    if name.startswith("["):
        return (name,)
    while (bare := _GENERIC.sub("", name)) != name:
        name = bare
    parts = (part.strip() for part in _SEPARATOR.split(name))
    return tuple(part for part in parts if part and part not in ("this", "self", "prototype"))
