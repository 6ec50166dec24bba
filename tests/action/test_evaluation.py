"""Both sides of an evaluation: what went wrong inside is told in the repository's own names."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer.action.evaluation import named_as_in_repository
from reviewer.action.sides import Side, Sides
from reviewer.errors import ReviewerError, SplitError
from reviewer.vectors.endpoint import RefusedError


@pytest.mark.parametrize("kind", ["refused", "split"])
def test_errors_of_every_kind_are_told_with_their_remedy(tmp_path: Path, kind: str) -> None:
    """A server's refusal holds a status too, a splitter's the setting that is at fault: neither is lost."""
    head = Side(commit="a" * 40, folder=tmp_path / "head", configuration=None)
    file = f"{head.folder}/docs/a.md"
    raised: ReviewerError = RefusedError(401, f"{file}: answers 401", "Check the key.")
    if kind == "split":
        raised = SplitError(f"{file}: no unit", "Known: tokens.", setting="unit")
    with pytest.raises(type(raised)) as caught, named_as_in_repository(Sides(head=head, before=None, rules=None)):
        raise raised
    assert caught.value.message.startswith("aaaaaaaaaaaa:docs/a.md: ")
    was = {"message": raised.message, "hint": raised.hint}
    assert {**vars(caught.value), **was} == vars(raised)
