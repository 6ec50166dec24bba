"""Tables by whole rows."""

from __future__ import annotations

from reviewer.corpus import document_from_text
from tests.chunks.cutting import cut, texts

HEADER = "| Plan | Requests |\n| --- | --- |"
LIMITS = f"""# Limits

Read on.

## Plans

Of each month:

{HEADER}
| Solo | 10 |
| Crew | 60 |
| Firm | 300 |

All limits are per minute.

## Retrying

Wait a minute.
"""


def test_rows_stay_whole_and_take_the_header_along() -> None:
    """Heading and caption stay with the table, and text around it does not."""
    assert cut("rows", LIMITS, size=29) == [
        ("# Limits\n\nRead on.", [], []),
        (f"## Plans\n\nOf each month:\n\n{HEADER}\n| Solo | 10 |\n| Crew | 60 |", ["# Limits"], ["# Limits"]),
        ("| Firm | 300 |", ["# Limits", "## Plans", HEADER], ["# Limits", "## Plans", HEADER]),
        ("All limits are per minute.", ["# Limits", "## Plans"], ["# Limits", "## Plans"]),
        ("## Retrying\n\nWait a minute.", ["# Limits"], ["# Limits"]),
    ]


def test_a_table_is_never_joined_with_the_text_around_it() -> None:
    """Where `sections` would make one chunk of all."""
    assert len(texts("rows", LIMITS, size=200)) == 4
    assert len(texts("sections", LIMITS, size=200)) == 1


def test_every_row_is_whole_in_every_size_that_holds_one() -> None:
    """What goes along gives way; a row does not."""
    rows = [one for one in document_from_text("a.md", LIMITS).blocks if one.kind == "table-row"]
    for size in range(8, 60):
        for overlap in (0, 4):
            chunks = texts("rows", LIMITS, size=size, overlap=overlap)
            assert all(any(LIMITS[row.start : row.end] in one for one in chunks) for row in rows)


def test_a_file_of_rows_is_cut_by_rows() -> None:
    """The header of a CSV file goes along, too."""
    text = "plan,requests\n" + "".join(f"plan {at},{at}0\n" for at in range(6))
    pieces = cut("rows", text, document="a.csv", size=6)
    assert [one.embedded for one in pieces[1:]] == [["plan,requests"]] * (len(pieces) - 1)
    assert all(line in text.splitlines() for one in pieces for line in one.text.splitlines())


def test_a_document_without_tables_is_cut_like_sections() -> None:
    """There is nothing to set apart."""
    text = LIMITS.replace(HEADER, "Plans").replace("|", "")
    assert texts("rows", text, size=20) == texts("sections", text, size=20)
