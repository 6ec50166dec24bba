"""Hold the splitters of six libraries to their offsets, and write docs/splitter-conformance.md with what was found.

Run it by `make conformance`, which installs the libraries in an environment of their own.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from reviewer.chunks import Setting
from reviewer.chunks.conformance import TEXTS, Checked, check_splitter
from reviewer.corpus import read_corpus

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "splitter-conformance.md"
HANDBOOK = ROOT / "labels" / "handbook" / "corpus"
SECONDS = 120.0
MINILM = "sentence-transformers/all-MiniLM-L6-v2"
SIZES: dict[str, Setting] = {"size": 150, "overlap": 30}
SEPARATORS = ("\n\n", "\n", ".", " ")

CHECKED: tuple[Mapping[str, Setting], ...] = (
    {"name": "tokens", **SIZES},
    {"name": "recursive", "unit": "words", **SIZES},
    {"name": "langchain", "class": "RecursiveCharacterTextSplitter", "size": 800, "overlap": 200},
    {"name": "langchain", "class": "RecursiveCharacterTextSplitter", "unit": "words", **SIZES},
    {"name": "langchain", "class": "RecursiveCharacterTextSplitter", "unit": "tokens", **SIZES},
    {"name": "langchain", "class": "CharacterTextSplitter", "size": 800, "overlap": 200},
    {"name": "langchain", "class": "MarkdownHeaderTextSplitter", "headers_to_split_on": ("#", "##", "###")},
    {"name": "semchunk", "unit": "words", **SIZES},
    {"name": "semchunk", "unit": "tokens", **SIZES},
    {"name": "chonkie", "class": "TokenChunker", "tokenizer": MINILM, **SIZES},
    {"name": "chonkie", "class": "TokenChunker", "tokenizer": "word", **SIZES},
    {"name": "chonkie", "class": "SentenceChunker", "tokenizer": "word", **SIZES},
    {"name": "chonkie", "class": "RecursiveChunker", "tokenizer": "word", "size": 150},
    {"name": "chonkie", "class": "RecursiveChunker", "tokenizer": "word", **SIZES},
    {"name": "llama-index", "class": "SentenceSplitter", "unit": "words", **SIZES},
    {"name": "llama-index", "class": "SentenceSplitter", "unit": "tokens", **SIZES},
    {"name": "llama-index", "class": "TokenTextSplitter", "unit": "tokens", **SIZES},
    {"name": "llama-index", "class": "MarkdownNodeParser"},
    {"name": "haystack", "class": "RecursiveDocumentSplitter", "separators": SEPARATORS, **SIZES},
    {"name": "haystack", "class": "RecursiveDocumentSplitter", "separators": SEPARATORS, "split_unit": "char",
     "size": 800, "overlap": 200},
    {"name": "haystack", "class": "DocumentSplitter", **SIZES},
    {"name": "docling", "class": "HybridChunker", "size": 150},
    {"name": "docling", "class": "HierarchicalChunker"},
)  # fmt: skip

HEAD = (
    "| splitter | settings | chunks | true offsets | false | wrong copies | spaced anew | other text | lost | indexed "
    "| overlap set | realised, middle and most | longer than the size | else |\n"
    "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |"
)

INTRODUCTION = """# What splitters promise of their offsets, and what holds

Made by `make conformance` (`benchmarks/conformance.py`), which runs `reviewer splitters check` over the same
texts with the same settings; do not edit by hand.

Made on {date} with {versions}.

**True offsets** are those that hold the chunk's own text and can be where it was cut; a **false** one holds
other text, or is -1; a **wrong copy** holds the same text in another place than it was cut from, which only the
order of all chunks shows (at least so many are wrong). **Spaced anew**: the words are the document's, the white
space is not. **Other text**: the words are not. **Lost**: characters, not white space, in no chunk
that could be placed. **Indexed**: characters in chunks, of those in the texts. The **overlap** is counted in
the splitter's own unit where it has one, else in characters. A splitter that gives no offsets has none to be
true (`none`). See [foreign splitters](foreign-splitters.md) for what a run does about each.

Sizes are 150 with overlap 30 (800 with 200 in characters): tokens are those of all-MiniLM-L6-v2, words are runs
without white space, but for Chonkie and Haystack, which part words at blanks alone.
"""

HARD = """
## Over texts that are hard to cut

{count} texts of {characters:,} characters, each with one trap: {names}.
"""

OWN = """
## Over ordinary documents

The handbook of this repository: {count} documents of {characters:,} characters.
"""

REMARKS = """
## What the findings are

- **LangChain** looks for each chunk in the text from where the last one should end, with its overlap in
  characters. Where lengths are counted in tokens or words, that is too far on: the chunk is not found (-1), or
  a later copy of it is. `MarkdownHeaderTextSplitter` gives no offsets, drops the headings, strips
  each line, and drops characters that do not print: the joiners inside emoji are gone from its chunks.
- **Chonkie**'s `TokenChunker` rebuilds text from token ids. With a tokenizer that changes case or form (as
  BERT's do) no chunk is the document's text. Overlap from its `OverlapRefinery` (`refine_overlap`, here
  `overlap` of `RecursiveChunker`) moves the text and leaves the offsets.
- **LlamaIndex** looks for each node from one character after the start of the last one, so it finds copies too
  early wherever a text repeats itself: such offsets hold the text, and are still wrong.
- **semchunk**, and **Haystack** with its separators given, count while they cut.
- **Docling** is given the blocks that `reviewer` read. Headings stand beside its chunks and not in them: they
  are embedded along, and count as lost here.
"""


EXAMPLES = """
## One finding of each, with its text

Of the first hard text on which the splitter breaks a promise; `\\n` is a line's end.
"""


def main() -> None:
    """Check every splitter, and write the page."""
    handbook = [(one.id, one.text) for one in read_corpus(HANDBOOK, ("**/*.md",))]
    sources = [(HARD, [(one.name, one.text) for one in TEXTS]), (OWN, handbook)]
    versions: dict[str, None] = {}
    tables: list[str] = []
    examples: list[str] = []
    for heading, texts in sources:
        rows = []
        for settings in CHECKED:
            checked = check_splitter(settings, texts, SECONDS)
            versions |= dict.fromkeys(one for one in checked.ready.version.split(", ") if one)
            rows.append(row(settings, checked))
            examples += example(settings, checked) if heading is HARD else []
            print(rows[-1], file=sys.stderr)
        names = ", ".join(f"{one.name} ({one.trap})" for one in TEXTS)
        told = heading.format(count=len(texts), characters=sum(len(text) for _, text in texts), names=names)
        tables.append("\n".join([told, HEAD, *rows]))
    today = datetime.now(UTC).date().isoformat()
    page = INTRODUCTION.format(date=today, versions=", ".join(versions)) + "\n".join(tables) + "\n" + REMARKS
    page += "\n".join([EXAMPLES, *examples]) + "\n"
    PAGE.write_text(page, encoding="utf-8")


def row(settings: Mapping[str, Setting], checked: Checked) -> str:
    """Give a row of the table."""
    one, ready = checked.tally, checked.ready
    rest = [f"{key} {_shown(value)}" for key, value in settings.items() if key not in {"name", "class"}]
    true = f"{one.true / one.claimed:.1%}" if one.claimed else "none"
    overlap = one.to_plain()["overlap"]
    assert isinstance(overlap, dict)
    realised = f"{overlap['median']:g}, {overlap['max']:g}" if overlap else "–"
    longer = f"{one.longer} (longest {one.longest})" if one.longer else "0"
    cells = (
        f"{settings['name']} {settings.get('class', '')}".strip(),
        ", ".join(rest) or "defaults",
        str(one.chunks),
        true,
        str(one.false),
        str(one.wrong_copies),
        str(one.respaced),
        str(one.rewritten + one.unplaced),
        f"{one.lost / one.characters:.1%}" if one.lost else "0",
        f"{one.indexed / one.characters:.2f}x",
        "–" if ready.overlap is None else f"{ready.overlap} {ready.unit}",
        realised,
        longer if ready.size else "–",
        _else(checked),
    )
    return f"| {' | '.join(cells)} |"


def example(settings: Mapping[str, Setting], checked: Checked) -> list[str]:
    """Give the first finding with its text, if there is any."""
    found = [(row.name, row.examples[0]) for row in checked.rows if row.examples]
    name = f"{settings['name']} {settings.get('class', '')}".strip()
    unit = f" in {settings['unit']}" if "unit" in settings else ""
    return [f"- {name}{unit}, on {found[0][0]}: ``{found[0][1]}``"] if found else []


def _else(checked: Checked) -> str:
    hung = [row.name for row in checked.rows if row.hung]
    failed = [row.name for row in checked.rows if row.failure]
    differs = [row.name for row in checked.rows if not row.repeats]
    parted = checked.tally.clusters
    told = [
        f"hangs on {', '.join(hung)}" if hung else "",
        f"fails on {', '.join(failed)}" if failed else "",
        f"differs from run to run on {', '.join(differs)}" if differs else "",
        f"{parted} boundaries inside one sign" if parted else "",
    ]
    return "; ".join(one for one in told if one)


def _shown(value: Setting) -> str:
    shown = " ".join(f"`{one!r}`" for one in value) if isinstance(value, tuple) else str(value)
    return shown.rpartition("/")[2] if "/" in shown and not isinstance(value, tuple) else shown


if __name__ == "__main__":
    main()
