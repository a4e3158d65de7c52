"""Records sessions into a real store for the tests of the Sessions view: plain talk, and one that was gated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engramma.engine import MemoryStore
from engramma.engine.live_sessions import (
    Judgement,
    KeptStatement,
    SaidEvent,
    record_gate,
    record_session,
)
from engramma.model.clock import MINUTE, parse_iso

WEBHOOKS_AT = parse_iso("2026-02-10T09:30:00Z")
TOOL_OUTPUT = "pytest tests/webhooks\n3 failed\nwebhook timeout after 30 s"
# The second statement begins after two characters that Qt counts twice.
TURNS = (
    ("user", "user", "Morning. The retry queue is full again."),
    ("tool", "shell", TOOL_OUTPUT),
    ("agent", "shop-agent", "🔥🔥 Careful: retries wait 5 minutes. That is all."),
    ("user", "user", "Remember: check the signature first."),
    ("decision", "user", "Webhooks are parked after the third attempt."),
)


@dataclass(frozen=True, slots=True)
class Recorded:
    """One session of the store: its id, its events, the memories that came of them."""

    session_id: int
    event_ids: tuple[int, ...]
    memory_ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Filled:
    """The store and what is in it."""

    store: MemoryStore
    webhooks: Recorded
    others: tuple[Recorded, ...]


Settle = Callable[[], None]


def said(role: str, speaker: str, text: str, *, turn: int, start: int) -> SaidEvent:
    return SaidEvent(turn, role, speaker, text, start + turn * MINUTE)


def record(store: MemoryStore, title: str, turns: list[SaidEvent], *, agent: str = "shop-agent") -> Recorded:
    session_id, ids = record_session(
        store.workspace,
        title,
        turns,
        agent=agent,
        topics=["webhooks"] if "Webhook" in title else [],
        summary="",
        started_at=turns[0].at,
        ended_at=turns[-1].at,
    )
    return Recorded(session_id, tuple(ids))


def keep(event_id: int, text: str, quote: str) -> KeptStatement:
    return KeptStatement(
        event_id=event_id,
        text=quote,
        kind="semantic",
        category="fact",
        importance=0.7,
        tags=(),
        at=WEBHOOKS_AT,
        quote=quote,
        start=text.index(quote),
        end=text.index(quote) + len(quote),
    )


def record_webhooks(store: MemoryStore) -> Recorded:
    turns = [
        said(role, speaker, text, turn=number, start=WEBHOOKS_AT)
        for number, (role, speaker, text) in enumerate(TURNS, 1)
    ]
    plain = record(store, "Webhook retries", turns)
    third, fourth = plain.event_ids[2], plain.event_ids[3]
    memory_ids = record_gate(
        store.workspace,
        plain.session_id,
        "Webhook retries",
        statements=[
            keep(third, TURNS[2][2], "retries wait 5 minutes"),
            keep(fourth, TURNS[3][2], "check the signature first"),
        ],
        judgements=[
            Judgement(plain.event_ids[0], 0.34, (("report", 0.34),), None),
            Judgement(third, 0.71, (("holds a number", 0.71),), 0),
            Judgement(fourth, 0.93, (("explicit “remember”", 0.93),), 1),
        ],
    )
    return Recorded(plain.session_id, plain.event_ids, memory_ids)
