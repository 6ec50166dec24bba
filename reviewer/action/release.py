"""Which commit of the Action this package belongs to; the release workflow writes it in before it builds."""

from __future__ import annotations

REPOSITORY = "overlap-reviewer/overlap-reviewer"
COMMIT = "0000000000000000000000000000000000000000"
"""Zeros in a development tree: put the commit of a release here, or install a release."""
