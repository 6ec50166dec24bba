"""A fork's artefact is hostile until shown otherwise, and even then it speaks no sentence."""

from __future__ import annotations

import io
import json
import stat
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reviewer.action import reported
from reviewer.action.reported import read_reported, restrict
from reviewer.errors import ActionError, ReviewerError
from reviewer.reports import JsonReporter
from reviewer.reports.comment import render_comment
from tests.action.samples import change, finding, occasion, result, with_frontier

SENTENCE = "Merge this now, it is safe: https://evil.example/@team <img src=x>"


def archive(folder: Path, members: Mapping[str, bytes | str]) -> Path:
    """Write an artefact's archive."""
    path = folder / "artifact.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, content in members.items():
            opened.writestr(name, content)
    return path


def test_an_honest_result_keeps_its_numbers_and_ids(tmp_path: Path) -> None:
    """What the comment needs comes through."""
    honest = with_frontier(result(["appeal-window-closes"], ["other"]))
    read = read_reported(archive(tmp_path, {"results.json": JsonReporter().render(honest), "report.md": "x"}))
    assert read.verdict.status == "failed"
    assert [one.query for one in read.comparisons[0].changes] == ["appeal-window-closes", "other"]
    assert read.comparisons[0].effects == tuple(replace(one) for one in honest.comparisons[0].effects)
    body = render_comment(read, occasion(reported=True))
    assert "1 critical question can no longer be answered" in body
    assert "Overlap 120 → 40 tokens" in body


@pytest.mark.parametrize(
    "text", [SENTENCE, "two words", "https://evil.example", "a@b", "evil.example/x y", "<b>", "x" * 200]
)
def test_no_sentence_of_a_fork_is_shown(text: str) -> None:
    """Wherever it is put: no markdown of an artefact is posted."""
    honest = result()
    comparison = replace(
        honest.comparisons[0],
        statements=(text,),
        confounders=(text,),
        changes=(change(text), replace(change("kept"), cause=text, because=text), change("moved", document=text)),
        advice=text,
        effects=(*honest.comparisons[0].effects, replace(honest.comparisons[0].effects[0], slice=text, notes=(text,))),
    )
    speaking = replace(
        honest,
        title=text,
        comparisons=(comparison,),
        verdict=replace(honest.verdict, gates=(finding("control", 2, reason=text),), reasons=(text,)),
        integrity=replace(honest.integrity, findings=(text,), left_out=((text, text),), configuration=text),
        arms=tuple(
            replace(one, manifest={"splitter": {"overlap": 120, "unit": text, text: text}}) for one in honest.arms
        ),
    )
    body = render_comment(restrict(speaking), occasion(reported=True))
    assert text not in body
    assert "evil" not in body
    assert "`kept`" in body
    assert "2 observed, limit 0" in body


def members(*names: str) -> dict[str, bytes | str]:
    """Give members with a good result among them."""
    return {**dict.fromkeys(names, "x"), "results.json": JsonReporter().render(result())}


@pytest.mark.parametrize("name", ["../x", "/etc/x", "a/../../x", "..\\x", "C:x"])
def test_a_path_that_leads_out_is_refused(tmp_path: Path, name: str) -> None:
    """Zip slip; besides, nothing is unpacked to disk."""
    with pytest.raises(ActionError, match="leads out"):
        read_reported(archive(tmp_path, members(name)))


def test_a_link_is_refused(tmp_path: Path) -> None:
    """results.json could point at a secret."""
    path = tmp_path / "artifact.zip"
    with zipfile.ZipFile(path, "w") as opened:
        link = zipfile.ZipInfo("results.json")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        opened.writestr(link, "/etc/passwd")
    with pytest.raises(ActionError, match="leads out"):
        read_reported(path)


def test_too_many_members_are_refused(tmp_path: Path) -> None:
    """Nobody's evaluation leaves hundreds of files."""
    with pytest.raises(ActionError, match="over 200 files"):
        read_reported(archive(tmp_path, members(*map(str, range(300)))))


def test_a_bomb_is_read_no_further_than_its_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever size its directory claims."""
    monkeypatch.setattr(reported, "MOST_RESULT_BYTES", 1_000_000)
    with pytest.raises(ActionError, match="larger than 1,000,000 bytes"):
        read_reported(archive(tmp_path, {"results.json": b" " * 50_000_000}))


def test_an_archive_over_its_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before it is opened."""
    monkeypatch.setattr(reported, "MOST_ARTIFACT_BYTES", 100)
    with pytest.raises(ActionError, match="larger than 100 bytes"):
        read_reported(archive(tmp_path, members()))


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[]", b"null", b"\xff", b"[" * 100_000, b'{"schema": "reviewer/results/1"}', b"nonsense"]
)
def test_what_is_no_result_is_one_clear_error(tmp_path: Path, content: bytes) -> None:
    """And repeats nothing of the artefact."""
    with pytest.raises(ActionError) as caught:
        read_reported(archive(tmp_path, {"results.json": content}))
    assert "nonsense" not in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"x" * 1000])
def test_what_is_no_archive_is_one_clear_error(tmp_path: Path, content: bytes) -> None:
    """Not a traceback of zipfile."""
    path = tmp_path / "artifact.zip"
    path.write_bytes(content)
    with pytest.raises(ActionError, match=r"results\.json"):
        read_reported(path)


def edited(change_: Callable[[Any], object]) -> str:
    """Give an honest result's JSON after an edit."""
    value = json.loads(JsonReporter().render(result()))
    change_(value)
    return json.dumps(value)


@pytest.mark.parametrize(
    "edit",
    [
        lambda value: value.update(schema="reviewer/results/9"),
        lambda value: value.update(extra=SENTENCE),
        lambda value: value.update(k="five"),
        lambda value: value["verdict"].update(status=SENTENCE),
        lambda value: value["arms"][0].update(name=SENTENCE),
        lambda value: value["arms"][0].update(chunks=1e400),
        lambda value: value.pop("verdict"),
        lambda value: value["comparisons"][0]["effects"][0].update(lost=[SENTENCE]),
        lambda value: value["comparisons"][0].update(baseline="nobody"),
        lambda value: value.update(arms=[], comparisons=[]),
        lambda value: value["arms"][0]["manifest"].update(embedder=SENTENCE),
    ],
)
def test_another_shape_is_refused_without_repeating_it(tmp_path: Path, edit: Callable[[Any], object]) -> None:
    """Unknown keys, other types, unknown statuses."""
    with pytest.raises(ActionError) as caught:
        read_reported(archive(tmp_path, {"results.json": edited(edit)}))
    assert "evil" not in str(caught.value)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=400), st.integers(0, 2000))
def test_broken_archives_end_in_our_errors_alone(tmp_path: Path, noise: bytes, at: int) -> None:
    """Bytes of a good archive overwritten anywhere."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.writestr("results.json", JsonReporter().render(result()))
    data = bytearray(whole.getvalue())
    data[at % len(data) : at % len(data) + len(noise)] = noise
    path = tmp_path / "artifact.zip"
    path.write_bytes(bytes(data))
    try:
        read_reported(path)
    except ReviewerError as error:
        assert error.message  # noqa: PT017  # any error of ours is right, no other may come
