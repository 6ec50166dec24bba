"""Blocks worked through by Ray Data: on this machine, or on the cluster that RAY_ADDRESS names.

A cluster of our own listens on loopback alone, without dashboard; usage is never reported. Ray starts a worker that
died anew and does its block again; Ray Data keeps no more blocks under way than memory allows.
"""

from __future__ import annotations

import logging
import os
import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar

from reviewer.errors import ConfigurationError, ReviewerError
from reviewer.experiment.scale.engine import Settings

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ.setdefault("RAY_TQDM", "0")
ADDRESS = "RAY_ADDRESS"
if ADDRESS not in os.environ:
    os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # what makes Ray bind to loopback, on every system

import ray  # noqa: E402  # it reads the variables above once, when it is imported
import ray.data  # noqa: E402
from ray.exceptions import RayError  # noqa: E402

Block = TypeVar("Block")
Done = TypeVar("Done")
Rows = Mapping[str, Any]

CPUS = 0.5
"""Of a worker: with 0.9 or 1 a machine of two cores has none left for what hands the blocks on, and never ends."""


class RayEngine:
    """A context in which blocks are worked through by `workers` processes; by default one for each core there is."""

    def __init__(self, workers: int | None = None) -> None:
        """Start nothing yet."""
        self._workers = workers

    def __enter__(self) -> Self:
        """Connect to the cluster that RAY_ADDRESS names, else start one here."""
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
        try:
            if ADDRESS in os.environ:
                ray.init(**quiet)
            else:
                ray.init(address="local", include_dashboard=False, **quiet)  # never a cluster that happens to run
        except (RayError, ConnectionError, RuntimeError, ValueError) as error:
            raise ConfigurationError(
                f"engine ray: no cluster ({error})", f"Check {ADDRESS}, or unset it to start one on this machine."
            ) from error
        logging.getLogger("ray.data").setLevel(logging.ERROR)
        context = ray.data.DataContext.get_current()
        context.enable_progress_bars = False
        context.log_internal_stack_trace_to_stdout = False
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Leave the cluster; one that was started here ends."""
        ray.shutdown()

    def run(
        self, work: Callable[[Settings], Callable[[Block], Done]], settings: Settings, blocks: Sequence[Block]
    ) -> Iterator[tuple[int, Done]]:
        """Give each block's number and what came of it, as soon as it is done; without a block nothing is started."""
        if not blocks:
            return
        rows = [{"number": number, "block": pickle.dumps(block)} for number, block in enumerate(blocks)]
        held = ray.data.from_items(rows, override_num_blocks=len(rows))
        workers = min(self._workers or max(1, int(ray.cluster_resources().get("CPU", 1))), len(rows))
        done = held.map_batches(
            _Worker,
            fn_constructor_args=(work, dict(settings)),
            batch_size=1,
            compute=ray.data.ActorPoolStrategy(size=workers),
            num_cpus=CPUS,
        )
        try:
            for row in done.iter_rows():
                came = pickle.loads(row["done"])  # noqa: S301  # our own worker made it
                if isinstance(came, ReviewerError):
                    raise came
                yield int(row["number"]), came
        except RayError as error:
            last = str(error).strip().splitlines()
            raise ConfigurationError(
                f"engine ray: {last[-1] if last else type(error).__name__}",
                "Run it again: what was kept is not done again.",
            ) from error


class _Worker:
    """One process of the pool: makes its work once, and does it to each block that it is given."""

    def __init__(self, work: Callable[[Settings], Callable[[Any], Any]], settings: Settings) -> None:
        self._work = work({**settings, "threads": 1} if _takes_threads(work, settings) else settings)

    def __call__(self, rows: Rows) -> Rows:
        return {"number": rows["number"], "done": [self._done(block) for block in rows["block"]]}

    def _done(self, block: bytes) -> bytes:
        """Do the work; what is refused is handed back, since Ray would wrap it in errors of its own."""
        try:
            return pickle.dumps(self._work(pickle.loads(block)))  # noqa: S301  # our own driver made it
        except ReviewerError as error:
            return pickle.dumps(error)


def _takes_threads(work: object, settings: Settings) -> bool:
    """Workers are as many as cores, so each computes on one; bits do not depend on it."""
    from reviewer.experiment.scale.blocks import Embedding

    return work is Embedding and settings.get("name", "transformer") == "transformer"
