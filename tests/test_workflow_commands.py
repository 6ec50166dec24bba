"""A command to the runner holds what it was given, and is one command."""

from __future__ import annotations

from reviewer.workflow_commands import workflow_command


def test_signs_with_a_meaning_are_escaped_where_they_have_it() -> None:
    """Commas and colons part properties only; per cent and line ends are read everywhere."""
    told = workflow_command("warning", "5 %, a:b\nnext", file="a,b:c.yaml", line="3")
    assert told == "::warning file=a%2Cb%3Ac.yaml,line=3::5 %25, a:b%0Anext"


def test_what_acts_unseen_is_shown() -> None:
    """Also of a label's file and id, which a pull request names."""
    assert workflow_command("notice", "a\x1b[2Jb\rc", title="\u202ex") == ("::notice title=\\u202ex::a\\u001b[2Jb%0Ac")
