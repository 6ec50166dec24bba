"""A function of the project cuts: any shape it gives, and one clear error for what is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer.chunks import Setting, SplitterIdentity, make_splitter
from reviewer.corpus import document_from_text
from reviewer.errors import SplitError

DOCUMENT = document_from_text("fees.md", "Fees are due. Appeals are free. Fees are due.")
SOURCE = '''
"""Ways to cut."""


def texts(text, size=14):
    return [text[at : at + size] for at in range(0, len(text), size)]


def positional(text, /, size=14):
    return texts(text, size)


def places(text):
    yield 0, 13
    yield 14, len(text)


def both(text):
    return [(text[:13], 0, 13), (text[14:], -1, 0)]


def one_text(text):
    return text


def floats(text):
    return [(0.0, 13.0)]


def beyond(text):
    return [(0, 13), (14, 4000)]


def negative(text):
    return [(-4, 13)]


def other(text):
    return ["A summary that a model wrote of it."]


def fails(text):
    raise KeyError("sizes")


def numbers(text):
    return [1, 2]


def exits(text):
    raise SystemExit(0)


def prints(text):
    print("3 chunks made")
    return [(0, len(text))]


def mapping(text):
    return {"Fees": 1}


def endless(text):
    while True:
        yield 0, 5


def huge(text):
    return [(0, 10**5000)]


def numpy_numbers(text):
    import numpy as np

    return [tuple(place) for place in np.array([[0, 13], [14, len(text)]])]


value = 7
'''


@pytest.fixture(autouse=True)
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A module of the project, importable from where the command is started."""
    path = tmp_path / "our_cuts.py"
    path.write_text(SOURCE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(__import__("sys").modules, "our_cuts", raising=False)
    return path


def places(name: str, **settings: Setting) -> list[tuple[int, int]]:
    """Cut with a function of the module."""
    made = make_splitter({"name": "python", "python": f"our_cuts:{name}", **settings})
    return [(cut.start, cut.end) for cut in made.split(DOCUMENT)]


def test_texts_places_and_both_are_understood() -> None:
    """The second `Fees are due` is the second, and a -1 is placed by its text."""
    assert places("texts") == [(0, 14), (14, 28), (28, 42), (42, 45)]
    assert places("texts", size=32) == [(0, 32), (32, 45)]
    assert places("positional", size=32) == [(0, 32), (32, 45)]
    assert places("places") == [(0, 13), (14, 45)]
    assert places("both") == [(0, 13), (14, 45)]
    assert places("numpy_numbers") == [(0, 13), (14, 45)]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("one_text", "gave str"),
        ("floats", "chunk 1: an offset is 0.0, not a whole number"),
        ("other", "wrote text that is not in the document (1 of 1 chunks; first: chunk 1, 'A summary that"),
        ("fails", "the splitter python failed (KeyError: 'sizes')"),
        ("numbers", "chunk 1: 1 is no chunk"),
        ("exits", "the splitter python failed (SystemExit: 0) at our_cuts.py:"),
        ("mapping", "gave dict"),
        ("endless", "more than 1000 chunks of 45 characters"),
        ("huge", "chunk 1: an offset is beyond any text"),
    ],
)
def test_what_is_no_chunk_ends_in_one_error_that_names_the_document(name: str, told: str) -> None:
    """With a remedy."""
    with pytest.raises(SplitError) as caught:
        places(name)
    assert caught.value.message.startswith("fees.md: ")
    assert told in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("our_cuts", "names no function"),
        ("our_cuts:missing", "cannot be imported"),
        ("nowhere.at_all:cut", "cannot be imported"),
        ("our_cuts:value", "is no function"),
        ("os;system:x", "names no function"),
    ],
)
def test_a_function_that_is_not_there_is_refused(named: str, told: str) -> None:
    """With the spelling that is expected."""
    with pytest.raises(SplitError, match=told) as caught:
        make_splitter({"name": "python", "python": named})
    assert "package.module:function" in caught.value.hint


def test_a_module_that_ends_its_program_is_refused(module: Path) -> None:
    """As a script without a main guard does: a run that ended with its exit code 0 would count as passed."""
    module.with_name("our_script.py").write_text("raise SystemExit(0)", encoding="utf-8")
    with pytest.raises(SplitError, match=r"cannot be imported \(SystemExit: 0\) at our_script\.py:1"):
        make_splitter({"name": "python", "python": "our_script:cut"})


def test_what_a_function_prints_is_kept_out_of_the_output(module: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever reads `--json` would find it there; the same for what its module prints."""
    module.write_text(f"{SOURCE}\nprint('imported')\n", encoding="utf-8")
    assert places("prints") == [(0, 45)]
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "imported\n3 chunks made\n"


def test_a_setting_that_the_function_does_not_take_is_refused() -> None:
    """By name, with the nearest."""
    with pytest.raises(SplitError, match="no setting 'sise'") as caught:
        places("texts", sise=3)
    assert caught.value.hint == "Did you mean size?"


def test_the_identity_changes_with_the_source_and_with_the_settings(module: Path) -> None:
    """So that no vector of another version is taken for this one's."""

    def identity(**settings: Setting) -> SplitterIdentity:
        return make_splitter({"name": "python", "python": "our_cuts:texts", **settings}).identity

    before = identity()
    assert identity(size=15).fingerprint != before.fingerprint
    assert identity(size=15).size == 15
    assert identity(version="2").fingerprint != before.fingerprint
    module.write_text(SOURCE + "\n# changed\n", encoding="utf-8")
    assert identity().fingerprint != before.fingerprint
