"""Numbered clauses."""

from __future__ import annotations

import pytest

from reviewer.chunks.numbering import clause_marks
from tests.chunks.cutting import cut, texts

CONTRACT = """SERVICES AGREEMENT

1. Definitions. In this agreement:
(a) "Fees" means the fees of Annex A; and
(b) "Term" means the term of Section 2.1 of this agreement.

2. Term
2.1 Start. It starts on signature, as set out in
Section 3 of the order.
2.2 End. It ends after a year, unless:
(i) it is renewed; or
(ii) it is terminated.

ANNEX A

Fees are 100 euro.
"""


def titles(text: str) -> list[tuple[int, str]]:
    """Give depth (from 0) and title of each clause."""
    marks = list(clause_marks(text))
    depths = sorted({one.level for one in marks})
    return [(depths.index(one.level), text[one.title.start : one.title.end]) for one in marks]


def test_clauses_nest_as_they_are_numbered() -> None:
    """A cross-reference opens none, not even where a line was wrapped before it."""
    assert titles(CONTRACT) == [
        (1, "1. Definitions."),
        (3, "(a)"),
        (3, "(b)"),
        (1, "2. Term"),
        (2, "2.1 Start."),
        (2, "2.2 End."),
        (4, "(i)"),
        (4, "(ii)"),
        (0, "ANNEX A"),
    ]


def test_a_chunk_is_a_clause_with_the_numbers_above_it() -> None:
    """A clause stays whole where it fits, and its parts know where they belong."""
    assert cut("clauses", CONTRACT, size=22) == [
        ("SERVICES AGREEMENT", [], []),
        ('1. Definitions. In this agreement:\n(a) "Fees" means the fees of Annex A; and', [], []),
        (
            '(b) "Term" means the term of Section 2.1 of this agreement.',
            ["1. Definitions."],
            ["1. Definitions."],
        ),
        ("2. Term\n2.1 Start. It starts on signature, as set out in\nSection 3 of the order.", [], []),
        (
            "2.2 End. It ends after a year, unless:\n(i) it is renewed; or\n(ii) it is terminated.",
            ["2. Term"],
            ["2. Term"],
        ),
        ("ANNEX A\n\nFees are 100 euro.", [], []),
    ]


def test_contracts_that_run_on_are_cut_at_numbers_in_sequence() -> None:
    """Behind the end of a sentence; a number out of sequence is a reference or an amount."""
    text = (
        "THE PARTIES AGREE: 1. Fees. They are due as of Section 4. 7. is no clause. (a) Late fees are ten euro; "
        "(b) others none. 2. Term. It is 12 months. (a) It may end; (b) it may not. 3. Law. Ours."
    )
    assert titles(text) == [
        (0, "1. Fees."),
        (1, "(a)"),
        (1, "(b)"),
        (0, "2. Term."),
        (1, "(a)"),
        (1, "(b)"),
        (0, "3. Law."),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Article 5 Fees\nThey are due.\n\nArticle 6\nNothing.\n", [(0, "Article 5 Fees"), (0, "Article 6")]),
        ("Section 3.2: Audit\nOnce.\n\nSection 3.3 of the law applies.\n", [(0, "Section 3.2: Audit")]),
        (
            "§ 12 Fristen\n(1) Ja.\n(2) Nein.\n§ 13 Kosten\n",
            [(0, "§ 12 Fristen"), (1, "(1) Ja."), (1, "(2) Nein."), (0, "§ 13 Kosten")],
        ),
        ("Teil I\n\nArtikel 1 Ziel\nText.\n", [(0, "Teil I"), (1, "Artikel 1 Ziel")]),
        ("(h) one\n(i) two\n(j) three\n", [(0, "(h)"), (0, "(i)"), (0, "(j)")]),
        ("3.5 million euro were paid.\n", []),
        ("It was paid in\n2019. That was late.\n", []),
    ],
)
def test_numbering_of_many_kinds(text: str, expected: list[tuple[int, str]]) -> None:
    """Words, signs, letters and Roman numbers, each where it stands alone."""
    assert titles(text) == expected


def test_headings_of_the_document_stand_above_clauses() -> None:
    """A contract in Markdown has both."""
    text = "# Terms\n\n1. Fees. They are due at once to us.\n\n2. Law. It is the law of the land.\n"
    assert texts("clauses", text, size=12) == [
        "# Terms\n\n1. Fees. They are due at once to us.",
        "2. Law. It is the law of the land.",
    ]
