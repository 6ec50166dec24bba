"""What a job tells of an error: where, and what was expected; never a text that stands there."""

from __future__ import annotations

import time

import pytest

from reviewer.action.telling import told
from reviewer.decoding import parse_yaml
from reviewer.errors import ConfigurationError, CorpusError, EmbeddingError, LabelError, ReviewerError, RunError
from reviewer.labels import decode_labels
from reviewer.vectors.endpoint import ATTEMPTS, RefusedError
from reviewer.vectors.openai import load_openai
from tests.vectors.served import Served, said, serving

LABEL = """\
version: 1
queries:
  - id: a
    query: When?
    evidence:
      - document: a.md
        fingerprint: sha256:0123456789abcdef
        start: 0
        end: 9
        quote: It is due.
"""


@pytest.mark.parametrize(
    ("was", "broken", "left"),
    [
        ("start: 0", "start: KANARIE is 'quoted' here", "x.yaml:8: queries[0].evidence[0].start: expected an integer"),
        ("start: 0", 'start: it\'s "KANARIE"', "x.yaml:8: queries[0].evidence[0].start: expected an integer, got …"),
        ("start: 0", f"start: {'KANARIE ' * 20}", "got …"),
        ("query: When?", "query: When?\n    KANARIE is it due?: yes", "x.yaml:5: queries[0][…]: unknown key"),
        ("query: When?", "query: When?\n    KANARIE: yes", "x.yaml:5: queries[0].…: unknown key"),
        ("query: When?", "KANARIE: x\n    KANARIE: yes", "x.yaml:5: queries[0].…: given twice, first on line 4"),
        ("query: When?", "query: &KANARIE when", "x.yaml:4: queries[0].query: anchor &… is not allowed"),
        ("query: When?", "query: *KANARIE", "x.yaml:4: queries[0].query: alias *… is not allowed"),
        ("query: When?", "query: !KANARIE when", "x.yaml:4: queries[0].query: tag … is not allowed"),
        ("id: a", "id: KANARIE was not", "x.yaml:3: queries[0].id: … cannot be an id"),
        ("id: a", "tags: {'KANARIE was': x}\n    id: a", "x.yaml:3: queries[0].tags[…]: … cannot be a tag"),
        ("version: 1", "version: KANARIE", "x.yaml:1: version: expected an integer, got …"),
    ],
)
def test_errors_of_label_files_hold_no_word_that_stands_there(was: str, broken: str, left: str) -> None:
    """A slip of the pen makes a number, a key or an anchor of a question; the line says where to look."""
    with pytest.raises(LabelError) as raised:
        decode_labels(parse_yaml(LABEL.replace(was, broken), "x.yaml", LabelError))
    assert "KANARIE" in raised.value.message
    found = told(raised.value, hidden=False)
    assert isinstance(found, LabelError)
    assert left in found.message
    assert "KANARIE" not in str(found)


@pytest.mark.parametrize(
    ("error", "left"),
    [
        (RunError("run.jsonl:3: query 'appeal-days' has rank 1 twice", "x"), "query 'appeal-days' has rank"),
        (RunError("run.trec:3: rank 'KANARIE, it is' is not a number"), "run.trec:3: rank … is not a number"),
        (CorpusError("no document 'a/b.md' in the corpus's list"), "no document 'a/b.md' in the corpus's list"),
        (ConfigurationError("reviewer.yaml:5: k: expected an integer, got 'one two'"), "got 'one two'"),
        (RefusedError(400, "https://a.example: answers 400 (bad input (KANARIE text))", "h"), "answers 400"),
        (ConfigurationError("reviewer.yaml:7: embedder: https://a.example: answers 404 (KANARIE)"), "answers 404"),
    ],
)
def test_names_and_settings_are_told(error: ReviewerError, left: str) -> None:
    """They say what to look for, and are no text; what a server repeats may be one."""
    found = told(error, hidden=False)
    assert type(found) is type(error)
    assert left in found.message
    assert "KANARIE" not in found.message


@pytest.mark.parametrize(
    ("refusals", "left"),
    [
        ([(400, {}, said("cannot read (KANARIE text)"))] * ATTEMPTS, "answers 400"),
        (
            [(503, {}, said("busy with KANARIE (text)"))] * ATTEMPTS,
            f"answers 503 after {ATTEMPTS} attempts, the next in",
        ),
    ],
)
def test_what_a_server_repeats_is_told_of_no_refusal(
    refusals: list[tuple[int, dict[str, str], bytes]], left: str
) -> None:
    """Neither of one that is final, nor of one that was repeated until patience ended."""
    with serving(Served(refusals=list(refusals))) as server:
        embedder = load_openai(url=server.url, model="m")
        embedder.endpoint.sleep = server.slept.append
        with pytest.raises(EmbeddingError, match="KANARIE") as raised:
            embedder.embed_documents(["word"])
    found = told(raised.value, hidden=False)
    assert left in found.message
    assert "KANARIE" not in str(found)


@pytest.mark.parametrize("text", ["'" + "\\'" * 40_000, "'\\" * 40_000, "'KANARIE it is", "'KANARIE\\"])
def test_a_quote_without_its_end_is_left_out_to_the_end_and_at_once(text: str) -> None:
    """Such words are anybody's; they are neither told nor looked through again and again."""
    began = time.process_time()
    found = told(LabelError(f"x.yaml:4: query: {text}"), hidden=False)
    assert found.message == "x.yaml:4: query: …"
    assert time.process_time() - began < 2
