"""Losses that a person accepts: read from and written to the set that holds the label."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from reviewer.errors import ReportError
from reviewer.experiment.closer import Closer
from reviewer.labels.reviewed import ReviewedLoss, add_reviewed, read_reviewed
from reviewer.review import signer


def reviewed(closer: Closer) -> dict[str, str]:
    """Say, by query, who accepted its loss for these two arms, and why."""
    arms = _fingerprints(closer)
    return {
        one.query: f"reviewed by {one.name}: {one.reason}"
        for folder in closer.label_sets
        for one in read_reviewed(folder)
        if (one.baseline, one.candidate) == arms
    }


def accept_loss(closer: Closer, query: str, reason: str, by: str | None) -> Path:
    """Write that a loss is accepted for these two arms; give the file's folder."""
    for folder, labels in zip(closer.label_sets, closer.sets, strict=True):
        if any(label.id == query for label in labels.labels):
            who = signer(folder, by, datetime.now(tz=UTC).date())
            baseline, candidate = _fingerprints(closer)
            loss = ReviewedLoss(
                query=query, baseline=baseline, candidate=candidate, name=who.by, reason=reason, on=who.on
            )
            add_reviewed(folder, [loss])
            return folder
    raise ReportError("the labels are not at hand, so nothing can be marked", "Start in the folder of the labels.")


def _fingerprints(closer: Closer) -> tuple[str, str]:
    prints = {one.name: one.fingerprint for one in closer.result.arms}
    return prints[closer.comparison.baseline], prints[closer.comparison.candidate]
