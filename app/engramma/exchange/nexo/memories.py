"""Rows of NEXO's memories into records.

The stored strength is not believed: it was decayed over and over. An imported memory starts to fade at its import;
the number stays in the original record.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any

from engramma.exchange.memory_records import original_json, tags_of, text_of
from engramma.exchange.moments import first_moment
from engramma.model.transfer import MemoryRecord

Row = Mapping[str, Any]

EMBEDDINGS = frozenset({"embedding", "embedding_v2"})
STORES = {"stm_memories": "stm", "ltm_memories": "ltm"}
_KINDS = {
    "learning": ("semantic", "fact"),
    "decision": ("semantic", "decision"),
    "feedback": ("procedural", "instruction"),
    "preference": ("semantic", "preference"),
    "note": ("semantic", "fact"),
    "artifact": ("semantic", "fact"),
    "change": ("episodic", "other"),
    "diary": ("episodic", "summary"),
    "session_summary": ("episodic", "summary"),
    "critique": ("episodic", "correction"),
    "mental_state": ("episodic", "other"),
    "dialog": ("episodic", "other"),
    "dialog_chunk": ("episodic", "other"),
    "sensory": ("episodic", "other"),
    "email_sent": ("episodic", "other"),
    "auto_flush": ("episodic", "summary"),
}
_WEIGHTY = frozenset({"learning", "decision", "feedback", "preference"})
_SESSION = re.compile(r"\bSession\s+([\w.:-]{1,120})")
_CO_RANGE = 2**31


def memory_key(store: str, number: Any) -> str:
    """The key of a row; the ids of the two stores overlap."""
    return f"nexo:{store}:{text_of(number)}"


def session_key(name: str) -> str:
    """The key of a session by its id."""
    return f"nexo:session:{name}"


def session_named(row: Row) -> str:
    """The id of the session that a row's title names, if any."""
    found = _SESSION.search(text_of(row.get("source_title")))
    return found[1] if found else ""


def co_activation_ids(store: str, number: Any) -> tuple[int, int]:
    """What a row may be called in the table of memories recalled together, in either order of the bytes."""
    digest = hashlib.blake2b(f"{store}:{text_of(number)}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % _CO_RANGE, int.from_bytes(digest, "little") % _CO_RANGE


def memory_of(row: Row, store: str, *, corrections: Sequence[Row], born: Any = None) -> MemoryRecord:
    """A memory of the short-term (`stm`) or long-term (`ltm`) store. Its text may be empty.

    `born` is when a promoted memory was first written, since promotion overwrote that time.
    """
    source = text_of(row.get("source_type"))
    kind, category = _KINDS.get(source, ("semantic", "fact"))
    state = text_of(row.get("lifecycle_state")) or "active"
    states = [state] if state in ("archived", "snoozed") else []
    states += ["dormant"] if row.get("is_dormant") == 1 else []
    states += ["corrected"] if corrections else []
    named = session_named(row)
    original = {name: value for name, value in row.items() if value is not None}
    if corrections:
        original["corrections"] = [dict(item) for item in corrections]
    return MemoryRecord(
        key=memory_key(store, row.get("id")),
        text=text_of(row.get("content")),
        kind=kind,
        tier="long_term" if store == "ltm" else "short_term",
        category=category,
        importance=0.7 if source in _WEIGHTY else 0.5,
        pinned=state == "pinned",
        tags=tags_of(source, row.get("domain"), row.get("tags"), states),
        time=first_moment(born, row.get("created_at")),
        session_key=session_key(named) if named else "",
        original=original_json(original, without=EMBEDDINGS),
    )


def quarantined(row: Row) -> MemoryRecord:
    """A statement that never left quarantine: a person decides whether it comes in."""
    source = text_of(row.get("source_type"))
    kind, category = _KINDS.get(source, ("semantic", "fact"))
    status = text_of(row.get("status")) or "pending"
    return MemoryRecord(
        key=memory_key("quarantine", row.get("id")),
        text=text_of(row.get("content")),
        kind=kind,
        category=category,
        tier="long_term",
        importance=0.7 if source in _WEIGHTY else 0.5,
        tags=tags_of(source, row.get("domain")),
        time=first_moment(row.get("created_at")),
        original=original_json(dict(row), without=EMBEDDINGS),
        proposed=f"NEXO held it in quarantine, where it was {status}",
    )


def trigger_of(row: Row) -> MemoryRecord:
    """Something to do when something comes up."""
    pattern, action = text_of(row.get("trigger_pattern")), text_of(row.get("action"))
    context = text_of(row.get("context"))
    text = f"When “{pattern}” comes up: {action}" if pattern and action else ""
    return MemoryRecord(
        key=memory_key("trigger", row.get("id")),
        text=f"{text}\n{context}" if text and context else text,
        kind="procedural",
        tier="long_term",
        category="instruction",
        tags=tags_of("trigger"),
        time=first_moment(row.get("created_at")),
        original=original_json(dict(row)),
    )
