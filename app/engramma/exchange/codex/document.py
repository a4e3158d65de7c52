"""Sessions of the first Codex versions: one JSON document with the session's head and a list of items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engramma.exchange.claude_code.fields import id_in, short_title
from engramma.exchange.claude_code.originals import original_of
from engramma.exchange.cleaning import excerpt
from engramma.exchange.conversations.archive import Piece, pieces
from engramma.exchange.conversations.items import read_item
from engramma.exchange.conversations.telling import Place, Telling, digest, reports
from engramma.exchange.conversations.times import time_of
from engramma.exchange.format import Source
from engramma.exchange.parsing import compact_json
from engramma.model.progress import CancelToken
from engramma.model.session import Role
from engramma.model.transfer import Record, SessionRecord, Skipped

AGENT = "Codex"


def is_document(text: str) -> bool:
    """Whether a file that begins with `text` is such a document."""
    start = "".join(text[:400].split())
    return start.startswith('{"session":{') and '"id":' in start and '"items"' in text


def read_document(source: Source, cancel: CancelToken) -> Iterator[Record]:
    """The session with its items."""
    telling = Telling()
    for piece in pieces(source, _no_archive, cancel=cancel):
        if isinstance(piece, Piece):
            yield from _session(piece, telling)
        else:
            yield piece


def _no_archive(_head: bytes) -> float:
    return 0.0


def _session(piece: Piece, telling: Telling) -> Iterator[Record]:
    value = piece.value
    items = value.get("items") if isinstance(value, dict) else None
    head = value.get("session") if isinstance(value, dict) else None
    if not isinstance(items, list) or not isinstance(head, dict):
        yield Skipped(piece.line, "no session: it has no items", excerpt(piece.text))
        return
    name = id_in(head, "id") or digest(compact_json(items[:1]), 32)
    key = f"codex:{name}"
    if telling.turns_of(key):
        yield Skipped(piece.line, "the same session stands before", excerpt(piece.text))
        return
    time = time_of(head.get("timestamp"))
    yield from telling.begin(
        SessionRecord(
            key=key,
            title=_prompt(items) or f"Session {name[:8]}",
            source="codex",
            agent=AGENT,
            started=time,
            ended=time,
            line=piece.line,
            original=excerpt(compact_json(head), 20_000),
        )
    )
    for number, item in enumerate(items, 1):
        text = compact_json(item)
        if not isinstance(item, dict):
            yield Skipped(piece.line, "an item that is no object", excerpt(text))
            continue
        reading = read_item(item)
        yield from reports(piece.line, reading.left_out, text)
        place = Place(piece.line, time_of(item.get("timestamp")), original_of(text, item))
        yield from telling.say(key, f"{key}/{number}", reading.turns, place=place)


def _prompt(items: list[Any]) -> str:
    for item in items:
        for turn in read_item(item).turns if isinstance(item, dict) else ():
            if turn.role is Role.USER:
                return short_title(turn.text)
    return ""
