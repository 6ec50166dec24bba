"""Rectangles on a page, and the page turned upright."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle in points; `top` is less than `bottom`."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> tuple[float, float]:
        """The point in its middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


@dataclass(frozen=True, slots=True)
class Frame:
    """The visible part of a page, and by how many degrees it is turned to be upright."""

    left: float
    bottom: float
    right: float
    top: float
    turn: int = 0

    def box(self, left: float, bottom: float, right: float, top: float) -> Box:
        """Give a rectangle of the page as it lies in the upright page."""
        if self.turn == 0:
            return Box(left - self.left, self.top - top, right - self.left, self.top - bottom)
        if self.turn == 90:  # noqa: PLR2004 # a quarter
            return Box(bottom - self.bottom, left - self.left, top - self.bottom, right - self.left)
        if self.turn == 180:  # noqa: PLR2004 # two quarters
            return Box(self.right - right, bottom - self.bottom, self.right - left, top - self.bottom)
        return Box(self.top - top, self.right - right, self.top - bottom, self.right - left)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the upright page."""
        width, height = self.right - self.left, self.top - self.bottom
        return (height, width) if self.turn in (90, 270) else (width, height)
