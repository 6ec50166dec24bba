"""CUAD's contracts as JSON Lines with inclusive ends (Hendrycks et al., 2021), worded by its table of categories.

One query for each category that a contract has clauses of. CUAD marks everything that a lawyer should review, so all
clauses are needed: counting any one as enough would hide the loss of the others. Clauses of the same words in one
contract (its name on the cover and at the end) state one thing, and are alternatives.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from reviewer.decoding import Field
from reviewer.errors import LabelError
from reviewer.labels.importers.files import read_csv, read_json_lines
from reviewer.labels.importers.material import Claim, Material, Question
from reviewer.labels.importers.naming import DocumentNames, query_id, shorten

_COLUMNS = ("Category (incl. context and answer)", "Description")
_LONGEST_CONTRACT = 70


def load(sources: Sequence[Path], *, inclusive: bool = True) -> Material:
    """Read contracts, and the wording of the questions from `category_descriptions.csv`, given or beside them."""
    tables = [path for path in sources if path.suffix == ".csv"]
    contracts = [path for path in sources if path.suffix != ".csv"]
    if not contracts:
        raise LabelError("no contracts given", "Give at least one .jsonl file.")
    beside = contracts[0].parent / "category_descriptions.csv"
    wording = _wording(tables or ([beside] if beside.exists() else []))
    names = DocumentNames()
    documents: dict[str, str] = {}
    questions: list[Question] = []
    for record in (record for path in contracts for record in read_json_lines(path)):
        entries = record.entries(("id", "text", "clauses"))
        contract = entries["id"].text().strip()
        document = names.give(contract)
        if document in documents:
            raise record.fail(f"contract {contract} is given twice")
        documents[document] = entries["text"].text()
        questions += _questions(entries["clauses"], contract, document, wording, inclusive=inclusive)
    return Material(documents, tuple(questions))


def _wording(tables: Sequence[Path]) -> dict[str, str]:
    """Give the question of each category, by the letters of its name."""
    rows = [cells for table in tables for _, cells in read_csv(table, _COLUMNS)]
    return {_key(_after_colon(name)): " ".join(_after_colon(text).split()) for name, text in rows}


def _after_colon(cell: str) -> str:
    """Give what the table writes behind `Category:` or `Description:`."""
    return cell.partition(":")[2].strip()


def _key(category: str) -> str:
    return "".join(char for char in category.casefold() if char.isalnum())


def _questions(
    field: Field, contract: str, document: str, wording: Mapping[str, str], *, inclusive: bool
) -> Iterator[Question]:
    """Give one question a category, in the order in which the contract first has them."""
    claims: dict[str, dict[str, list[Claim]]] = {}
    groups: dict[str, str] = {}
    for clause in field.items():
        entries = clause.entries(("start", "end", "text", "fine_label", "broad_label"))
        category, text = entries["fine_label"].text(), entries["text"].text()
        claim = Claim(document, entries["start"].integer(), entries["end"].integer() + inclusive, text)
        same = claims.setdefault(category, {}).setdefault(text, [])
        if claim not in same:
            same.append(claim)
        groups.setdefault(category, entries["broad_label"].text())
    for category, items in claims.items():
        asked = wording.get(_key(category)) or f"Which parts concern {category}?"
        yield Question(
            id=query_id(f"{shorten(query_id(contract), _LONGEST_CONTRACT)}:{_slug(category)}"),
            text=f'In the contract "{contract}": {asked}',
            items=tuple(map(tuple, items.values())),
            home=document,
            tags={"category": category, "group": groups[category]},
        )


def _slug(category: str) -> str:
    return "-".join("".join(char if char.isalnum() else " " for char in category).split())
