"""The scores of two arms in, paired effects by slice out."""

from reviewer.comparison.abstention import Abstention, abstention
from reviewer.comparison.changes import QueryChange, changes
from reviewer.comparison.controls import controls_lost
from reviewer.comparison.effect import BOUND, INTERVAL, NO_CHANGE, NOTHING, Effect, Plan, Side
from reviewer.comparison.effects import effects
from reviewer.comparison.identical import identical_lists
from reviewer.comparison.intervals import Bound, Interval
from reviewer.comparison.pairing import Pairs, pair
from reviewer.comparison.phases import Floor
from reviewer.comparison.power import power, smallest_visible
from reviewer.comparison.slices import ALL, BOUNDARY_ANY, Slice, documents_of, length_slices, slices_of

__all__ = [
    "ALL",
    "BOUND",
    "BOUNDARY_ANY",
    "INTERVAL",
    "NOTHING",
    "NO_CHANGE",
    "Abstention",
    "Bound",
    "Effect",
    "Floor",
    "Interval",
    "Pairs",
    "Plan",
    "QueryChange",
    "Side",
    "Slice",
    "abstention",
    "changes",
    "controls_lost",
    "documents_of",
    "effects",
    "identical_lists",
    "length_slices",
    "pair",
    "power",
    "slices_of",
    "smallest_visible",
]
