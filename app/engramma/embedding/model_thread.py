"""The one thread that computes: slices of bulk work in the order they came, questions before all of them.

One thread, as the model's library keeps a pool of threads for every thread that calls it.
"""

from __future__ import annotations

import itertools
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future

from engramma.embedding.embedder import Vectors

Work = Callable[[], Vectors]


class ModelThread:
    """Does work for other threads, which wait for it."""

    def __init__(self) -> None:
        self._numbers = itertools.count()
        self._queue: queue.PriorityQueue[tuple[int, int, Work, Future[Vectors]]] = queue.PriorityQueue()
        threading.Thread(target=self._loop, name="model", daemon=True).start()

    def do(self, work: Work, *, urgent: bool) -> Vectors:
        """The outcome of `work`, or what it raised. Urgent work comes next, after what is being computed."""
        done: Future[Vectors] = Future()
        self._queue.put((0 if urgent else 1, next(self._numbers), work, done))
        return done.result()

    def _loop(self) -> None:
        while True:
            _urgency, _number, work, done = self._queue.get()
            try:
                done.set_result(work())
            except BaseException as error:
                # Belongs to whoever waits for it; this thread has others to serve.
                done.set_exception(error)
