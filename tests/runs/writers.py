"""The writers of docs/other-languages.md, each with a program around it that writes the run of `EXPECTED`."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "other-languages.md"

TEXT = "\U0001f600 Über \U0001d4b3 e\u0301 ok".replace("e\u0301", "é")
DOCUMENT = 'a "b"/ü.md'
WORDS = ("Über", "\U0001d4b3", "ok")
"""Found in this order; behind an emoji and a letter that are two UTF-16 units each, and two letters of two bytes."""

EXPECTED = [
    *(
        {
            "query_id": "q-1",
            "rank": rank,
            "document": DOCUMENT,
            "start": TEXT.index(word),
            "end": TEXT.index(word) + len(word),
            "score": 1 / rank,
        }
        for rank, word in enumerate(WORDS, start=1)
    ),
    {"query_id": "nothing", "rank": 0},
]

_NAME, _TEXT, _WORDS = (json.dumps(one, ensure_ascii=False) for one in (DOCUMENT, TEXT, list(WORDS)))
_BRACED = _WORDS.replace("[", "{").replace("]", "}")

JAVASCRIPT = f"""
const name = {_NAME}, text = {_TEXT};
const hits = {_WORDS}.map((word, at) => ({{
  document: name, start: text.indexOf(word), end: text.indexOf(word) + word.length, score: 1 / (at + 1) }}));
writeRun(process.argv[2], {{ "q-1": hits, nothing: [] }}, {{ [name]: text }});
"""

GO = f"""
func main() {{
	name, text := {_NAME}, {_TEXT}
	var hits []Hit
	for at, word := range []string{_BRACED} {{
		start := strings.Index(text, word)
		hits = append(hits, Hit{{"q-1", at + 1, name, start, start + len(word), 1 / float64(at+1)}})
	}}
	file, _ := os.Create(os.Args[1])
	if err := WriteRun(file, append(hits, Hit{{Query: "nothing"}}), map[string]string{{name: text}}); err != nil {{
		panic(err)
	}}
}}
"""

JAVA = f"""
    public static void main(String[] args) throws IOException {{
        var name = {_NAME};
        var text = {_TEXT};
        var hits = new ArrayList<Hit>();
        for (var word : new String[] {_BRACED}) {{
            int start = text.indexOf(word);
            hits.add(new Hit(name, start, start + word.length(), 1.0 / (hits.size() + 1)));
        }}
        var lists = new LinkedHashMap<String, List<Hit>>();
        lists.put("q-1", hits);
        lists.put("nothing", List.of());
        writeRun(Path.of(args[0]), lists, Map.of(name, text));
    }}
}}
"""

KOTLIN = f"""
fun main(args: Array<String>) {{
    val name = {_NAME}
    val text = {_TEXT}
    val hits = listOf({_WORDS[1:-1]}).mapIndexed {{ at, word ->
        Hit(name, text.indexOf(word), text.indexOf(word) + word.length, 1.0 / (at + 1))
    }}
    writeRun(args[0], mapOf("q-1" to hits, "nothing" to listOf<Hit>()), mapOf(name to text))
}}
"""

GO_IMPORTS = 'package main\n\nimport (\n"encoding/json"\n"io"\n"os"\n"strings"\n"unicode/utf8"\n)\n'
JAVA_IMPORTS = "import java.io.*;\nimport java.nio.file.*;\nimport java.util.*;\n\nclass Writer {\n"

PROGRAMS = {
    "javascript": ("node", "writer.mjs", "", JAVASCRIPT),
    "go": ("go", "writer.go", GO_IMPORTS, GO),
    "java": ("javac", "Writer.java", JAVA_IMPORTS, JAVA),
    "kotlin": ("kotlinc", "writer.kt", "import java.io.File\n\n", KOTLIN),
}
"""By language: what must be installed, the file, and what stands before and behind the writer."""


def writer(language: str) -> str:
    """Give the writer of a language as the page has it."""
    found = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(found) == 1, language
    return str(found[0])


def is_there(language: str) -> bool:
    """Tell whether the language can be run here."""
    return shutil.which(PROGRAMS[language][0]) is not None


def written(language: str, folder: Path) -> Path:
    """Compile and run the writer; give the run it wrote."""
    _, name, before, behind = PROGRAMS[language]
    source, run = folder / name, folder / "run.jsonl"
    source.write_text(before + writer(language) + behind, encoding="utf-8")
    commands = {
        "javascript": [["node", name, "run.jsonl"]],
        "go": [["go", "run", name, "run.jsonl"]],
        "java": [["java", "-Dfile.encoding=UTF-8", name, "run.jsonl"]],
        "kotlin": [
            ["kotlinc", name, "-include-runtime", "-d", "writer.jar"],
            ["java", "-Dfile.encoding=UTF-8", "-jar", "writer.jar", "run.jsonl"],
        ],
    }
    for command in commands[language]:
        subprocess.run(command, cwd=folder, check=True, timeout=300)
    return run
