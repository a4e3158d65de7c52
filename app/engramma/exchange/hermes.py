"""Sessions of Hermes: one JSON document with a list of messages, whose only times are those of the session."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engramma.exchange.claude_code.fields import id_in, short_title, text_in
from engramma.exchange.claude_code.originals import original_of
from engramma.exchange.cleaning import excerpt
from engramma.exchange.conversations.archive import Piece, pieces
from engramma.exchange.conversations.items import read_item
from engramma.exchange.conversations.telling import Place, Telling, digest, reports
from engramma.exchange.conversations.times import time_of
from engramma.exchange.format import Source
from engramma.exchange.lines import head_text
from engramma.exchange.parsing import compact_json
from engramma.model.progress import CancelToken
from engramma.model.session import Role
from engramma.model.transfer import Record, SessionRecord, Skipped

AGENT = "Hermes"

_CLUES = ('"session_id"', '"session_start"', '"messages"', '"role"')


class HermesFormat:
    """Reader of the session files that Hermes writes."""

    name = "hermes"
    title = "Hermes session"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the keys of a session."""
        text = head_text(head).lstrip("\x00 \t\r\n")
        return 0.85 if text.startswith("{") and all(clue in text for clue in _CLUES) else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The session with its messages."""
        telling = Telling()
        for piece in pieces(source, _no_archive, cancel=cancel):
            if isinstance(piece, Piece):
                yield from _document(piece, telling)
            else:
                yield piece


def _no_archive(_head: bytes) -> float:
    return 0.0


def _document(piece: Piece, telling: Telling) -> Iterator[Record]:
    value = piece.value
    messages = value.get("messages") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(messages, list):
        yield Skipped(piece.line, "no session: it has no messages", excerpt(piece.text))
        return
    session = _session(piece, value, messages)
    if telling.turns_of(session.key):
        yield Skipped(piece.line, "the same session stands before", excerpt(piece.text))
        return
    yield from telling.begin(session)
    for number, message in enumerate(messages, 1):
        text = compact_json(message)
        if not isinstance(message, dict):
            yield Skipped(piece.line, "a message that is no object", excerpt(text))
            continue
        reading = read_item({**message, "type": "message"}, model=text_in(value, "model"))
        yield from reports(piece.line, reading.left_out, text)
        place = Place(piece.line, time_of(message.get("timestamp")), original_of(text, message))
        yield from telling.say(session.key, f"{session.key}/{number}", reading.turns, place=place)


def _session(piece: Piece, value: dict[str, Any], messages: list[Any]) -> SessionRecord:
    told = {key: item for key, item in value.items() if key != "messages"}
    name = id_in(value, "session_id") or digest(compact_json(messages[:1]), 32)
    turns = [
        turn
        for message in messages[:50]
        if isinstance(message, dict)
        for turn in read_item({**message, "type": "message"}).turns
    ]
    prompt = next((short_title(turn.text) for turn in turns if turn.role is Role.USER), "")
    return SessionRecord(
        key=f"hermes:{name}",
        title=short_title(text_in(value, "title")) or prompt or f"Session {name[:40]}",
        source="hermes",
        agent=AGENT,
        project=text_in(value, "cwd"),
        started=time_of(value.get("session_start")),
        ended=time_of(value.get("last_updated")),
        line=piece.line,
        original=excerpt(compact_json(told), 20_000),
    )
