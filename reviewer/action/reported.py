"""An artefact that anybody may have made, in; numbers and ids of a fixed alphabet out, and not one sentence of it."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from pathlib import Path, PurePosixPath

from reviewer.decoding import from_plain, parse_json
from reviewer.errors import ActionError, ReviewerError
from reviewer.experiment.archive import RESULTS
from reviewer.experiment.zipped import is_link, opened_zip
from reviewer.gates import FAILED, NOT_JUDGED, PASSED, Finding
from reviewer.reports import Result
from reviewer.reports.coherence import incoherence
from reviewer.reports.plain import decode
from reviewer.reports.result import SCHEMA, ComparisonResult, ItemChange

MOST_ARTIFACT_BYTES = 50_000_000
MOST_RESULT_BYTES = 30_000_000
MOST_MEMBERS = 200
MOST_ROWS = 2_000

_WORD = r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}"
_NAME = re.compile(
    rf"{_WORD}(?:/{_WORD}){{0,12}}"  # ids, words, and paths of documents
    rf"|{_WORD}: {_WORD}"  # slices
    r"|[a-z_]{1,30}(?:\([a-z_]{1,20}=[a-z0-9._]{1,20}\))?(?:@[0-9]{1,6}t?)?"  # measures
    r"|sha256:[0-9a-f]{1,64}"
    r"|not judged"
)
"""What a text of an artefact may look like: names without blanks, that can be no sentence and no address."""

_STATUSES = (PASSED, FAILED, NOT_JUDGED)
_HINT = "The artefact must be the folder of results that the evaluation left."


def read_reported(archive: Path) -> Result:
    """Read the result in an artefact's archive and keep of it what nobody can speak through."""
    return restrict(_decoded(_member(archive)))


def _member(archive: Path) -> bytes:
    """Give the bytes of `results.json`, unpacking nothing else and nothing to disk."""
    if archive.stat().st_size > MOST_ARTIFACT_BYTES:
        raise ActionError(f"the artefact is larger than {MOST_ARTIFACT_BYTES:,} bytes", _HINT)
    with opened_zip(archive, MOST_MEMBERS, _refused) as opened:
        _check_members(opened.members)
        (member,) = (one for one in opened.members if one.filename == RESULTS)
        told = f"{RESULTS} is larger than {MOST_RESULT_BYTES:,} bytes"
        return b"".join(opened.blocks(member, MOST_RESULT_BYTES, told))


def _refused(told: str) -> ActionError:
    return ActionError(f"the artefact holds no {RESULTS} that can be read ({told})", _HINT)


def _check_members(members: Sequence[zipfile.ZipInfo]) -> None:
    """Refuse an archive that no evaluation makes: paths that lead out, links, other ways to compress."""
    for member in members:
        path = PurePosixPath(member.filename)
        leads_out = path.is_absolute() or ".." in path.parts or "\\" in member.filename or ":" in member.filename
        if leads_out or is_link(member):
            raise ActionError("the artefact holds a path that leads out of it", _HINT)
    if any(member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for member in members):
        raise ActionError("the artefact is compressed in a way that GitHub does not use", _HINT)
    if sum(member.filename == RESULTS for member in members) != 1:
        raise ActionError(f"the artefact holds no single {RESULTS}", _HINT)


def _decoded(content: bytes) -> Result:
    try:
        value = parse_json(content)
        if not isinstance(value, dict) or value.get("schema") != SCHEMA:
            raise ActionError(f"{RESULTS} is not of schema {SCHEMA}", "Use the same version in both workflows.")
        return decode(Result, from_plain(value, RESULTS, ActionError))
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise ActionError(f"{RESULTS} is not a result", _HINT) from error
    except ReviewerError as error:
        # What it says repeats the artefact, so that it is not passed on.
        raise ActionError(f"{RESULTS} does not have the shape of a result", _HINT) from error


def restrict(result: Result) -> Result:
    """Drop every sentence: a text that is no name of a fixed alphabet becomes empty, and its row goes with it."""
    clean = _cleaned(result)
    if (
        not isinstance(clean, Result)
        or clean.verdict.status not in _STATUSES
        or not all(arm.name for arm in clean.arms)
        or incoherence(clean)
    ):
        raise ActionError(f"{RESULTS} does not have the shape of a result", _HINT)
    verdict = replace(clean.verdict, gates=tuple(_finding(one) for one in clean.verdict.gates if one.slice))
    return replace(
        clean,
        comparisons=tuple(map(_comparison, clean.comparisons)),
        queries=(),
        verdict=verdict,
        integrity=replace(clean.integrity, left_out=tuple(one for one in clean.integrity.left_out if one[0])),
    )


def _cleaned(value: object) -> object:
    """Give a value with every text in it cleaned; the length of lists is bounded."""
    if isinstance(value, str):
        return value if _NAME.fullmatch(value) or value == SCHEMA else ""
    if isinstance(value, Mapping):
        return {key: _cleaned(one) for key, one in value.items() if _NAME.fullmatch(key)}
    if isinstance(value, (tuple, list)):
        return tuple(map(_cleaned, value[:MOST_ROWS]))
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{one.name: _cleaned(getattr(value, one.name)) for one in fields(value)})
    return value


def _comparison(one: ComparisonResult) -> ComparisonResult:
    return replace(
        one,
        confounders=(),
        statements=(),
        effects=tuple(effect for effect in one.effects if effect.slice and effect.measure),
        changes=tuple(change for change in one.changes if _is_plain(change)),
    )


def _is_plain(change: ItemChange) -> bool:
    return bool(change.query) and all(place[0] for place in change.places)


def _finding(one: Finding) -> Finding:
    """Say a gate's reason anew, from its numbers."""
    observed, limit = ("–" if value is None else f"{value:.6g}" for value in (one.observed, one.limit))
    return replace(one, gate=one.slice, reason=f"{observed} observed, limit {limit}")
