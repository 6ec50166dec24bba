"""How many places of a document's structure the context comes from: `unique_units`."""

from __future__ import annotations

import numpy as np

from reviewer.scores.board import Board, PartWhole
from reviewer.scores.measure import Measure


def unique_units(board: Board, measure: Measure) -> PartWhole:
    """Give the distinct structural units in the context: sections, of source code symbols.

    Formula: |{units of which a character that is not blank is sent}|. Unit: sections or symbols. Range: 0 and more;
    more is broader, not better in itself.

    Source: ours; where two arms send as many tokens, the one with more units repeats less of each.
    """
    sent = board.within(measure.cut)
    row, unit = board.units(measure).reached(sent.document, sent.spans)
    distinct = np.unique(np.stack([sent.query[row], sent.document[row], unit], axis=1), axis=0)
    return board.per_query(distinct[:, 0], np.ones(len(distinct))), np.ones(board.queries)
