"""The drawn losses: what each arm sent, as places and scores, and the corpora they point into.

A loss is kept so that it can be diagnosed again without a model: the lists of both arms to depth, and the scores
that were asked for texts with their headings. Chunks are cut anew, since the splitter is deterministic.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from reviewer import fingerprint
from reviewer.chunks import Chunk, Splitter, chunk_corpus, load_tokenizer, make_splitter
from reviewer.corpus import Corpus
from reviewer.diagnosis import Arm, Reading, Rescore, TwoArms, by_document, windows_of
from reviewer.passages import raw_passages
from reviewer.queries import EvidenceItem, EvidenceSpan, Query
from reviewer.runs import Hit
from reviewer.scores import CorpusLine, PromptTokens

HERE = Path(__file__).parent
LOSSES = HERE / "losses.jsonl"
K, DEPTH, SIZE, LIMIT = 5, 50, 240, 254
OVERLAPS = (120, 40)
"""Overlaps of the arms, in tokens; either is the baseline: raising overlap loses evidence too."""

Listed = list[tuple[str, int, int, float]]
"""A ranked list: document, start, end and score, best first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """One lost evidence item; `overlaps` are those of baseline and candidate.

    `evidence` are its alternatives, each a group of places with the fingerprint of the text.
    """

    id: str = ""
    data: str = ""
    overlaps: tuple[int, int]
    query: str
    question: str
    item: int
    evidence: list[list[tuple[str, int, int, str]]]
    baseline: Listed
    candidate: Listed
    asked: dict[str, float] = field(default_factory=dict)

    @property
    def as_query(self) -> Query:
        """The query with this item alone."""
        groups = tuple(
            tuple(EvidenceSpan(document, start, end, text) for document, start, end, text in group)
            for group in self.evidence
        )
        return Query(id=self.query, text=self.question, evidence=(EvidenceItem(groups),))

    @property
    def documents(self) -> frozenset[str]:
        """Every document that the loss names."""
        spans = [document for group in self.evidence for document, *_ in group]
        return frozenset([*spans, *(one[0] for one in (*self.baseline, *self.candidate))])


def read_losses(path: Path = LOSSES) -> list[Loss]:
    """Read the drawn losses."""
    return [Loss(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def write_losses(losses: Iterable[Loss], path: Path = LOSSES) -> None:
    """Write the drawn losses, one a line."""
    lines = [json.dumps(asdict(one), ensure_ascii=False, sort_keys=True) for one in losses]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def text_key(text: str) -> str:
    """Name a text that a score was asked for."""
    return fingerprint.short(fingerprint.of_text(text))


class Arms:
    """Both arms of one corpus, cut once; each loss gets its own lists and scores."""

    def __init__(self, corpus: Corpus) -> None:
        """Cut the corpus with each overlap."""
        self.corpus = corpus
        self.line = CorpusLine({one.id: one.text for one in corpus})
        self._tokenizer = load_tokenizer()
        self.tokens = PromptTokens(self.line, lambda name: self._tokenizer.offsets(corpus[name].text).astype(np.int64))
        self._cut = {overlap: self._chunks(overlap) for overlap in OVERLAPS}

    def two(self, loss: Loss, rescore: Rescore | None = None) -> TwoArms:
        """Give both arms as they were; without `rescore` the kept scores answer."""
        self._check(loss)
        return TwoArms(
            corpus=self.corpus,
            line=self.line,
            tokens=self.tokens,
            baseline=self._arm(loss.overlaps[0], loss, loss.baseline, rescore or kept(loss)),
            candidate=self._arm(loss.overlaps[1], loss, loss.candidate, rescore or kept(loss)),
            k=K,
            depth=DEPTH,
        )

    def _chunks(self, overlap: int) -> Mapping[str, tuple[Chunk, ...]]:
        return by_document(chunk_corpus(self.corpus, _splitter(overlap), "1"))

    def _arm(self, overlap: int, loss: Loss, listed: Listed, rescore: Rescore) -> Arm:
        hits = [
            Hit(rank=rank, document=document, start=start, end=end, score=score)
            for rank, (document, start, end, score) in enumerate(listed, start=1)
        ]
        return Arm(
            name=f"overlap-{overlap}",
            chunks=self._cut[overlap],
            passages={loss.query: raw_passages(hits)},
            windows=windows_of(_splitter(overlap).identity, self.corpus, self._tokenizer),
            reading=Reading(LIMIT, self._tokenizer.offsets),
            rescore=rescore,
        )

    def _check(self, loss: Loss) -> None:
        for group in loss.evidence:
            for document, _, _, text in group:
                if not fingerprint.same(text, self.corpus[document].fingerprint):
                    raise SystemExit(f"{loss.id}: {document} is another text than was read")


def kept(loss: Loss) -> Rescore:
    """Answer from the scores that were kept with a loss."""

    def rescore(_query: Query, texts: Sequence[str]) -> list[float]:
        missing = [text for text in texts if text_key(text) not in loss.asked]
        if missing:
            raise SystemExit(f"{loss.id}: a score is asked that was not kept; run draw.py again")
        return [loss.asked[text_key(text)] for text in texts]

    return rescore


def keeping(rescore: Rescore, asked: dict[str, float]) -> Rescore:
    """Ask, and keep every answer."""

    def asking(query: Query, texts: Sequence[str]) -> Sequence[float]:
        scores = rescore(query, texts)
        asked.update(zip(map(text_key, texts), map(float, scores), strict=True))
        return scores

    return asking


def _splitter(overlap: int) -> Splitter:
    return make_splitter({"name": "tokens", "size": SIZE, "overlap": overlap})
