"""A measure: its family, where it cuts, and the settings that are not the default; its name is its identity."""

from __future__ import annotations

from dataclasses import dataclass

from reviewer.scores.match import SINGLE, MatchRule


@dataclass(frozen=True, slots=True, order=True)
class Cut:
    """Where a ranked list ends: after `passages`, after `tokens` of the prompt tokenizer, or (neither) at its depth."""

    passages: int | None = None
    tokens: int | None = None

    def __str__(self) -> str:
        """Give `@5`, `@800t` or nothing."""
        if self.tokens is not None:
            return f"@{self.tokens}t"
        return "" if self.passages is None else f"@{self.passages}"


@dataclass(frozen=True, slots=True)
class Measure:
    """What `parse_measure` reads and `str` writes back, such as `recall(match=union)@5`."""

    family: str
    cut: Cut = Cut()
    match: str = SINGLE
    min_coverage: float | None = None
    cosine: float | None = None

    def __str__(self) -> str:
        """Give the name; settings appear only where they are not the default."""
        settings = [] if self.match == SINGLE else [f"match={self.match}"]
        if self.min_coverage is not None:
            settings.append(f"min_coverage={self.min_coverage:g}")
        if self.cosine is not None:
            settings.append(f"cosine={self.cosine:g}")
        written = f"({','.join(settings)})" if settings else ""
        return f"{self.family}{written}{self.cut}"

    @property
    def rule(self) -> MatchRule:
        """The rule by which the measure's items match."""
        return MatchRule(self.match, self.min_coverage, self.cut.tokens)
