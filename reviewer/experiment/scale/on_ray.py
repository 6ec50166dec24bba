"""Blocks worked through by Ray Data: on this machine, or on the cluster that RAY_ADDRESS names.

A cluster of our own listens on loopback alone, without dashboard; usage is never reported. Ray starts a worker that
died anew and does its block again, a few times; Ray Data keeps no more blocks under way than memory allows. What Ray
says of dead workers it prints to standard output, where results belong; it is led to standard error.
"""

from __future__ import annotations

import logging
import os
import pickle
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, redirect_stdout
from types import TracebackType
from typing import Any, Self, TypeVar

from reviewer.corpus import Document
from reviewer.errors import ConfigurationError, ReviewerError
from reviewer.experiment.scale.engine import Settings

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ.setdefault("RAY_TQDM", "0")
ADDRESS = "RAY_ADDRESS"
if ADDRESS not in os.environ:
    os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # what makes Ray bind to loopback, on every system

import ray  # noqa: E402  # it reads the variables above once, when it is imported
import ray.data  # noqa: E402
from ray.data.exceptions import SystemException  # noqa: E402
from ray.exceptions import ActorDiedError, ActorUnavailableError, RayError, WorkerCrashedError  # noqa: E402
from ray.util.annotations import RayDeprecationWarning  # noqa: E402

Block = TypeVar("Block")
Done = TypeVar("Done")
Rows = Mapping[str, Any]

DEATHS = (ActorDiedError, ActorUnavailableError, WorkerCrashedError)
RETRIES = 3
"""Of a block whose worker died; Ray alone would try for ever one that kills whoever takes it."""

CPUS = 0.5
"""Of a worker: with 0.9 or 1 a machine of two cores has none left for what hands the blocks on, and never ends."""


class RayEngine:
    """A context in which blocks are worked through by `workers` processes; by default one for each core there is."""

    def __init__(self, workers: int | None = None) -> None:
        """Start nothing yet."""
        self._workers = workers
        self._open = ExitStack()

    def __enter__(self) -> Self:
        """Connect to the cluster that RAY_ADDRESS names, else start one here."""
        with ExitStack() as opening:
            opening.enter_context(redirect_stdout(sys.stderr))
            self._connect()
            opening.callback(ray.shutdown)
            self._open = opening.pop_all()
        return self

    def _connect(self) -> None:
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
        logging.getLogger("ray.data").setLevel(logging.CRITICAL)  # what it says of errors is raised, too
        context = ray.data.DataContext.get_current()
        context.enable_progress_bars = False
        context.log_internal_stack_trace_to_stdout = False

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Leave the cluster; one that was started here ends."""
        self._open.close()

    def run(
        self, work: Callable[[Settings], Callable[[Block], Done]], settings: Settings, blocks: Sequence[Block]
    ) -> Iterator[tuple[int, Done]]:
        """Give each block's number and what came of it, as soon as it is done; without a block nothing is started."""
        if not blocks:
            return
        rows = [{"number": number, "block": pickle.dumps(block)} for number, block in enumerate(blocks)]
        held = ray.data.from_items(rows, override_num_blocks=len(rows))
        workers = min(self._workers or max(1, int(ray.cluster_resources().get("CPU", 1))), len(rows))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RayDeprecationWarning)  # of `max_task_retries`, until it has another name
            done = held.map_batches(
                _Worker,
                fn_constructor_args=(work, dict(settings)),
                batch_size=1,
                compute=ray.data.ActorPoolStrategy(size=workers),
                num_cpus=CPUS,
                max_task_retries=RETRIES,
            )
        try:
            for row in done.iter_rows():
                came = pickle.loads(row["done"])  # noqa: S301  # our own worker made it
                if isinstance(came, ReviewerError):
                    raise came
                yield int(row["number"]), came
        except (RayError, SystemException) as error:
            raise _failure(error) from error


def _failure(error: Exception) -> ConfigurationError:
    """Give what went wrong with Ray itself; what goes wrong in the work comes back from the worker."""
    if isinstance(error, DEATHS):
        return ConfigurationError(
            f"engine ray: a worker died {1 + RETRIES} times on the same block",
            "Such as for want of memory: have fewer workers a machine, or more memory. Then run it again: "
            "what was kept is not done again.",
        )
    told = next(iter(str(error).strip().splitlines()), "")
    return ConfigurationError(
        f"engine ray: {type(error).__name__}: {told}", "Run it again: what was kept is not done again."
    )


class _Worker:
    """One process of the pool: makes its work once, and does it to each block that it is given."""

    def __init__(self, work: Callable[[Settings], Callable[[Any], Any]], settings: Settings) -> None:
        given = {**settings, "threads": 1} if _takes_threads(work, settings) else settings
        made = _attempted(lambda: work(given), f"making {work.__name__.lower()} ready")
        self._work: Callable[[Any], Any] = (lambda _: made) if isinstance(made, ReviewerError) else made

    def __call__(self, rows: Rows) -> Rows:
        return {"number": rows["number"], "done": [self._done(block) for block in rows["block"]]}

    def _done(self, block: bytes) -> bytes:
        """Do the work and hand back what came of it, or the error."""
        given = pickle.loads(block)  # noqa: S301  # our own driver made it
        done = _attempted(lambda: pickle.dumps(self._work(given)), _told(given))
        return pickle.dumps(done) if isinstance(done, ReviewerError) else done


def _attempted(work: Callable[[], Any], what: str) -> Any:  # noqa: ANN401  # whatever the work gives
    """Do something; an error of any kind is given as ours, since Ray would wrap it in errors of its own."""
    try:
        return work()
    except ReviewerError as error:
        return error
    except Exception as error:  # noqa: BLE001  # told with its kind and place; a worker has no other way to speak
        return ConfigurationError(
            f"engine ray: a worker failed at {what} ({type(error).__name__}: {error})",
            "Look whether it fails without `--engine ray` too; else whether that machine has what this one has.",
        )


def _told(block: object) -> str:
    """Name a block without a text of it: its documents, or how many passages it has."""
    parts = list(block) if isinstance(block, (list, tuple)) else [block]
    documents = [one.id for one in parts if isinstance(one, Document)]
    if not documents:
        return f"a block of {len(parts)} passages"
    return documents[0] if len(documents) == 1 else f"{documents[0]} or one of {len(documents) - 1} after it"


def _takes_threads(work: object, settings: Settings) -> bool:
    """Workers are as many as cores, so each computes on one; bits do not depend on it."""
    from reviewer.experiment.scale.blocks import Embedding

    return work is Embedding and settings.get("name", "transformer") == "transformer"
