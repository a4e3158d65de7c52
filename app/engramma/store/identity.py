"""Outside ids (ULIDs), monotone within a process, and keyed hashes of content.

Nothing here reads a clock: the moment is given.
"""

from __future__ import annotations

import hashlib
import os
import threading
import unicodedata
from functools import cache

_RANDOM_BITS = 80
_ENDING_BITS = 10


class UidSource:
    """Makes 26-character ULIDs that sort in the order they were made, safe between threads."""

    def __init__(self, seed: int | None = None) -> None:
        self._lock = threading.Lock()
        self._last_ms = -1
        self._tail = 0
        self._seed = seed
        self._stem = ""
        self._stem_of = (-1, -1)

    def next(self, at: int) -> str:
        """A new id for the moment `at` (UTC microseconds)."""
        milliseconds = min(max(at // 1_000, 0), (1 << 48) - 1)
        with self._lock:
            if milliseconds > self._last_ms:
                self._last_ms = milliseconds
                self._tail = self._fresh_tail()
            else:
                milliseconds = self._last_ms
                self._tail += 1
            high, low = divmod(self._tail & ((1 << _RANDOM_BITS) - 1), 1 << _ENDING_BITS)
            # All but the last two characters serve a thousand ids of an import.
            if self._stem_of != (milliseconds, high):
                tail = high << _ENDING_BITS
                self._stem = _ulid(milliseconds.to_bytes(6, "big") + tail.to_bytes(10, "big"))[:-2]
                self._stem_of = (milliseconds, high)
            letters = _letters()
            return self._stem + letters[low >> 5] + letters[low & 31]

    def _fresh_tail(self) -> int:
        if self._seed is None:
            return int.from_bytes(os.urandom(9), "big")
        material = f"{self._seed}:{self._last_ms}".encode()
        return int.from_bytes(hashlib.blake2b(material, digest_size=9).digest(), "big")


def next_uid(uid: str) -> str:
    """Another ULID of the same moment, always the same one for `uid`."""
    tail = hashlib.blake2b(uid.encode(), digest_size=10).digest()
    return uid[:10] + _ulid(bytes(6) + tail)[10:]


def _ulid(data: bytes) -> str:
    """The 26 characters of 16 bytes. The library is loaded for the first new row, not to open a store."""
    from ulid import ULID

    return str(ULID(data))


@cache
def _letters() -> str:
    from ulid.base32 import ENCODE

    return ENCODE


def normal_text(text: str) -> str:
    """Text as it is stored: NFC, without NUL and lone surrogates, trimmed of outer white space."""
    if not text.isascii():
        text = text.encode("utf-8", "replace").decode("utf-8")
        text = unicodedata.normalize("NFC", text)
    return text.replace("\x00", "\ufffd").strip()


def storable(text: str) -> str:
    """Text of a source as it came, but for what SQLite's UTF-8 cannot hold: lone surrogates, NUL."""
    if text.isascii():
        return text.replace("\x00", "\ufffd")
    return text.encode("utf-8", "replace").decode("utf-8").replace("\x00", "\ufffd")


def folded(text: str) -> str:
    """Text as it is compared: case folded, white space collapsed, final full stop dropped."""
    return " ".join(normal_text(text).casefold().split()).rstrip(".")


def content_key(text: str, *, key: bytes) -> bytes:
    """The keyed hash (16 bytes) by which equal statements are known again, even after they were purged."""
    return hashlib.blake2b(folded(text).encode(), digest_size=16, key=key).digest()


def text_hash(text: str) -> int:
    """A 63-bit hash of the exact text, to tell changed from known."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") >> 1
