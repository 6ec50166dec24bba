"""The decisions of a review with undo and redo, every step kept on disk before it is taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reviewer.review.decision import Decision, Key
from reviewer.review.journal import DECIDE, EARLIER, REDO, UNDO, Journal, Line, Step


class Decided:
    """What stands decided; `earlier` are decisions that no longer fit and are offered again."""

    def __init__(self, journal: Journal, earlier: Mapping[Key, Decision] | None = None) -> None:
        """Take up what the journal holds."""
        self.journal = journal
        self.current: dict[Key, Decision] = {}
        self.earlier: dict[Key, Decision] = dict(earlier or {})
        self._done: list[Step] = []
        self._undone: list[Step] = []
        for line in journal.read():
            self._replay(line)

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is something to do again."""
        return bool(self._undone)

    def decide(self, step: Step) -> Step:
        """Keep a step on disk, then take it; one that changes nothing is not taken."""
        if all(self.current.get(key) == one for key, one in step.items()):
            return {}
        line = Line(DECIDE, step)
        self.journal.append(line)
        self._replay(line)
        return step

    def undo(self) -> Step:
        """Take back the last step and give what stands now in its place; without one, an empty step."""
        return self._exchange_on_disk(UNDO, self._done)

    def redo(self) -> Step:
        """Do again what was taken back last."""
        return self._exchange_on_disk(REDO, self._undone)

    def keep_only(self, current: Mapping[Key, Decision], earlier: Mapping[Key, Decision]) -> None:
        """Forget all others, and with them the way back beyond what is kept, on disk too."""
        if current == self.current and earlier == self.earlier:
            return
        steps: list[Step] = [{key: one} for key, one in current.items()]
        kept = [Line(EARLIER, dict(earlier))] if earlier else []
        self.journal.replace([*kept, *(Line(DECIDE, step) for step in steps)])
        self.current, self.earlier = dict(current), dict(earlier)
        self._done, self._undone = [dict.fromkeys(step) for step in steps], []

    def _replay(self, line: Line) -> None:
        if line.kind == EARLIER:
            self.earlier |= {key: one for key, one in line.step.items() if one is not None}
        elif line.kind == DECIDE:
            self._done.append(self._take(line.step))
            self._undone.clear()
        else:
            self._exchange(line.kind)

    def _exchange_on_disk(self, kind: str, source: Sequence[Step]) -> Step:
        if not source:
            return {}
        self.journal.append(Line(kind, {}))
        return self._exchange(kind)

    def _exchange(self, kind: str) -> Step:
        source, target = (self._done, self._undone) if kind == UNDO else (self._undone, self._done)
        if not source:
            return {}
        step = source.pop()
        target.append(self._take(step))
        return step

    def _take(self, step: Step) -> Step:
        """Take a step and give the one that takes it back."""
        before = {key: self.current.get(key) for key in step}
        for key, decision in step.items():
            if decision is None:
                self.current.pop(key, None)
            else:
                self.current[key] = decision
        return before
