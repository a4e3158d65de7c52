"""The embedder that asks the shared host: finds it, starts it on first need, and again after it was killed.

Loads no model. Every wait has an end.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection

import numpy as np

from engramma.embedding.connecting import connect
from engramma.embedding.embedder import EmbeddingFailedError, EmbeddingUnavailableError, Vectors
from engramma.embedding.frames import (
    BrokenFrameError,
    Header,
    NoAnswerError,
    receive_frame,
    rows_of,
    send_frame,
)
from engramma.embedding.handshake import StrangerError, greet_as_client
from engramma.embedding.hashing import NAME as HASHING
from engramma.embedding.locking import is_held
from engramma.embedding.model_folders import canonical_name
from engramma.embedding.runtime import IDLE_SECONDS, MeetingPlace, meeting_place
from engramma.embedding.sentence_model import is_installed
from engramma.embedding.starting import start_host, truncate_log
from engramma.model.embedding import EmbeddingModel
from engramma.model.progress import CancelToken

log = logging.getLogger(__name__)

_BATCH = 256
_LONGEST_TEXT = 16_000
_LOAD_SECONDS = 120.0
_ANSWER_SECONDS = 300.0
_GREET_SECONDS = 5.0
_RESTART_SECONDS = 2.0
_MARGIN_SECONDS = 0.05
_LOOK_SECONDS = 0.02
_ATTEMPTS = 3
_GONE = (OSError, EOFError, BrokenFrameError, StrangerError)

_LOADING = "The model is still loading, so recall goes by words alone for now."
_SILENT = "The model's process does not answer, so recall goes by words alone."


class HostEmbedder:
    """One model, in a process that all programs of this user share. Safe between threads."""

    kind = "host"

    def __init__(self, model: str, *, scope: str = "", idle_seconds: float = IDLE_SECONDS) -> None:
        self.name = canonical_name(model)
        self._asked_for = model
        self._scope = scope
        self._idle_seconds = idle_seconds
        self._place: MeetingPlace | None = None
        self._lock = threading.Lock()
        self._free: list[Connection] = []
        self._started_at: float | None = None
        self._model: EmbeddingModel | None = None
        self._closed = False

    def model(self, *, patience: float = 60.0) -> EmbeddingModel:
        """The model as the host loaded it; known without asking once it has answered."""
        if self._model is None:
            self._ask({"op": "status", "wait": patience}, seconds=patience)
        assert self._model is not None
        return self._model

    def ready(self) -> bool:
        """Whether the host has loaded the model; starts it if there is none."""
        try:
            self._ask({"op": "status", "wait": 0}, seconds=0.5)
        except EmbeddingUnavailableError:
            return False
        return True

    def awake(self) -> bool:
        """Whether a host is there and has loaded the model; starts none."""
        deadline = time.monotonic() + _GREET_SECONDS
        try:
            with self._connection(deadline, start=False) as connection:
                send_frame(connection, {"op": "status", "wait": 0})
                header, payload = receive_frame(connection, seconds=_GREET_SECONDS)
            self._understood(header, payload)
        except (*_GONE, NoAnswerError, EmbeddingUnavailableError):
            return False
        return True

    def embed(self, texts: Sequence[str], *, cancel: CancelToken | None = None) -> Vectors:
        """n × d. A batch during which the host dies again and again is what it dies of: EmbeddingFailedError."""
        # Asked anew, so that a host that cannot even load the model is not blamed on the texts.
        self._ask({"op": "status", "wait": _LOAD_SECONDS}, seconds=_LOAD_SECONDS, cancel=cancel)
        width = self.model().dimensions
        rows = np.empty((len(texts), width), dtype=np.float32)
        for start in range(0, len(texts), _BATCH):
            if cancel is not None:
                cancel.check()
            part = [_sendable(text) for text in texts[start : start + _BATCH]]
            request: Header = {"op": "embed", "texts": part, "wait": _LOAD_SECONDS}
            _header, payload = self._ask(request, seconds=_ANSWER_SECONDS, cancel=cancel)
            rows[start : start + len(part)] = _checked(payload, len(part), width)
        return rows

    def embed_query(self, text: str, *, patience: float = 1.0) -> Vectors:
        """d numbers."""
        request: Header = {
            "op": "embed",
            "texts": [_sendable(text)],
            "query": True,
            "wait": max(0.0, patience),
        }
        _header, payload = self._ask(request, seconds=patience)
        return np.asarray(_checked(payload, 1, None)[0])

    def close(self) -> None:
        """Let go of the connections."""
        with self._lock:
            self._closed = True
            free, self._free = self._free, []
        for connection in free:
            connection.close()

    def stop_host(self) -> None:
        """Ask the host, if there is one, to leave. For a change of model, and for tests."""
        deadline = time.monotonic() + _GREET_SECONDS
        with (
            contextlib.suppress(*_GONE, NoAnswerError, EmbeddingUnavailableError),
            self._connection(deadline, start=False) as connection,
        ):
            send_frame(connection, {"op": "stop"})
            receive_frame(connection, seconds=_GREET_SECONDS)

    def host_pid(self) -> int:
        """The process id of the host that answers now. Raises EmbeddingUnavailableError."""
        header, _payload = self._ask({"op": "status", "wait": _LOAD_SECONDS}, seconds=_LOAD_SECONDS)
        return int(header["pid"])

    def _ask(
        self,
        request: Header,
        *,
        seconds: float,
        cancel: CancelToken | None = None,
    ) -> tuple[Header, Vectors | None]:
        """The host's answer, with a host that is killed meanwhile started again."""
        deadline = time.monotonic() + seconds
        between = None if cancel is None else cancel.check
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                with self._connection(deadline) as connection:
                    left = deadline - time.monotonic()
                    # The host gives up a little earlier, so that its "loading" comes through.
                    wait = max(0.0, min(float(request["wait"]), left - _MARGIN_SECONDS))
                    send_frame(connection, {**request, "wait": wait})
                    header, payload = receive_frame(connection, seconds=left, between=between)
            except NoAnswerError as error:
                raise self._no_answer() from error
            except _GONE as error:
                log.info("the connection to the model's process broke: %r", error)
                if attempt == _ATTEMPTS and request["op"] == "embed" and not request.get("query"):
                    raise EmbeddingFailedError("The model's process died over this text.") from error
                if attempt == _ATTEMPTS or time.monotonic() >= deadline:
                    raise EmbeddingUnavailableError(_SILENT, loading=True) from error
                continue
            return self._understood(header, payload)
        raise EmbeddingUnavailableError(_SILENT, loading=True)

    def _understood(self, header: Header, payload: memoryview) -> tuple[Header, Vectors | None]:
        state = header.get("state")
        if state == "failed":
            raise EmbeddingUnavailableError(str(header.get("error") or _SILENT))
        if state != "ready":
            raise EmbeddingUnavailableError(_LOADING, loading=True)
        self._model = EmbeddingModel(str(header["name"]), str(header["sha256"]), int(header["dimensions"]))
        if "refused" in header:
            raise EmbeddingFailedError(str(header["refused"]))
        return header, rows_of(header, payload) if "rows" in header else None

    @contextlib.contextmanager
    def _connection(self, deadline: float, *, start: bool = True) -> Iterator[Connection]:
        """A connection that is given back if the block ends well, and dropped if it does not."""
        with self._lock:
            connection = self._free.pop() if self._free else None
        if connection is None:
            connection = self._connect(deadline, start=start)
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        with self._lock:
            if not self._closed:
                self._free.append(connection)
                return
        connection.close()

    def _connect(self, deadline: float, *, start: bool) -> Connection:
        """Find the host, or start one and wait for it. Raises EmbeddingUnavailableError at the deadline."""
        place = self._meet()
        while True:
            try:
                return self._greeted(place, deadline)
            except NoAnswerError as error:
                raise self._no_answer() from error
            except _GONE as error:
                if not start:
                    raise EmbeddingUnavailableError(_SILENT, loading=True) from error
                self._start(place)
                if time.monotonic() + _LOOK_SECONDS >= deadline:
                    raise EmbeddingUnavailableError(_LOADING, loading=True) from error
            time.sleep(_LOOK_SECONDS)

    def _no_answer(self) -> EmbeddingUnavailableError:
        """A host that was never ready has its hands full with loading; later silence is another matter."""
        return EmbeddingUnavailableError(_LOADING if self._model is None else _SILENT, loading=True)

    def _meet(self) -> MeetingPlace:
        if self._place is None:
            self._place = meeting_place(self._asked_for, scope=self._scope)
        return self._place

    def _greeted(self, place: MeetingPlace, deadline: float) -> Connection:
        seconds = max(_LOOK_SECONDS, min(_GREET_SECONDS, deadline - time.monotonic()))
        key = place.key.read_bytes()
        connection = connect(place, seconds=seconds)
        try:
            greet_as_client(connection, key, seconds=seconds)
        except BaseException:
            connection.close()
            raise
        return connection

    def _start(self, place: MeetingPlace) -> None:
        """Start a host unless one is there, or was started just now and may still be on its way."""
        if self.name != HASHING and not is_installed():
            raise _missing()
        with self._lock:
            now = time.monotonic()
            if self._started_at is not None and now - self._started_at < _RESTART_SECONDS:
                return
            if is_held(place.lock):
                return
            self._started_at = now
        truncate_log(place)
        start_host(place, self._asked_for, idle_seconds=self._idle_seconds)


def _sendable(text: str) -> str:
    """The beginning of a text, all that a model sees of it, without halves of characters."""
    return text[:_LONGEST_TEXT].encode("utf-8", "replace").decode("utf-8")


def _checked(rows: Vectors | None, count: int, width: int | None) -> Vectors:
    """The rows of an answer. Raises EmbeddingFailedError when they are not those that were asked for."""
    if rows is None or len(rows) != count or (width is not None and rows.shape[1] != width):
        raise EmbeddingFailedError("The model's process gave no vectors.")
    return rows


def _missing() -> EmbeddingUnavailableError:
    return EmbeddingUnavailableError(
        "Recall goes by words alone, as the libraries for meaning are not installed.",
        hint='Install them with `pip install "engramma[embeddings]"`.',
    )
