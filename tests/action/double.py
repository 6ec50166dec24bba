"""A stand-in for GitHub on loopback: it keeps comments, knows authors, pages, and refuses what GitHub would refuse."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from tests.action import schema
from tests.action.schema import Json

REPOSITORY = "octo/handbook"
MOST_CHARACTERS = 65_536
NOW = "2026-11-30T12:00:00Z"


@dataclass(frozen=True)
class Reply:
    """What the double answers."""

    status: int
    body: object = None
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Seen:
    """A request that came in."""

    method: str
    path: str
    body: Json
    headers: dict[str, str]


@dataclass
class Double:
    """The state of the stand-in; `faults` are answers that come before the real ones."""

    url: str = ""
    comments: dict[int, dict[str, Json]] = field(default_factory=dict)
    pulls: dict[int, dict[str, Json]] = field(default_factory=dict)
    artifacts: dict[int, tuple[int, str, bytes]] = field(default_factory=dict)
    authors: dict[str, str] = field(default_factory=lambda: {"token": "github-actions[bot]"})
    read_only: set[str] = field(default_factory=set)
    faults: list[Callable[[Seen], Reply | None]] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    next_id: int = 1000
    viewer_login: str | None = None
    lock: threading.RLock = field(default_factory=threading.RLock)

    def comment(self, author: str, body: str) -> int:
        """Put a comment of somebody there."""
        with self.lock:
            self.next_id += 1
            self.comments[self.next_id] = self._comment(self.next_id, author, body)
            return self.next_id

    def pull(self, number: int, head: str, owner: str = "octo", branch: str = "feature", base: str = "main") -> None:
        """Put a pull request there."""
        self.pulls[number] = {"number": number, "head": head, "owner": owner, "branch": branch, "base": base}

    def wrote(self) -> list[Seen]:
        """Give the requests that wanted to change something."""
        return [one for one in self.seen if one.method != "GET" and one.path != "/graphql"]

    def answer(self, seen: Seen) -> Reply:
        """Answer one request, after checking it against GitHub's description."""
        with self.lock:
            self.seen.append(seen)
            for fault in self.faults:
                reply = fault(seen)
                if reply is not None:
                    return reply
            if urlsplit(seen.path).path == "/graphql":
                return self._graphql(seen)
            if seen.path.startswith("/blob/"):
                return Reply(200, self.artifacts[int(seen.path.rpartition("/")[2])][2])
            return self._rest(seen)

    def _rest(self, seen: Seen) -> Reply:
        found = schema.find(seen.method, seen.path)
        if found is None:
            self.problems.append(f"{seen.method} {seen.path} is not described")
            return Reply(404, {"message": "Not Found"})
        operation, values, query = found
        faults = operation.faults(values, query, seen.body)
        if faults:
            self.problems += faults
            return Reply(422, {"message": "Validation Failed", "errors": faults})
        if self._token(seen) is None:
            return Reply(401, {"message": "Bad credentials"})
        if f"{values.get('owner')}/{values.get('repo')}" != REPOSITORY:
            return Reply(404, {"message": "Not Found"})
        reply = self._act(seen, operation.template, values, dict(query))
        wrong = operation.answer_faults(reply.status, reply.body)
        self.problems += [f"our answer to {seen.method} {operation.template}: {one}" for one in wrong]
        return reply

    def _act(self, seen: Seen, template: str, values: dict[str, str], query: dict[str, str]) -> Reply:
        kind = (seen.method, template.removeprefix("/repos/{owner}/{repo}"))
        if seen.method != "GET" and self._token(seen) in self.read_only:
            message = "Resource not accessible by integration"
            scopes = {
                "x-accepted-github-permissions": "issues=write; pull_requests=write",
                "x-ratelimit-remaining": "900",
            }
            return Reply(403, {"message": message}, scopes)
        actions: dict[tuple[str, str], Callable[[], Reply]] = {
            ("GET", "/issues/{issue_number}/comments"): lambda: self._page(seen, self._sorted(), query),
            ("POST", "/issues/{issue_number}/comments"): lambda: self._write(None, seen),
            ("PATCH", "/issues/comments/{comment_id}"): lambda: self._change(seen, int(values["comment_id"])),
            ("DELETE", "/issues/comments/{comment_id}"): lambda: self._change(seen, int(values["comment_id"])),
            ("GET", "/pulls/{pull_number}"): lambda: self._one_pull(int(values["pull_number"])),
            ("GET", "/pulls"): lambda: self._page(seen, self._chosen_pulls(query), query),
            ("GET", "/actions/runs/{run_id}/artifacts"): lambda: self._listed(int(values["run_id"]), query),
            ("GET", "/actions/artifacts/{artifact_id}/{archive_format}"): lambda: self._blob(values["artifact_id"]),
        }
        return actions.get(kind, lambda: Reply(404, {"message": "Not Found"}))()

    def _sorted(self) -> list[dict[str, Json]]:
        return [self.comments[at] for at in sorted(self.comments)]

    def _one_pull(self, number: int) -> Reply:
        found = self.pulls.get(number)
        return Reply(200, self._pull(found, whole=True)) if found else Reply(404, {"message": "Not Found"})

    def _chosen_pulls(self, query: dict[str, str]) -> list[dict[str, Json]]:
        wanted = query.get("head")
        return [self._pull(one) for one in self.pulls.values() if wanted in (None, f"{one['owner']}:{one['branch']}")]

    def _listed(self, run: int, query: dict[str, str]) -> Reply:
        return Reply(200, self._artifacts(run, query.get("name")))

    def _blob(self, number: str) -> Reply:
        """Send the reader to another host, as GitHub does."""
        return Reply(302, None, {"location": f"{self.url.replace('127.0.0.1', 'localhost')}/blob/{number}"})

    def _change(self, seen: Seen, number: int) -> Reply:
        if number not in self.comments:
            return Reply(404, {"message": "Not Found"})
        if seen.method == "DELETE":
            del self.comments[number]
            return Reply(204)
        return self._write(number, seen)

    def _write(self, number: int | None, seen: Seen) -> Reply:
        body = seen.body["body"]
        if len(body) > MOST_CHARACTERS:
            return Reply(422, {"message": "Validation Failed: body is too long (maximum is 65536 characters)"})
        if number is not None:
            self.comments[number]["body"] = body
            return Reply(200, self.comments[number])
        made = self.comment(self.authors[self._token(seen) or ""], body)
        return Reply(201, self.comments[made])

    def _page(self, seen: Seen, items: list[dict[str, Json]], query: dict[str, str]) -> Reply:
        each, page = min(int(query.get("per_page", 30)), 100), int(query.get("page", 1))
        headers = {}
        if page * each < len(items):
            path = urlsplit(seen.path).path
            rest = "&".join(f"{key}={value}" for key, value in query.items() if key != "page")
            headers["link"] = f'<{self.url}{path}?{rest}&page={page + 1}>; rel="next", <{self.url}{path}>; rel="last"'
        return Reply(200, items[(page - 1) * each : page * each], headers)

    def _graphql(self, seen: Seen) -> Reply:
        token = self._token(seen)
        if token is None:
            return Reply(401, {"message": "Bad credentials"})
        login = self.viewer_login if self.viewer_login is not None else self.authors[token]
        return Reply(200, {"data": {"viewer": {"login": login}}} if login else {"data": None, "errors": [{}]})

    def _token(self, seen: Seen) -> str | None:
        token = seen.headers.get("authorization", "").removeprefix("Bearer ")
        return token if token in self.authors else None

    def _artifacts(self, run: int, name: str | None) -> dict[str, Json]:
        chosen = [(at, one) for at, one in self.artifacts.items() if one[0] == run and name in (None, one[1])]
        items = [
            {
                "id": at,
                "node_id": "A",
                "name": one[1],
                "size_in_bytes": len(one[2]),
                "url": self.url,
                "archive_download_url": f"{self.url}/repos/{REPOSITORY}/actions/artifacts/{at}/zip",
                "expired": False,
                "created_at": NOW,
                "expires_at": NOW,
                "updated_at": NOW,
            }
            for at, one in chosen
        ]
        return {"total_count": len(items), "artifacts": items}

    def _comment(self, number: int, author: str, body: str) -> dict[str, Json]:
        page = f"{self.url}/{REPOSITORY}/pull/7#issuecomment-{number}"
        return {
            "id": number,
            "node_id": f"C{number}",
            "url": f"{self.url}/repos/{REPOSITORY}/issues/comments/{number}",
            "html_url": page,
            "issue_url": f"{self.url}/repos/{REPOSITORY}/issues/7",
            "body": body,
            "user": _user(self.url, author),
            "created_at": NOW,
            "updated_at": NOW,
            "author_association": "NONE",
        }

    def _pull(self, pull: dict[str, Json], *, whole: bool = False) -> dict[str, Json]:
        made: dict[str, Json] = _example(_pull_schema(whole=whole))
        head_repository = _example(_pull_schema(whole=whole)["properties"]["head"]["properties"]["repo"])
        made |= {
            "number": pull["number"],
            "state": "open",
            "html_url": f"{self.url}/{REPOSITORY}/pull/{pull['number']}",
        }
        made["head"] |= {"sha": pull["head"], "ref": pull["branch"], "label": f"{pull['owner']}:{pull['branch']}"}
        made["head"]["repo"] = head_repository | {"full_name": f"{pull['owner']}/handbook"}
        made["base"] |= {"ref": pull["base"]}
        made["base"]["repo"] |= {"full_name": REPOSITORY}
        return made


def _pull_schema(*, whole: bool) -> Json:
    paths = schema.description()["paths"]
    path = "/repos/{owner}/{repo}/pulls/{pull_number}" if whole else "/repos/{owner}/{repo}/pulls"
    described = paths[path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    return described if whole else described["items"]


def _example(described: Json) -> Json:
    """Give the smallest value that a schema allows."""
    for combined in ("anyOf", "oneOf", "allOf"):
        if combined in described:
            return _example(described[combined][0])
    if described.get("nullable"):
        return None
    if "enum" in described:
        return described["enum"][0]
    kind = described.get("type", "object")
    if kind == "object":
        properties = described.get("properties", {})
        return {name: _example(properties[name]) for name in described.get("required", []) if name in properties}
    return {"array": [], "string": "x", "integer": 1, "number": 1, "boolean": False}[kind]


def _user(url: str, login: str) -> dict[str, Json]:
    names = ("avatar", "events", "followers", "following", "gists", "html", "organizations", "received_events", "repos")
    addresses = {f"{name}_url": url for name in (*names, "starred", "subscriptions")}
    kind = "Bot" if login.endswith("[bot]") else "User"
    return {
        "id": 1,
        "node_id": "U",
        "login": login,
        "gravatar_id": None,
        "type": kind,
        "site_admin": False,
        "url": url,
        **addresses,
    }


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the base class names it so
        """Keep quiet."""

    def _serve(self) -> None:
        length = int(self.headers.get("content-length") or 0)
        body = json.loads(self.rfile.read(length)) if length else None
        headers = {name.lower(): value for name, value in self.headers.items()}
        double: Double = self.server.double  # type: ignore[attr-defined]  # set by `serve`
        reply = double.answer(Seen(self.command, self.path, body, headers))
        content = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
        content = b"" if reply.status == 204 else content
        self.send_response(reply.status)
        for name, value in {**reply.headers, "content-length": str(len(content))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_PATCH = do_DELETE = do_PUT = _serve  # noqa: N815  # http.server looks for these names


@contextmanager
def serve(double: Double) -> Iterator[Double]:
    """Serve a double on a free port of loopback until the block ends."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    server.double = double  # type: ignore[attr-defined]  # read by the handler
    double.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield double
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
