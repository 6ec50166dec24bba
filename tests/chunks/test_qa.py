"""Questions with their answers."""

from __future__ import annotations

import pytest

from tests.chunks.cutting import cut, texts

FAQ = """# Questions

Ask us anything.

## How do I pay?

By card. Or by transfer, within 14 days after the invoice was sent to you.

**Is there a discount?** No, there is none.

Q: Can I cancel?
A: Yes, at any time.

Is my data safe?

It is.
"""


def test_each_question_is_a_chunk_with_its_answer() -> None:
    """However it is marked: a heading, bold, a letter, or a line of its own."""
    assert texts("qa", FAQ, size=40) == [
        "# Questions\n\nAsk us anything.",
        "## How do I pay?\n\nBy card. Or by transfer, within 14 days after the invoice was sent to you.",
        "**Is there a discount?** No, there is none.",
        "Q: Can I cancel?\nA: Yes, at any time.",
        "Is my data safe?\n\nIt is.",
    ]


def test_the_rest_of_a_long_answer_takes_its_question_along() -> None:
    """Embedded and sent, so that it can be found and understood."""
    answers = [one for one in cut("qa", FAQ, size=12) if "transfer" in one.text or "invoice" in one.text]
    assert len(answers) == 2
    assert all("## How do I pay?" in one.embedded and "## How do I pay?" in one.sent for one in answers)


def test_short_pairs_can_be_joined() -> None:
    """Within one section, while they fit."""
    assert len(texts("qa", FAQ, size=100, join=True)) == 1


@pytest.mark.parametrize(
    "pairs",
    [
        ["Q1. Why?\nA1. So.", "Q2. How?\nA2. Thus."],
        ["Question: Why?\n\nAnswer: So.", "Question: How?\n\nAnswer: Thus."],
        ["**Q:** Why?\n**A:** So.", "**Q:** How?\n**A:** Thus."],
        ["- Why?\n\n  So.", "- How?\n\n  Thus."],
        ["Frage: Warum?\nAntwort: Darum.", "Frage: Wie?\nAntwort: So."],
        ["问：为什么？\n答：因为。", "问：怎么？\n答：这样。"],
        ["1. Why?\n\n   So.", "2. How?\n\n   Thus."],
    ],
)
def test_pairs_of_many_kinds(pairs: list[str]) -> None:
    """One chunk a pair."""
    assert texts("qa", "\n\n".join(pairs), size=30) == pairs


def test_questions_in_code_and_prose_are_none() -> None:
    """Only what opens a block asks for an answer."""
    text = "It is so. But why?\n\nBecause.\n\n```\nQ: no\nis it?\n```\n"
    assert texts("qa", text, size=50) == [text.strip()]
