"""Proposals: the state of a quote, and the places offered."""

from __future__ import annotations

import subprocess
import sys
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.labels.anchor import AnchorState, Source, prepare, propose
from reviewer.spans import Span
from tests.labels.anchor.texts import first, proposed, prose

QUOTE = "Refunds are paid within ten days of the request, unless the plan was closed before that."
BEFORE, AFTER = prose(1, 30), prose(2, 30)
OLD = f"{BEFORE}\n\n{QUOTE}\n\n{AFTER}\n"


def test_the_same_words_at_the_same_place_are_unmoved() -> None:
    """Only text behind the quote changed."""
    new = OLD + "One more sentence.\n"
    found = proposed(OLD, new, QUOTE)
    assert found.state is AnchorState.UNMOVED
    assert found.preselected == found.proposals[0]
    assert first(found, new) == QUOTE


def test_the_same_words_further_down_are_moved() -> None:
    """Text was put in before the quote."""
    new = "A new first sentence.\n" + OLD
    found = proposed(OLD, new, QUOTE)
    assert found.state is AnchorState.MOVED
    assert first(found, new) == QUOTE
    assert found.proposals[0].kept == 1


def test_a_moved_section_is_found_with_its_surroundings() -> None:
    """The diff gives the quote up; its surroundings came along."""
    section = f"{prose(3, 6)} {QUOTE} {prose(4, 6)}\n"
    old, new = f"{section}\n{BEFORE}\n\n{AFTER}\n", f"{BEFORE}\n\n{AFTER}\n\n{section}"
    found = proposed(old, new, QUOTE)
    assert found.state is AnchorState.MOVED
    assert first(found, new) == QUOTE


@pytest.mark.parametrize(
    ("was", "now"),
    [("ten days", "100 days"), ("are paid", "are not paid"), ("request,", "request"), ("Refunds", "refunds")],
)
def test_any_changed_word_digit_or_sign_goes_to_a_person(was: str, now: str) -> None:
    """However like the new words are, the state is `changed`, and the whole passage is suggested."""
    new = OLD.replace(was, now)
    found = proposed(OLD, new, QUOTE)
    assert found.state is AnchorState.CHANGED
    assert first(found, new) == QUOTE.replace(was, now)


def test_a_changed_neighbour_in_the_sentence_goes_to_a_person() -> None:
    """The words stay, but the sentence they stand in says something else."""
    old, new = "In Europe, refunds take ten days.\n", "In Asia, refunds take ten days.\n"
    found = proposed(old, new, "refunds take ten days")
    assert found.state is AnchorState.CHANGED
    assert "surroundings" in found.note


def test_a_copy_elsewhere_does_not_hide_the_edited_original() -> None:
    """A verbatim copy far away loses to the edited passage in its own surroundings."""
    new = OLD.replace("ten days", "two weeks") + f"\n{prose(5, 20)}\n{QUOTE}\n"
    found = proposed(OLD, new, QUOTE)
    assert first(found, new) == QUOTE.replace("ten days", "two weeks")
    assert found.state is AnchorState.CHANGED


def test_a_deleted_quote_is_gone() -> None:
    """Nothing is preselected where nothing is left."""
    found = proposed(OLD, OLD.replace(QUOTE, ""), QUOTE)
    assert found.state is AnchorState.GONE
    assert found.preselected is None


@pytest.mark.parametrize("quote", ["Red line: 5 min.", "5 min.", "line: 5 min.", "5"])
def test_a_look_alike_is_not_taken_for_the_deleted_line(quote: str) -> None:
    """The other line's words are the other line's."""
    found = proposed("Red line: 5 min.\nBlue line: 5 min.\n", "Blue line: 5 min.\n", quote)
    assert found.state is AnchorState.GONE


def test_swapped_lines_are_not_accepted_at_the_old_offsets() -> None:
    """The old offsets read the same words, but of the other line."""
    old, new = "Fee: 10 EUR (seat)\nFee: 10 EUR (team)\n", "Fee: 10 EUR (team)\nFee: 10 EUR (seat)\n"
    found = proposed(old, new, "10 EUR", 24)
    assert found.state in (AnchorState.CHANGED, AnchorState.AMBIGUOUS)
    assert found.proposals[0].start == 5


def test_like_places_are_counted_and_none_is_preselected() -> None:
    """Two equal lines became four: no place leads."""
    line = f"{QUOTE}\n\n"
    found = proposed(line * 2, line * 4, QUOTE, len(line))
    assert found.state is AnchorState.AMBIGUOUS
    assert found.alike >= 2
    assert found.preselected is None


def test_inserted_text_shows_both_halves_and_their_union() -> None:
    """600 characters put inside the quote: the union is offered, and its parts are the halves."""
    middle = QUOTE.index("of the")
    inserted = prose(6, 8)[:600] + " "
    new = OLD.replace(QUOTE, QUOTE[:middle] + inserted + QUOTE[middle:])
    found = proposed(OLD, new, QUOTE)
    start = new.index("Refunds are")
    assert found.state is AnchorState.CHANGED
    assert (found.proposals[0].start, found.proposals[0].end) == (start, start + len(QUOTE) + len(inserted))
    assert [new[part.start : part.end] for part in found.proposals[0].parts] == [QUOTE[:middle].strip(), QUOTE[middle:]]


def test_a_half_that_moved_away_shows_in_the_kept_share() -> None:
    """The half that stayed is offered first, with the share of the words that stand there."""
    middle = QUOTE.index("of the")
    new = OLD.replace(QUOTE[middle:], "") + f"\n{prose(7, 400)}\n{QUOTE[middle:]}\n"
    found = proposed(OLD, new, QUOTE)
    assert found.state is AnchorState.CHANGED
    assert first(found, new) == QUOTE[:middle].strip()
    assert 0.3 < found.proposals[0].kept < 0.6


@pytest.mark.parametrize(
    "rewrite",
    [
        lambda text: unicodedata.normalize("NFD", text.replace("e", "é")),
        lambda text: text.replace("e", "é").replace(" ", "\u00a0"),
        lambda text: text.replace("e", "é").replace("\n", "\r\n"),
        lambda text: "\n".join(text.replace("e", "é").split(" ")),
    ],
    ids=["decomposed", "no-break spaces", "line ends", "reflow"],
)
def test_another_spelling_or_layout_of_the_whole_text_has_exact_bounds(rewrite: object) -> None:
    """Every line differs, the words do not; the place is led back to the text as it is."""
    assert callable(rewrite)
    old, quote = OLD.replace("e", "é"), QUOTE.replace("e", "é")
    new = rewrite(OLD)
    found = proposed(old, new, quote)
    assert found.state in (AnchorState.MOVED, AnchorState.UNMOVED)
    assert " ".join(unicodedata.normalize("NFC", first(found, new)).split()) == quote


def test_quote_marks_and_dashes_are_typography() -> None:
    """Straight marks that became curly leave the label where it is."""
    old = f'{BEFORE}\nThe "Pro" plan - it\'s new.\n{AFTER}'
    new = f"{BEFORE}\nThe “Pro” plan – it’s new.\n{AFTER}"
    found = proposed(old, new, 'The "Pro" plan - it\'s new.')
    assert found.state is AnchorState.UNMOVED


@pytest.mark.parametrize("quote", ["efunds are pai", f"{QUOTE}\n\n", f"\n{QUOTE}"])
def test_bounds_inside_words_or_in_blanks_are_kept(quote: str) -> None:
    """A quote that was cut inside words, or has blanks at its ends, is offered so again."""
    found = proposed(OLD, OLD + "More.\n", quote)
    assert found.state is AnchorState.UNMOVED


def test_a_short_quote_matches_nothing_inside_other_words() -> None:
    """`Nora` does not stand in `minor`."""
    assert proposed("Owner: Nora\n", "The minor road is closed.\n", "Nora").state is AnchorState.GONE


@pytest.mark.parametrize("new", ["", "\n", "tiny", QUOTE[:20]])
def test_a_quote_longer_than_the_new_text_is_no_error(new: str) -> None:
    """Places stay inside the text."""
    found = proposed(OLD, new, QUOTE)
    assert all(0 <= one.start < one.end <= len(new) for one in found.proposals)


@pytest.mark.parametrize("quote", ["", " \n"])
def test_a_blank_quote_is_gone(quote: str) -> None:
    """There is nothing to look for."""
    assert propose(prepare(OLD, OLD), quote, 3, 3 + len(quote)).state is AnchorState.GONE


def test_offsets_outside_of_the_old_text_fall_back_on_the_quote() -> None:
    """A label that never fitted its text is looked for by its words, and the proposals say so."""
    found = propose(prepare(OLD, OLD), QUOTE, 90_000, 90_088)
    assert found.source is Source.QUOTE
    assert found.state is AnchorState.CHANGED


class TestWithoutTheOldText:
    """Only the quote and its stored offsets are known."""

    def test_one_verbatim_place_near_the_offsets_is_moved(self) -> None:
        """The offsets confirm what the words say, as in labels that are a few characters off."""
        found = proposed(None, OLD, QUOTE, OLD.index(QUOTE) + 3)
        assert (found.state, found.source) == (AnchorState.MOVED, Source.QUOTE)
        assert first(found, OLD) == QUOTE

    def test_at_the_very_offsets_it_is_unmoved(self) -> None:
        """Words and offsets agree."""
        assert proposed(None, OLD, QUOTE, OLD.index(QUOTE)).state is AnchorState.UNMOVED

    def test_far_from_the_offsets_a_person_decides(self) -> None:
        """It may be a copy."""
        found = proposed(None, OLD, QUOTE, 0)
        assert found.state is AnchorState.CHANGED
        assert "old text is missing" in found.note

    def test_two_verbatim_places_are_ambiguous(self) -> None:
        """Nothing tells them apart; the one nearer to the offsets is listed first."""
        new = f"{OLD}{QUOTE}\n"
        found = proposed(None, new, QUOTE, new.rindex(QUOTE) - 5)
        assert (found.state, found.alike) == (AnchorState.AMBIGUOUS, 2)
        assert found.proposals[0].start == new.rindex(QUOTE)

    def test_other_words_go_to_a_person(self) -> None:
        """A like passage is suggested."""
        new = OLD.replace("ten days", "ten working days")
        found = proposed(None, new, QUOTE, new.index("Refunds are"))
        assert found.state is AnchorState.CHANGED
        assert first(found, new) == QUOTE.replace("ten days", "ten working days")

    def test_nothing_like_it_is_gone(self) -> None:
        """A text without the passage has no place for it."""
        assert proposed(None, BEFORE, QUOTE, 5).state is AnchorState.GONE


def test_a_stretch_too_large_to_compare_is_told() -> None:
    """Two megabytes without a common unique word are not compared word by word, and the note says so."""
    old, new = "a b " * 3_000 + QUOTE, "b b a " * 2_000 + QUOTE
    assert "not compared word by word" in proposed(old, new, QUOTE).note


LINES = st.lists(st.sampled_from(["Fee: 10 EUR", "Fee: 20 EUR", "Limit: 10", "Call us.", "Notes", "x"]), max_size=8)


@given(LINES, LINES, st.data())
@settings(max_examples=150)
def test_places_lie_in_the_text_and_sure_ones_hold_the_words(
    old_lines: list[str], new_lines: list[str], data: st.DataObject
) -> None:
    """Whatever was edited: offsets are valid, and what may be accepted in bulk says what the quote said."""
    old, new = "\n".join([*old_lines, "Fee: 10 EUR"]), "\n".join(new_lines)
    start = data.draw(st.integers(0, len(old) - 1))
    end = data.draw(st.integers(start + 1, len(old)))
    found = proposed(old, new, old[start:end], start)
    for one in found.proposals:
        assert 0 <= one.start < one.end <= len(new)
        assert 0 <= one.score <= 1
        assert 0 <= one.kept <= 1
        assert all(one.start <= part.start < part.end <= one.end for part in one.parts)
    if found.state in (AnchorState.MOVED, AnchorState.UNMOVED):
        place = Span(found.proposals[0].start, found.proposals[0].end)
        assert new[place.start : place.end].split() == old[start:end].split()
        assert (place == Span(start, end)) == (found.state is AnchorState.UNMOVED)
        assert found.alike == 1


def test_labels_do_not_load_the_matcher() -> None:
    """Reading labels costs no RapidFuzz."""
    code = "import sys, reviewer.labels, reviewer.labels.store; sys.exit('rapidfuzz' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@given(st.data())
@settings(max_examples=60)
def test_sure_places_are_the_true_ones(data: st.DataObject) -> None:
    """Lines that all differ are moved, deleted and put in: no line is called moved or unmoved where it is not."""
    old_lines = [prose(seed, 1) for seed in range(12)]
    kept = data.draw(st.permutations(old_lines[:8])) + old_lines[8:]
    new_lines = kept[data.draw(st.integers(0, 4)) :]
    new_lines.insert(data.draw(st.integers(0, len(new_lines))), prose(99, 2))
    at = data.draw(st.integers(0, 11))
    old, new = "\n".join(old_lines), "\n".join(new_lines)
    found = proposed(old, new, old_lines[at])
    if found.state in (AnchorState.MOVED, AnchorState.UNMOVED):
        assert found.proposals[0].start == new.find(old_lines[at])
    if old_lines[at] in new_lines:
        assert first(found, new) == old_lines[at]
    else:
        assert found.preselected is None
