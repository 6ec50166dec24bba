"""The lists of commands tell each in a whole sentence."""

from __future__ import annotations

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
