"""The diff of two texts: where old tokens stand in the new text."""

from __future__ import annotations

from reviewer.labels.anchor.difference import NOWHERE, difference
from reviewer.labels.anchor.tokens import lex
from tests.labels.anchor.texts import prose


def test_words_are_carried_through_edited_lines() -> None:
    """Of an edited line the words that stay are carried, those replaced are not."""
    old, new = lex("Refunds take ten days.\nEnd.\n"), lex("New.\nRefunds take two long days.\nEnd.\n")
    found = difference(old, new)
    assert found.front.to_new.tolist() == [2, 3, NOWHERE, 6, 7, 8, 9]
    assert found.front.to_old.tolist() == [NOWHERE, NOWHERE, 0, 1, NOWHERE, NOWHERE, 3, 4, 5, 6]


def test_front_and_back_disagree_where_a_like_line_was_added() -> None:
    """A third `Call us.` beside two: which one is new cannot be told, and the two diffs say so."""
    found = difference(lex("Call us.\n\nCall us.\n"), lex("Call us.\n\nCall us.\n\nCall us.\n"))
    assert found.front.to_new.tolist() != found.back.to_new.tolist()


def test_line_ends_and_reflow_change_nothing() -> None:
    """A text joined to one line is carried over whole."""
    text = prose(1, 200).replace(". ", ".\n")
    found = difference(lex(text), lex(text.replace("\n", "  ")))
    assert (found.front.to_new == range(len(found.front.to_new))).all()


def test_a_long_line_is_compared_word_by_word() -> None:
    """A line of 6,000 words with one replaced keeps all the others."""
    words = prose(2, 600).split()
    edited = [*words[:3_000], "replaced", *words[3_001:]]
    found = difference(lex(" ".join(words)), lex(" ".join(edited)))
    assert int((found.front.to_new == NOWHERE).sum()) <= 2
    assert not found.coarse
