"""The job's log: foreign text starts no command."""

from __future__ import annotations

import io

import pytest

from reviewer.action.log import Log, Place
from reviewer.errors import ActionError
from tests.action.runner import commands

HOSTILE = ["::error::boom", " ::warning::x", "##[error]boom", "a ##[command]x", "one\n::add-mask::secret", "a\r::x::y"]


@pytest.fixture
def stream() -> io.StringIO:
    """What would be the job's log."""
    return io.StringIO()


@pytest.mark.parametrize("text", [*HOSTILE, "safe :: text", "plain"])
def test_said_text_is_no_command(stream: io.StringIO, text: str) -> None:
    """docker/actions-toolkit#1307."""
    Log(stream).say(text)
    assert commands(stream.getvalue()) == []


@pytest.mark.parametrize("text", HOSTILE)
def test_errors_and_annotations_stay_one_command(stream: io.StringIO, text: str) -> None:
    """Whatever message, hint, file and title hold."""
    log = Log(stream)
    log.failure(ActionError(text, text))
    log.annotate(Place(f"a,b:{text}", 3), text, text)
    log.caution(text)
    log.note(text)
    assert [name for name, _ in commands(stream.getvalue())] == ["error", "warning", "warning", "notice"]


def test_the_token_is_stopped_with_a_fresh_word_each_time(stream: io.StringIO) -> None:
    """Nobody can write it into a document beforehand."""
    log = Log(stream)
    log.say("::x::")
    log.say("::x::")
    tokens = [line for line in stream.getvalue().splitlines() if line.startswith("::stop-commands::")]
    assert len(set(tokens)) == 2


def test_at_most_ten_annotations_are_made(stream: io.StringIO) -> None:
    """The runner drops the rest."""
    log = Log(stream)
    for line in range(15):
        log.annotate(Place("labels/a.yaml", line), "stale", "x")
    assert len(commands(stream.getvalue())) == 10


def test_an_annotation_points_at_its_line(stream: io.StringIO) -> None:
    """Commas and colons of a path are escaped."""
    Log(stream).annotate(Place("a,b:c.yaml", 7), "t", "100 %\nnext")
    assert stream.getvalue() == "::warning file=a%2Cb%3Ac.yaml,line=7,title=t::100 %25%0Anext\n"


def test_every_line_of_a_secret_is_masked(stream: io.StringIO) -> None:
    """A key may have several."""
    Log(stream).mask("one\ntwo\n")
    assert commands(stream.getvalue()) == [("add-mask", "one"), ("add-mask", "two")]


def test_control_characters_are_shown(stream: io.StringIO) -> None:
    """A log is read in a terminal too."""
    Log(stream).say("a\x1b[31mb")
    assert stream.getvalue() == "a\\u001b[31mb\n"


def test_control_characters_are_shown_in_commands_too(stream: io.StringIO) -> None:
    """Errors and annotations stand in the log, and on the pages of the run and the pull request."""
    log = Log(stream)
    text = "a\x1b[31mred\x1b[0m \u202egnirts\x07\udc00"
    log.failure(ActionError(text, text))
    log.annotate(Place(text, 3), text, text)
    log.caution(text)
    log.note(text)
    printed = stream.getvalue()
    assert all(char == "\n" or char.isprintable() for char in printed)
    assert printed.count("\\u001b[31mred") == printed.count("\\u202e") == 7
    assert len(commands(printed)) == 4


def test_a_secret_is_masked_as_it_is(stream: io.StringIO) -> None:
    """Another spelling of it would hide nothing."""
    Log(stream).mask("a\tb\x1bc%")
    assert stream.getvalue() == "::add-mask::a\tb\x1bc%25\n"
