"""GitHub's rate limits: which answers are one, and how long to wait, as GitHub's documentation says.

Source: GitHub Docs, "Rate limits for the REST API" and "Best practices for using the REST API": `retry-after` first,
then `x-ratelimit-reset` where nothing remains, else a minute at least, doubling.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

FORBIDDEN, TOO_MANY = 403, 429
_NUMBER = re.compile(r"[0-9]{1,10}")


@dataclass(frozen=True, slots=True)
class Patience:
    """How often is tried, and how many seconds are waited in all."""

    attempts: int
    seconds: float


PATIENCE = Patience(attempts=4, seconds=300)


def wait_for(status: int, headers: Mapping[str, str], content: bytes, now: float, attempt: int) -> float | None:
    """Give the seconds to wait before trying again, or None where the answer is no rate limit."""
    if status not in (FORBIDDEN, TOO_MANY):
        return None
    after = _number(headers.get("retry-after", ""))
    if after is not None:
        return float(after)
    if headers.get("x-ratelimit-remaining") == "0":
        reset = _number(headers.get("x-ratelimit-reset", ""))
        return max((reset or 0) - now, 1.0)
    if status == TOO_MANY or b"secondary rate limit" in content.lower():
        return 60.0 * float(1 << attempt)
    return None


def _number(text: str) -> int | None:
    return int(text) if _NUMBER.fullmatch(text) else None
