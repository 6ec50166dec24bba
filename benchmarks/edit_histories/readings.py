"""Two readers' answers become truth: `check` one reader's file, or `merge` both into truth.jsonl.

    python readings.py check FOLDER ANSWERS.jsonl
    python readings.py merge FOLDER READER_A READER_B [THIRD]      (folders of *.jsonl)

An answer is {id, verdict, start, end, places, note}. Where both readers place a quote on spans that share SAME_PLACE of
their union, or agree that it has no place, they agree; the truth is then the first reader's. Where they do not, both
answers are kept as they are, and a third reader's answer, if there is one, decides.
"""

from __future__ import annotations

import json
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from sample_spans import SPANS
from sources import HERE, read_pairs, write_lines

TRUTH = HERE / "truth.jsonl"
SAME_PLACE = 0.7
PLACED = ("same-words", "changed-words")
VERDICTS = (*PLACED, "ambiguous", "gone")
_PLAIN = str.maketrans(dict.fromkeys("‘’‛", "'") | dict.fromkeys("“”‟", '"') | dict.fromkeys("‐‑–—", "-"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What one reader says about one span; `places` are the like places of an ambiguous one."""

    id: str
    verdict: str
    start: int | None = None
    end: int | None = None
    places: Sequence[Sequence[int]] = ()
    note: str = ""


def read_answers(path: Path) -> dict[str, Answer]:
    """Give the answers of a file, or of all files of a folder, by span."""
    files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    lines = [line for file in files for line in file.read_text("utf-8").splitlines() if line.strip()]
    return {answer.id: answer for answer in (Answer(**json.loads(line)) for line in lines)}


def read_spans() -> dict[str, dict[str, str | int]]:
    """Give the drawn spans by id."""
    return {row["id"]: row for row in map(json.loads, SPANS.read_text("utf-8").splitlines())}


def new_texts(folder: Path) -> dict[str, tuple[str, str]]:
    """Give old and new text by pair."""
    where = {pair.id: folder / "pairs" / pair.id for pair in read_pairs()}
    return {
        id_: ((at / "old.txt").read_text("utf-8"), (at / "new.txt").read_text("utf-8")) for id_, at in where.items()
    }


def words_of(text: str) -> str:
    """Give the text without what a reflow or another typography changes."""
    return " ".join(unicodedata.normalize("NFC", text).translate(_PLAIN).split())


def problem(answer: Answer, old: str, new: str, span: Mapping[str, str | int]) -> str:
    """Say what is wrong with an answer's form; empty if nothing is."""
    if answer.verdict not in VERDICTS:
        return f"verdict is none of {', '.join(VERDICTS)}"
    if answer.verdict not in PLACED:
        return "" if answer.start is None and answer.end is None else "start and end must be null"
    if answer.start is None or answer.end is None or not 0 <= answer.start < answer.end <= len(new):
        return "start and end must be offsets of the new text"
    passage = new[answer.start : answer.end]
    if passage != passage.strip():
        return "the place begins or ends with blanks"
    same = words_of(passage) == words_of(old[int(span["start"]) : int(span["end"])])
    if same != (answer.verdict == "same-words"):
        return "the words are the same" if same else "the words are not the same"
    return ""


def check(folder: Path, file: Path) -> int:
    """Print what is wrong with the form of a file of answers; give the number of problems."""
    spans, texts, problems = read_spans(), new_texts(folder), 0
    answers = read_answers(file)
    for id_, answer in answers.items():
        said = problem(answer, *texts[str(spans[id_]["pair"])], spans[id_]) if id_ in spans else "no such span"
        problems += bool(said)
        print(f"{id_}: {said}") if said else None
    print(f"{len(answers)} answers, {problems} problems")
    return problems


def agree(one: Answer, other: Answer) -> bool:
    """Tell whether two answers say the same."""
    if one.verdict in PLACED and other.verdict in PLACED:
        return shared_share((one.start or 0, one.end or 0), (other.start or 0, other.end or 0)) > SAME_PLACE
    return one.verdict == other.verdict


def shared_share(one: tuple[int, int], other: tuple[int, int]) -> float:
    """Give the intersection over the union of two spans, 0 to 1."""
    shared = min(one[1], other[1]) - max(one[0], other[0])
    return max(0, shared) / (max(one[1], other[1]) - min(one[0], other[0]))


def merged(first: Path, second: Path, third: Path | None) -> Iterator[Mapping[str, object]]:
    """Give one row of truth for each span that both readers answered."""
    pairs = {pair.id: pair for pair in read_pairs()}
    one, other, deciding = read_answers(first), read_answers(second), read_answers(third) if third else {}
    for id_, span in read_spans().items():
        if id_ not in one or id_ not in other:
            continue
        agreed = agree(one[id_], other[id_])
        decided = one[id_] if agreed else deciding.get(id_)
        pair = pairs[str(span["pair"])]
        yield {
            "id": id_,
            "pair": pair.id,
            "old_fingerprint": pair.old_fingerprint,
            "new_fingerprint": pair.new_fingerprint,
            "old": [span["start"], span["end"]],
            "verdict": decided.verdict if decided else "disputed",
            "new": [decided.start, decided.end] if decided and decided.verdict in PLACED else None,
            "agreed": agreed,
            "readers": [_short(one[id_]), _short(other[id_])],
        }


def _short(answer: Answer) -> dict[str, object]:
    """Give an answer without what is empty, and without its id."""
    return {key: value for key, value in asdict(answer).items() if key != "id" and value not in (None, "", (), [])}


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["check", folder, file]:
            sys.exit(check(Path(folder), Path(file)) > 0)
        case ["merge", folder, first, second, *rest]:
            found = list(merged(Path(first), Path(second), Path(rest[0]) if rest else None))
            write_lines(TRUTH, iter(found))
            print(f"{len(found)} spans:", dict(Counter(str(row["verdict"]) for row in found)))
        case _:
            sys.exit(__doc__)
