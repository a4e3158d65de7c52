"""Opens a connection to a host's address, with a limit to the wait: a stopped process would hold it up for ever."""

from __future__ import annotations

import socket
import sys
from multiprocessing.connection import Client, Connection

from engramma.embedding.runtime import MeetingPlace


def connect(place: MeetingPlace, *, seconds: float) -> Connection:
    """A connection to whoever listens there. Raises OSError when nobody does, or does not take it in time."""
    if sys.platform == "win32":
        return Client(place.address, place.family)
    opened = socket.socket(socket.AF_UNIX)
    try:
        opened.settimeout(seconds)
        opened.connect(place.address)
        opened.settimeout(None)
        return Connection(opened.detach())
    except BaseException:
        opened.close()
        raise
