"""Documents in, sites out: places where a boundary pattern shows and a label may be worth writing."""

from reviewer.labels.sites.mining import MINERS, find_sites, in_turn
from reviewer.labels.sites.site import Site

__all__ = ["MINERS", "Site", "find_sites", "in_turn"]
