"""Tables by whole rows, apart from the text around them; everything else like `sections`."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.chunks.regions import regions, within
from reviewer.chunks.sections import SectionSplitter
from reviewer.chunks.structural import Stretch
from reviewer.corpus import Document


class RowSplitter(SectionSplitter):
    """Cuts each table into as many whole rows as fit, never joined with text that is not its heading or caption.

    The header lies in the first chunk of its table; the others embed it and send it along. A row longer than `size` is
    cut between words.
    """

    name = "rows"

    def _divided(self, document: Document, parts: Sequence[Stretch]) -> Sequence[Stretch]:
        return tuple((start, end) for start, end, _ in within(regions(document, {"table"}), parts))
