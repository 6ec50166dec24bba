"""Why no connection to a database was made, told by what its client says; of that nothing is shown.

Before there is a connection the client gives no SQLSTATE, and its words hold host and user, and those about a malformed
connection string a part of it, be it the password. So the words are read and told by their kind.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Unreached(NamedTuple):
    """What is told of a failed connection, and what helps."""

    told: str
    hint: str


NAMED = "in the variable that `dsn_env` names"
KINDS: tuple[tuple[str, Unreached], ...] = (
    (
        r"connection info string|percent-encoded|invalid (connection option|percent|port|integer|URI|value)",
        Unreached("what the variable holds is no connection string", f"Write postgresql://USER@HOST/DATABASE {NAMED}."),
    ),
    (
        r"resolve|translate host name|name or service not known|no address",
        Unreached("its host name is not known", f"Correct the host {NAMED}."),
    ),
    (
        r"refused|no such file or directory",
        Unreached("nobody answers at its address", f"Start the server, or correct host and port {NAMED}."),
    ),
    (
        r"timeout|timed out|no route|unreachable",
        Unreached("its address does not answer in time", f"Check the network, and host and port {NAMED}."),
    ),
    (
        r"password|authentication|pg_hba|role .* does not exist|not permitted to log in",
        Unreached("it refuses the user or the password", f"Correct user and password {NAMED}."),
    ),
    (
        r"database .* does not exist|permission denied for database|not currently accepting",
        Unreached(
            "it has no such database, or not for this user", f"Create the database, or correct its name {NAMED}."
        ),
    ),
    (
        r"too many (clients|connections)|connection slots",
        Unreached("it takes no more connections", "Run it again later, or let it take more (`max_connections`)."),
    ),
    (
        r"starting up|shutting down|recovery",
        Unreached("it is starting or stopping", "Run it again when it is up."),
    ),
    (r"SSL|certificate|TLS", Unreached("it and its client do not agree on TLS", f"Check `sslmode` {NAMED}.")),
)
"""Patterns of the client's and the server's words; the first that is found is taken."""


def unreached(said: str) -> Unreached | None:
    """Tell by the client's words why it has no connection; None where they are of no known kind.

    Sources: the messages of libpq and of PostgreSQL's error codes of classes 08, 28, 3D, 53 and 57
    (https://www.postgresql.org/docs/current/errcodes-appendix.html).
    """
    return next((told for pattern, told in KINDS if re.search(pattern, said, re.IGNORECASE)), None)
