"""Sites of each pattern are found where they show, their two parts are told apart, and labelled ones are left out."""

from __future__ import annotations

import subprocess
import sys

import pytest

from reviewer.corpus import Corpus
from reviewer.errors import LabelError
from reviewer.labels.sites import MINERS, Site, find_sites, in_turn
from reviewer.queries import PATTERNS
from reviewer.spans import Span
from tests.labels.making import corpus, document, item, label, span

ENGLISH = "This is the policy of the firm and it is for all of the staff that are in the house. "


def parts(text: str, pattern: str, id_: str = "a.md") -> list[tuple[str, str]]:
    """Give both parts of each site of a pattern in a document."""
    found = document(id_, text)
    sites = find_sites(Corpus({id_: found}), patterns=[pattern])
    return [
        (found.text[one.first.start : one.first.end], found.text[one.second.start : one.second.end]) for one in sites
    ]


def test_every_known_pattern_has_a_miner() -> None:
    """And no other."""
    assert set(MINERS) == set(PATTERNS)


def test_a_condition_and_what_follows_from_it() -> None:
    """The nearest condition before the sentence that says what happens then; what stands between belongs to both."""
    text = f"{ENGLISH}If the fee is late, we send a letter. It costs nothing. Otherwise nothing happens to the firm.\n"
    assert parts(text, "condition-consequence") == [
        ("If the fee is late, we send a letter.", "Otherwise nothing happens to the firm.")
    ]
    (site,) = find_sites(corpus(a=text), patterns=["condition-consequence"])
    assert site.evidence == (site.whole,)
    assert "“If”" in site.reason
    assert "“Otherwise”" in site.reason


def test_a_condition_of_one_sentence_is_no_site() -> None:
    """It fits into some chunk at almost any overlap."""
    assert parts(f"{ENGLISH}If the fee is late, we send a letter to the owner.\n", "condition-consequence") == []


def test_a_prerequisite_and_the_step_after_it() -> None:
    """In running text, and as a section of its own."""
    text = f"{ENGLISH}All drafts must first be discarded. Only then can the account be closed by its owner.\n"
    assert parts(text, "prerequisite-action") == [
        ("All drafts must first be discarded.", "Only then can the account be closed by its owner.")
    ]
    sections = f"# Set up\n\n{ENGLISH}\n\n## Prerequisites\n\nA key of the firm.\n\n## Install\n\nRun the installer.\n"
    assert parts(sections, "prerequisite-action") == [("A key of the firm.", "Run the installer.")]


def test_a_definition_and_its_exception() -> None:
    """Within one paragraph."""
    text = f"{ENGLISH}A *seat* is a place for a person that signs in. Seats of guests do not count.\n"
    assert parts(text, "definition-exception") == [
        ("A *seat* is a place for a person that signs in.", "Seats of guests do not count.")
    ]


@pytest.mark.parametrize(
    ("title", "paragraph", "is_site"),
    [
        ("Legal hold", "It freezes what may be needed as evidence, and while it is in force nobody may delete.", True),
        ("Escheat", "Money that nobody has asked for in nine years is handed to the treasury of the land.", True),
        ("Legal hold", "A legal hold freezes what may be needed as evidence; while it lasts nobody may delete.", False),
        ("Examples", "Money that nobody has asked for in nine years is handed to the treasury of the land.", False),
        ("Legal hold", "It freezes.", False),
    ],
)
def test_a_heading_whose_paragraph_needs_it(title: str, paragraph: str, *, is_site: bool) -> None:
    """One that repeats its heading does not, nor one under a title that says nothing."""
    text = f"# Policy\n\n{ENGLISH}\n\n## {title}\n\n{paragraph}\n"
    found = parts(text, "heading-paragraph")
    assert found == ([(f"## {title}", paragraph)] if is_site else [])


def test_a_list_introduction_and_each_of_its_items() -> None:
    """In any language; items that are names or links alone are none."""
    text = (
        "Einleitung. 次の場合に限ります:\n\n- kurz\n- eine Regel, die ohne den Satz darüber nichts besagt\n"
        "- [ein Verweis auf eine andere Seite des Handbuchs](other.md)\n\nNo colon.\n\n"
        "- another rule that nobody would find without help\n"
    )
    assert parts(text, "list-item") == [
        ("次の場合に限ります:", "- eine Regel, die ohne den Satz darüber nichts besagt")
    ]


def test_a_table_row_whose_values_do_not_say_what_they_are() -> None:
    """Rows of sentences, and rows of links, speak for themselves."""
    text = (
        "| Plan | Seats | Price |\n| --- | --- | --- |\n| Crew | 5 | 12.00 |\n"
        "| Firm | as many as the contract says | on request of the owner |\n| Solo | - | [#12](x.md) |\n"
    )
    header = "| Plan | Seats | Price |\n| --- | --- | --- |"
    assert parts(text, "table-row") == [(header, "| Crew | 5 | 12.00 |")]
    (site,) = find_sites(corpus(a=text), patterns=["table-row"])
    assert site.evidence == (site.whole,)  # the row stands right below its header


@pytest.mark.parametrize(
    ("id_", "text", "header", "row"),
    [
        ("a.csv", "Plan,Seats,Price\nCrew,5,12.00\n", "Plan,Seats,Price", "Crew,5,12.00"),
        (
            "a.html",
            "<table><tr><th>Plan<th>Seats<th>Price</tr><tr><td>Crew<td>5<td>12.00</tr></table>",
            "Plan\tSeats\tPrice",
            "Crew\t5\t12.00",
        ),
    ],
)
def test_a_table_row_of_any_format(id_: str, text: str, header: str, row: str) -> None:
    """Cells are those that the format tells apart, not what stands between pipes."""
    assert parts(text, "table-row", id_) == [(header, row)]


def test_the_words_of_a_cell_keep_their_underscores() -> None:
    """In code and inside a word they are no marks."""
    text = "| Code | Name | Own | Then |\n|-|-|-|-|\n| 401 | `_token_expired_` | slow_down | _no_ **way** |\n"
    (site,) = find_sites(corpus(a=text), patterns=["table-row"])
    assert site.reason.endswith(": _token_expired_, slow_down, no way")


def test_references_and_what_they_point_to() -> None:
    """Numbered sections, tables, the paragraph before, and links within the page; not those that lead nowhere."""
    text = (
        f"# Terms\n\n{ENGLISH}\n\n## 1. Fees\n\nThe fee is due in May of the year.\n\n## 2. Late\n\n"
        "Those of section 1 are doubled, and those of section 9 are not.\n\n"
        "The foregoing paragraph holds for guests as well, in every year.\n\n"
        "You will find all else that is known under [fees](#1-fees) above.\n"
    )
    fees = "## 1. Fees\n\nThe fee is due in May of the year."
    late = "Those of section 1 are doubled, and those of section 9 are not."
    assert parts(text, "cross-reference") == [
        (fees, late),
        (fees, "You will find all else that is known under [fees](#1-fees) above."),
        (late, "The foregoing paragraph holds for guests as well, in every year."),
    ]


def test_a_table_of_contents_refers_to_nothing() -> None:
    """Its lines only point."""
    text = f"- [Fees](#fees)\n  - [Late fees](#late-fees)\n\n## Fees\n\n{ENGLISH}\n\n## Late fees\n\n{ENGLISH}\n"
    assert parts(text, "cross-reference") == []


def test_a_snippet_and_the_text_that_explains_it() -> None:
    """By a name in code marks, or one that is plainly code; text that is only set in is no snippet."""
    code = '```json\n{"retry_after": 5, "state": "held"}\n```'
    told = "`state` is `held` as long as somebody has to look at it, and changes by itself afterwards."
    plain = "The value of retry_after counts seconds, and a call before its end is counted as another one."
    other = "Nothing of this has anything to do with what stands above it, although it is long enough."
    assert parts(f"{code}\n\n{told}\n", "code-explanation") == [(code, told)]
    assert parts(f"{code}\n\n{plain}\n", "code-explanation") == [(code, plain)]
    assert parts(f"{code}\n\n{other}\n", "code-explanation") == []
    assert parts(f"Look:\n\n    state held\n\n{told}\n", "code-explanation") == []


def test_cue_words_are_looked_for_in_their_language_alone() -> None:
    """German has its own; of a language nobody taught, only structure is read."""
    german = (
        "Das ist die Regel für alle und sie gilt auch für den Support, der nicht im Haus ist. Wenn die Rechnung "
        "offen bleibt, schreiben wir. Andernfalls geschieht nichts.\n"
    )
    assert parts(german, "condition-consequence") == [
        ("Wenn die Rechnung offen bleibt, schreiben wir.", "Andernfalls geschieht nichts.")
    ]
    spanish = "Si la factura sigue pendiente, escribimos al cliente. Otherwise nada más sucede con la cuenta.\n"
    assert parts(spanish, "condition-consequence") == []


def test_labelled_places_are_left_out() -> None:
    """As long as the label is bound to the text as it is."""
    text = f"{ENGLISH}If the fee is late, we send a letter. Otherwise nothing happens to the firm.\n"
    where = corpus(a=text)
    quote = "If the fee is late, we send a letter. Otherwise nothing happens to the firm."
    labelled = label("q", item(span(where, "a.md", quote)))
    assert find_sites(where, [labelled]) == ()
    assert len(find_sites(corpus(a=f"{text}\nMore.\n"), [labelled])) == 1
    half = label("q", item(span(where, "a.md", "Otherwise nothing happens to the firm.")))
    assert len(find_sites(where, [half])) == 1


def test_sites_come_in_a_fixed_order_and_only_where_asked() -> None:
    """By document and place, the same every time."""
    text = f"{ENGLISH}If it rains all day, we stay. Otherwise nothing happens to the firm.\n\n# It\n\n{ENGLISH}\n"
    where = corpus(b=text, a=text)
    found = find_sites(where)
    assert found == find_sites(where)
    assert [one.document for one in found] == sorted(one.document for one in found)
    assert {one.document for one in find_sites(where, documents=["b.md"])} == {"b.md"}
    with pytest.raises(LabelError, match="nonsense") as caught:
        find_sites(where, patterns=["nonsense"])
    assert "table-row" in caught.value.hint


def test_sites_of_many_documents_never_hold_less_than_they_say() -> None:
    """Both parts stand in the text, in order, and hold words."""
    text = f"{ENGLISH}If a, then b.\n\n- x\n\n| a | b | c |\n|-|-|-|\n| 1 | 2 | 3 |\n\n```\nx_y\n```\n\n`x_y` is set.\n"
    where = corpus(a=text, empty="", blank=" \n", one="x")
    for site in find_sites(where):
        length = len(where[site.document].text)
        assert site.first.end <= site.second.start < site.second.end <= length
        for part in (site.first, site.second):
            assert where[site.document].text[part.start : part.end].strip()


def test_a_site_cannot_be_turned_round() -> None:
    """The first part stands before the second."""
    (site,) = find_sites(corpus(a="| a | b | c |\n|-|-|-|\n| 1 | 2 | 3 |\n"), patterns=["table-row"])
    with pytest.raises(ValueError, match="meet"):
        Site(pattern="x", document="a.md", first=site.second, second=site.first)


def test_mining_knows_nothing_of_chunks() -> None:
    """The answers do not know the system under test."""
    code = "import sys, reviewer.labels.sites; print([m for m in sys.modules if m.startswith('reviewer.chunks')])"
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert told.strip() == "[]"


def test_patterns_and_documents_take_turns() -> None:
    """So that the first few show every pattern, however many rows a table has."""

    def site(pattern: str, document: str, at: int) -> Site:
        return Site(pattern=pattern, document=document, first=Span(at, at + 1), second=Span(at + 2, at + 3))

    rows = [site("table-row", document, at) for document in ("a.md", "b.md") for at in range(2)]
    other = site("list-item", "b.md", 9)
    turns = in_turn([*rows, other])
    assert turns == (rows[0], other, rows[2], rows[1], rows[3])
