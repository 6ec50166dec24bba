"""Grammars by language, each a wheel of its own, and what in their trees is a symbol."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from reviewer.corpus.formats import language_of, suffix_of

_CXX = re.compile(r"^\s*(?:class|namespace|template|using)\b|^\s*(?:public|private|protected)\s*:", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """A wheel and what is read of its trees.

    Attributes:
        package: The wheel's name; its module has underscores for hyphens.
        symbols: Node types by the kind of symbol they are, `kind: type type; kind: type`.
        patterns: Further patterns of the query language, each capturing a symbol by its kind.
        wrappers: Node types that begin earlier than their symbol and end with it.
        leads: Node types that stand before a symbol and belong to it.
        docs: Patterns that capture a doc comment inside a symbol's body.
        entry: The function of the module that gives the language.

    """

    package: str
    symbols: str
    patterns: str = ""
    wrappers: str = ""
    leads: str = ""
    docs: str = ""
    entry: str = "language"

    @property
    def query(self) -> str:
        """All of it as one text of the query language."""
        kinds = dict(part.split(":") for part in self.symbols.split(";"))
        lines = [f"({node}) @{kind.strip()}" for kind, nodes in kinds.items() for node in nodes.split()]
        lines += [f"({node}) @_wrapper" for node in self.wrappers.split()]
        lines += [f"({node}) @_lead" for node in self.leads.split()]
        return "\n".join([*lines, self.patterns, self.docs])


_METHODS_OF_AN_OBJECT = """(object [
  (pair key: (property_identifier) value: [(arrow_function) (function_expression)])
  (method_definition)] @method)"""
_JAVASCRIPT_PATTERNS = f"""
(variable_declarator name: (identifier) value: [(arrow_function) (function_expression) (generator_function)]) @function
(variable_declarator name: (identifier) value: (class)) @class
(assignment_expression
  left: [(member_expression) (identifier)] right: [(arrow_function) (function_expression)]) @function
(assignment_expression left: [(member_expression) (identifier)] right: (class)) @class
(class_body (method_definition) @method)
(assignment_expression right: {_METHODS_OF_AN_OBJECT})
(variable_declarator value: {_METHODS_OF_AN_OBJECT})
(export_statement value: {_METHODS_OF_AN_OBJECT})
(expression_statement (assignment_expression right: [(arrow_function) (function_expression) (class)])) @_wrapper
"""
_JAVASCRIPT = """class: class_declaration;
    function: function_declaration generator_function_declaration"""
_TYPESCRIPT = """class: class_declaration abstract_class_declaration; interface: interface_declaration;
    enum: enum_declaration; type: type_alias_declaration; namespace: internal_module module;
    method: method_signature abstract_method_signature;
    function: function_declaration generator_function_declaration function_signature"""
_DECLARED = """
(declaration declarator: (function_declarator)) @prototype
(declaration declarator: (pointer_declarator declarator: (function_declarator))) @prototype
(declaration declarator: (pointer_declarator declarator: (pointer_declarator (function_declarator)))) @prototype
(struct_specifier body: (_)) @struct
(union_specifier body: (_)) @union
(enum_specifier body: (_)) @enum
(type_definition type: [(struct_specifier body: (_)) (union_specifier body: (_)) (enum_specifier body: (_))]) @type
"""
_TYPESCRIPT_GRAMMAR = Grammar(
    package="tree-sitter-typescript",
    symbols=_TYPESCRIPT,
    patterns=_JAVASCRIPT_PATTERNS
    + "(public_field_definition name: (_) value: [(arrow_function) (function_expression)]) @method",
    wrappers="export_statement lexical_declaration variable_declaration ambient_declaration",
    leads="comment decorator",
    entry="language_typescript",
)

GRAMMARS: Mapping[str, Grammar] = {
    "bash": Grammar(package="tree-sitter-bash", symbols="function: function_definition", leads="comment"),
    "c": Grammar(
        package="tree-sitter-c",
        symbols="function: function_definition; macro: preproc_function_def",
        patterns=_DECLARED,
        leads="comment",
    ),
    "cpp": Grammar(
        package="tree-sitter-cpp",
        symbols="function: function_definition; macro: preproc_function_def; namespace: namespace_definition",
        patterns=_DECLARED
        + """
        (class_specifier body: (_)) @class
        (field_declaration declarator: [(function_declarator) (_ (function_declarator))]) @prototype
        """,
        wrappers="template_declaration",
        leads="comment",
    ),
    "csharp": Grammar(
        package="tree-sitter-c-sharp",
        symbols="""namespace: namespace_declaration; class: class_declaration; interface: interface_declaration;
            struct: struct_declaration; enum: enum_declaration; record: record_declaration;
            delegate: delegate_declaration; method: method_declaration destructor_declaration;
            constructor: constructor_declaration; property: property_declaration; function: local_function_statement""",
        leads="comment attribute_list",
    ),
    "go": Grammar(
        package="tree-sitter-go",
        symbols="function: function_declaration; method: method_declaration; type: type_spec type_alias",
        wrappers="type_declaration",
        leads="comment",
    ),
    "java": Grammar(
        package="tree-sitter-java",
        symbols="""class: class_declaration; interface: interface_declaration annotation_type_declaration;
            enum: enum_declaration; record: record_declaration; method: method_declaration;
            constructor: constructor_declaration compact_constructor_declaration""",
        leads="line_comment block_comment annotation marker_annotation",
    ),
    "javascript": Grammar(
        package="tree-sitter-javascript",
        symbols=_JAVASCRIPT,
        patterns=_JAVASCRIPT_PATTERNS
        + "(field_definition property: (_) value: [(arrow_function) (function_expression)]) @method",
        wrappers="export_statement lexical_declaration variable_declaration",
        leads="comment decorator",
    ),
    "kotlin": Grammar(
        package="tree-sitter-kotlin",
        symbols="""class: class_declaration; object: object_declaration companion_object;
            function: function_declaration; constructor: secondary_constructor; type: type_alias""",
        leads="line_comment block_comment annotation",
    ),
    "lua": Grammar(
        package="tree-sitter-lua",
        symbols="function: function_declaration",
        patterns="(assignment_statement (variable_list) (expression_list (function_definition))) @function",
        wrappers="variable_declaration",
        leads="comment",
    ),
    "php": Grammar(
        package="tree-sitter-php",
        symbols="""class: class_declaration; interface: interface_declaration; trait: trait_declaration;
            enum: enum_declaration; method: method_declaration; function: function_definition""",
        patterns="(namespace_definition body: (_)) @namespace",
        leads="comment attribute_list",
        entry="language_php",
    ),
    "python": Grammar(
        package="tree-sitter-python",
        symbols="class: class_definition; function: function_definition",
        wrappers="decorated_definition",
        leads="comment decorator",
        docs="(block . (expression_statement . (string)) @_doc)",
    ),
    "ruby": Grammar(
        package="tree-sitter-ruby",
        symbols="class: class; module: module; method: method singleton_method",
        leads="comment",
    ),
    "rust": Grammar(
        package="tree-sitter-rust",
        symbols="""function: function_item function_signature_item; struct: struct_item; union: union_item;
            enum: enum_item; trait: trait_item; impl: impl_item; macro: macro_definition; type: type_item""",
        patterns="(mod_item body: (_)) @module",
        leads="line_comment block_comment attribute_item",
    ),
    "scala": Grammar(
        package="tree-sitter-scala",
        symbols="""class: class_definition; object: object_definition package_object; trait: trait_definition;
            enum: enum_definition; function: function_definition function_declaration; type: type_definition""",
        leads="comment block_comment annotation",
    ),
    "swift": Grammar(
        package="tree-sitter-swift",
        symbols="""class: class_declaration; protocol: protocol_declaration; constructor: init_declaration;
            function: function_declaration protocol_function_declaration; type: typealias_declaration""",
        leads="comment multiline_comment attribute",
    ),
    "tsx": replace(_TYPESCRIPT_GRAMMAR, entry="language_tsx"),
    "typescript": _TYPESCRIPT_GRAMMAR,
}


def grammar_of(document: str, text: str) -> str | None:
    """Give the name of the grammar that reads a document, if there is one; a C++ header ends in `.h`, too."""
    suffix = suffix_of(document)
    if suffix == ".tsx":
        return "tsx"
    if suffix == ".h" and _CXX.search(text):
        return "cpp"
    language = language_of(document)
    return language if language in GRAMMARS else None
