"""An address that embeds, over HTTP: where it is, who asks, and how long a refusal is waited out.

The key comes from the environment and goes into one header; it stands in no message, no `repr` and no file.
"""

from __future__ import annotations

import ipaddress
import json
import os
import random
import re
import time
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC
from email.utils import parsedate_to_datetime
from functools import cached_property
from http import HTTPStatus
from threading import Lock
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from reviewer import __version__
from reviewer.errors import EmbeddingError
from reviewer.fingerprint import Plain

if TYPE_CHECKING:
    import httpx2

ATTEMPTS = 6
MOST_WAIT_SECONDS = 120.0
"""Of one request, all waits together."""

MOST_ANSWER_BYTES = 2**28
SHOWN = 200
VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
HEADER = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
BEARER = "Authorization"
UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
HINTS: dict[int, str] = {
    HTTPStatus.UNAUTHORIZED: "Check the key in the variable that `key_env` names, and `key_header`.",
    HTTPStatus.FORBIDDEN: "Check the key in the variable that `key_env` names, and what it may do.",
    HTTPStatus.NOT_FOUND: "Check `url` (it ends before /embeddings) and `model`.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "Lower `batch_tokens` or `batch_texts`.",
}


@dataclass(slots=True)
class Asked:
    """What an address was asked for: requests sent, and how many of them were repeated after a refusal."""

    requests: int = 0
    repeated: int = 0


class RefusedError(EmbeddingError):
    """The address answered with an error that waiting does not help; `status` is HTTP's."""

    def __init__(self, status: int, message: str, hint: str) -> None:
        """Keep the status beside the message."""
        super().__init__(message, hint)
        self.status = status


@dataclass(kw_only=True)
class Endpoint:
    """One address with its key; `sleep` and `clock` are time's."""

    url: str
    key_env: str | None = None
    key_header: str = BEARER
    api_version: str | None = None
    timeout: float = 60.0
    insecure: bool = False
    sleep: Callable[[float], None] = field(default=time.sleep, repr=False)
    clock: Callable[[], float] = field(default=time.time, repr=False)
    asked: Asked = field(default_factory=Asked)

    def __post_init__(self) -> None:
        """Refuse an address that could give the key away, and a key where its variable's name belongs."""
        self._lock = Lock()
        self.address = _address(self.url, insecure=self.insecure)
        if self.key_env is not None and not VARIABLE.fullmatch(str(self.key_env)):
            raise EmbeddingError(
                "embedder: key_env is not the name of an environment variable",
                "Write the variable's name, such as OPENAI_API_KEY, never the key itself.",
            )
        if not HEADER.fullmatch(str(self.key_header)):
            raise EmbeddingError(f"embedder: key_header is {self.key_header!r}", "Use Authorization or api-key.")
        if isinstance(self.timeout, bool) or not isinstance(self.timeout, int | float) or not self.timeout > 0:
            raise EmbeddingError(f"embedder: timeout is {self.timeout!r}", "Use seconds above 0.")

    def send(self, body: Mapping[str, Plain]) -> object:
        """Post a request and give the answer's JSON; 429 and 5xx are asked again, when and as long as it makes sense.

        Raises:
            RefusedError: The address refuses for good.
            EmbeddingError: It is not there, is too slow, or answers no JSON.

        """
        waited = 0.0
        for attempt in range(ATTEMPTS):
            self._count(repeated=bool(attempt))
            status, headers, content = self._post(body)
            if status < HTTPStatus.MULTIPLE_CHOICES:
                return _json(content, self.name)
            pause = _pause(status, headers, attempt, self.clock())
            if pause is None:
                raise self._refused(status, content)
            if waited + pause > MOST_WAIT_SECONDS or attempt + 1 == ATTEMPTS:
                break
            self.sleep(pause)
            waited += pause
        raise EmbeddingError(
            f"{self.name}: answers {status} after {attempt + 1} attempts, and asks to wait {pause:.0f} s more",
            "Run it again later: what was embedded is kept. Or lower `concurrency`.",
        )

    def _count(self, *, repeated: bool) -> None:
        with self._lock:
            self.asked.requests += 1
            self.asked.repeated += repeated

    @property
    def name(self) -> str:
        """The address without its query."""
        return self.address

    def _post(self, body: Mapping[str, Plain]) -> tuple[int, Mapping[str, str], bytes]:
        import httpx2

        query = {"api-version": self.api_version} if self.api_version else None
        try:
            with self._client.stream("POST", self.address, json=body, headers=self._headers(), params=query) as answer:
                return answer.status_code, answer.headers, self._content(answer)
        except httpx2.TimeoutException as error:
            raise EmbeddingError(
                f"{self.name}: no answer within {self.timeout:g} s",
                "Run it again, lower `batch_texts`, or set `timeout`.",
            ) from error
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            kind = type(error).__name__
            raise EmbeddingError(f"{self.name}: cannot be reached ({kind})", "Check that the server runs.") from None

    def _content(self, answer: httpx2.Response) -> bytes:
        content = bytearray()
        for piece in answer.iter_bytes():
            content += piece
            if len(content) > MOST_ANSWER_BYTES:
                raise EmbeddingError(f"{self.name}: its answer is too long", "Lower `batch_texts`.")
        return bytes(content)

    def _headers(self) -> dict[str, str]:
        headers = {"User-Agent": f"overlap-reviewer/{__version__}"}
        key = self._key()
        if key:
            headers[self.key_header] = f"Bearer {key}" if self.key_header == BEARER else key
        return headers

    def _key(self) -> str:
        if self.key_env is None:
            return ""
        key = os.environ.get(self.key_env, "").strip()
        if not key:
            raise EmbeddingError(f"embedder: the variable {self.key_env} is not set", f"`export {self.key_env}=…`")
        if not key.isascii() or not key.isprintable():
            raise EmbeddingError(f"embedder: the variable {self.key_env} holds no key", "Set it anew.")
        return key

    def _refused(self, status: int, content: bytes) -> RefusedError:
        said = _message(content)
        key = self._key()
        said = said.replace(key, "…") if key else said
        told = f"{self.name}: answers {status}{f' ({said})' if said else ''}"
        return RefusedError(
            status, told, HINTS.get(status, "Check `model`, and the server's limits against the chunks.")
        )

    @cached_property
    def _client(self) -> httpx2.Client:
        """Follow no redirection: the key is for this address alone; a proxy of the environment is used for others."""
        import httpx2

        here = _is_loopback(urlsplit(self.address).hostname or "")
        client = httpx2.Client(timeout=self.timeout, follow_redirects=False, trust_env=not here)
        weakref.finalize(self, client.close)
        return client


def _address(url: object, *, insecure: bool) -> str:
    try:
        parts = urlsplit(url if isinstance(url, str) else "")
        host, is_whole = parts.hostname or "", parts.port != 0
    except ValueError:  # half an IPv6 address, or a port beyond all ports
        host, is_whole = "", False
    if not host or not is_whole or parts.scheme not in {"http", "https"}:
        raise EmbeddingError("embedder: url is not an address", "Write it like https://api.openai.com/v1.")
    if parts.username is not None or parts.query or parts.fragment:
        raise EmbeddingError(
            "embedder: url holds a user, a query or a fragment", "Keep keys in `key_env`, and use `api_version`."
        )
    if parts.scheme == "http" and not _is_loopback(host) and insecure is not True:
        raise EmbeddingError(
            f"embedder: {parts.scheme}://{host} is neither https nor this machine",
            "Use https; or `insecure: true`, and everything, the key too, can be read on the way.",
        )
    path = parts.path.rstrip("/")
    return urlunsplit(
        (parts.scheme, parts.netloc, path if path.endswith("/embeddings") else f"{path}/embeddings", "", "")
    )


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _pause(status: int, headers: Mapping[str, str], attempt: int, now: float) -> float | None:
    """Give the seconds to wait before asking again, by the server's word or doubled each time; None: never."""
    again = status == HTTPStatus.TOO_MANY_REQUESTS or (
        status >= HTTPStatus.INTERNAL_SERVER_ERROR and status != HTTPStatus.NOT_IMPLEMENTED
    )
    if not again:
        return None
    told = _told(headers, now)
    if told is not None:
        return told
    return float(2**attempt) * random.uniform(0.5, 1.0)  # noqa: S311  # spreads requests, keeps no secret


def _told(headers: Mapping[str, str], now: float) -> float | None:
    """Read `retry-after-ms` and `Retry-After`, as seconds or as a date (RFC 9110, 10.2.3)."""
    milliseconds, seconds = headers.get("retry-after-ms", ""), headers.get("retry-after", "").strip()
    for text, unit in ((milliseconds, 0.001), (seconds, 1.0)):
        if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text):
            return float(text) * unit
    try:
        moment = parsedate_to_datetime(seconds)
    except (ValueError, TypeError):
        return None
    return max(0.0, (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() - now)


def _message(content: bytes) -> str:
    """Give what a server says of its refusal, in one line."""
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        value = None
    for name in ("error", "message", "detail"):
        value = value.get(name, value) if isinstance(value, Mapping) else value
    return UNSEEN.sub(" ", value).strip()[:SHOWN] if isinstance(value, str) else ""


def _json(content: bytes, name: str) -> object:
    try:
        value: object = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise EmbeddingError(f"{name}: the answer is not JSON", "Check that `url` is that of the API.") from error
    return value
