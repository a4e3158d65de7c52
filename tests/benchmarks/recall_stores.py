"""Builds one store a conversation through the real engine and embeds it; vectors are kept for the next run."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tests.benchmarks.recall_data import Conversation
from tests.benchmarks.vector_cache import CachingEmbedder

from engramma.embedding import open_embedder
from engramma.engine import MemoryStore, open_store
from engramma.engine.embedding.settings import runtime_scope, wanted_model
from engramma.engine.live_sessions import SaidEvent, record_session
from engramma.model.clock import DAY, FixedClock, parse_iso
from engramma.store.vectors import texts

_NOON = parse_iso("2026-01-01T12:00:00Z")


@dataclass(frozen=True, slots=True, eq=False)
class Bench:
    """An open store with its conversation. `events`: message key to event id. `asked`: q × d question vectors.

    `plain`: event id to the vector of its own text alone, for comparison.
    """

    conversation: Conversation
    store: MemoryStore
    events: dict[str, int]
    asked: NDArray[np.float32]
    plain: dict[int, NDArray[np.float32]]
    now: int


def cache_folder() -> Path:
    """Where vectors are kept between runs."""
    folder = Path(tempfile.gettempdir()) / "engramma-recall-quality"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def open_bench(conversation: Conversation, *, folder: Path) -> Bench:
    """The store of a conversation, built anew in `folder`; the caller closes it."""
    path = folder / f"{conversation.name.replace(' ', '-')}.engramma"
    embedder = CachingEmbedder(
        open_embedder(model=wanted_model(), scope=runtime_scope()), cache_folder() / "vectors.sqlite"
    )
    _build(conversation, path, embedder)
    now = _newest(path) + DAY
    store = open_store(path, clock=FixedClock(now))
    store.workspace.vectors.use(embedder)
    events = _event_keys(path)
    asked, plain = _vectors(conversation, embedder, path)
    return Bench(conversation, store, events, asked, plain, now)


def _build(conversation: Conversation, path: Path, embedder: CachingEmbedder) -> None:
    with open_store(path, actor="import", clock=FixedClock(_NOON), create=True) as store:
        if conversation.sample is not None:
            with tempfile.TemporaryDirectory() as folder:
                source = Path(folder) / "conversation.json"
                source.write_text(json.dumps([conversation.sample]), "utf-8")
                store.transfer.import_files([source], format="locomo")
        for title, messages in conversation.sessions:
            said = [
                SaidEvent(turn=turn, role=message.role, speaker="", text=message.text, at=message.at)
                for turn, message in enumerate(messages)
            ]
            record_session(
                store.workspace,
                title,
                said,
                agent="",
                topics=[],
                summary=json.dumps([message.key for message in messages]),
                started_at=said[0].at,
                ended_at=said[-1].at,
            )
        store.workspace.vectors.use(embedder)
        store.embedding.run()


def _event_keys(path: Path) -> dict[str, int]:
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT id, source_key, session_id, turn FROM event").fetchall()
    keys = dict(connection.execute("SELECT id, summary FROM session WHERE source = 'live'").fetchall())
    connection.close()
    found: dict[str, int] = {}
    for event_id, source_key, session_id, turn in rows:
        name = source_key.rpartition("/")[2] if source_key else json.loads(keys[session_id])[turn]
        found[name] = event_id
    return found


def _newest(path: Path) -> int:
    connection = sqlite3.connect(path)
    newest = connection.execute("SELECT max(at) FROM event").fetchone()[0]
    connection.close()
    return int(newest)


def _vectors(
    conversation: Conversation, embedder: CachingEmbedder, path: Path
) -> tuple[NDArray[np.float32], dict[int, NDArray[np.float32]]]:
    """Of the questions, and of the events' own texts."""
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT id, text, role, speaker, detail FROM event ORDER BY id").fetchall()
    connection.close()
    own = [
        texts.event_text(text, role=role, speaker=speaker, detail=detail)
        for _id, text, role, speaker, detail in rows
    ]
    asked = embedder.embed([question.text for question in conversation.questions])
    return asked, dict(zip([row[0] for row in rows], embedder.embed(own), strict=True))
