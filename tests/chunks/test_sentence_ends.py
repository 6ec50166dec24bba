"""Where sentences end, in many languages."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.chunks.sentence_ends import sentence_starts


def parted(text: str) -> list[str]:
    """Give the sentences of a text, without the blanks behind them."""
    edges = [0, *sentence_starts(text, 0, len(text)), len(text)]
    return [text[start:end].rstrip() for start, end in itertools.pairwise(edges)]


@pytest.mark.parametrize(
    "sentences",
    [
        ["An appeal is free.", "It is decided in 30 days!", "Is it?", "It is."],
        ["Dr. Weiss and Mr. J. Smith pay at 5 p.m. today.", "Others pay later."],
        ["Fees, e.g. for appeals, are in Art. 5 and Sec. 12 of the law.", "They are due."],
        ["The answer is no.", "Ask for modern art.", "See Fig. 3 and p. 4."],
        ["It closes at 5 p.m.", "The next day it opens again."],
        ["Acme Inc. Berlin sells it.", "So does Acme Ltd.", "It is cheap, quick, etc.", "They deliver."],
        ["It costs 3.50 euro, or 1,000.00 in No. 7.", "Nothing else does."],
        ["It ended in chapter 3.", "The next began."],
        ["The U.S. office is open.", "So is ours."],
        ['"Is it free?" she asked.', '"It is."', "Nobody paid."],
        ["He said (twice.)", "Then he left."],
        ["Wait... and see.", "Then act…", "Or not."],
        ["Die Frist endet am 3. Mai, d.h. z.B. um 24 Uhr.", "Danach gilt § 12 Abs. 3 nicht mehr."],
        ["Die Gebühr trägt Hr. Weiß bzw. die GmbH.", "Sie ist fällig."],
        ["El Sr. Gómez pagará la factura núm. 7.", "¿Cuándo?", "¡Hoy!"],
        ["这是第一句。", "第二句！", "“第三句？”", "第四句"],
        ["料金は無料です。", "「本当？」", "はい。"],
        ["هل هو مجاني؟", "نعم، هو مجاني.", "شكرا۔", "نعم"],
        ["यह मुफ़्त है।", "वह नहीं।"],
        ["สวัสดีครับ", "ผมชื่อสมชาย", "ยินดีที่รู้จัก"],
        ["A line without a stop", "Another after a blank line"],
        ["Really?!", "Yes."],
        ["Visit example.com today.", "Read v1.2.3 first."],
    ],
)
def test_sentences_are_found_as_a_reader_finds_them(sentences: list[str]) -> None:
    """Abbreviations, initials, numbers, dates and quotes do not end one; the stops of each script do."""
    blank = "" if sentences[0][0] in "这料" else "\n\n" if "without a stop" in sentences[0] else " "
    assert parted(blank.join(sentences)) == sentences


def test_a_number_that_opens_a_line_belongs_to_what_follows() -> None:
    """Items of a list written by hand keep their numbers."""
    assert parted("1. Ask first. 2 days later\n2. Then pay.") == ["1. Ask first.", "2 days later\n2. Then pay."]


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from(["Fees. ", "e.g. ", "3. ", "Mai ", "\n\n", "好。", '." ', "a", "ก ข ", "? "]), max_size=20)
)
def test_a_stretch_has_the_sentences_of_the_whole(pieces: list[str]) -> None:
    """So it does not matter in what parts a document is read."""
    text = "".join(pieces)
    whole = list(sentence_starts(text, 0, len(text)))
    assert whole == sorted(set(whole))
    for edge in whole:
        assert list(sentence_starts(text, edge, len(text))) == [one for one in whole if one > edge]
