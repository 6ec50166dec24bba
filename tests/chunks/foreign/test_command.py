"""Any program cuts: its limits hold, and nothing of it is left running."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from pathlib import Path

import pytest

from reviewer.chunks import Setting, chunk_corpus, make_splitter
from reviewer.chunks.foreign import command as commands
from reviewer.corpus import Corpus, document_from_text
from reviewer.errors import SplitError

DOCUMENT = document_from_text("fees.md", "Fees are due. Größe 👩‍👩‍👧. Fees are due.\n" * 40)
TEXT = DOCUMENT.text


def cut(program: str, *arguments: str, **settings: Setting) -> list[tuple[int, int]]:
    """Cut with a Python program; any other would do."""
    made = make_splitter({"name": "command", "command": (sys.executable, "-c", program, *arguments), **settings})
    return [(one.start, one.end) for one in made.split(DOCUMENT)]


READ = "import sys, json; text = sys.stdin.buffer.read().decode();"


def test_places_texts_and_objects_are_read_by_line() -> None:
    """Blank lines are passed over."""
    half = len(TEXT) // 2
    assert cut(f"{READ} print(json.dumps([0, {half}])); print(); print([{half}, len(text)])") == [
        (0, half),
        (half, len(TEXT)),
    ]
    assert cut(f"{READ} print(json.dumps(text[:{half}])); print(json.dumps({{'text': text[{half}:]}}))")[0][0] == 0


@pytest.mark.skipif(shutil.which("node") is None, reason="no node here")
def test_a_node_program_cuts(tmp_path: Path) -> None:
    """Its strings count UTF-16 units, so it hands over texts."""
    script = tmp_path / "split.js"
    script.write_text(
        "const text = require('fs').readFileSync(0, 'utf8'); const size = Number(process.argv[2]);\n"
        "const signs = Array.from(text);\n"
        "for (let at = 0; at < signs.length; at += size)\n"
        "  console.log(JSON.stringify(signs.slice(at, at + size).join('')));\n",
        encoding="utf-8",
    )
    made = make_splitter({"name": "command", "command": ("node", str(script), "{size}"), "size": 50})
    assert [(one.start, one.end) for one in made.split(DOCUMENT)] == [
        (at, min(at + 50, len(TEXT))) for at in range(0, len(TEXT), 50)
    ]
    before = made.identity
    assert before.size == 50
    script.write_text(script.read_text(encoding="utf-8") + "// changed\n", encoding="utf-8")
    assert made.identity.fingerprint != before.fingerprint


@pytest.mark.parametrize(
    ("program", "told", "remedy"),
    [
        ("import sys; sys.exit(3)", "failed with exit code 3", "by hand"),
        ("import sys; sys.stderr.write('no \\x1b[31m model'); sys.exit(1)", "no \x1b[31m model", "by hand"),
        ("print('not json')", "line 1 of the splitter's output is no JSON: 'not json'", "a chunk a line"),
        ("print('[[[' * 100000)", "no JSON", "a chunk a line"),
        ("print('{}')", "is no chunk", "a text, [start, end]"),
        ("print('[0, 1.5]')", "an offset is 1.5", "whole numbers"),
        ("print('[0, 900000]')", "cut 0 is at [0, 900000) of", "code points"),
        ("print('[-3, 4]')", "cut 0 is at [-3, 4) of", "code points"),
        ("print('\"A summary of it\"')", "wrote text that is not in the document", "rewritten: mark"),
        ("import sys; sys.stdout.buffer.write(b'\\xff\\xfe\\n')", "no UTF-8", "UTF-8"),
        ("import os; os.kill(os.getpid(), 9)", "exit code -9", "by hand"),
        ("for _ in range(99999): print('[0, 3]')", "more than 1640 chunks of 1640 characters", "once"),
        ("print('[0, 1' + '0' * 400 + ']')", "an offset is beyond any text", "whole numbers"),
    ],
)
def test_a_hostile_program_ends_in_one_error_that_names_the_document(program: str, told: str, remedy: str) -> None:
    """Message and remedy, no traceback."""
    made = make_splitter({"name": "command", "command": (sys.executable, "-c", program)})
    with pytest.raises(SplitError) as caught:
        chunk_corpus(Corpus({DOCUMENT.id: DOCUMENT}), made, "1")
    assert caught.value.message.startswith("fees.md: ")
    assert told in caught.value.message
    assert remedy in caught.value.hint


NODE = """node:internal/modules/cjs/loader:1210
  throw err;
  ^

Error: Cannot find module '/app/split.js'
    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)
    at Module._load (node:internal/modules/cjs/loader:1038:27) {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}

Node.js v20.20.2
"""
NODE_THROWS = f"""[eval]:1
throw new TypeError('no rows')
^

TypeError: no rows
{"    at next (node:internal/process/execution:101:62)" * 200}
    at one
    at two
    at three

Node.js v20.20.2
"""
JAVA = (
    'Exception in thread "main" java.lang.IllegalStateException: no table\n'
    + "\tat org.cut.Split.main(A.java:9)\n" * 900
)
PYTHON = "Traceback (most recent call last):\n" + '  File "a.py", line 1\n' * 9 + "ValueError: no model\n"


@pytest.mark.parametrize(
    ("written", "first", "last"),
    [
        (NODE, "Error: Cannot find module '/app/split.js' / ", "Node.js v20.20.2"),
        (NODE_THROWS, "TypeError: no rows / ", "Node.js v20.20.2"),
        (JAVA, 'Exception in thread "main" java.lang.IllegalStateException: no table / ', "Split.main(A.java:9)"),
        (PYTHON, 'File "a.py", line 1 / ', "ValueError: no model"),
    ],
    ids=["node", "node throws", "java", "python"],
)
def test_the_line_that_says_the_error_is_kept(written: str, first: str, last: str) -> None:
    """Whether a language writes it above or below where in the program it was."""
    with pytest.raises(SplitError) as caught:
        cut(f"import sys; sys.stderr.write({written!r}); sys.exit(1)")
    told = caught.value.message.partition("failed with exit code 1: ")[2]
    assert told.startswith(first)
    assert told.endswith(last)


def test_endless_output_is_stopped_at_its_limit() -> None:
    """Before it fills the memory."""
    with pytest.raises(SplitError, match=r"wrote more than 0\.5 MB") as caught:
        cut("while True: print('[0, 3]')", output_limit=0.5)
    assert "output_limit" in caught.value.hint


def test_a_program_that_hangs_is_ended_with_its_children(tmp_path: Path) -> None:
    """Its whole process group is, and the error names the setting."""
    pids = tmp_path / "pids"
    program = (
        "import subprocess, sys, os, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        f"open({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')\n"
        "time.sleep(60)"
    )
    began = time.monotonic()
    with pytest.raises(SplitError, match=r"did not end within 1\.5 s") as caught:
        cut(program, timeout=1.5)
    assert time.monotonic() - began < 10
    assert "timeout" in caught.value.hint
    for pid in pids.read_text(encoding="utf-8").split():
        assert _is_gone(int(pid))


def _is_gone(pid: int) -> bool:
    """Tell whether a process has ended, be it not yet reaped."""
    for _ in range(50):
        status = Path(f"/proc/{pid}/stat")
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if status.exists() and status.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.05)
    return False


def test_a_program_that_has_ended_is_not_waited_for_by_what_it_left_running() -> None:
    """A daemon that a build tool starts keeps its output open."""
    program = "import subprocess; subprocess.Popen(['sleep', '30']); print('[0, 5]')"
    began = time.monotonic()
    assert cut(program) == [(0, 5)]
    assert time.monotonic() - began < 15


def test_all_that_a_program_wrote_before_it_ended_is_read() -> None:
    """More than a pipe holds, by a child of its own."""
    program = (
        "import subprocess, sys; "
        "subprocess.run([sys.executable, '-c', 'for n in range(1000): print([n, n + 1], flush=n % 9)']); "
        "print('[1000, ' + '1001'.rjust(200000) + ']')"
    )
    assert cut(program)[-2:] == [(999, 1000), (1000, 1001)]


def test_a_byte_order_mark_and_line_ends_of_windows_are_understood() -> None:
    """As PowerShell writes them."""
    assert cut(r"import sys; sys.stdout.buffer.write(b'\xef\xbb\xbf[0, 5]\r\n[5, 9]\r\n')") == [(0, 5), (5, 9)]


def test_an_argument_may_be_longer_than_a_file_s_name() -> None:
    """A program in an argument is no file, and has a fingerprint all the same."""
    program = f"print('[0, 5]')\n{'#' * 5000}"
    made = make_splitter({"name": "command", "command": (sys.executable, "-c", program)})
    assert made.identity.fingerprint


def test_a_time_limit_may_be_longer_than_any_clock() -> None:
    """It is none, then."""
    assert cut("print('[0, 5]')", timeout=1e200) == [(0, 5)]


def test_a_program_that_reads_nothing_may() -> None:
    """A document larger than a pipe does not block it."""
    large = document_from_text("large.md", "Fees are due. " * 50_000)
    made = make_splitter({"name": "command", "command": (sys.executable, "-c", "print('[0, 5]')")})
    assert [(one.start, one.end) for one in made.split(large)] == [(0, 5)]


def test_keys_of_the_environment_are_not_handed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only those that every program needs, the document's name, and those that are named."""
    monkeypatch.setenv("OUR_API_KEY", "secret")
    monkeypatch.setenv("OUR_MODE", "fast")
    program = "import os, json, sys; json.dump(dict(os.environ), open(sys.argv[1], 'w')); print('[0, 5]')"
    seen = tmp_path / "environment.json"
    cut(program, str(seen), environment=("OUR_MODE",))
    told = json.loads(seen.read_text(encoding="utf-8"))
    assert "OUR_API_KEY" not in told
    assert told["OUR_MODE"] == "fast"
    assert told["REVIEWER_DOCUMENT"] == "fees.md"
    assert set(told) - {"LC_CTYPE"} <= {*commands.PASSED_ON, "OUR_MODE", "REVIEWER_DOCUMENT", "REVIEWER_FORMAT"}


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"command": ("no-such-program-here",)}, "there is no program 'no-such-program-here'"),
        ({}, "there is no program ''"),
        ({"command": "node split.js"}, "command is 'node split.js'"),
        ({"command": (sys.executable, {"size": 4})}, "command[1] is {'size': 4}, not a text"),
        ({"command": (sys.executable,), "environment": ({"A": "b"},)}, "environment[0] is {'A': 'b'}, not a text"),
        ({"command": (sys.executable, "{size}")}, "{size} is used and not set"),
        ({"command": (sys.executable,), "timeout": 0}, "timeout is 0"),
        ({"command": (sys.executable,), "shell": True}, "no setting 'shell'"),
    ],
)
def test_settings_are_refused_before_anything_is_started(settings: dict[str, Setting], told: str) -> None:
    """With a remedy."""
    with pytest.raises(SplitError) as caught:
        make_splitter({"name": "command", **settings})
    assert told in caught.value.message
    assert caught.value.hint
