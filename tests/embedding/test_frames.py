"""Messages arrive as they were sent, and whatever else arrives is refused without running or hanging."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from multiprocessing import Pipe
from multiprocessing.connection import Connection

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engramma.embedding.frames import (
    LONGEST,
    BrokenFrameError,
    NoAnswerError,
    receive_frame,
    rows_of,
    send_frame,
)
from engramma.embedding.handshake import StrangerError, greet_as_client, greet_as_host, make_key
from engramma.model.progress import Cancelled, CancelToken

Pair = tuple[Connection, Connection]


@pytest.fixture
def pair() -> Iterator[Pair]:
    here, there = Pipe()
    with here, there:
        yield here, there


@given(st.lists(st.text(max_size=30), max_size=5), st.integers(0, 5), st.integers(1, 7))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_header_and_rows_come_through(pair: Pair, texts: list[str], rows: int, width: int) -> None:
    sent = np.arange(rows * width, dtype=np.float32).reshape(rows, width)
    send_frame(pair[0], {"texts": texts, "rows": rows, "dimensions": width}, sent)
    header, payload = receive_frame(pair[1], seconds=1)
    assert header["texts"] == texts
    assert np.array_equal(rows_of(header, payload), sent)


@given(st.binary(min_size=1, max_size=60))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_other_bytes_are_a_broken_frame(pair: Pair, data: bytes) -> None:
    pair[0].send_bytes(b"\x00\x00\x00\x7f" + data)
    with pytest.raises(BrokenFrameError):
        receive_frame(pair[1], seconds=1)


@pytest.mark.parametrize("head", [b"[1]", b"{", b"\xff\xfe", b"[" * 100_000])
def test_a_header_that_is_no_object_is_refused(pair: Pair, head: bytes) -> None:
    writing = threading.Thread(target=pair[0].send_bytes, args=(len(head).to_bytes(4, "big") + head,))
    writing.start()
    with pytest.raises(BrokenFrameError):
        receive_frame(pair[1], seconds=1)
    writing.join()


@pytest.mark.parametrize(
    "header", [{}, {"rows": 2, "dimensions": 0}, {"rows": "2", "dimensions": 2}, {"rows": 3, "dimensions": 2}]
)
def test_rows_must_be_as_many_as_announced(header: dict[str, object]) -> None:
    with pytest.raises(BrokenFrameError):
        rows_of(header, memoryview(bytes(16)))


def test_a_message_that_is_too_long_is_not_taken(pair: Pair) -> None:
    # The length alone, as multiprocessing frames it: nothing may be allocated for it.
    import os

    os.write(pair[0].fileno(), (LONGEST + 1).to_bytes(4, "big", signed=True))
    with pytest.raises(OSError, match="bad message length"):
        receive_frame(pair[1], seconds=1)


def test_waiting_ends_in_time_and_when_told(pair: Pair) -> None:
    started = time.monotonic()
    with pytest.raises(NoAnswerError):
        receive_frame(pair[1], seconds=0.1)
    cancel = CancelToken()
    threading.Timer(0.1, cancel.cancel).start()
    with pytest.raises(Cancelled):
        receive_frame(pair[1], seconds=30, between=cancel.check)
    assert time.monotonic() - started < 2


def greeted(pair: Pair, *, host_key: bytes, client_key: bytes) -> list[object]:
    """What each side makes of the other: the greeting, or the error; first the client's."""
    outcome: list[object] = [None, None]

    def serve() -> None:
        try:
            greet_as_host(pair[0], host_key, greeting={"state": "ready"})
        except (StrangerError, BrokenFrameError) as error:
            outcome[1] = error

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        outcome[0] = greet_as_client(pair[1], client_key, seconds=2)
    except (StrangerError, BrokenFrameError) as error:
        outcome[0] = error
    thread.join()
    return outcome


def test_those_who_share_the_key_greet_each_other(pair: Pair) -> None:
    key = make_key()
    client, host = greeted(pair, host_key=key, client_key=key)
    assert isinstance(client, dict)
    assert client["state"] == "ready"
    assert host is None


def test_a_stranger_is_turned_away(pair: Pair) -> None:
    client, host = greeted(pair, host_key=make_key(), client_key=make_key())
    assert isinstance(client, StrangerError)
    assert isinstance(host, StrangerError)


def test_a_false_host_is_found_out(pair: Pair) -> None:
    def pretend() -> None:
        send_frame(pair[0], {"protocol": 1, "number": "00"})
        answer, _rest = receive_frame(pair[0], seconds=2)
        send_frame(pair[0], {"ok": True, "proof": answer["proof"], "state": "ready"})

    thread = threading.Thread(target=pretend)
    thread.start()
    with pytest.raises(BrokenFrameError):
        greet_as_client(pair[1], make_key(), seconds=2)
    thread.join()
