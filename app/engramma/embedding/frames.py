"""Messages between clients and the host: a JSON header, then float32 rows as they lie in memory.

Only bytes go over the wire. multiprocessing's own `send` and `recv` would unpickle what the other side sends.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from engramma.embedding.embedder import Vectors

LONGEST = 64 << 20
_HEAD = 4
_STEP_SECONDS = 0.1

Header = dict[str, Any]


class BrokenFrameError(Exception):
    """The other side sent what is no message."""


class NoAnswerError(Exception):
    """Nothing came in time."""


def send_frame(connection: Connection, header: Mapping[str, object], rows: Vectors | None = None) -> None:
    """Send one message. Raises OSError when the other side is gone."""
    head = json.dumps(header).encode()
    payload = b"" if rows is None else np.ascontiguousarray(rows, dtype="<f4").tobytes()
    connection.send_bytes(len(head).to_bytes(_HEAD, "big") + head + payload)


def receive_frame(
    connection: Connection, *, seconds: float | None, between: Callable[[], None] | None = None
) -> tuple[Header, memoryview]:
    """The next message as (header, bytes after it); `between` is called ten times a second while waiting.

    Raises NoAnswerError after `seconds` (None: never), BrokenFrameError, and OSError or EOFError when the other side
    is gone.
    """
    _wait(connection, seconds, between)
    data = connection.recv_bytes(LONGEST)
    size = int.from_bytes(data[:_HEAD], "big")
    if len(data) < _HEAD + size:
        raise BrokenFrameError
    try:
        header = json.loads(data[_HEAD : _HEAD + size])
    except (ValueError, RecursionError) as error:
        raise BrokenFrameError from error
    if not isinstance(header, dict):
        raise BrokenFrameError
    return header, memoryview(data)[_HEAD + size :]


def rows_of(header: Header, payload: memoryview) -> Vectors:
    """The rows that came with a header of `rows` and `dimensions`. Raises BrokenFrameError."""
    rows, dimensions = header.get("rows"), header.get("dimensions")
    if not isinstance(rows, int) or not isinstance(dimensions, int) or rows < 0 or dimensions < 1:
        raise BrokenFrameError
    if len(payload) != 4 * rows * dimensions:
        raise BrokenFrameError
    return np.frombuffer(payload, dtype="<f4").reshape(rows, dimensions).astype(np.float32)


def _wait(connection: Connection, seconds: float | None, between: Callable[[], None] | None) -> None:
    deadline = None if seconds is None else time.monotonic() + max(0.0, seconds)
    while True:
        left = None if deadline is None else max(0.0, deadline - time.monotonic())
        step = left if between is None else min(_STEP_SECONDS, _STEP_SECONDS if left is None else left)
        if connection.poll(step):
            return
        if between is not None:
            between()
        if left is not None and left <= 0:
            raise NoAnswerError
