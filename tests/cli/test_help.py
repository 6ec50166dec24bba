"""Help is there at once, for every command, and tells each in a whole sentence."""

from __future__ import annotations

import json
import resource
import subprocess
import sys

import pytest

from reviewer.cli.main import main


@pytest.mark.parametrize("group", ["labels", "splitters", "gates", "action"])
def test_no_command_is_told_in_a_cut_sentence(
    group: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 80 columns, the width that help is written for."""
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        main([group, "--help"])
    commands = capsys.readouterr().out.partition("Commands:\n")[2].splitlines()
    assert commands
    assert [line for line in commands if not line.endswith(".") or line.endswith("...")] == []


HEAVY = (
    "numpy scipy pandas transformers tokenizers huggingface_hub torch onnx onnxruntime openvino usearch qdrant_client "
    "rapidfuzz textual rich plotext yaml pypdfium2 tree_sitter markdown_it ray langchain_text_splitters semchunk"
).split()
WALK = """
import contextlib, importlib, io, json, sys
import click
from reviewer.cli.main import COMMANDS, main

seen = []

def helped(*names):
    with contextlib.redirect_stdout(io.StringIO()) as told, contextlib.suppress(SystemExit):
        main([*names, "--help"])
    loaded = sorted(set(sys.argv[1:]) & set(sys.modules))
    seen.append([" ".join(names), told.getvalue().startswith("Usage: "), loaded])

def walk(command, *names):
    helped(*names)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            walk(command.get_command(context, name), *names, name)

helped()
for name, (module, _) in COMMANDS.items():
    walk(importlib.import_module(module).command, name)
print(json.dumps(seen))
"""


def test_no_help_loads_what_is_heavy() -> None:
    """Of no command and no subcommand; all are asked in one process, so the first that does is named."""
    done = subprocess.run([sys.executable, "-c", WALK, *HEAVY], capture_output=True, text=True, check=True)
    seen = json.loads(done.stdout)
    assert next((one for one in seen if one[2]), None) is None
    assert [name for name, helped, _ in seen if not helped] == []
    assert {"", "labels check", "labels import", "splitters check", "gates explain", "action comment", "study"} <= {
        name for name, _, _ in seen
    }


def test_help_takes_less_than_a_third_of_a_second() -> None:
    """Of the processor's time, the best of three, whatever else the machine does."""
    taken = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "reviewer", "--help"], capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(taken) < 0.3, taken
