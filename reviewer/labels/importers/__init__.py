"""Foreign data sets in, documents and bound labels out; one file a format."""

from collections.abc import Sequence
from pathlib import Path

from reviewer.errors import LabelError
from reviewer.labels.importers import chroma, cuad, spans, squad
from reviewer.labels.importers.binding import Imported, bind
from reviewer.labels.importers.delivery import deliver
from reviewer.labels.importers.material import Claim, Material, Question

LOADERS = {"chroma": chroma.load, "cuad": cuad.load, "spans": spans.load, "squad": squad.load}
"""The formats by name."""

__all__ = ["LOADERS", "Claim", "Imported", "Material", "Question", "bind", "deliver", "load"]


def load(name: str, sources: Sequence[Path], *, inclusive: bool | None = None) -> Material:
    """Read a data set; `inclusive` says whether its ends are, where that is not the format's own habit."""
    if name not in LOADERS:
        raise LabelError(f"no format is called {name!r}", f"Known: {', '.join(LOADERS)}.")
    if not sources:
        raise LabelError("nothing to import", "Name the files of the data set.")
    loader = LOADERS[name]
    return loader(sources) if inclusive is None else loader(sources, inclusive=inclusive)
