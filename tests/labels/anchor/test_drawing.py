"""Word diffs for drawing."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.labels.anchor import PieceKind, word_diff

TEXTS = st.text(alphabet="ab c\n.é\u0301“", max_size=40)


def drawn(old: str, new: str) -> list[tuple[str, str, str]]:
    """Give each piece with its text on both sides."""
    return [
        (piece.kind.value, old[piece.old_start : piece.old_end], new[piece.new_start : piece.new_end])
        for piece in word_diff(old, new)
    ]


def test_added_words_are_drawn_alone() -> None:
    """What stays is one piece on both sides."""
    assert drawn("Refunds take ten days.", "Refunds usually take ten days.") == [
        ("kept", "Refunds ", "Refunds "),
        ("added", "", "usually "),
        ("kept", "take ten days.", "take ten days."),
    ]


def test_a_replaced_number_is_removed_and_added() -> None:
    """`10` and `100` are two words, not one with a letter more."""
    assert drawn("limit is 10 now", "limit is 100 now")[1:3] == [("removed", "10 ", ""), ("added", "", "100 ")]


def test_signs_between_changed_words_are_not_drawn_as_kept() -> None:
    """A comma that happens to stay between rewritten words makes no confetti."""
    assert [kind for kind, _, _ in drawn("one, two, three", "four, five, six")] == ["removed", "added"]


def test_other_line_breaks_are_kept() -> None:
    """A reflow is no change."""
    assert drawn("take\nten days", "take ten\n days") == [("kept", "take\nten days", "take ten\n days")]


@given(TEXTS, TEXTS)
@settings(max_examples=200)
def test_pieces_cover_both_passages(old: str, new: str) -> None:
    """Put together, the pieces are the two passages; none is empty, and each kind fills its own side only."""
    pieces = drawn(old, new)
    assert "".join(before for _, before, _ in pieces) == old
    assert "".join(after for _, _, after in pieces) == new
    for kind, before, after in pieces:
        assert (before != "", after != "") in {
            PieceKind.KEPT.value: {(True, True)},
            PieceKind.REMOVED.value: {(True, False)},
            PieceKind.ADDED.value: {(False, True)},
        }[kind]
