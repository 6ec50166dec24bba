"""An address that embeds, over HTTP: where it is, who asks, and how long a refusal is waited out.

The key comes from the environment and goes into one header; it stands in no message, no `repr` and no file.
"""

from __future__ import annotations

import ipaddress
import json
import re
import time
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from http import HTTPStatus
from threading import Event, Lock
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from reviewer import __version__
from reviewer.errors import EmbeddingError
from reviewer.fingerprint import Plain
from reviewer.vectors.patience import pause
from reviewer.vectors.secret import check_name, read

if TYPE_CHECKING:
    import httpx2

ATTEMPTS = 6
MOST_WAIT_SECONDS = 120.0
"""Of one request, all waits together."""

MOST_TIMEOUT_SECONDS = 86_400
MOST_ANSWER_BYTES = 2**28
SHOWN = 200
HEADER = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
BEARER = "Authorization"
UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
HINTS: dict[int, str] = {
    HTTPStatus.UNAUTHORIZED: "Check the key in the variable that `key_env` names, and `key_header`.",
    HTTPStatus.FORBIDDEN: "Check the key in the variable that `key_env` names, and what it may do.",
    HTTPStatus.NOT_FOUND: "Check `url` (it ends before /embeddings) and `model`.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "Lower `batch_tokens` or `batch_texts`.",
}
REDIRECTED = "It points elsewhere, where the key does not go by itself: write that address as `url`, if it is right."


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
    """One address with its key; `clock` is time's, and so is `sleep`, but for a wait that `leave` ends."""

    url: str
    key_env: str | None = None
    key_header: str = BEARER
    api_version: str | None = None
    timeout: float = 60.0
    insecure: bool = False
    sleep: Callable[[float], object] | None = field(default=None, repr=False)
    clock: Callable[[], float] = field(default=time.time, repr=False)
    asked: Asked = field(default_factory=Asked)

    def __post_init__(self) -> None:
        """Refuse an address that could give the key away, and a key where its variable's name belongs."""
        self._lock = Lock()
        self._left = Event()
        self.address = _address(self.url, insecure=self.insecure)
        if self.key_env is not None:
            check_name("embedder", "key_env", self.key_env, EmbeddingError)
        if not HEADER.fullmatch(str(self.key_header)):
            raise EmbeddingError(f"embedder: key_header is {self.key_header!r}", "Use Authorization or api-key.")
        is_number = isinstance(self.timeout, int | float) and not isinstance(self.timeout, bool)
        if not is_number or not 0 < self.timeout <= MOST_TIMEOUT_SECONDS:
            raise EmbeddingError(f"embedder: timeout is {self.timeout!r}", "Use seconds above 0, a day at most.")

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
            seconds = pause(status, headers, attempt, self.clock())
            if seconds is None:
                raise self._refused(status, content)
            if waited + seconds > MOST_WAIT_SECONDS or attempt + 1 == ATTEMPTS:
                break
            (self.sleep or self._left.wait)(seconds)
            if self._left.is_set():
                raise EmbeddingError(f"{self.name}: nobody waits for its answer any more")
            waited += seconds
        raise EmbeddingError(
            f"{self.name}: answers {status} after {attempt + 1} attempts, the next in {seconds:.0f} s"
            f"{self._said(content)}",
            "Run it again later: what was embedded is kept. Or lower `concurrency`.",
        )

    def leave(self) -> None:
        """Let no thread wait to ask again: the program could not end before."""
        self._left.set()

    def come_back(self) -> None:
        """Wait again where the address asks for it."""
        self._left.clear()

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
        headers, client, ends = self._headers(), self._client, time.monotonic() + self.timeout
        try:
            with client.stream("POST", self.address, json=body, headers=headers, params=query) as answer:
                return answer.status_code, answer.headers, self._content(answer, ends)
        except httpx2.TimeoutException as error:
            raise self._late() from error
        except (httpx2.RemoteProtocolError, httpx2.DecodingError, httpx2.ReadError) as error:
            kind = type(error).__name__
            raise EmbeddingError(f"{self.name}: its answer broke off ({kind})", "Run it again.") from None
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            kind = type(error).__name__
            raise EmbeddingError(f"{self.name}: cannot be reached ({kind})", "Check that the server runs.") from None

    def _late(self) -> EmbeddingError:
        return EmbeddingError(
            f"{self.name}: no whole answer within {self.timeout:g} s",
            "Run it again: what was embedded is kept. Lower `concurrency` (requests at a time wait for each other at a "
            "server that answers one) or `batch_texts`, or set `timeout` higher.",
        )

    def _content(self, answer: httpx2.Response, ends: float) -> bytes:
        """Read an answer as long as its time is not over: the library's own limit is that of each piece."""
        content = bytearray()
        for piece in answer.iter_bytes():
            content += piece
            if time.monotonic() > ends:
                raise self._late()
            if len(content) > MOST_ANSWER_BYTES:
                raise EmbeddingError(f"{self.name}: its answer is too long", "Lower `batch_texts`.")
        return bytes(content)

    def _headers(self) -> dict[str, str]:
        headers = {"User-Agent": f"overlap-reviewer/{__version__}"}
        key = self._key()
        if key:
            is_bearer = self.key_header.lower() == BEARER.lower()
            headers |= {BEARER: f"Bearer {key}"} if is_bearer else {self.key_header: key}
        return headers

    def _key(self) -> str:
        if self.key_env is None:
            return ""
        key = read("embedder", "key_env", self.key_env, EmbeddingError)
        if not key.isascii() or not key.isprintable():
            raise EmbeddingError("embedder: the variable that `key_env` names holds no key", "Set it anew.")
        return key

    def _refused(self, status: int, content: bytes) -> RefusedError:
        known = HINTS.get(status, "Check `model`, and the server's limits against the chunks.")
        hint = REDIRECTED if status < HTTPStatus.BAD_REQUEST else known
        return RefusedError(status, f"{self.name}: answers {status}{self._said(content)}", hint)

    def _said(self, content: bytes) -> str:
        """Give what a server says, in brackets; the key is taken out before anything is cut."""
        said, key = _message(content), self._key()
        said = said.replace(key, "…") if key else said
        return f" ({said[:SHOWN]})" if said else ""

    @cached_property
    def _client(self) -> httpx2.Client:
        """Follow no redirection: the key is for this address alone; a proxy of the environment is used for others."""
        import httpx2

        here = _is_loopback(urlsplit(self.address).hostname or "")
        try:
            client = httpx2.Client(timeout=self.timeout, follow_redirects=False, trust_env=not here)
        except (
            OSError,
            ValueError,
            ImportError,
            httpx2.InvalidURL,
        ) as error:  # a proxy's address, or a file of certificates
            kind = type(error).__name__
            raise EmbeddingError(
                f"{self.name}: the environment's network settings cannot be used ({kind})",
                "Check HTTPS_PROXY, ALL_PROXY, SSL_CERT_FILE and SSL_CERT_DIR.",
            ) from None
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


def _message(content: bytes) -> str:
    """Give what a server says of its refusal, in one line."""
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        value = None
    for name in ("error", "message", "detail"):
        value = value.get(name, value) if isinstance(value, Mapping) else value
    return UNSEEN.sub(" ", value).strip() if isinstance(value, str) else ""


def _json(content: bytes, name: str) -> object:
    try:
        value: object = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise EmbeddingError(f"{name}: the answer is not JSON", "Check that `url` is that of the API.") from error
    return value
