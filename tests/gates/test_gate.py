"""Gates are decoded strictly, and each says what it asks for."""

from datetime import date

import pytest

from reviewer.decoding import parse_yaml
from reviewer.errors import ConfigurationError
from reviewer.gates import Allowance, Gate, Saving, Trade, decode_gates, explain


def _gates(text: str) -> tuple[Gate, ...]:
    return decode_gates(parse_yaml(text, "reviewer.yaml").mapping()["gates"])


def _one(rule: str) -> Gate:
    return _gates(f"gates:\n  - {rule}\n")[0]


def test_a_gate_of_every_key_is_read() -> None:
    """A gate of every key is read."""
    gate = _gates(
        """
gates:
  - name: critical
    slice: "risk: critical"
    measure: success@5
    max_lost: 1
    min_value: 0.8
    max_pair_overlap: 0.5
    max_prompt_tokens: 1500
    max_chunks_ratio: 1.5
    max_confident_wrong: 2
    max_stale: 3
    min_queries: 20
    confident: true
    blocking: false
    allow:
      - {id: old-form, reason: the form was withdrawn, until: 2027-01-31}
    trade: {max_drop: 0.02, needs: {redundancy: -0.1, embedded_tokens: -20%}}
"""
    )[0]
    assert gate == Gate(
        name="critical",
        slice="risk: critical",
        measure="success@5",
        max_lost=1,
        min_value=0.8,
        max_pair_overlap=0.5,
        max_prompt_tokens=1500,
        max_chunks_ratio=1.5,
        max_confident_wrong=2,
        max_stale=3,
        min_queries=20,
        confident=True,
        blocking=False,
        allow=(Allowance("old-form", "the form was withdrawn", date(2027, 1, 31)),),
        trade=Trade(0.02, (Saving("redundancy", -0.1, relative=False), Saving("embedded_tokens", -0.2, relative=True))),
    )


def test_a_gate_without_a_slice_is_over_all_and_blocks() -> None:
    """A gate without a slice is over all queries, and blocks."""
    gate = _one("{measure: recall@5, max_drop: 0.03}")
    assert (gate.slice, gate.blocking, gate.title) == ("all", True, "all recall@5")


def test_a_measure_takes_its_canonical_name() -> None:
    """A measure takes its canonical name, so that it is found among the effects."""
    assert _one("{measure: recall(match=single)@5, max_drop: 0}").measure == "recall@5"


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("{measure: recall@5}", r"gates\[0\]: the gate sets no limit"),
        ("{max_drop: 0.1}", r"gates\[0\]\.max_drop: needs `measure`"),
        ("{measure: recall@5, max_drop: five}", r"gates\[0\]\.max_drop: expected a number, got 'five'"),
        ("{measure: recall@5, max_drop: -0.1}", "at least 0"),
        ("{measure: recall@5, max_drop: 3}", "at most 1"),
        ("{measure: recall@5, max_lost: 0.5}", "expected an integer"),
        ("{measure: hits@5, max_drop: 0.1}", r"gates\[0\]\.measure: no measure is called 'hits@5'"),
        ("{measure: char_recall@5, max_lost: 0}", "cannot lose evidence"),
        ("{measure: pair_overlap@5, max_drop: 0.1}", "less of pair_overlap@5 is better"),
        ("{measure: recall@5, max_lost: 0, confident: true}", "no set is large enough"),
        ("{measure: recall@5, min_value: 0.5, confident: true}", "nothing to judge"),
        ("{measure: recall@5, max_loss: 0}", r"gates\[0\]\.max_loss: unknown key"),
        ("{measure: recall@5, max_drop: 0, allow: [{id: a, reason: b, until: 2027-01-01}]}", "needs `max_lost`"),
        ("{measure: recall@5, max_lost: 0, allow: [{id: a, reason: b}]}", "until missing"),
        ("{measure: recall@5, max_lost: 0, allow: [{id: a, reason: b, until: soon}]}", "expected a day"),
        ("{measure: recall@5, trade: {max_drop: 0.1, needs: {}}}", "a trade for nothing"),
        ("{measure: recall@5, trade: {max_drop: 0.1, needs: {chunk: -20%}}}", "'chunk'; did you mean 'chunks'"),
        ("{measure: recall@5, trade: {max_drop: 0.1, needs: {redundancy@5: -0.1}}}", "did you mean 'redundancy'"),
        ("{measure: recall@5, trade: {max_drop: 0.1, needs: {money: -20%}}}", "nothing that can be saved is called"),
        ("{measure: recall@5, trade: {max_drop: 0.1, needs: {chunks: 0.1}}}", "expected a saving"),
        ("{measure: recall@5, trade: {max_drop: 0.1, needs: {chunks: nan%}}}", "expected a saving"),
        ("{measure: recall@5, trade: {max_drop: 0.1, needs: {chunks: some%}}}", "percentage"),
        ("{measure: recall@5, max_drop: 0, trade: {max_drop: 0.1, needs: {chunks: -1}}}", "stands beside"),
        ("{blocking: false}", "sets no limit"),
    ],
)
def test_a_malformed_gate_is_named_by_file_line_and_path(rule: str, message: str) -> None:
    """A malformed gate is named by file, line and path."""
    with pytest.raises(ConfigurationError, match=message) as refused:
        _one(rule)
    assert refused.value.message.startswith("reviewer.yaml:2: ")


def test_two_gates_of_one_name_are_refused() -> None:
    """Two gates of one name are refused."""
    with pytest.raises(ConfigurationError, match="two gates are called 'a'"):
        _gates("gates:\n  - {name: a, min_queries: 1}\n  - {name: a, min_queries: 2}\n")


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (
            '{slice: "risk: critical", measure: success@5, max_lost: 0}',
            "In the slice `risk: critical`, no query may lose evidence in success@5 (blocks).",
        ),
        (
            "{slice: control, measure: success@5, max_drop: 0.05, confident: true, blocking: false}",
            "In the slice `control`, even at the worst that is likely, success@5 may drop by at most 0.05 (advises).",
        ),
        (
            "{max_pair_overlap: 0.5, min_queries: 20}",
            (
                "Over all judged queries, passages of one document may overlap by at most 0.5 in the mean; "
                "at least 20 queries must be there, or nothing is judged (blocks)."
            ),
        ),
        (
            "{measure: recall@5, trade: {max_drop: 0.02, needs: {redundancy: -0.1, chunks: -20%}}}",
            (
                "Over all judged queries, recall@5 may drop by at most 0.02 if the change saves redundancy -0.1 and "
                "chunks -20 % and every lost query was reviewed by name (blocks)."
            ),
        ),
        (
            "{name: forms, measure: recall@5, max_lost: 1, allow: [{id: a, reason: withdrawn, until: 2027-01-31}]}",
            (
                "forms: Over all judged queries, at most 1 query may lose evidence in recall@5; "
                "a may be lost until 2027-01-31 (withdrawn) (blocks)."
            ),
        ),
        (
            "{max_confident_wrong: 1, max_stale: 2, max_chunks_ratio: 1.5, max_prompt_tokens: 900}",
            (
                "Over all judged queries, a prompt may take at most 900 tokens in the mean; the candidate may have "
                "at most 1.5 times the baseline's chunks; at most 1 query that nothing answers may get a hit over the "
                "declared threshold; at most 2 labels may be stale (blocks)."
            ),
        ),
    ],
)
def test_each_gate_is_said_in_one_sentence(rule: str, sentence: str) -> None:
    """Each gate is said in one sentence."""
    assert explain(_one(rule)) == sentence
