"""A configuration in; stage after stage run or read back; one page out that says which cure bought what."""

from reviewer.experiment.study.page import page_of
from reviewer.experiment.study.rendering import as_markdown, as_terminal
from reviewer.experiment.study.study import Study, run_study
from reviewer.experiment.study.writing import write_study

__all__ = ["Study", "as_markdown", "as_terminal", "page_of", "run_study", "write_study"]
