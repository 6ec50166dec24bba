"""Batches embedded several at a time, each handed on as soon as it is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from reviewer.errors import ReviewerError
from reviewer.vectors.embedder import Part, Vectors


def side_by_side(
    batches: Iterator[list[int]], embed: Callable[[list[int]], Vectors], concurrency: int, leave: Callable[[], None]
) -> Iterator[Part]:
    """Keep `concurrency` batches under way; when one fails, those under way are still handed on: they are paid for.

    Args:
        batches: Places of texts, none of them empty.
        embed: Gives the rows of a batch, float32 [n, d]; called by several threads.
        concurrency: How many at a time.
        leave: Called where batches are left under way: on Ctrl-C, or when nobody asks for more.

    Raises:
        ReviewerError: The first failure, when nothing is under way any more.

    """
    failure: Exception | None = None
    pool = ThreadPoolExecutor(concurrency, thread_name_prefix="embed")
    waiting: dict[Future[Vectors], list[int]] = {}
    try:
        while True:
            while failure is None and len(waiting) < concurrency and (batch := next(batches, None)):
                waiting[pool.submit(embed, batch)] = batch
            if not waiting:
                break
            for one in wait(waiting, return_when=FIRST_COMPLETED).done:
                places = waiting.pop(one)
                error = one.exception()
                if error is None:
                    yield places, one.result()
                elif isinstance(error, Exception):
                    failure = failure if isinstance(failure, ReviewerError) else error
                else:
                    raise error
    finally:
        if waiting:
            leave()
        pool.shutdown(wait=False, cancel_futures=True)
    if failure is not None:
        raise failure
