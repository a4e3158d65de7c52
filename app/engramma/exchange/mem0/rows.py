"""A memory of mem0 into a record; the same however it was exported, so that one known from one is known from all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engramma.exchange.memory_records import as_ours, digest_of, original_json, share_of, tags_of, text_of
from engramma.exchange.moments import first_moment
from engramma.model.transfer import MemoryRecord

_SCOPES = ("user_id", "agent_id", "run_id", "actor_id")
_WITHOUT = frozenset({"text_lemmatized", "embedding", "vector"})
_PROCEDURAL = frozenset({"procedural_memory", "procedural"})


def mem0_memory(row: Mapping[str, Any], *, line: int | None, more_tags: tuple[str, ...] = ()) -> MemoryRecord:
    """A row by the names that get_all, the vector store and OpenMemory use. Its text may be empty."""
    text = next(
        (told for name in ("memory", "data", "content", "text") if (told := text_of(row.get(name)))), ""
    )
    metadata = row.get("metadata")
    meta: Mapping[str, Any] = metadata if isinstance(metadata, dict) else {}
    kind_of = text_of(meta.get("memory_type")) or text_of(row.get("memory_type"))
    how = kind_of in _PROCEDURAL
    name = text_of(row.get("id")) or text_of(row.get("hash")) or digest_of(text)
    scopes = [f"{scope.removesuffix('_id')}:{told}" for scope in _SCOPES if (told := text_of(row.get(scope)))]
    record = MemoryRecord(
        key=f"mem0:{name}",
        text=text,
        kind="procedural" if how else "episodic" if text_of(row.get("run_id")) else "semantic",
        tier="long_term",
        category="instruction" if how else "fact",
        importance=share_of(meta.get("importance", meta.get("confidence"))),
        tags=tags_of(row.get("categories"), meta.get("category"), scopes, more_tags),
        time=first_moment(row.get("created_at"), row.get("updated_at")),
        line=line,
        original=original_json(dict(row), without=_WITHOUT),
    )
    return as_ours(record, meta.get("engramma"))
