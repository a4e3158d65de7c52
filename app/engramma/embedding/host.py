"""The process that holds the model for all programs of one user: `python -m engramma.embedding.host FOLDER MODEL`.

Started on first need, detached from its starter, the only one in its folder, and gone when nobody asked anything for
a while. It listens before the model is loaded, so that clients hear that it is loading instead of waiting.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from multiprocessing.connection import Connection, Listener
from pathlib import Path
from typing import Protocol

import numpy as np

from engramma.embedding.embedder import EmbeddingFailedError, EmbeddingUnavailableError, Vectors
from engramma.embedding.frames import BrokenFrameError, Header, NoAnswerError, receive_frame, send_frame
from engramma.embedding.handshake import StrangerError, greet_as_host, make_key
from engramma.embedding.hashing import NAME as HASHING
from engramma.embedding.hashing import HashingModel
from engramma.embedding.locking import FileLock
from engramma.embedding.memory_return import return_memory
from engramma.embedding.model_thread import ModelThread
from engramma.embedding.runtime import IDLE_SECONDS, MeetingPlace
from engramma.model.embedding import EmbeddingModel

log = logging.getLogger(__name__)

LOADING, READY, FAILED = "loading", "ready", "failed"
_SLICE = 32
_FAILED_IDLE_SECONDS = 60.0
_LOOK_SECONDS = 0.5
_TIDY_SECONDS = 2.0


class LoadedModel(Protocol):
    """What the host needs of a model."""

    model: EmbeddingModel

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        """One row a text."""
        ...


class Host:
    """Serves one model at one place."""

    def __init__(
        self, place: MeetingPlace, load: Callable[[], LoadedModel], *, idle_seconds: float = IDLE_SECONDS
    ) -> None:
        self._place = place
        self._load = load
        self._idle_seconds = idle_seconds
        self._lock = FileLock(place.lock)
        self._thread = ModelThread()
        self._loaded = threading.Event()
        self._model: LoadedModel | None = None
        self._error = ""
        self._leaving = threading.Event()
        self._used = time.monotonic()
        self._active = 0
        self._worked = False
        self._counting = threading.Lock()

    def run(self) -> bool:
        """Serve until idle; False at once when another host is there already."""
        if not self._lock.take():
            return False
        try:
            key = make_key()
            self._write_key(key)
            with contextlib.suppress(OSError):
                os.unlink(self._place.address)
            listener = Listener(self._place.address, self._place.family, backlog=16)
            threading.Thread(target=self._load_model, daemon=True).start()
            threading.Thread(target=self._accept, args=(listener, key), daemon=True).start()
            self._stay()
            self._leaving.set()
            # Closing deletes the socket, which somebody may have done already.
            with contextlib.suppress(FileNotFoundError):
                listener.close()
        finally:
            self._lock.give_back()
        return True

    def _stay(self) -> None:
        """Return when nobody needs this host any more, or nobody can find it; tidy up after work meanwhile."""
        while not self._leaving.wait(_LOOK_SECONDS):
            if self._rests(self._patience()) or not self._place.is_intact():
                return
            if self._worked and self._rests(_TIDY_SECONDS):
                self._worked = False
                return_memory()

    def _write_key(self, key: bytes) -> None:
        fresh = self._place.key.with_name("key.new")
        with contextlib.suppress(FileNotFoundError):
            fresh.unlink()
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(key)
        os.replace(fresh, self._place.key)

    def _patience(self) -> float:
        return _FAILED_IDLE_SECONDS if self._error else self._idle_seconds

    def _rests(self, seconds: float) -> bool:
        """Whether nobody has asked anything for so long."""
        with self._counting:
            return self._active == 0 and time.monotonic() - self._used > seconds

    def _load_model(self) -> None:
        try:
            self._model = self._load()
        except EmbeddingUnavailableError as error:
            self._error = str(error)
            log.warning("the model was not loaded: %s", error)
        except Exception as error:
            # Whatever a model library raises, clients must hear of it and not wait for ever.
            self._error = f"The model cannot be loaded ({type(error).__name__})."
            log.exception("the model was not loaded")
        self._used = time.monotonic()
        self._loaded.set()

    def _accept(self, listener: Listener, key: bytes) -> None:
        while not self._leaving.is_set():
            try:
                connection = listener.accept()
            except OSError:
                if not self._leaving.is_set():
                    log.exception("nobody can connect any more")
                    self._leaving.set()
                return
            threading.Thread(target=self._serve, args=(connection, key), daemon=True).start()

    def _serve(self, connection: Connection, key: bytes) -> None:
        with (
            contextlib.suppress(OSError, EOFError, BrokenFrameError, NoAnswerError, StrangerError),
            connection,
        ):
            greet_as_host(connection, key, greeting=self._state())
            while True:
                request, _rest = receive_frame(connection, seconds=None)
                with self._at_work():
                    answer, rows = self._answer(request)
                    send_frame(connection, answer, rows)

    @contextlib.contextmanager
    def _at_work(self) -> Iterator[None]:
        with self._counting:
            self._active += 1
        try:
            yield
        finally:
            with self._counting:
                self._active -= 1
                self._used = time.monotonic()
                self._worked = True

    def _state(self) -> Header:
        if not self._loaded.is_set():
            return {"state": LOADING, "pid": os.getpid()}
        if self._model is None:
            return {"state": FAILED, "pid": os.getpid(), "error": self._error}
        model = self._model.model
        return {
            "state": READY,
            "pid": os.getpid(),
            "name": model.name,
            "sha256": model.sha256,
            "dimensions": model.dimensions,
        }

    def _answer(self, request: Header) -> tuple[Header, Vectors | None]:
        wait = request.get("wait", 0.0)
        self._loaded.wait(min(float(wait), 600.0) if isinstance(wait, int | float) else 0.0)
        state = self._state()
        if request.get("op") == "stop":
            self._leaving.set()
            return state, None
        if request.get("op") != "embed" or state["state"] != READY:
            return state, None
        texts = request.get("texts")
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            return {**state, "refused": "That is no list of texts."}, None
        try:
            rows = self._embed(texts, query=bool(request.get("query")))
        except EmbeddingFailedError as error:
            return {**state, "refused": str(error)}, None
        return {**state, "rows": len(rows), "dimensions": rows.shape[1]}, rows

    def _embed(self, texts: list[str], *, query: bool) -> Vectors:
        """The rows of `texts`; texts of like length together, as a batch is as slow as its longest."""
        assert self._model is not None
        rows = np.empty((len(texts), self._model.model.dimensions), dtype=np.float32)
        order = sorted(range(len(texts)), key=lambda place: -len(texts[place]))
        for start in range(0, len(order), _SLICE):
            places = order[start : start + _SLICE]
            part = [texts[place] for place in places]
            rows[places] = self._thread.do(partial(self._model.embed, part, query=query), urgent=query)
        return rows


def main(arguments: Sequence[str]) -> int:
    """Run the host of `arguments`: its folder, its model, and perhaps the seconds of idleness before it leaves."""
    folder, name, *rest = arguments
    place = MeetingPlace(Path(folder))
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")

    def load() -> LoadedModel:
        if name == HASHING:
            return HashingModel()
        from engramma.embedding.sentence_model import SentenceModel

        return SentenceModel(name)

    Host(place, load, idle_seconds=float(rest[0]) if rest else IDLE_SECONDS).run()
    return 0


if __name__ == "__main__":
    code = main(sys.argv[1:])
    sys.stderr.flush()
    # Threads of clients and of the model library are still there, and have nothing to finish.
    os._exit(code)
