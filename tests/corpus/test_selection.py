"""Globs: which paths they take, which folders they rule out, which of them are refused."""

from __future__ import annotations

import fnmatch
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.corpus import is_hidden, select
from reviewer.errors import CorpusError


@pytest.mark.parametrize(
    ("glob", "taken", "left"),
    [
        ("**/*.md", ["a.md", "x/a.md", "x/y/a.md"], ["a.txt", "a.md/b"]),
        ("*.md", ["a.md"], ["x/a.md"]),
        ("docs/**", ["docs/a", "docs/x/y.md"], ["docs", "other/docs/a"]),
        ("docs/", ["docs/a", "docs/x/y.md"], ["docs"]),
        ("./docs/*.md", ["docs/a.md"], ["docs/x/a.md"]),
        ("docs/**/api/*.md", ["docs/api/a.md", "docs/x/y/api/a.md"], ["docs/x/a.md", "api/a.md"]),
        ("**/draft-?.txt", ["draft-1.txt", "x/draft-a.txt"], ["draft-10.txt", "draft-/.txt"]),
        ("v[12]/*", ["v1/a", "v2/a"], ["v3/a"]),
        ("v[!12]/*", ["v3/a"], ["v1/a", "v//a"]),
        ("v[]x]", ["v]", "vx"], ["v"]),
        ("a[b", ["a[b"], ["ab"]),
        ("a.b+(c)", ["a.b+(c)"], ["aXb+(c)", "a.bb(c)"]),
    ],
)
def test_globs_take_paths_below_the_root(glob: str, taken: list[str], left: list[str]) -> None:
    """A star stays in its folder, two stars stand for any number of folders, all else is literal."""
    selection = select([glob])
    assert [path for path in taken if not selection.wants(path)] == []
    assert [path for path in left if selection.wants(path)] == []


@given(st.text("ab*?[!]-c", min_size=1, max_size=6), st.text("abc-]!", min_size=1, max_size=5))
def test_one_segment_means_what_it_means_in_the_shell(glob: str, name: str) -> None:
    """Where no folder is involved, the standard library agrees; two stars are for folders alone."""
    if "**" not in glob:
        assert select([glob]).wants(name) == fnmatch.fnmatchcase(name, glob)


def test_excluded_paths_are_left_out() -> None:
    """What both lists match is left out."""
    selection = select(["**/*.md"], ["drafts/**", "**/CHANGELOG.md"])
    assert selection.wants("a.md")
    assert not selection.wants("drafts/x/a.md")
    assert not selection.wants("x/CHANGELOG.md")


@pytest.mark.parametrize(
    ("include", "exclude", "folder", "looked_into"),
    [
        ("docs/**/*.md", "", "docs", True),
        ("docs/**/*.md", "", "docs/x/y", True),
        ("docs/**/*.md", "", "src", False),
        ("docs/*.md", "", "docs/x", False),
        ("*.md", "", "docs", False),
        ("v?/api/*.md", "", "v1", True),
        ("v?/api/*.md", "", "v1/api", True),
        ("v?/api/*.md", "", "v1/web", False),
        ("**/*", "node_modules/**", "node_modules", False),
        ("**/*", "**/node_modules/**", "web/node_modules", False),
        ("**/*", "**/*.md", "docs", True),
    ],
)
def test_folders_are_looked_into_only_where_something_may_be_asked_for(
    include: str, exclude: str, folder: str, *, looked_into: bool
) -> None:
    """A walk stays out of folders that cannot hold a file of the corpus."""
    assert select([include], [exclude] if exclude else []).may_hold(folder) == looked_into


@given(
    st.lists(st.sampled_from(["a", "b", "*", "**", "a*"]), min_size=1, max_size=4),
    st.lists(st.sampled_from("ab"), min_size=2, max_size=4),
)
def test_no_wanted_file_lies_in_a_folder_that_is_not_looked_into(glob: list[str], names: list[str]) -> None:
    """Ruling out folders never loses a file."""
    selection = select(["/".join(glob)], ["b/**/a/**"])
    if selection.wants("/".join(names)):
        assert all(selection.may_hold("/".join(names[:depth])) for depth in range(1, len(names)))


def test_globs_and_names_meet_in_the_composed_form() -> None:
    """A glob typed with a composed accent takes a file name stored with a separate one, and the reverse."""
    composed, apart = "caf\u00e9.md", unicodedata.normalize("NFD", "caf\u00e9.md")
    assert select([composed]).wants(apart)
    assert select([apart]).wants(composed)


@pytest.mark.parametrize("glob", ["/etc/*", "../x/*.md", "docs//a", "docs\\a.md", "", "a/./b"])
def test_globs_that_cannot_match_below_the_root_are_refused(glob: str) -> None:
    """A glob that would silently match nothing is an error."""
    with pytest.raises(CorpusError, match="is not a path below the root"):
        select([glob])


@pytest.mark.parametrize(
    ("glob", "single"),
    [
        ("docs/**.md", "docs/*.md"),
        ("**.md", "*.md"),
        ("docs**/", "docs*/**"),
        ("a/b**/c.md", "a/b*/c.md"),
        ("***", "*"),
    ],
)
def test_two_stars_within_a_name_are_refused(glob: str, single: str) -> None:
    """They would be one star, and quietly leave out the folders that their writer asked for."""
    for include, exclude in (([glob], []), (["**/*"], [glob])):
        with pytest.raises(CorpusError, match="has two stars beside other characters") as refused:
            select(include, exclude)
        assert refused.value.hint.endswith(f"within a name write one: {single}.")
    select([single])


def test_braces_are_refused_with_the_remedy() -> None:
    """Braces would be taken literally and match nothing."""
    with pytest.raises(CorpusError, match="List one glob for each alternative"):
        select(["**/*.{md,txt}"])


def test_including_nothing_is_refused() -> None:
    """An empty list of globs is a mistake."""
    with pytest.raises(CorpusError, match="nothing is included"):
        select([])


def test_hidden_means_a_dot_before_any_name() -> None:
    """A file in a hidden folder is hidden."""
    assert is_hidden(".github/workflows/a.yml")
    assert is_hidden("docs/.draft.md")
    assert not is_hidden("docs/a.b.md")
