"""Foreign claims become labels: documents canonical, offsets led along, words checked, fingerprints bound."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from reviewer import fingerprint
from reviewer.corpus import Canonical, canonicalise
from reviewer.errors import LabelError
from reviewer.labels.importers.equal_text import EqualText
from reviewer.labels.importers.material import Claim, Material, Question
from reviewer.labels.schema import Label
from reviewer.queries import EvidenceItem, EvidenceSpan, Query

_NEAR = 16
_RESERVED = ("corpus", "reviewed")


@dataclass(frozen=True, slots=True)
class Broken:
    """A claim whose words do not stand at its place; `shift` says how far off they stand, if they are near."""

    question: str
    claim: Claim
    shift: int | None

    @property
    def impossible(self) -> bool:
        """Whether no label can hold it at all."""
        return not 0 <= self.claim.start < self.claim.end

    def __str__(self) -> str:
        """Name the question, the place, and what was found."""
        claim = self.claim
        place = f"{self.question}: {claim.document} [{claim.start}, {claim.end})"
        if self.shift is None:
            return place
        side = "later" if self.shift > 0 else "earlier"
        return f"{place}, text begins {abs(self.shift)} {side}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """Canonical documents by id, labels (`file` below the set's folder), and what was counted on the way."""

    documents: Mapping[str, str]
    labels: tuple[Label, ...]
    spans: int
    broken: tuple[Broken, ...] = ()
    alternatives: int = 0
    too_common: int = 0


def bind(
    material: Material,
    *,
    keep_mismatched: bool = False,
    equal_text: bool = False,
    advance: Callable[[int], object] | None = None,
) -> Imported:
    """Give labels bound to canonical documents; spans that do not hold their text are refused by name, unless kept.

    `advance` is called with the number of questions done.
    """
    _refuse_doubled(material.questions)
    broken = tuple(_broken(material))
    refused = [one for one in broken if one.impossible or not keep_mismatched]
    spans = sum(len(item) for question in material.questions for item in question.items)
    if refused:
        raise _refusal(refused, spans, material)
    binder = _Binder(material.documents)
    equal = EqualText(binder.texts, binder.fingerprints)
    labels: list[Label] = []
    for done, question in enumerate(material.questions, start=1):
        label = binder.label(question)
        labels.append(replace(label, query=equal.extended(label.query)) if equal_text else label)
        if advance is not None:
            advance(done)
    return Imported(
        documents=binder.texts,
        labels=tuple(labels),
        spans=spans,
        broken=broken,
        alternatives=equal.added,
        too_common=equal.too_common,
    )


def _refuse_doubled(questions: Sequence[Question]) -> None:
    doubled = [id_ for id_, count in Counter(one.id for one in questions).items() if count > 1]
    if doubled:
        raise LabelError(f"question ids given twice: {', '.join(doubled)}", "Give each question its own id.")


def _broken(material: Material) -> Iterator[Broken]:
    for question in material.questions:
        for claim in (claim for item in question.items for claim in item):
            raw = material.documents[claim.document]
            inside = 0 <= claim.start < claim.end <= len(raw)
            if not inside or claim.text not in (None, raw[claim.start : claim.end]):
                yield Broken(question.id, claim, _shift(raw, claim))


def _shift(raw: str, claim: Claim) -> int | None:
    """Give how far from its place a claim's text begins, if that is near."""
    if not claim.text or claim.start < 0:
        return None
    begin = max(claim.start - _NEAR, 0)
    places: list[int] = []
    at = raw.find(claim.text, begin, claim.start + len(claim.text) + _NEAR)
    while at >= 0:
        places.append(at - claim.start)
        at = raw.find(claim.text, at + 1, claim.start + len(claim.text) + _NEAR)
    return min(places, key=abs, default=None) or None


def _refusal(refused: Sequence[Broken], spans: int, material: Material) -> LabelError:
    lines = "\n".join(f"  {one}" for one in refused)
    message = f"{len(refused)} of {spans} spans do not hold their text:\n{lines}"
    if all(one.impossible for one in refused):
        return LabelError(message, "Repair them in the source: no label can hold such a place.")
    if len(refused) * 2 > spans and all(_fits_inclusive(one.claim, material) for one in refused):
        return LabelError(message, "All do with inclusive ends: use --ends inclusive.")
    hint = "Repair the source, or import with --keep-mismatched and put them right with `reviewer labels`."
    return LabelError(message, hint)


def _fits_inclusive(claim: Claim, material: Material) -> bool:
    return claim.text == material.documents[claim.document][claim.start : claim.end + 1]


class _Binder:
    """Leads claims about raw documents to spans of canonical ones."""

    def __init__(self, documents: Mapping[str, str]) -> None:
        self.canonical = {id_: canonicalise(raw) for id_, raw in documents.items()}
        self.texts = {id_: one.text for id_, one in self.canonical.items()}
        full = {id_: fingerprint.of_text(text) for id_, text in self.texts.items()}
        self.fingerprints = {id_: fingerprint.short(one) for id_, one in full.items()}
        self.corpus = fingerprint.short(fingerprint.of_plain(full))

    def label(self, question: Question) -> Label:
        items = tuple(EvidenceItem(tuple((self.span(claim),) for claim in item)) for item in question.items)
        query = Query(
            id=question.id,
            text=" ".join(canonicalise(question.text).text.split()),
            evidence=tuple(dict.fromkeys(items)),
            boundary=question.boundary,
            tags=question.tags,
            answerable=bool(items),
            corpus=None if items else self.corpus,
        )
        return Label(query=query, file=_label_file(question.home))

    def span(self, claim: Claim) -> EvidenceSpan:
        canonical = self.canonical[claim.document]
        start, end = canonical_place(canonical, claim.start, claim.end)
        quote = canonical.text[start:end] if claim.text is None else canonicalise(claim.text).text
        return EvidenceSpan(claim.document, start, end, self.fingerprints[claim.document], quote)


def canonical_place(canonical: Canonical, start: int, end: int) -> tuple[int, int]:
    """Give the canonical place of the raw characters `[start, end)`, whole characters always; beyond the text as is."""
    text, source = canonical
    offsets = range(len(text) + 1)
    if end > source.length:
        return start, end
    first = bisect_left(offsets, start, key=source.raw)
    if first and source.raw(first) > start:
        first = bisect_left(offsets, source.raw(first - 1), key=source.raw)
    last = bisect_left(offsets, end, key=source.raw)
    return first, max(last, first + 1)


def _label_file(home: str) -> str:
    """Give the file for the labels of a document: its path with another suffix."""
    stem = home.rpartition(".")[0] or "unanswerable"
    first, slash, rest = stem.partition("/")
    taken = first == "corpus" if slash else first in _RESERVED
    return f"{'labels-' if taken else ''}{first}{slash}{rest}.yaml"
