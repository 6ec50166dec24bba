"""Strict YAML and plain data: what is read as written, what is refused, and how an error names its place."""

from __future__ import annotations

import contextlib
import json
import time
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from reviewer.decoding import Field, from_plain, is_yaml_mapping, parse_yaml, read_yaml, strict_yaml
from reviewer.errors import ConfigurationError, LabelError, RunError

SAMPLE = """\
# settings
version: 1
root: docs
gates:
  - {measure: recall@5, max_drop: five, block: yes}
  - measure: success@5
    max_drop: 0.02
    block: true
note: "#1 reason"
empty:
"""


def sample() -> Field:
    """Give the root of the sample."""
    return parse_yaml(SAMPLE, "reviewer.yaml")


def gate(number: int, name: str) -> Field:
    """Give a setting of one of the sample's gates."""
    return sample().mapping()["gates"].items()[number].mapping()[name]


def plain(field: Field) -> object:
    """Give a tree of fields as plain texts, lists and mappings."""
    if field.is_mapping:
        return {key: plain(value) for key, value in field.mapping().items()}
    return [plain(one) for one in field.items()] if field.is_list else field.text()


@pytest.fixture(params=["C", "Python"], autouse=True)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each test with libyaml's parser and with the one that is always there."""
    if request.param == "Python":
        monkeypatch.setattr(strict_yaml, "_LOADER", yaml.BaseLoader)


def test_fields_are_read_as_what_the_reader_expects() -> None:
    """Text, integers, numbers, flags, lists and mappings each have one way to be read."""
    root = sample()
    assert root.mapping()["version"].integer(least=1) == 1
    assert root.mapping()["root"].text() == "docs"
    assert gate(1, "max_drop").number(least=0, most=1) == 0.02
    assert gate(1, "block").flag() is True
    assert root.mapping()["note"].text() == "#1 reason"
    assert [one.line for one in root.mapping()["gates"].items()] == [5, 6]
    assert root.mapping()["empty"].is_null


def test_an_error_names_file_line_and_path() -> None:
    """A user can go to the place without searching."""
    with pytest.raises(ConfigurationError) as caught:
        gate(0, "max_drop").number()
    assert caught.value.message == "reviewer.yaml:5: gates[0].max_drop: expected a number, got 'five'"


def test_errors_are_of_the_family_asked_for() -> None:
    """Labels raise label errors, runs raise run errors, in parsing and in reading."""
    with pytest.raises(LabelError):
        parse_yaml("a: [", "labels.yaml", LabelError)
    with pytest.raises(LabelError):
        parse_yaml("a: 1", "labels.yaml", LabelError).text()
    with pytest.raises(RunError, match=r"run\.jsonl:7: rank: expected an integer"):
        from_plain({"rank": "one"}, "run.jsonl", RunError, line=7).mapping()["rank"].integer()


@pytest.mark.parametrize("written", ["NO", "on", "007", "0x1F", "12:30", "2026-01-05", "1_000", "1e3", "-1", ".inf"])
def test_scalars_stay_as_written(written: str) -> None:
    """No text becomes a flag, a number, a time or a date."""
    assert parse_yaml(f"id: {written}\n", "a.yaml").mapping()["id"].text() == written
    assert list(parse_yaml(f"{written}: x\n", "a.yaml").mapping()) == [written]


@pytest.mark.parametrize("written", ["", "~", "null", "#1 reason", "!!str x", "&a x", "*a", "[a]", "{a: b}"])
def test_nothing_and_structures_are_no_text(written: str) -> None:
    """Where text is expected, nothing else will do, and the line is named."""
    with pytest.raises(ConfigurationError, match=r"^a\.yaml:1: id"):
        parse_yaml(f"id: {written}\n", "a.yaml").mapping()["id"].text()


def test_a_comment_that_eats_a_text_is_explained() -> None:
    """A question that begins with a number sign needs quotes."""
    with pytest.raises(ConfigurationError, match="begins with # is a comment: put it in quotes"):
        parse_yaml("query: #1 reason to churn?\n", "a.yaml").mapping()["query"].text()


@pytest.mark.parametrize("written", ["007", "1_000", "1.0", "1e3", "0x10", "5 ", "\u0665", "9" * 19, "yes", "'5'"])
def test_integers_are_plain_decimal_digits(written: str) -> None:
    """Only what everyone reads as the same integer is one."""
    field = parse_yaml(f"n: {written}\n", "a.yaml").mapping()["n"]
    if written == "5 ":
        assert field.integer() == 5
    else:
        with pytest.raises(ConfigurationError, match=r"a\.yaml:1: n: expected an integer"):
            field.integer()


@pytest.mark.parametrize("written", [".nan", "NaN", ".inf", "1e400", "1,5", "0.1.2", "1_0.0", "'0.5'", "08.5", "1e"])
def test_numbers_are_finite_decimals(written: str) -> None:
    """Infinity and whatever is no number are refused."""
    with pytest.raises(ConfigurationError, match=r"a\.yaml:1: n: expected a (finite )?number"):
        parse_yaml(f"n: {written}\n", "a.yaml").mapping()["n"].number()


@pytest.mark.parametrize(("written", "value"), [("0.5", 0.5), ("-1", -1.0), ("+.5", 0.5), ("5.", 5.0), ("1e-3", 0.001)])
def test_numbers_are_read_in_their_usual_forms(written: str, value: float) -> None:
    """Signs, bare points and exponents are allowed."""
    assert parse_yaml(f"n: {written}\n", "a.yaml").mapping()["n"].number() == value


def test_quotes_around_a_number_are_pointed_out() -> None:
    """The remedy is a word away."""
    with pytest.raises(ConfigurationError, match="Remove the quotes"):
        parse_yaml("n: '5'", "a.yaml").mapping()["n"].integer()


@pytest.mark.parametrize("written", ["yes", "True", "1", "'true'", ""])
def test_flags_are_true_or_false(written: str) -> None:
    """YAML 1.1's other words for truth are no flags."""
    with pytest.raises(ConfigurationError, match="expected true or false"):
        parse_yaml(f"f: {written}\n", "a.yaml").mapping()["f"].flag()


@pytest.mark.parametrize(
    ("written", "value"),
    [("5", 5), ("0.5", 0.5), ("true", True), ("'5'", "5"), ("yes", "yes"), ("[a, '1']", ("a", "1"))],
)
def test_a_value_of_an_open_kind_is_what_it_looks_like(written: str, value: object) -> None:
    """Quotes make a text of everything."""
    found = parse_yaml(f"v: {written}\n", "a.yaml").mapping()["v"].value()
    assert (found, type(found)) == (value, type(value))


def test_values_outside_their_bounds_name_the_bound() -> None:
    """Both bounds are allowed values."""
    field = parse_yaml("n: 5", "a.yaml").mapping()["n"]
    assert field.integer(least=5, most=5) == 5
    with pytest.raises(ConfigurationError, match="n: expected at least 6, got 5"):
        field.integer(least=6)
    with pytest.raises(ConfigurationError, match=r"n: expected at most 4\.5, got 5"):
        field.number(most=4.5)


def test_a_choice_suggests_the_nearest_name() -> None:
    """A slip of the finger is put right; something else gets the list."""
    field = parse_yaml("a: recal\nb: x\n", "a.yaml").mapping()
    with pytest.raises(ConfigurationError, match=r"one of recall, success, got 'recal'\nDid you mean recall\?"):
        field["a"].choice(["recall", "success"])
    with pytest.raises(ConfigurationError, match=r"Known: recall, success\."):
        field["b"].choice(["recall", "success"])
    assert field["b"].choice(["x"]) == "x"


def test_unknown_keys_are_refused_with_the_nearest_known() -> None:
    """A misspelt setting never has no effect in silence."""
    field = parse_yaml("gates:\n  - measure: x\n    max_dorp: 1\n", "a.yaml").mapping()["gates"].items()[0]
    with pytest.raises(ConfigurationError, match=r":3: gates\[0\]\.max_dorp: unknown key\nDid you mean max_drop\?"):
        field.entries(required=["measure"], optional=["max_drop"])


def test_missing_keys_are_named_at_their_mapping() -> None:
    """All that is missing is said at once."""
    field = parse_yaml("queries:\n  - id: a\n", "a.yaml").mapping()["queries"].items()[0]
    with pytest.raises(ConfigurationError, match=r"a\.yaml:2: queries\[0\]: query and evidence missing"):
        field.entries(required=["id", "query", "evidence"])


def test_keys_that_are_no_words_are_quoted_in_paths() -> None:
    """A key with a point or a blank cannot be mistaken for a path."""
    root = parse_yaml("tags:\n  'a.b c': [x]\n", "a.yaml")
    assert root.mapping()["tags"].mapping()["a.b c"].items()[0].path == "tags['a.b c'][0]"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\nb: 2\na: 3\n", r"a\.yaml:3: a: given twice, first on line 1"),
        ("x:\n  - {a: 1, a: 1}\n", r"a\.yaml:2: x\[0\]\.a: given twice"),
        ("a: &x 1\n", r"a\.yaml:1: a: anchor &x is not allowed"),
        ("a: [*x]\n", r"a\.yaml:1: a\[0\]: (alias \*x is not allowed|found undefined alias)"),
        ("<<: *x\n", r"a\.yaml:1: \['<<'\]: alias \*x"),
        ("a: !!int 5\n", r"a\.yaml:1: a: tag tag:yaml\.org,2002:int is not allowed"),
        ("a: !x [1]\n", r"a\.yaml:1: a: tag !x is not allowed"),
        ("a: ! 5\n", r"a\.yaml:1: a: tag ! is not allowed"),
        ("a: 1\n---\nb: 2\n", r"a\.yaml:2: a second document is not allowed"),
        ("a: 1\n...\n---\nb: 2\n", r"a\.yaml:3: a second document is not allowed"),
        ("? [a, b]\n: 1\n", r"a\.yaml:1: a key must be text"),
        (": 1\n", r"a\.yaml:1: (a key is empty|did not find expected key|.*expected.*)"),
        ("~: 1\n", r"a\.yaml:1: a key is empty"),
        ("a: b: c\n", r"a\.yaml:1: mapping values are not allowed"),
        ("a:\n\t- b\n", r"a\.yaml:2: .*\nYAML does not allow tabs"),
        ("a: @b\n", r"a\.yaml:1: found character .* that cannot start any token|a\.yaml:1: found character"),
        ("a: 'b\n", r"a\.yaml:2: "),
        ("a: [b\n", r"a\.yaml:[23]: "),
        ("[" * 100, r"a\.yaml:1: .*(nested deeper than 64 levels|nesting depth)"),
        ('a: "\\ud800"\n', r"a\.yaml:1: "),
        ("a: b\x1b[31m\n", r"a\.yaml:1:5: unreadable character U\+001B\nWrite it as an escape"),
        ("a: 1\nb: x\u2028y\n", r"a\.yaml:2:5: unreadable character U\+2028"),
        ("a: \ud800\n", r"a\.yaml:1:4: unreadable character U\+D800"),
        ("a: \0\n", r"a\.yaml:1:4: unreadable character U\+0000"),
    ],
)
def test_what_has_two_readings_or_none_is_refused_with_its_line(text: str, message: str) -> None:
    """Doubled keys, references, tags, further documents and broken syntax never load."""
    with pytest.raises(ConfigurationError, match=message):
        parse_yaml(text, "a.yaml").mapping()


@pytest.mark.parametrize("text", ["", "# nothing\n", "---\n", "\ufeff"])
def test_an_empty_file_is_nothing(text: str) -> None:
    """Whoever expects a mapping says so."""
    with pytest.raises(ConfigurationError, match=r"a\.yaml:[12]: expected a mapping, got nothing"):
        parse_yaml(text, "a.yaml").mapping()


def test_other_kinds_are_named_in_words() -> None:
    """A list is not a mapping, and the error says which stands there."""
    with pytest.raises(ConfigurationError, match="expected a mapping, got a list"):
        parse_yaml("[a]", "a.yaml").mapping()
    with pytest.raises(ConfigurationError, match="expected a list, got a mapping"):
        parse_yaml("a: b", "a.yaml").items()
    with pytest.raises(ConfigurationError, match="expected a list, got 'x"):
        parse_yaml("x" * 100, "a.yaml").items()


def test_a_byte_order_mark_and_carriage_returns_change_nothing(tmp_path: Path) -> None:
    """Files of other editors read the same, with the same lines."""
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: [x,\r\n  y]\r\n")
    root = read_yaml(path)
    assert plain(root) == {"a": "1", "b": ["x", "y"]}
    assert root.mapping()["b"].items()[1].line == 3


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """A missing file, a folder and another encoding are errors of the family, with the place."""
    with pytest.raises(LabelError, match=r"none\.yaml: cannot be read: No such file"):
        read_yaml(tmp_path / "none.yaml", LabelError)
    with pytest.raises(LabelError, match="cannot be read"):
        read_yaml(tmp_path, LabelError)
    (tmp_path / "latin.yaml").write_bytes(b"a: b\nc: caf\xe9\n")
    with pytest.raises(ConfigurationError, match=r"latin\.yaml:2: byte 11 \(0xe9\) is not UTF-8"):
        read_yaml(tmp_path / "latin.yaml")


def test_two_thousand_labels_load_at_once_and_a_bomb_never(parser: None) -> None:
    """Size alone is no reason to refuse; references are."""
    record = "- id: q-{0}\n  query: 'What, number {0}?'\n  evidence: [{{document: a.md, start: {0}, end: 9{0}}}]\n"
    text = "".join(record.format(number) for number in range(2000))
    began = time.perf_counter()
    assert len(parse_yaml(text, "a.yaml").items()) == 2000
    assert time.perf_counter() - began < 20
    bomb = "a: &a [x,x]\n" + "".join(f"{b}: &{b} [*{a},*{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    with pytest.raises(ConfigurationError, match="anchor &a is not allowed"):
        parse_yaml(bomb, "a.yaml")


json_values = st.recursive(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc .#:", max_size=4), inner, max_size=4),
    max_leaves=12,
)


@given(json_values)
def test_texts_survive_yaml_and_json_alike(value: object) -> None:
    """What was written in quotes is read back letter for letter."""
    assert plain(parse_yaml(yaml.safe_dump(value, default_style='"'), "a.yaml")) == value
    assert plain(from_plain(value, "a.json")) == value


@given(st.text(max_size=60))
def test_no_text_ends_in_a_traceback(text: str) -> None:
    """Whatever is written, the answer is a field or an error of ours."""
    with contextlib.suppress(ConfigurationError):
        parse_yaml(text, "a.yaml")


def test_json_numbers_and_flags_are_no_text() -> None:
    """JSON has types, and they count."""
    root = from_plain({"n": 5, "x": 0.5, "f": True, "z": None, "s": "5"}, "a.json").mapping()
    assert root["n"].integer() == 5
    assert root["x"].number() == 0.5
    assert root["f"].flag() is True
    assert root["z"].is_null
    for name in ("n", "x", "f", "z"):
        with pytest.raises(ConfigurationError, match=f"^a.json: {name}: expected text, got (5|0.5|true|nothing)"):
            root[name].text()
    with pytest.raises(ConfigurationError, match="expected an integer, got '5'"):
        root["s"].integer()


def test_json_infinities_and_foreign_objects_are_refused() -> None:
    """Not a number is no number, and a set is no data."""
    for value in (float("nan"), float("inf")):
        with pytest.raises(ConfigurationError, match="expected a number"):
            from_plain([value], "a.json").items()[0].number()
    with pytest.raises(ConfigurationError, match=r"a\.json: a: set is not plain data"):
        from_plain({"a": {1}}, "a.json")


def test_plain_data_that_nests_too_deep_or_holds_itself_is_refused() -> None:
    """A hostile file ends in an error, not in a full stack."""
    circle: list[object] = []
    circle.append(circle)
    for value in (circle, json.loads("[" * 500 + "]" * 500)):
        with pytest.raises(RunError, match=r"^run\.json: \[0\].*: nested deeper than 64 levels"):
            from_plain(value, "run.json", RunError)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("a: 1\n", True),
        ("a: &x 1\nb: *x\na: 2\n", True),
        ("# c\na:\n", True),
        ("text\n", False),
        ("- a\n", False),
        ("", False),
        ("a: b\nmore prose\n", False),
        ("a: 1\n---\nb: 2\n", False),
        ("a: \ud800", False),
    ],
)
def test_a_mapping_is_told_from_prose(text: str, answer: bool) -> None:  # noqa: FBT001 # a table of answers
    """Loosely written mappings count, sentences do not."""
    assert is_yaml_mapping(text) is answer
