"""The review in a terminal without one: what keys and mouse do, what the screen says, what is written."""

from __future__ import annotations

from collections import Counter

import pytest

from reviewer.review import Act
from reviewer.spans import Span
from reviewer.tui.asking import AskDialog
from reviewer.tui.dialogs import HelpDialog, LeaveDialog, NoticeDialog
from reviewer.tui.labels_app.bulk_dialog import BulkDialog
from reviewer.tui.labels_app.screen import ReviewScreen
from tests.review.making import EDITED, RULES, Project, key
from tests.tui.driving import Driver, app_of, reviewing


async def test_a_whole_review_by_keyboard(project: Project) -> None:
    """Accept, skip, retire, adjust, take back, look at the sum, write: only what was decided has changed."""
    async with reviewing(project) as driver:
        await driver.go("fee")
        await driver.press("a")
        await driver.go("closing")
        await driver.press("s")
        await driver.go("late")
        await driver.press("e", "b", "enter")
        assert driver.session.decisions[key("late")].act is Act.ADJUST
        await driver.go("refund")
        await driver.press("x")
        await driver.type("asked no more")
        await driver.press("enter", "z", "Z", "q")
        assert isinstance(driver.app.screen, LeaveDialog)
        assert "1 accepted · 1 adjusted · 1 retired · 1 skipped" in driver.text()
        await driver.press("q")
        assert isinstance(driver.app.screen, LeaveDialog), "the key that asked does not answer"
        await driver.press("w")
    assert isinstance(driver.app.return_value, list)
    assert driver.app.return_value[0] == "3 labels written"
    labels = project.labels()
    assert labels["fee"].spans[0].start == EDITED.index("The fee is 40")
    assert labels["late"].spans[0].quote == "Whoever pays late owes interest of 6 per cent"
    assert labels["refund"].retired is not None
    assert {line[:4] for line in project.changed_lines() if "closing" in line} == set()


async def test_keys_that_decide_are_few_and_esc_is_none_of_them(project: Project) -> None:
    """Esc anywhere, Enter on the review, arrows, digits and letters without a meaning decide nothing."""
    async with reviewing(project) as driver:
        for opening in ("e", "slash", "g", "x", "A", "question_mark", "q", "o", ""):
            await driver.press(*([opening] if opening else []), "escape")
            assert isinstance(driver.app.screen, ReviewScreen)
        for harmless in ("enter", "up", "down", "pagedown", "home", "end", "1", "9", "j", "k", "J", "K", "c", "n", "N"):
            await driver.press(harmless)
        for nothing in ("w", "y", "d", "f", "u", "space", "backspace", "delete"):
            await driver.press(nothing)
        assert not driver.session.decisions


async def test_nothing_is_accepted_where_nothing_is_chosen(project: Project) -> None:
    """A passage that is gone cannot be accepted, and the screen says what can be done."""
    project.write(rules="# Rules\n\nAnother text altogether, with nothing in it.\n")
    async with reviewing(project) as driver:
        await driver.go("fee")
        assert "GONE" in driver.text()
        await driver.press("a")
        assert not driver.session.decisions
        assert "no place to accept" in driver.told
        await driver.press("e", "right", "enter")
        assert driver.session.decisions[key("fee")].act is Act.ADJUST


async def test_a_place_is_chosen_by_its_digit(project: Project) -> None:
    """Where several are offered, the digit shows another one, and that one is accepted."""
    project.remove("rules")
    project.write(terms=RULES, copy=RULES)
    async with reviewing(project) as driver:
        await driver.go("fee")
        assert "AMBIGUOUS" in driver.text()
        await driver.press("a")
        assert not driver.session.decisions
        await driver.press("2")
        assert "now · 2 of 2" in driver.text()
        await driver.press("a")
        place = driver.session.decisions[key("fee")].place
        assert place is not None
        assert place.document == "terms.md"


async def test_the_bulk_takes_only_what_was_shown(project: Project) -> None:
    """What was below the edge of the screen is not accepted; one undo takes all back."""
    async with reviewing(project, size=(60, 13)) as driver:
        await driver.press("A")
        dialog = driver.app.screen
        assert isinstance(dialog, BulkDialog)
        await driver.pilot.pause()
        shown = [one.key for one in dialog.seen]
        assert 0 < len(shown) < len(dialog.listing.candidates)
        await driver.press("y")
        assert set(driver.session.decisions) == set(shown)
        await driver.press("z")
        assert not driver.session.decisions
        await driver.press("A", "end")
        await driver.pilot.pause()
        dialog = driver.app.screen
        assert isinstance(dialog, BulkDialog)
        between = set(range(len(dialog.listing.candidates))) - {0, len(dialog.listing.candidates) - 1}
        unseen = [dialog.listing.candidates[at].entry for at in between]
        assert any(one not in dialog.seen for one in unseen), "what was jumped over was not shown"
        await driver.press("home", "space", "space", "space", "space", "y")
        assert len(driver.session.decisions) == 4
        assert key("late") not in driver.session.decisions, "changed words are never accepted in bulk"


async def test_adjusting_by_character_word_sentence_and_row(project: Project) -> None:
    """Either end moves; the words that fall out are struck on the left, and Esc brings the proposal back."""
    async with reviewing(project) as driver:
        await driver.go("fee")
        start = EDITED.index("The fee is 40")
        await driver.press("e")
        assert "adjusting the end" in driver.text()
        steps = {"left": "month", "b": "a", "right_parenthesis": "month.", "shift+right": "working day."}
        for step, ending in steps.items():
            await driver.press(step)
            assert driver.pane.now.span is not None
            assert EDITED[start : driver.pane.now.span.end].endswith(ending), step
        await driver.press("tab", "w")
        assert driver.pane.now.span == Span(start + 4, EDITED.index("working day.") + len("working day."))
        assert "[-The-]" in driver.text()
        await driver.press("tab", "up")
        assert driver.pane.now.span.end < EDITED.index("working day.")
        await driver.press("escape")
        assert not driver.pane.is_adjusting
        assert driver.pane.place is not None
        assert driver.pane.place.span == Span(start, start + len("The fee is 40 EUR a month."))
        assert not driver.session.decisions


async def test_a_drawn_place_is_shown_when_somebody_comes_back(project: Project) -> None:
    """Not the proposal that was turned down; adjusting goes on from there."""
    async with reviewing(project) as driver:
        await driver.go("fee")
        await driver.press("e", "b", "enter")
        await driver.go("fee")
        start = EDITED.index("The fee is 40")
        assert driver.pane.place is not None
        assert EDITED[start : driver.pane.place.end].endswith("a month")
        assert "drawn by hand" in driver.text()
        await driver.press("e", "b", "enter")
        assert driver.session.decisions[key("fee")].quote == "The fee is 40 EUR a"


async def test_a_drawn_place_is_shown_when_it_is_decided_again(project: Project) -> None:
    """Taken back, the proposal is shown; done again, the place that was drawn: what is shown is what is decided."""
    async with reviewing(project) as driver:
        await driver.go("fee")
        await driver.press("e", "b", "enter", "z")
        assert driver.label == "fee"
        assert driver.pane.choice == 1
        await driver.press("Z")
        assert driver.label == "fee"
        assert driver.pane.place == driver.session.decisions[key("fee")].place
        assert "drawn by hand" in driver.text()


async def test_no_other_decision_is_taken_while_adjusting(project: Project) -> None:
    """A slip of a finger while an end is moved does not skip, retire or leave the entry."""
    async with reviewing(project) as driver:
        await driver.go("fee")
        await driver.press("e", "s", "x", "z", "A", "J", "g", "3")
        assert driver.pane.is_adjusting
        assert driver.label == "fee"
        assert isinstance(driver.app.screen, ReviewScreen)
        assert not driver.session.decisions


async def test_the_mouse_draws_a_span_and_picks_rows(project: Project) -> None:
    """A sweep over the new text begins to adjust; a click in the queue goes there; a hint can be clicked."""
    async with reviewing(project) as driver:
        await driver.go("fee")
        view = driver.pane.now
        row = view.rows.row_of(EDITED.index("The fee is 40")) - view.top_row
        await driver.pilot.mouse_down(view, offset=(3, row))
        await driver.pilot.hover(view, offset=(9, row))
        await driver.pilot.mouse_up(view, offset=(9, row))
        await driver.pilot.pause()
        assert driver.pane.is_adjusting
        assert view.span is not None
        assert view.text[view.span.start : view.span.end] == "The fee"
        await driver.press("enter")
        assert driver.session.decisions[key("fee")].quote == "The fee"
        last = len(driver.session.queue.entries) + 1
        await driver.pilot.click("#queue", offset=(6, last))
        assert driver.label == "moon"
        await driver.pilot.click("KeyBar", offset=(driver.app.size.width - 4, 0))
        assert isinstance(driver.app.screen, LeaveDialog)


async def test_an_entry_is_gone_to_by_a_part_of_its_name(project: Project) -> None:
    """Parts of name and document in any order and case; Esc stays."""
    async with reviewing(project) as driver:
        await driver.press("g", "R", "U", "L", "space", "c", "l", "o", "enter")
        assert driver.label == "closing"
        await driver.press("g", "f", "e", "escape")
        assert driver.label == "closing"


async def test_searching_goes_through_the_document(project: Project) -> None:
    """Hits are counted and stepped through; adjusting begins at the hit."""
    async with reviewing(project) as driver:
        await driver.go("fee")
        await driver.press("slash")
        await driver.type("paid")
        assert "“paid”: 1 of 2" in driver.text()
        await driver.press("enter", "n")
        assert "“paid”: 2 of 2" in driver.text()
        await driver.press("e")
        assert driver.pane.now.span is not None
        assert driver.pane.now.span.start == EDITED.index("paid to the account")
        await driver.press("escape", "escape")
        assert "“paid”" not in driver.text()


async def test_hits_belong_to_the_text_that_was_searched(project: Project) -> None:
    """Another place, and with it perhaps another document, begins without hits."""
    project.remove("rules")
    project.write(terms=RULES, copy=RULES)
    async with reviewing(project) as driver:
        await driver.go("fee")
        await driver.press("1", "slash")
        await driver.type("paid")
        await driver.press("enter", "2")
        assert driver.pane.search.hits == ()
        await driver.press("e")
        assert driver.pane.now.span is not None
        assert driver.pane.now.text[driver.pane.now.span.start :].startswith("The fee is 40")


async def test_evidence_can_be_placed_in_another_document(project: Project) -> None:
    """A passage that went elsewhere is drawn there by hand."""
    project.write(other="# Other\n\nThe fee moved here.\n")
    async with reviewing(project) as driver:
        await driver.go("fee")
        await driver.press("o")
        await driver.type("other")
        await driver.press("enter", "slash")
        await driver.type("fee moved")
        await driver.press("enter", "e", "enter")
        place = driver.session.decisions[key("fee")].place
        assert place is not None
        assert place.document == "other.md"


async def test_a_label_without_answer_is_confirmed(project: Project) -> None:
    """The bar says what accepting means here."""
    async with reviewing(project) as driver:
        await driver.go("moon")
        assert "TO CONFIRM" in driver.text()
        assert "a still no answer" in driver.text()
        await driver.press("a")
        assert driver.session.decisions[key("moon", -1)].act is Act.CONFIRM


async def test_leaving_without_writing_keeps_all_for_the_next_time(project: Project) -> None:
    """The next review says so, and stands where this one ended."""
    async with reviewing(project) as driver:
        await driver.go("fee")
        await driver.press("a", "q", "l")
    assert driver.app.return_value == ["nothing written; 1 decision kept for the next time"]
    assert not project.changed_lines()
    async with reviewing(project) as driver:
        assert isinstance(driver.app.screen, NoticeDialog)
        assert "1 decision from before stand" in driver.text()
        await driver.press("enter")
        await driver.go("fee")
        assert "✓ accepted" in driver.text()


async def test_a_changed_file_is_refused_and_the_review_goes_on(project: Project) -> None:
    """The screen says which file, nothing is lost, and the second try writes."""
    async with reviewing(project) as driver:
        await driver.go("fee")
        await driver.press("a")
        project.file.write_text("# somebody else was here\n" + project.file.read_text())
        await driver.press("q", "w")
        await driver.until(lambda: "changed since it was read" in driver.text())
        await driver.press("enter")
        assert driver.session.decisions[key("fee")].act is Act.ACCEPT
        await driver.press("q", "w")
    assert project.file.read_text().startswith("# somebody else")
    assert project.labels()["fee"].reviewed is not None


async def test_nothing_stale_ends_at_once(project: Project) -> None:
    """There is nothing to look at."""
    project.write(rules=RULES)
    with app_of(project) as app:
        async with app.run_test() as pilot:
            await Driver(app, pilot).until(lambda: app.return_value is not None)
    assert app.return_value == ["handbook: nothing is stale"]


async def test_broken_labels_end_with_their_message(project: Project) -> None:
    """A file that cannot be read is no traceback."""
    project.file.write_text("version: 1\nqueries: [{id: x}]\n")
    with app_of(project) as app:
        async with app.run_test() as pilot:
            await Driver(app, pilot).until(lambda: app.return_value is not None)
    assert "labels.yaml" in str(app.return_value)


@pytest.mark.parametrize("size", [(80, 24), (60, 16), (110, 36), (200, 60)])
async def test_it_works_at_every_size(project: Project, size: tuple[int, int]) -> None:
    """Nothing is drawn beyond the edge; the state, both texts, the places and the keys are seen."""
    async with reviewing(project, size=size) as driver:
        await driver.go("late")
        text = driver.text()
        assert {len(line) for line in driver.lines()} == {size[0]}
        for needed in ("CHANGED", "before", "now", "[-5-]", "{+6+}", "▶", "▸", "help", "leave"):
            assert needed in text, needed


async def test_a_resize_keeps_the_passage_in_sight(project: Project) -> None:
    """However the window is drawn, the chosen place is on the screen, and decisions stand."""
    async with reviewing(project) as driver:
        await driver.go("late")
        await driver.press("s", "K")
        for size in ((80, 24), (140, 50), (40, 12), (110, 36)):
            await driver.pilot.resize_terminal(*size)
            await driver.pilot.pause(0.05)
            assert "▶Whoever" in driver.text() or size == (40, 12)
        assert driver.session.decisions[key("late")].act is Act.SKIP


def test_no_key_is_bound_twice() -> None:
    """Two actions on one key would make one of them unreachable."""
    for screen in (ReviewScreen, LeaveDialog, BulkDialog, HelpDialog, AskDialog):
        bound = Counter(
            part.strip()
            for binding in screen.BINDINGS
            if not isinstance(binding, tuple)
            for part in binding.key.split(",")
        )
        assert max(bound.values(), default=0) <= 1, bound


async def test_help_names_every_key(project: Project) -> None:
    """Each key that is bound stands in the help."""
    async with reviewing(project, size=(110, 60)) as driver:
        await driver.press("question_mark")
        assert isinstance(driver.app.screen, HelpDialog)
        text = driver.text()
        for sign in "jkJKgaexszZA/nNocrq?":
            assert f" {sign} " in text, sign
