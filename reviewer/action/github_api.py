"""GitHub over HTTP: what is missing is named, only rate limits are waited for, the token goes to its host alone."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import httpx2

from reviewer import __version__
from reviewer.action.limits import PATIENCE, wait_for
from reviewer.decoding import Field, from_plain
from reviewer.errors import ActionError
from reviewer.fingerprint import Plain

MOST_PAGES = 100
MOST_REDIRECTS = 3
SECONDS = 30.0
MOST_ANSWER_BYTES = 20_000_000
FORBIDDEN, NOT_FOUND, UNPROCESSABLE = 403, 404, 422

_NEXT = re.compile(r'<([^>]*)>\s*;[^,]*\brel="next"')
_SCOPE = re.compile(r"[a-z_]+=(?:read|write)")


class PermissionMissingError(ActionError):
    """The token may not do this; `scopes` are those that GitHub names, such as `issues=write`."""

    def __init__(self, doing: str, scopes: tuple[str, ...]) -> None:
        """Name the scope and the lines of YAML that give it."""
        named = ", ".join(f"`{one.replace('=', ': ')}`" for one in scopes) or "`pull-requests: write`"
        lines = " ".join(one.replace("_", "-").replace("=", ": ") for one in scopes[:1]) or "pull-requests: write"
        super().__init__(
            f"the token may not {doing}: it needs {named.replace('_', '-')}",
            f"Add `{lines}` below `permissions:` of the job; a fork's token stays read-only (see docs/action.md).",
        )
        self.scopes = scopes


class NotFoundError(ActionError):
    """GitHub shows nothing under this address to this token."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer's status, headers and content."""

    status: int
    headers: Mapping[str, str]
    content: bytes = field(repr=False)

    @property
    def data(self) -> Field:
        """The content as checked JSON."""
        try:
            return from_plain(json.loads(self.content or b"null"), "GitHub's answer", ActionError)
        except (ValueError, RecursionError) as error:
            raise ActionError("GitHub's answer is not JSON", "See githubstatus.com, and run the job again.") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class GitHub:
    """A client of one server's REST and GraphQL interfaces; `sleep` and `clock` are time's."""

    api_url: str
    graphql_url: str
    token: str = field(repr=False)
    client: httpx2.Client = field(repr=False)
    sleep: Callable[[float], None] = field(default=time.sleep, repr=False)
    clock: Callable[[], float] = field(default=time.time, repr=False)

    def get(self, path: str, doing: str) -> Field:
        """Give one object; `doing` says in an error what could not be done."""
        return self._call("GET", f"{self.api_url}{path}", doing).data

    def pages(self, path: str, doing: str) -> Iterator[Field]:
        """Give the items of a list, page by page as the answers link them."""
        url = f"{self.api_url}{path}{'&' if '?' in path else '?'}per_page=100"
        for _ in range(MOST_PAGES):
            answer = self._call("GET", url, doing)
            yield from answer.data.items()
            following = _NEXT.search(answer.headers.get("link", ""))
            if following is None:
                return
            url = _joined(url, following.group(1))
        raise ActionError(f"cannot {doing}: over {MOST_PAGES} pages", "Delete old comments of this pull request.")

    def post(self, path: str, body: Mapping[str, Plain], doing: str) -> Field:
        """Create something and give it."""
        return self._call("POST", f"{self.api_url}{path}", doing, body).data

    def patch(self, path: str, body: Mapping[str, Plain], doing: str) -> Field:
        """Change something and give it."""
        return self._call("PATCH", f"{self.api_url}{path}", doing, body).data

    def delete(self, path: str, doing: str) -> None:
        """Delete something; what is gone already counts as deleted."""
        try:
            self._call("DELETE", f"{self.api_url}{path}", doing)
        except NotFoundError:
            return

    def viewer(self) -> str:
        """Give the login that the token writes under, whatever kind of token it is."""
        doing = "ask whose token this is"
        answer = self._call("POST", self.graphql_url, doing, {"query": "query { viewer { login } }"}).data
        login = answer
        for name in ("data", "viewer", "login"):
            found = login.mapping().get(name) if login.is_mapping else None
            if found is None or found.is_null:
                raise ActionError("GitHub does not say whose token this is", "Name it in the input `github-login`.")
            login = found
        return login.text()

    def download(self, path: str, target: Path, most: int, doing: str) -> None:
        """Save an answer of at most `most` bytes to a file."""
        answer = self._call("GET", f"{self.api_url}{path}", doing, most=most)
        target.write_bytes(answer.content)

    def _call(
        self, method: str, url: str, doing: str, body: Mapping[str, Plain] | None = None, most: int = MOST_ANSWER_BYTES
    ) -> Answer:
        """Send until an answer is no rate limit, or patience ends; a failing answer becomes an error."""
        waited = 0.0
        for attempt in range(PATIENCE.attempts):
            answer = self._follow(method, url, doing, body, most)
            pause = wait_for(answer.status, answer.headers, answer.content, self.clock(), attempt)
            if pause is None:
                return _checked(answer, doing)
            if waited + pause > PATIENCE.seconds or attempt + 1 == PATIENCE.attempts:
                break
            self.sleep(pause)
            waited += pause
        raise ActionError(f"cannot {doing}: GitHub's rate limit is used up", "Run the job again later.")

    def _follow(self, method: str, url: str, doing: str, body: Mapping[str, Plain] | None, most: int) -> Answer:
        """Send, and go where an answer points, with the same method; another host gets no token and no body."""
        homes = {urlsplit(one)[:2] for one in (self.api_url, self.graphql_url)}
        for _ in range(MOST_REDIRECTS + 1):
            answer = self._send(method, url, doing, body, most, at_home=urlsplit(url)[:2] in homes)
            place = answer.headers.get("location")
            if answer.status not in (301, 302, 303, 307, 308) or not place:
                return answer
            url = _joined(url, place)
            if not url or (method != "GET" and urlsplit(url)[:2] not in homes):
                break
        raise ActionError(f"cannot {doing}: GitHub answers with redirections that lead nowhere")

    def _send(
        self, method: str, url: str, doing: str, body: Mapping[str, Plain] | None, most: int, *, at_home: bool
    ) -> Answer:
        headers = {"User-Agent": f"overlap-reviewer/{__version__}"}
        if at_home:
            headers |= {
                "Accept": "application/vnd.github+json, application/json;q=0.9",
                "X-GitHub-Api-Version": "2022-11-28",
            }
            headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        try:
            with self.client.stream(method, url, headers=headers, json=body) as response:
                return Answer(response.status_code, response.headers, _bounded(response, most, doing))
        except (httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
            raise ActionError(f"cannot {doing}: {type(error).__name__}", "Run the job again.") from error


@contextmanager
def connected(api_url: str, graphql_url: str, token: str) -> Iterator[GitHub]:
    """Give a client whose connections are closed at the end; proxies and certificates are the environment's."""
    with httpx2.Client(timeout=SECONDS, follow_redirects=False) as client:
        yield GitHub(api_url=api_url, graphql_url=graphql_url, token=token, client=client)


def _joined(url: str, place: str) -> str:
    """Give where an answer points, or nothing where that is no address."""
    try:
        return urljoin(url, place)
    except ValueError:
        return ""


def _bounded(response: httpx2.Response, most: int, doing: str) -> bytes:
    """Read an answer, but never more than `most` bytes of it."""
    content = bytearray()
    for piece in response.iter_bytes():
        content += piece
        if len(content) > most:
            raise ActionError(f"cannot {doing}: the answer is longer than {most:,} bytes")
    return bytes(content)


def _checked(answer: Answer, doing: str) -> Answer:
    """Pass a good answer on; name what another one means."""
    if answer.status < 400:  # noqa: PLR2004  # HTTP's own border
        return answer
    scopes = tuple(_SCOPE.findall(answer.headers.get("x-accepted-github-permissions", "")))
    if answer.status == FORBIDDEN:
        raise PermissionMissingError(doing, scopes)
    if answer.status == NOT_FOUND:
        raise NotFoundError(f"cannot {doing}: GitHub shows nothing there", "Check the token and its permissions.")
    hint = "Run the job again." if answer.status != UNPROCESSABLE else ""
    raise ActionError(f"cannot {doing}: GitHub answers {answer.status}{_message(answer)}", hint)


def _message(answer: Answer) -> str:
    try:
        message = json.loads(answer.content).get("message", "")
    except (ValueError, AttributeError, RecursionError):
        return ""
    return f" ({message[:200]})" if isinstance(message, str) and message else ""
