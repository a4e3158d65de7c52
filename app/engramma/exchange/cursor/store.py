"""The format of the stores that Cursor's command line agent keeps, one for each chat: `store.db`.

`meta` holds the chat's head as hexadecimal JSON, `blobs` its messages as JSON, and lists of them in a binary form of
which only the names of other blobs are read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engramma.exchange.claude_code.fields import id_in, short_title, text_in
from engramma.exchange.claude_code.originals import original_of
from engramma.exchange.cleaning import excerpt, replaced_note
from engramma.exchange.conversations.telling import Place, Telling, reports
from engramma.exchange.conversations.times import inferred, time_of
from engramma.exchange.cursor.messages import read_message
from engramma.exchange.format import Source
from engramma.exchange.lines import size_of
from engramma.exchange.parsing import UnreadableError, compact_json, parse_json
from engramma.exchange.sqlite_schema import schema_of
from engramma.exchange.sqlite_source import SqliteSource, opened_copy
from engramma.model.errors import ImportFileError
from engramma.model.progress import Cancelled, CancelToken
from engramma.model.session import Role
from engramma.model.transfer import Position, Record, SessionRecord, Skipped

AGENT = "Cursor"

_ID_BYTES = hashlib.sha256().digest_size
_LINK = bytes((0x0A, _ID_BYTES))
"""How a list of blobs names one: the first field of a message, 32 bytes long."""


class CursorStoreFormat:
    """Reader of one chat's store."""

    name = "cursor-store"
    title = "Cursor chat store"

    def sniff(self, path: Path, head: bytes) -> float:
        """By its two tables and the head of a chat in one of them."""
        if not {"blobs", "meta"} <= schema_of(path, head).keys():
            return 0.0
        try:
            with opened_copy(path, name=path.name, cancel=CancelToken()) as database:
                return 0.95 if _tables(database) and _head(database) else 0.0
        except (ImportFileError, Cancelled):
            return 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The chat with its messages, in the order of the newest list of them."""
        total = size_of(source.path, name=source.name)
        with opened_copy(source.path, name=source.name, cancel=cancel) as database:
            if not _tables(database):
                raise ImportFileError(f"{source.name} is no chat store of Cursor: its tables are missing.")
            yield from _Chat(source, database, cancel).records()
        yield Position(total, total)


def _tables(database: SqliteSource) -> bool:
    blobs, meta = database.tables.get("blobs"), database.tables.get("meta")
    return bool(blobs and meta and blobs.has("id", "data") and meta.has("key", "value"))


def _head(database: SqliteSource) -> dict[str, Any]:
    """The head of the chat; empty when there is none that can be read."""
    for row in database.rows(database.tables["meta"], ("key", "value")):
        value = row["value"]
        try:
            text = bytes.fromhex(value).decode("utf-8", "replace") if isinstance(value, str) else ""
            head = parse_json(text or "null").value
        except (ValueError, UnreadableError):
            continue
        if isinstance(head, dict) and "agentId" in head:
            return head
    return {}


class _Chat:
    """One chat on its way into records."""

    def __init__(self, source: Source, database: SqliteSource, cancel: CancelToken) -> None:
        self._source = source
        self._database = database
        self._cancel = cancel
        self._head = _head(database)
        self._telling = Telling()
        name = id_in(self._head, "agentId") or source.path.parent.name or source.path.stem
        self._key = f"cursor:{excerpt(name, 200)}"

    def records(self) -> Iterator[Record]:
        order = self._order()
        messages: dict[str, str] = {}
        for number, row in enumerate(self._database.rows(self._database.tables["blobs"], ("id", "data")), 1):
            self._cancel.check()
            text = _json_text(row["data"])
            if text and (not order or row["id"] in order):
                messages[str(row["id"])] = text
            elif text:
                yield Skipped(number, "a message that the chat no longer lists", excerpt(text))
        yield from self._telling.begin(self._session(messages, order))
        listed = sorted(messages, key=lambda name: order.get(name, len(order))) if order else list(messages)
        for number, name in enumerate(listed, 1):
            yield from self._message(number, name, messages[name])
        if not messages:
            yield Skipped(None, "the chat holds no messages")

    def _message(self, number: int, name: str, text: str) -> Iterator[Record]:
        try:
            parsed = parse_json(text)
        except UnreadableError as error:
            yield Skipped(number, str(error), excerpt(text))
            return
        if parsed.replaced:
            yield Skipped(number, replaced_note(parsed.replaced))
        value = parsed.value
        if not isinstance(value, dict) or "role" not in value:
            yield Skipped(number, "no message", excerpt(text))
            return
        reading = read_message(value.get("role"), value.get("content"))
        yield from reports(number, reading.left_out, text)
        place = Place(number, time_of(value.get("createdAt")), original_of(text, value))
        yield from self._telling.say(self._key, f"{self._key}/{name[:64]}", reading.turns, place=place)

    def _order(self) -> dict[str, int]:
        """The places of the messages in the newest list; empty when there is none."""
        root = text_in(self._head, "latestRootBlobId")
        for row in self._database.rows(self._database.tables["blobs"], ("id", "data")):
            if root and row["id"] == root and isinstance(row["data"], bytes):
                return {name: place for place, name in enumerate(_links(row["data"]))}
        return {}

    def _session(self, messages: dict[str, str], order: dict[str, int]) -> SessionRecord:
        title = text_in(self._head, "name")
        started = time_of(self._head.get("createdAt"))
        return SessionRecord(
            key=self._key,
            title=short_title(title) or _first_prompt(messages, order) or "Chat without a title",
            source="cursor",
            agent=AGENT,
            started=started,
            ended=inferred(self._source.mtime),
            original=excerpt(compact_json(self._head), 20_000),
        )


def _first_prompt(messages: dict[str, str], order: dict[str, int]) -> str:
    for name in sorted(messages, key=lambda name: order.get(name, 0)):
        try:
            value = parse_json(messages[name]).value
        except UnreadableError:
            continue
        if isinstance(value, dict):
            turns = read_message(value.get("role"), value.get("content")).turns
            said = next((turn.text for turn in turns if turn.role is Role.USER), "")
            if said:
                return short_title(said)
    return ""


def _json_text(data: Any) -> str:
    """The text of a blob that holds an object; empty for a list of blobs."""
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    if not isinstance(data, bytes) or not data.lstrip().startswith(b"{"):
        return ""
    return data.decode("utf-8", "replace")


def _links(data: bytes) -> Iterator[str]:
    """The names that a list gives, in its order."""
    at = 0
    while data.startswith(_LINK, at) and at + 2 + _ID_BYTES <= len(data):
        yield data[at + 2 : at + 2 + _ID_BYTES].hex()
        at += 2 + _ID_BYTES
