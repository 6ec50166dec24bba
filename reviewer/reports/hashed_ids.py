"""A result in, the same result under hashed ids out, and back: queries, documents and sets are named by HMAC-SHA-256.

Pure. The same names rename everything that is written of a run, so that all of it still fits together. Whoever holds
the key and the documents can hash their ids again and so look them up; without the key an id cannot be guessed at.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256

from reviewer.comparison import Abstention, Effect
from reviewer.fingerprint import Plain
from reviewer.reports.result import ArmResult, ComparisonResult, Integrity, ItemChange, Result

DIGITS = 16
QUERY, DOCUMENT, LABEL_SET, CHUNK, CHECK = "q", "d", "s", "c", "key"
HASHED = re.compile(rf"{QUERY}-[0-9a-f]{{{DIGITS}}}")
"""What the hashed id of a query looks like."""


@dataclass(frozen=True, slots=True)
class HashKey:
    """A secret key; it shows in no `repr`, and `check` tells whether two are the same without telling either."""

    secret: bytes = field(repr=False)

    @property
    def check(self) -> str:
        """What a result says of the key that hid its ids."""
        return self.alias(CHECK, "overlap-reviewer")

    def alias(self, kind: str, name: str) -> str:
        """Give the name that stands for an id: the kind and 16 hexadecimal digits of HMAC-SHA-256 (RFC 2104)."""
        text = f"{kind}\0{name}".encode("utf-8", "surrogatepass")
        return f"{kind}-{hmac.digest(self.secret, text, sha256).hex()[:DIGITS]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What each query, document and label set is called instead; what stands in no table keeps its name.

    `check` is that of the key, and nothing for names that lead back.
    """

    queries: Mapping[str, str]
    documents: Mapping[str, str]
    sets: Mapping[str, str]
    check: str = ""

    @property
    def back(self) -> Names:
        """The same names the other way round."""
        tables = [{new: old for old, new in table.items()} for table in (self.queries, self.documents, self.sets)]
        return Names(queries=tables[0], documents=tables[1], sets=tables[2])

    def with_those_of(self, other: Names) -> Names:
        """Give these names and those of another table under the same key."""
        return replace(
            self,
            queries={**self.queries, **other.queries},
            documents={**self.documents, **other.documents},
            sets={**self.sets, **other.sets},
        )

    def query(self, name: str) -> str:
        """Give what a query is called."""
        return self.queries.get(name, name)

    def document(self, name: str) -> str:
        """Give what a document is called."""
        return self.documents.get(name, name)

    def prose(self, text: str) -> str:
        """Rename whatever a sentence names: whole ids only, the longest first."""
        every = {**self.sets, **self.queries, **self.documents}
        found = sorted((one for one in every if one and one in text), key=len, reverse=True)
        if not found:
            return text
        pattern = "|".join(map(re.escape, found))
        return re.sub(rf"(?<![\w@-])(?:{pattern})(?![\w@-])", lambda match: every[match[0]], text)

    def plain(self, value: Plain) -> Plain:
        """Rename every text of plain data, keys too."""
        if isinstance(value, str):
            return self.prose(value)
        if isinstance(value, Mapping):
            return {self.prose(key): self.plain(inner) for key, inner in value.items()}
        return [self.plain(one) for one in value] if isinstance(value, (list, tuple)) else value

    def result(self, result: Result) -> Result:
        """Rename all that a result names."""
        reasons = tuple(map(self.prose, result.verdict.reasons))
        gates = tuple(replace(one, reason=self.prose(one.reason)) for one in result.verdict.gates)
        return replace(
            result,
            title=", ".join(self.sets.get(one, one) for one in result.title.split(", ")),
            arms=tuple(map(self._arm, result.arms)),
            comparisons=tuple(map(self._comparison, result.comparisons)),
            queries=tuple(replace(one, id=self.query(one.id)) for one in result.queries),
            verdict=replace(result.verdict, gates=gates, reasons=reasons),
            integrity=self._integrity(result.integrity),
        )

    def _arm(self, arm: ArmResult) -> ArmResult:
        worst = tuple((self.document(name), start, end, lost) for name, start, end, lost in arm.truncation.worst)
        return replace(
            arm, truncation=replace(arm.truncation, worst=worst), abstention=self._abstention(arm.abstention)
        )

    def _abstention(self, found: Abstention | None) -> Abstention | None:
        if found is None or found.confident is None:
            return found
        return replace(found, confident=tuple(map(self.query, found.confident)))

    def _comparison(self, one: ComparisonResult) -> ComparisonResult:
        return replace(
            one,
            confounders=tuple(map(self.prose, one.confounders)),
            statements=tuple(map(self.prose, one.statements)),
            effects=tuple(map(self._effect, one.effects)),
            changes=tuple(map(self._change, one.changes)),
            advice=self.prose(one.advice),
        )

    def _effect(self, one: Effect) -> Effect:
        return replace(
            one,
            lost_queries=tuple(map(self.query, one.lost_queries)),
            gained_queries=tuple(map(self.query, one.gained_queries)),
            notes=tuple(map(self.prose, one.notes)),
        )

    def _change(self, one: ItemChange) -> ItemChange:
        numbers = self.plain(one.numbers)
        assert isinstance(numbers, Mapping)  # noqa: S101  # a mapping stays one
        return replace(
            one,
            query=self.query(one.query),
            places=tuple((self.document(document), start, end) for document, start, end in one.places),
            label="",
            because=self.prose(one.because),
            remedy=self.prose(one.remedy),
            numbers=numbers,
        )

    def _passed_over(self, files: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        return tuple((self.document(path), self.prose(reason)) for path, reason in files)

    def _integrity(self, integrity: Integrity) -> Integrity:
        return replace(
            integrity,
            left_out=tuple((self.query(name), state) for name, state in integrity.left_out),
            findings=tuple(map(self.prose, integrity.findings)),
            hashed=self.check,
            passed_over_files=self._passed_over(integrity.passed_over_files),
        )


def names_under(key: HashKey, *, queries: Iterable[str], documents: Iterable[str], sets: Iterable[str]) -> Names:
    """Hash ids with a key."""
    return Names(
        queries={one: key.alias(QUERY, one) for one in queries},
        documents={one: key.alias(DOCUMENT, one) for one in documents},
        sets={one: key.alias(LABEL_SET, one) for one in sets},
        check=key.check,
    )


def names_in(result: Result, key: HashKey, documents: Iterable[str] = ()) -> Names:
    """Hash the ids that a result holds, and those of further documents."""
    changes = [one for comparison in result.comparisons for one in comparison.changes]
    named = {place[0] for one in changes for place in one.places}
    named |= {one[0] for arm in result.arms for one in arm.truncation.worst}
    named |= {path for path, _ in result.integrity.passed_over_files}
    queries = {one.id for one in result.queries} | {name for name, _ in result.integrity.left_out}
    return names_under(key, queries=queries, documents=named | set(documents), sets=result.title.split(", "))
