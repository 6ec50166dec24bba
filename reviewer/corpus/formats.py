"""Formats by suffix, and what is passed over by suffix alone."""

from __future__ import annotations

from pathlib import PurePosixPath

MARKDOWN = "markdown"
TEXT = "text"
CODE = "code"
CSV = "csv"
HTML = "html"
NOTEBOOK = "notebook"
PDF = "pdf"
RST = "rst"

_SUFFIXES = {
    CSV: ".csv .tab .tsv",
    HTML: ".htm .html .xhtml",
    MARKDOWN: ".markdown .md .mdown .mdx .mkd .mkdn",
    NOTEBOOK: ".ipynb",
    PDF: ".pdf",
    RST: ".rest .rst",
}
_FORMAT_OF = {suffix: name for name, suffixes in _SUFFIXES.items() for suffix in suffixes.split()}

_LANGUAGES = {
    "bash": ".bash .sh .zsh",
    "c": ".c .h",
    "cpp": ".cc .cpp .cxx .hh .hpp .hxx",
    "csharp": ".cs",
    "css": ".css .less .scss",
    "dart": ".dart",
    "elixir": ".ex .exs",
    "erlang": ".erl",
    "go": ".go",
    "graphql": ".gql .graphql",
    "haskell": ".hs",
    "java": ".java",
    "javascript": ".cjs .js .jsx .mjs",
    "json": ".json .jsonl",
    "julia": ".jl",
    "kotlin": ".kt .kts",
    "lua": ".lua",
    "perl": ".pl .pm",
    "php": ".php",
    "powershell": ".ps1",
    "protobuf": ".proto",
    "python": ".py .pyi",
    "r": ".r",
    "ruby": ".rb",
    "rust": ".rs",
    "scala": ".scala",
    "sql": ".sql",
    "swift": ".swift",
    "terraform": ".tf",
    "toml": ".toml",
    "typescript": ".cts .mts .ts .tsx",
    "vue": ".vue",
    "xml": ".xml",
    "yaml": ".yaml .yml",
    "zig": ".zig",
}
_LANGUAGE_OF = {suffix: language for language, suffixes in _LANGUAGES.items() for suffix in suffixes.split()}

_BINARY_SUFFIXES = """
    .7z .a .avi .avif .bin .bmp .bz2 .class .db .dll .dmg .doc .docx .dylib .eot .epub .exe .flac .gif .gz .heic .ico
    .iso .jar .jpeg .jpg .mkv .mov .mp3 .mp4 .mpeg .npy .npz .o .odp .ods .odt .ogg .onnx .otf .parquet .pickle .pkl
    .png .ppt .pptx .psd .pt .pyc .pyd .rar .safetensors .so .sqlite .tar .tgz .tif .tiff .ttf .wasm .wav .webm .webp
    .whl .woff .woff2 .xls .xlsx .xz .zip .zst
"""
_BINARY = frozenset(_BINARY_SUFFIXES.split())


def suffix_of(document: str) -> str:
    """Give the last suffix of a document id in lower case, with its dot, or an empty text."""
    return PurePosixPath(document).suffix.lower()


def format_of(document: str) -> str:
    """Give the format of a document id by its suffix; an unknown suffix is text."""
    suffix = suffix_of(document)
    return _FORMAT_OF.get(suffix, CODE if suffix in _LANGUAGE_OF else TEXT)


def language_of(document: str) -> str | None:
    """Give the programming language of a document id by its suffix, if it is one we know."""
    return _LANGUAGE_OF.get(suffix_of(document))


def reason_to_pass_over(document: str) -> str | None:
    """Give the reason why a document of this suffix is not read, if there is one."""
    suffix = suffix_of(document)
    return f"binary ({suffix})" if suffix in _BINARY else None
