"""Why no connection was made is told by its kind, whatever the client's words hold."""

from __future__ import annotations

import pytest

from reviewer.index.unreached import unreached

FAILED = 'connection failed: connection to server at "10.0.0.1", port 5432 failed: '


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (f"{FAILED}Connection refused\n\tIs the server running on that host", "nobody answers at its address"),
        ('connection to server on socket "/x/.s.PGSQL.5432" failed: No such file or directory', "nobody answers"),
        ("failed to resolve host 'db.invalid': [Errno -2] Name or service not known", "its host name is not known"),
        ('could not translate host name "db" to address: No address associated', "its host name is not known"),
        ("connection timeout expired", "its address does not answer in time"),
        (f'{FAILED}FATAL:  password authentication failed for user "me"', "it refuses the user or the password"),
        (f"{FAILED}fe_sendauth: no password supplied", "it refuses the user or the password"),
        (f'{FAILED}FATAL:  no pg_hba.conf entry for host "10.0.0.2", user "me"', "it refuses the user"),
        (f'{FAILED}FATAL:  role "me" does not exist', "it refuses the user or the password"),
        (f'{FAILED}FATAL:  database "x" does not exist', "it has no such database"),
        (f"{FAILED}FATAL:  sorry, too many clients already", "it takes no more connections"),
        (f"{FAILED}FATAL:  the database system is starting up", "it is starting or stopping"),
        (f"{FAILED}server does not support SSL, but SSL was required", "do not agree on TLS"),
        ('missing "=" after "hidden" in connection info string', "is no connection string"),
        ('unexpected spaces found in "hid den", use percent-encoded spaces (%20) instead', "is no connection string"),
        ('invalid port number: "54x"', "is no connection string"),
    ],
)
def test_a_kind_is_told_with_a_remedy(said: str, told: str) -> None:
    """In our words alone."""
    found = unreached(said)
    assert found is not None
    assert told in found.told
    assert found.hint
    assert not any(word in f"{found.told}{found.hint}" for word in ("10.0.0.1", "hid", '"me"', "db.invalid"))


def test_other_words_are_of_no_kind() -> None:
    """Then what the caller knows is told."""
    assert unreached("the connection is closed") is None
