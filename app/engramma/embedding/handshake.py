"""Host and client prove to each other that they know the key in the host's folder, before anything is asked.

Each answers the other's fresh number with a keyed hash of it, and every step has a time limit, so that whoever
connects and stays silent holds up nobody.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from multiprocessing.connection import Connection

from engramma.embedding.frames import BrokenFrameError, Header, receive_frame, send_frame
from engramma.embedding.runtime import PROTOCOL

KEY_BYTES = 32
_SECONDS = 5.0


class StrangerError(Exception):
    """The other side does not know the key, or speaks another protocol."""


def make_key() -> bytes:
    """A new secret."""
    return os.urandom(KEY_BYTES)


def greet_as_host(connection: Connection, key: bytes, *, greeting: Header) -> None:
    """Let a client in and send it `greeting`. Raises StrangerError, NoAnswerError, BrokenFrameError, OSError."""
    number = os.urandom(KEY_BYTES).hex()
    send_frame(connection, {"protocol": PROTOCOL, "number": number})
    answer, _rest = receive_frame(connection, seconds=_SECONDS)
    if answer.get("protocol") != PROTOCOL or not _is_proof(answer, key, "client", number):
        send_frame(connection, {"ok": False})
        raise StrangerError
    theirs = str(answer.get("number", ""))
    send_frame(connection, {**greeting, "ok": True, "proof": _proof(key, "host", theirs)})


def greet_as_client(connection: Connection, key: bytes, *, seconds: float) -> Header:
    """Introduce oneself; returns the host's greeting. Raises as `greet_as_host`."""
    first, _rest = receive_frame(connection, seconds=seconds)
    theirs = str(first.get("number", ""))
    number = os.urandom(KEY_BYTES).hex()
    send_frame(connection, {"protocol": PROTOCOL, "number": number, "proof": _proof(key, "client", theirs)})
    greeting, _rest = receive_frame(connection, seconds=seconds)
    if first.get("protocol") != PROTOCOL or not greeting.get("ok"):
        raise StrangerError
    if not _is_proof(greeting, key, "host", number):
        raise BrokenFrameError
    return greeting


def _proof(key: bytes, side: str, number: str) -> str:
    return hmac.new(key, f"{side} {number}".encode(), hashlib.sha256).hexdigest()


def _is_proof(header: Header, key: bytes, side: str, number: str) -> bool:
    return hmac.compare_digest(str(header.get("proof", "")).encode(), _proof(key, side, number).encode())
