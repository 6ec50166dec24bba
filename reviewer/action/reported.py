"""An artefact that anybody may have made, in; numbers and ids of a fixed alphabet out, and not one sentence of it."""

from __future__ import annotations

import json
import re
import stat
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath

from reviewer.comparison import Effect
from reviewer.decoding import from_plain
from reviewer.errors import ActionError, ReviewerError
from reviewer.gates import FAILED, NOT_JUDGED, PASSED, Finding
from reviewer.ids import is_id
from reviewer.reports import Result
from reviewer.reports.plain import decode
from reviewer.reports.result import SCHEMA, ArmResult, ComparisonResult, ItemChange

MOST_ARTIFACT_BYTES = 50_000_000
MOST_RESULT_BYTES = 30_000_000
MOST_MEMBERS = 200
MOST_ROWS = 2_000
RESULTS = "results.json"

_SLICE = re.compile(r"[A-Za-z0-9._-]{1,40}(?:: [A-Za-z0-9._-]{1,40})?")
_MEASURE = re.compile(r"[a-z_]{1,30}(?:\([a-z_]{1,20}=[a-z0-9._]{1,20}\))?(?:@[0-9]{1,6}t?)?")
_DOCUMENT = re.compile(r"[A-Za-z0-9._-]{1,80}(?:/[A-Za-z0-9._-]{1,80}){0,12}")
_UNIT = re.compile(r"[a-z]{1,20}")
_FINGERPRINT = re.compile(r"sha256:[0-9a-f]{1,64}")
_STATUSES = (PASSED, FAILED, NOT_JUDGED)
_HINT = "The artefact must be the folder of results that the evaluation left."


def read_reported(archive: Path) -> Result:
    """Read the result in an artefact's archive and keep of it what nobody can speak through."""
    return restrict(_decoded(_member(archive)))


def _member(archive: Path) -> bytes:
    """Give the bytes of `results.json`, unpacking nothing else and nothing to disk."""
    if archive.stat().st_size > MOST_ARTIFACT_BYTES:
        raise ActionError(f"the artefact is larger than {MOST_ARTIFACT_BYTES:,} bytes", _HINT)
    try:
        with zipfile.ZipFile(archive) as opened:
            _check_members(opened.infolist())
            with opened.open(RESULTS) as file:
                content = file.read(MOST_RESULT_BYTES + 1)
    except (zipfile.BadZipFile, KeyError, OSError, NotImplementedError, RuntimeError, ValueError, EOFError) as error:
        raise ActionError(f"the artefact holds no readable {RESULTS}", _HINT) from error
    if len(content) > MOST_RESULT_BYTES:
        raise ActionError(f"{RESULTS} is larger than {MOST_RESULT_BYTES:,} bytes", _HINT)
    return content


def _check_members(members: list[zipfile.ZipInfo]) -> None:
    """Refuse an archive that no evaluation makes: too many members, paths that lead out, links."""
    if len(members) > MOST_MEMBERS:
        raise ActionError(f"the artefact holds over {MOST_MEMBERS} files", _HINT)
    for member in members:
        path = PurePosixPath(member.filename)
        leads_out = path.is_absolute() or ".." in path.parts or "\\" in member.filename or ":" in member.filename
        if leads_out or stat.S_ISLNK(member.external_attr >> 16):
            raise ActionError("the artefact holds a path that leads out of it", _HINT)
    if sum(member.filename == RESULTS for member in members) != 1:
        raise ActionError(f"the artefact holds no single {RESULTS}", _HINT)


def _decoded(content: bytes) -> Result:
    try:
        value = json.loads(content.decode("utf-8"), parse_constant=_no_constant)
        if not isinstance(value, dict) or value.get("schema") != SCHEMA:
            raise ActionError(f"{RESULTS} is not of schema {SCHEMA}", "Use the same version in both workflows.")
        return decode(Result, from_plain(value, RESULTS, ActionError))
    except (ValueError, RecursionError, TypeError, OverflowError) as error:
        raise ActionError(f"{RESULTS} is not a result", _HINT) from error
    except ReviewerError as error:
        # What it says repeats the artefact, so that it is not passed on.
        raise ActionError(f"{RESULTS} does not have the shape of a result", _HINT) from error


def _no_constant(constant: str) -> float:
    raise ValueError(constant)


def restrict(result: Result) -> Result:
    """Drop every sentence, and every name that is not of its alphabet, with the row it stands in."""
    arms = tuple(map(_arm, result.arms))
    names = {arm.name for arm in arms}
    facts = result.integrity
    verdict = result.verdict
    if (
        verdict.status not in _STATUSES
        or not all(map(is_id, names))
        or len(names) != len(arms)
        or len(arms) > MOST_MEMBERS
    ):
        raise ActionError(f"{RESULTS} does not have the shape of a result", _HINT)
    return replace(
        result,
        title="",
        arms=arms,
        comparisons=tuple(_comparison(one) for one in result.comparisons if {one.baseline, one.candidate} <= names),
        queries=(),
        verdict=replace(verdict, gates=tuple(_findings(verdict.gates)), reasons=()),
        integrity=replace(
            facts,
            corpus=_matching(_FINGERPRINT, facts.corpus),
            labels=_matching(_FINGERPRINT, facts.labels),
            configuration=_matching(_FINGERPRINT, facts.configuration),
            left_out=tuple((name, state) for name, state in facts.left_out if is_id(name) and _UNIT.fullmatch(state)),
            findings=(),
        ),
        costs={name: replace(cost, times={}) for name, cost in result.costs.items() if name in names},
    )


def _arm(arm: ArmResult) -> ArmResult:
    splitter = arm.manifest.get("splitter")
    given: Mapping[str, object] = splitter if isinstance(splitter, Mapping) else {}
    numbers = {key: value for key in ("overlap", "size") if isinstance(value := given.get(key), int)}
    tokens = arm.realised_overlap.get("tokens")
    mean = tokens.get("mean") if isinstance(tokens, Mapping) else None
    return replace(
        arm,
        fingerprint=_matching(_FINGERPRINT, arm.fingerprint),
        manifest={"splitter": {**numbers, "unit": _matching(_UNIT, str(given.get("unit", "")).partition(":")[0])}},
        realised_overlap={"tokens": {"mean": mean}} if isinstance(mean, (int, float)) else {},
        measures={name: one for name, one in arm.measures.items() if _MEASURE.fullmatch(name)},
        truncation=replace(arm.truncation, worst=()),
    )


def _comparison(one: ComparisonResult) -> ComparisonResult:
    return replace(
        one,
        factor=_matching(_UNIT, one.factor),
        confounders=(),
        statements=(),
        effects=tuple(_effects(one.effects)),
        changes=tuple(change for change in one.changes[:MOST_ROWS] if _is_plain(change)),
    )


def _effects(effects: Iterable[Effect]) -> Iterable[Effect]:
    for one in effects:
        if _SLICE.fullmatch(one.slice) and _MEASURE.fullmatch(one.measure):
            yield replace(one, statement="", notes=(), lost_queries=(), gained_queries=())


def _findings(findings: Iterable[Finding]) -> Iterable[Finding]:
    for one in findings:
        if (
            one.status in _STATUSES
            and _SLICE.fullmatch(one.slice)
            and (not one.measure or _MEASURE.fullmatch(one.measure))
        ):
            observed, limit = ("–" if value is None else f"{value:.6g}" for value in (one.observed, one.limit))
            yield replace(one, gate=one.slice, reason=f"{observed} observed, limit {limit}")


def _is_plain(change: ItemChange) -> bool:
    named = all(_DOCUMENT.fullmatch(document) for document, _, _ in change.places)
    sliced = all(_SLICE.fullmatch(one) for one in change.slices)
    return is_id(change.query) and named and sliced and change.change in ("lost", "gained")


def _matching(pattern: re.Pattern[str], text: str) -> str:
    return text if pattern.fullmatch(text) else ""
