"""Label files are edited whole or not at all, by one process at a time, and no decision is lost."""

from __future__ import annotations

import stat
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from reviewer.errors import LabelError
from reviewer.labels import Change, LabelSet, Retirement, disk, find_corpus, find_set, read_set, save
from reviewer.labels.pending import read_pending
from reviewer.labels.store import change
from tests.labels.making import corpus, item, label, span, unanswerable, write_set
from tests.labels.samples import BLOCK, FLOW

DOCUMENTS = corpus(a="The fee is 40 EUR.\n")
RETIRED = Retirement("Ada", "2026-11-30", "no longer asked")


def retire(labels: LabelSet, *ids: str) -> list[Change]:
    """Decide to retire some labels."""
    return [Change(id_, replace(labels[id_], retired=RETIRED)) for id_ in ids]


def test_all_label_files_of_a_set_are_read(tmp_path: Path) -> None:
    """In the order of their names; the corpus, reviewed losses and hidden folders are something else."""
    for name in ("b.yaml", "a.yaml", "deep/c.yaml", "corpus/not.yaml", ".git/not.yaml", "reviewed.yaml", "README.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        write_set((tmp_path / name).parent, unanswerable(Path(name).stem), file=Path(name).name)
    found = read_set(tmp_path)
    assert [one.id for one in found.labels] == ["a", "b", "c"]
    assert found.name == tmp_path.name
    assert [Path(file).name for file in found.files] == ["a.yaml", "b.yaml", "c.yaml"]


def test_doubled_ids_are_refused_with_both_places(tmp_path: Path) -> None:
    """Across files and inside one."""
    write_set(tmp_path, unanswerable("x"), unanswerable("y"), file="a.yaml")
    write_set(tmp_path, unanswerable("z"), unanswerable("x"), file="b.yaml")
    with pytest.raises(LabelError, match=r"b\.yaml:6: id x is given twice, first at .*a\.yaml:3"):
        read_set(tmp_path)


def test_errors_of_all_files_are_named_at_once(tmp_path: Path) -> None:
    """A person mends them in one go."""
    (tmp_path / "a.yaml").write_text("version: 1\nqueries: [{id: x}]\n", encoding="utf-8")
    (tmp_path / "b.yaml").write_bytes(b"version: 1\nqueries: [{id: \xff}]\n")
    (tmp_path / "c.yaml").write_text("version: 1\n\tqueries: []\n", encoding="utf-8")
    with pytest.raises(LabelError, match=r"(?s)a\.yaml:2.*b\.yaml:2: byte 26.*c\.yaml:2"):
        read_set(tmp_path)


@pytest.mark.parametrize(
    ("prepare", "expected"),
    [
        (Path.exists, "no labels below"),
        (lambda folder: (folder / "x.yml").touch(), "label files end in .yaml"),
        (Path.rmdir, "no such folder"),
    ],
)
def test_a_set_without_labels_is_refused(tmp_path: Path, prepare: Callable[[Path], object], expected: str) -> None:
    """Nothing is ever judged by nothing, and a file that would be passed over in silence is named."""
    folder = tmp_path / "set"
    folder.mkdir()
    prepare(folder)
    with pytest.raises(LabelError, match=expected):
        read_set(folder)


def test_saving_changes_the_lines_of_the_label_only(tmp_path: Path) -> None:
    """Bytes before and after the label are those of the file."""
    path = tmp_path / "x.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + BLOCK.replace("\n", "\r\n").encode())
    labels = read_set(tmp_path)
    save(tmp_path, labels, retire(labels, "exception"))
    line = '    retired: {by: Ada, on: "2026-11-30", reason: no longer asked}\r\n'
    before, after = path.read_bytes().split(line.encode())
    assert before + after == b"\xef\xbb\xbf" + BLOCK.replace("\n", "\r\n").encode()
    assert read_set(tmp_path)["exception"].retired == RETIRED


def test_several_files_are_saved_at_once(tmp_path: Path) -> None:
    """Changes go to the files of their labels, a new label to the file it names."""
    (tmp_path / "a.yaml").write_text(BLOCK, encoding="utf-8")
    (tmp_path / "b.yaml").write_text(FLOW, encoding="utf-8")
    labels = read_set(tmp_path)
    new = replace(label("new", item(span(DOCUMENTS, "a.md", "fee"))), file=str(tmp_path / "c/d.yaml"))
    save(tmp_path, labels, [*retire(labels, "window", "two"), Change("one", None), Change("new", new)])
    found = read_set(tmp_path)
    assert [one.id for one in found.labels] == ["window", "exception", "block", "two", "new"]
    assert [one.id for one in found.in_use] == ["exception", "block", "new"]


def test_a_file_that_changed_is_left_alone_and_nothing_is_lost(tmp_path: Path) -> None:
    """The decisions stand beside it, the other files are written, and the message says so."""
    (tmp_path / "a.yaml").write_text(BLOCK, encoding="utf-8")
    (tmp_path / "b.yaml").write_text(FLOW, encoding="utf-8")
    labels = read_set(tmp_path)
    (tmp_path / "a.yaml").write_text(BLOCK + "# somebody else\n", encoding="utf-8")
    with pytest.raises(LabelError, match=r"a\.yaml: changed since it was read") as caught:
        save(tmp_path, labels, [*retire(labels, "window", "two"), Change("block", None)])
    assert "a.yaml.pending" in caught.value.hint
    assert (tmp_path / "a.yaml").read_text(encoding="utf-8") == BLOCK + "# somebody else\n"
    assert read_set(tmp_path)["two"].retired == RETIRED
    (kept,) = read_pending(tmp_path)
    assert kept.file == str(tmp_path / "a.yaml")
    assert {one.id: one.label and one.label.retired for one in kept.changes} == {"window": RETIRED, "block": None}


def test_waiting_decisions_are_kept_with_new_ones(tmp_path: Path) -> None:
    """A second refusal adds to the first; on the same label the later decision holds."""
    (tmp_path / "a.yaml").write_text(BLOCK, encoding="utf-8")
    labels = read_set(tmp_path)
    (tmp_path / "a.yaml").write_text(BLOCK + "#\n", encoding="utf-8")
    for changes in ([Change("window", None), Change("block", None)], retire(labels, "window", "exception")):
        with pytest.raises(LabelError):
            save(tmp_path, labels, changes)
    (kept,) = read_pending(tmp_path)
    assert {one.id: one.label is None for one in kept.changes} == {"window": False, "exception": False, "block": True}


def test_a_vanished_file_is_not_written_anew(tmp_path: Path) -> None:
    """Somebody removed it; the decision waits."""
    path = write_set(tmp_path, unanswerable("x"))
    labels = read_set(tmp_path)
    path.unlink()
    with pytest.raises(LabelError, match="changed since it was read"):
        save(tmp_path, labels, retire(labels, "x"))
    assert not path.exists()
    assert len(read_pending(tmp_path)[0].changes) == 1


def test_a_change_of_an_unknown_label_is_refused(tmp_path: Path) -> None:
    """Before anything is written."""
    write_set(tmp_path, unanswerable("x"))
    with pytest.raises(LabelError, match="no label 'y'"):
        change(tmp_path, lambda _: [Change("y", None)])


def test_a_label_that_could_not_be_read_again_is_refused(tmp_path: Path) -> None:
    """With the message that reading would give; the file stays as it was, and nothing waits beside it."""
    path = write_set(tmp_path, unanswerable("x"))
    before = path.read_bytes()
    bad = replace(unanswerable("a b"), file=str(path))
    with pytest.raises(LabelError, match="'a b' cannot be an id"):
        change(tmp_path, lambda _: [Change("a b", bad)])
    assert path.read_bytes() == before
    assert read_pending(tmp_path) == ()


def test_links_are_followed_and_modes_kept(tmp_path: Path) -> None:
    """The link stays a link, its target gets the new text and keeps its mode."""
    real, folder = tmp_path / "elsewhere", tmp_path / "set"
    real.mkdir()
    folder.mkdir()
    target = write_set(real, unanswerable("x"))
    target.chmod(0o640)
    (folder / "link.yaml").symlink_to(target)
    change(folder, lambda labels: retire(labels, "x"))
    assert (folder / "link.yaml").is_symlink()
    assert "retired" in target.read_text(encoding="utf-8")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert sorted(path.name for path in [*real.iterdir(), *folder.iterdir()]) == ["link.yaml", "x.yaml"]


def test_a_read_only_file_is_refused(tmp_path: Path) -> None:
    """Although its folder would let it be replaced; the decision is kept."""
    path = write_set(tmp_path, unanswerable("x"))
    path.chmod(0o444)
    with pytest.raises(LabelError, match="read-only"):
        change(tmp_path, lambda labels: retire(labels, "x"))
    assert "retired" not in path.read_text(encoding="utf-8")
    assert len(read_pending(tmp_path)) == 1


def test_what_a_killed_process_left_is_cleared_away(tmp_path: Path) -> None:
    """A half-written file is no label file, and goes with the next edit."""
    write_set(tmp_path, unanswerable("x"))
    left = tmp_path / ".x.yaml.abc.unfinished"
    left.write_text("version: 1\nqueries: [", encoding="utf-8")
    assert len(read_set(tmp_path).labels) == 1
    change(tmp_path, lambda labels: retire(labels, "x"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.yaml"]


def test_a_held_lock_is_waited_for_and_then_named(tmp_path: Path) -> None:
    """Nobody waits for ever."""
    with (
        disk.locked(tmp_path),
        pytest.raises(LabelError, match="another process is editing"),
        disk.locked(tmp_path, 0.1),
    ):
        pass


ADD = """
import sys
from dataclasses import replace
from pathlib import Path
from reviewer.labels import Change, Label
from reviewer.labels.store import change
from reviewer.queries import Query
folder, name, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
def new(at):
    query = Query(id=f"{name}-{at}", text="Who?", answerable=False)
    return [Change(query.id, Label(query=query, file=str(folder / "x.yaml")))]
print("ready", flush=True)
for at in range(count):
    change(folder, lambda _: new(at))
"""


def start(folder: Path, name: str, count: int) -> subprocess.Popen[bytes]:
    """Start a process that adds labels one by one."""
    command = [sys.executable, "-c", ADD, str(folder), name, str(count)]
    started = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert started.stdout is not None
    assert started.stdout.readline() == b"ready\n"
    return started


def test_two_processes_lose_nothing_of_each_other(tmp_path: Path) -> None:
    """Both edit one file at once, and all labels of both stand in it."""
    write_set(tmp_path, unanswerable("x"))
    with start(tmp_path, "one", 12) as one, start(tmp_path, "two", 12) as two:
        assert one.wait(60) == two.wait(60) == 0
    ids = {label_.id for label_ in read_set(tmp_path).labels}
    assert ids == {"x", *(f"{name}-{at}" for name in ("one", "two") for at in range(12))}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.yaml"]


def test_a_kill_leaves_the_file_whole(tmp_path: Path) -> None:
    """Killed at any moment, the file holds all labels up to some one, and the next process goes on."""
    path = write_set(tmp_path, *(unanswerable(f"x-{at}") for at in range(200)))
    before = path.read_bytes()
    for kill in range(6):
        with start(tmp_path, f"kill-{kill}", 1000) as process:
            time.sleep(0.02 + kill * 0.047)
            process.kill()
        now = path.read_bytes()
        assert now.startswith(before)
        added = [one.id for one in read_set(tmp_path).labels if one.id.startswith(f"kill-{kill}-")]
        assert added == [f"kill-{kill}-{at}" for at in range(len(added))]
        before = now
    assert b"kill-" in before
    change(tmp_path, lambda labels: retire(labels, "x-0"))
    assert [one.name for one in tmp_path.iterdir()] == ["x.yaml"]


def test_sets_are_found_by_name_path_or_because_they_are_alone(tmp_path: Path) -> None:
    """Several sets and no name is a question back, with the names."""
    with pytest.raises(LabelError, match="no label set stands below"):
        find_set(None, tmp_path)
    (tmp_path / "one").mkdir()
    assert find_set(None, tmp_path) == tmp_path / "one"
    (tmp_path / "two").mkdir()
    assert find_set("two", tmp_path) == tmp_path / "two"
    assert find_set(str(tmp_path / "one"), tmp_path / "nowhere") == tmp_path / "one"
    with pytest.raises(LabelError, match="2 label sets") as caught:
        find_set(None, tmp_path)
    assert "one, two" in caught.value.hint
    with pytest.raises(LabelError, match="no label set 'three'"):
        find_set("three", tmp_path)


def test_the_corpus_is_the_sets_own_or_the_one_given(tmp_path: Path) -> None:
    """A missing one is an error, not an empty corpus."""
    with pytest.raises(LabelError, match="no corpus folder"):
        find_corpus(tmp_path)
    (tmp_path / "corpus").mkdir()
    assert find_corpus(tmp_path) == tmp_path / "corpus"
    assert find_corpus(Path("elsewhere"), tmp_path) == tmp_path
