"""Whatever stands in documents, labels and names: the screen shows it, and the terminal is not driven by it."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from reviewer.tui.patient_app import FALLBACK_THEME
from tests.labels.making import corpus, item, label, span, write_set
from tests.review.making import Project
from tests.tui.driving import Driver, reviewing

NASTY = """\
# Title [bold]x[/bold] \x1b]0;PWNED\x07

array[i] = x[j] and [/] and [/tmp/dir] D:\\ :smile:
\tTab, e\u0301, \u202eright\u202c, zero\u200bwidth, \x9b31m, 漢字仮名, שלום עולם, bell \x07.

The end [link=http://e.example]of it[/link] is [red]here[/.
"""
QUOTE = "array[i] = x[j] and [/] and [/tmp/dir] D:\\ :smile:\n\tTab"
NAME = "docs [b] [i ü"


@pytest.fixture
def nasty(tmp_path: Path) -> Project:
    """Give a set whose document, query and name are full of what drives terminals and markup."""
    project = Project(tmp_path)
    project.write(**{NAME: NASTY})
    where = corpus(**{NAME: NASTY})
    query = "What is [b]array[/b] [/] \x1b[31m?"
    one = label("odd", item(span(where, f"{NAME}.md", QUOTE)), query=query, kind="[i]x[/")
    write_set(project.set, one, file="labels.yaml")
    project.commit()
    project.write(**{NAME: f"New.\n\n{NASTY}".replace("dir", "folder")})
    return project


def assert_safe(driver: Driver) -> None:
    """Nothing on the screen is a control, a direction or a joiner."""
    for line in driver.lines():
        for char in line:
            assert unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Zl", "Zp"}, ascii(line)


async def test_every_screen_shows_it_letter_for_letter(nasty: Project) -> None:
    """The review, the bulk, the sum, the lists and the notices; brackets stay, escapes have a sign."""
    async with reviewing(nasty) as driver:
        text = driver.text()
        for shown in ("array[i] = x[j] and [/]", "[bold]x[/bold] ␛]0;PWNED␇", ":smile:", NAME, "⇤right⇹", "␦31m"):
            assert shown in text, shown
        assert "What is [b]array[/b] [/] ␛[31m?" in text
        assert "kind: [i]x[/" in text
        assert_safe(driver)
        for opening in ("e", "g", "o", "x", "q", "question_mark", "A"):
            await driver.press(opening)
            assert_safe(driver)
            await driver.press("escape")
        driver.review.tell("notice [/] \x1b[31m " + NAME)
        await driver.pilot.pause(0.1)
        assert_safe(driver)
        assert "␛[31m" in driver.told


async def test_what_is_written_is_the_text_itself(nasty: Project) -> None:
    """Stand-ins are for eyes: the label holds the characters of the document."""
    async with reviewing(nasty) as driver:
        await driver.press("1", "a", "q", "w")
    text = nasty.corpus()[f"{NAME}.md"].text
    one = nasty.labels()["odd"].spans[0]
    assert one.quote == text[one.start : one.end]
    assert one.quote.startswith("array[i]")
    assert "\tTab" in one.quote


@pytest.mark.parametrize("theme", ["textual-dark", "textual-light"])
async def test_without_colours_all_is_told_in_words_and_signs(
    project: Project, monkeypatch: pytest.MonkeyPatch, theme: str
) -> None:
    """States, the current row, the passage, its changes and the decisions are read from text alone."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with reviewing(project) as driver:
        driver.app.theme = theme
        await driver.go("late")
        await driver.press("s", "K")
        text = driver.text()
        for sign in ("▸»", "CHANGED", "changed", "moved", "▶", "◀", "[-5-]", "{+6+}", "●1", "» skipped"):
            assert sign in text, sign
        strips = driver.app.screen._compositor.render_strips()
        for strip in strips:
            for segment in strip:
                style = segment.style
                if style is not None and segment.text.strip() and style.color and style.bgcolor:
                    assert style.color != style.bgcolor, segment


async def test_themes_of_the_terminals_own_colours_are_refused_without_colours(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They would be black on black."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with reviewing(project) as driver:
        for theme in ("ansi-dark", "ansi-light"):
            driver.app.theme = theme
            await driver.pilot.pause()
            assert driver.app.theme == FALLBACK_THEME
    monkeypatch.delenv("NO_COLOR")
    async with reviewing(project) as driver:
        driver.app.theme = "ansi-dark"
        await driver.pilot.pause()
        assert driver.app.theme == "ansi-dark"
