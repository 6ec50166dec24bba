"""Whether a refusal is asked again, and after how long: by the server's own word, or doubled each time."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from datetime import UTC
from email.utils import parsedate_to_datetime
from http import HTTPStatus

NUMBER = re.compile(r"[0-9]{1,18}(\.[0-9]{1,9})?")
FOR_NOW = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS})


def pause(status: int, headers: Mapping[str, str], attempt: int, now: float) -> float | None:
    """Give the seconds to wait before asking again; None where waiting does not help.

    A server that says "at once", or names a moment that its clock and ours disagree about, is not taken at its word:
    attempts without a pause would all be gone within a second.

    Args:
        status: HTTP's.
        headers: Of the refusal, whose names are read in any case.
        attempt: How many came before, from 0.
        now: Seconds since 1970.

    """
    again = status in FOR_NOW or (status >= HTTPStatus.INTERNAL_SERVER_ERROR and status != HTTPStatus.NOT_IMPLEMENTED)
    if not again:
        return None
    told = _told(headers, now)
    if told is not None and told > 0:
        return told
    return float(2**attempt) * random.uniform(0.5, 1.0)  # noqa: S311  # spreads requests, keeps no secret


def _told(headers: Mapping[str, str], now: float) -> float | None:
    """Read `retry-after-ms` and `Retry-After`, as seconds or as a date (RFC 9110, 10.2.3)."""
    milliseconds, seconds = headers.get("retry-after-ms", "").strip(), headers.get("retry-after", "").strip()
    for text, unit in ((milliseconds, 0.001), (seconds, 1.0)):
        if NUMBER.fullmatch(text):
            return float(text) * unit
    try:
        moment = parsedate_to_datetime(seconds)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() - now
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
