"""The page and the numbers behind it, written beside the stages' result folders."""

from __future__ import annotations

from pathlib import Path

from reviewer.experiment.store import write_json
from reviewer.experiment.study.page import page_of
from reviewer.experiment.study.rendering import as_markdown
from reviewer.experiment.study.study import Study
from reviewer.fingerprint import Plain
from reviewer.reports.plain import to_plain

SCHEMA = "reviewer/study/1"


def write_study(study: Study) -> tuple[Path, Path]:
    """Write `study.md` and `study.json`; give both places."""
    page, findings = study.folder / "study.md", study.folder / "study.json"
    page.write_text(as_markdown(page_of(study)), encoding="utf-8")
    stages = {one.planned.key: f"{one.planned.key}/results.json" for one in study.done}
    told: dict[str, Plain] = {
        "schema": SCHEMA,
        "proved": study.findings.proof.holds,
        "stopped": study.stopped,
        "stages": dict(stages),
        "findings": to_plain(study.findings),
    }
    write_json(findings, told)
    return page, findings
