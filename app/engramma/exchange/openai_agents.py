"""Sessions that the OpenAI Agents SDK keeps in SQLite, in tables of any names: they are found by their columns.

A person may have several files with a session of one name, so the words of a message are part of its key. The SDK
passes over rows that are no JSON; here they are reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engramma.exchange.claude_code.fields import short_title
from engramma.exchange.claude_code.originals import original_of
from engramma.exchange.cleaning import clean_text, excerpt, replaced_note
from engramma.exchange.conversations.items import read_item
from engramma.exchange.conversations.telling import Place, Telling, digest, reports
from engramma.exchange.conversations.times import UNKNOWN, time_of
from engramma.exchange.format import Source
from engramma.exchange.lines import size_of
from engramma.exchange.parsing import UnreadableError, compact_json, parse_json
from engramma.exchange.sqlite_schema import schema_of
from engramma.exchange.sqlite_source import SqliteSource, SqliteTable, opened_copy
from engramma.model.errors import ImportFileError
from engramma.model.progress import CancelToken
from engramma.model.session import Role
from engramma.model.transfer import Position, Record, SessionRecord, Skipped, SourceTime

AGENT = "OpenAI Agents SDK"

_MESSAGE_COLUMNS = ("id", "session_id", "message_data", "created_at")
_SESSION_COLUMNS = ("session_id", "created_at", "updated_at")
_POSITION_EVERY = 500


class OpenAiAgentsFormat:
    """Reader of a `SQLiteSession` file."""

    name = "openai-agents"
    title = "OpenAI Agents SDK sessions"

    def sniff(self, path: Path, head: bytes) -> float:
        """By a table with the columns of its messages."""
        tables = schema_of(path, head).values()
        return 0.95 if any(columns >= {"session_id", "message_data"} for columns in tables) else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The sessions one after the other, each with its items in order."""
        with opened_copy(source.path, name=source.name, cancel=cancel) as database:
            table = database.find("session_id", "message_data")
            if table is None:
                raise ImportFileError(f"{source.name} holds no sessions of the OpenAI Agents SDK.")
            yield from _Sessions(database, table, cancel).records(size_of(source.path, name=source.name))


@dataclass(slots=True)
class _Head:
    """A session as far as it is known before its items are told."""

    title: str = ""
    started: SourceTime = UNKNOWN
    ended: SourceTime = UNKNOWN


class _Sessions:
    """All sessions of one database."""

    def __init__(self, database: SqliteSource, table: SqliteTable, cancel: CancelToken) -> None:
        self._database = database
        self._table = table
        self._cancel = cancel
        self._heads: dict[str, _Head] = {}
        self._telling = Telling()

    def records(self, size: int) -> Iterator[Record]:
        self._learn()
        rows = max(1, self._database.count(self._table))
        for number, row in enumerate(self._rows(), 1):
            yield from self._row(number, row)
            if number % _POSITION_EVERY == 0:
                yield Position(size * min(number, rows) // rows, size)
        for name in self._heads:
            key = _key(name)
            if not self._telling.turns_of(key):
                yield from self._telling.begin(self._session(name))
                yield Skipped(None, f"the session {excerpt(name, 80)} has no messages that can be read")
        yield Position(size, size)

    def _rows(self) -> Iterator[dict[str, Any]]:
        for row in self._database.rows(self._table, _MESSAGE_COLUMNS, order=("session_id", "id")):
            self._cancel.check()
            yield row

    def _learn(self) -> None:
        """The heads of the sessions: their own table, and the first words and times of their messages."""
        for table in self._database.tables.values():
            if table.has(*_SESSION_COLUMNS) and not table.has("message_data"):
                for row in self._database.rows(table, _SESSION_COLUMNS):
                    self._heads[_name(row)] = _Head("", _time(row["created_at"]), _time(row["updated_at"]))
        for row in self._rows():
            head = self._heads.setdefault(_name(row), _Head())
            time = _time(row["created_at"])
            if time.at is not None:
                head.started = time if head.started.at is None or time.at < head.started.at else head.started
                head.ended = time if head.ended.at is None or time.at > head.ended.at else head.ended
            if not head.title:
                head.title = _prompt(row["message_data"])

    def _row(self, number: int, row: dict[str, Any]) -> Iterator[Record]:
        name = _name(row)
        if name not in self._heads:
            return
        line = row["id"] if isinstance(row["id"], int) and row["id"] > 0 else number
        key = _key(name)
        yield from self._telling.begin(self._session(name))
        text = _text(row["message_data"])
        try:
            parsed = parse_json(text)
        except UnreadableError as error:
            yield Skipped(line, str(error), excerpt(text))
            return
        if parsed.replaced:
            yield Skipped(line, replaced_note(parsed.replaced))
        if not isinstance(parsed.value, dict):
            yield Skipped(line, "not a JSON object", excerpt(text))
            return
        reading = read_item(parsed.value)
        yield from reports(line, reading.left_out, text)
        place = Place(line, _time(row["created_at"]), original_of(text, parsed.value))
        yield from self._telling.say(key, f"{key}/{line}-{digest(text, 8)}", reading.turns, place=place)

    def _session(self, name: str) -> SessionRecord:
        head = self._heads[name]
        return SessionRecord(
            key=_key(name),
            title=head.title or f"Session {excerpt(name, 80)}",
            source="openai-agents",
            agent=AGENT,
            started=head.started,
            ended=head.ended,
            original=compact_json({"session_id": excerpt(name, 200)}),
        )


def _key(name: str) -> str:
    return f"openai-agents:{name if excerpt(name, 200) == name else digest(name, 32)}"


def _name(row: dict[str, Any]) -> str:
    return clean_text(str(row["session_id"]))[0]


def _time(value: Any) -> SourceTime:
    return time_of(value, zoneless_is_utc=True)


def _text(data: Any) -> str:
    return data.decode("utf-8", "surrogateescape") if isinstance(data, bytes) else str(data or "")


def _prompt(data: Any) -> str:
    try:
        value = parse_json(_text(data)).value
    except UnreadableError:
        return ""
    turns = read_item(value).turns if isinstance(value, dict) else ()
    return next((short_title(turn.text) for turn in turns if turn.role is Role.USER), "")
