"""Rows of small databases as other tools keep them, for the tests that read them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

Rows = Sequence[Mapping[str, Any]]

CLAUDE_MEM: dict[str, Rows] = {
    "sdk_sessions": [
        {
            "content_session_id": "c-1",
            "memory_session_id": "m-1",
            "project": "garden",
            "platform_source": "claude",
            "user_prompt": "Plan the beds",
            "started_at_epoch": 1_770_000_000_000,
            "status": "completed",
        }
    ],
    "user_prompts": [
        {
            "content_session_id": "c-1",
            "prompt_number": 1,
            "prompt_text": "Plan the beds",
            "created_at_epoch": 1_770_000_000_500,
        }
    ],
    "observations": [
        {
            "id": 1,
            "memory_session_id": "m-1",
            "type": "decision",
            "title": "Beds face south",
            "facts": '["south is sunny", "north is damp"]',
            "narrative": "The beds go along the south wall.",
            "concepts": '["layout"]',
            "files_read": '["plan.txt"]',
            "created_at_epoch": 1_770_000_100_000,
        },
        {
            "id": 2,
            "memory_session_id": "m-1",
            "type": "discovery",
            "text": "Slugs come at night",
            "facts": "broken",
            "concepts": '["gotcha"]',
            "created_at_epoch": 1_770_000_200_000,
        },
        {"id": 3, "memory_session_id": "m-1", "type": "change", "created_at_epoch": 1_770_000_300_000},
    ],
    "session_summaries": [
        {
            "memory_session_id": "m-1",
            "request": "Plan the beds",
            "learned": "South is best",
            "created_at_epoch": 1_770_000_400_000,
        }
    ],
}

MEM0_HISTORY: dict[str, Rows] = {
    "history": [
        {
            "id": "h1",
            "memory_id": "a1",
            "new_memory": "Likes white bread",
            "event": "ADD",
            "created_at": "2026-01-01T16:00:00+00:00",
            "is_deleted": 0,
        },
        {
            "id": "h2",
            "memory_id": "a1",
            "old_memory": "Likes white bread",
            "new_memory": "Likes rye bread",
            "event": "UPDATE",
            "created_at": "2026-01-01T16:00:00+00:00",
            "updated_at": "2026-01-09T16:00:00+00:00",
            "is_deleted": 0,
        },
        {"id": "h3", "memory_id": "a9", "new_memory": "Owns a car", "event": "ADD", "is_deleted": 0},
        {"id": "h4", "memory_id": "a9", "old_memory": "Owns a car", "event": "DELETE", "is_deleted": 1},
    ],
    "messages": [
        {"id": "m1", "session_scope": "user_id=kim", "role": "user", "content": "Rye, please", "name": None}
    ],
}

SERVICE: dict[str, Rows] = {
    "memories": [
        {
            "id": 1,
            "content_hash": "aa",
            "content": "Use the small oven",
            "tags": "oven,decision",
            "memory_type": "decision",
            "metadata": '{"quality_score": 0.8}',
            "created_at": 1_770_000_000.5,
            "deleted_at": None,
        },
        {"id": 2, "content_hash": "bb", "content": "Gone", "memory_type": "note", "deleted_at": 1.0},
        {"id": 3, "content_hash": "cc", "content": "How to knead", "memory_type": "howto", "metadata": "{"},
    ],
    "memory_graph": [
        {"source_hash": "aa", "target_hash": "cc", "similarity": 0.5, "relationship_type": "related"},
        {"source_hash": "cc", "target_hash": "aa", "similarity": 0.5, "relationship_type": "related"},
        {"source_hash": "aa", "target_hash": "bb", "similarity": 0.4, "relationship_type": "causes"},
    ],
}

OPENMEMORY: dict[str, Rows] = {
    "memories": [
        {
            "id": "m1",
            "content": "Sift the flour first",
            "primary_sector": "procedural",
            "sectors": '["procedural"]',
            "tags": "[]",
            "salience": 0.62,
            "created_at": 1_770_000_000_000,
            "vector": b"\x00\x01",
        },
        {
            "id": "m2",
            "content": "Had bread with Kim",
            "primary_sector": "emotional",
            "sectors": "no list",
            "tags": '["food"]',
            "salience": 0.4,
            "created_at": 1_770_000_100_000,
        },
    ],
    "waypoints": [{"src_id": "m1", "dst_id": "m2", "weight": 0.7}, {"src_id": "m1", "dst_id": "gone"}],
    "temporal_facts": [
        {
            "id": "f1",
            "subject": "Kim",
            "predicate": "lives_in",
            "obj": "Ghent",
            "valid_from": 1_700_000_000_000,
            "valid_to": 1_760_000_000_000,
            "confidence": 0.9,
        }
    ],
}


def co_id(store: str, number: int) -> int:
    """What NEXO calls a memory in its table of memories recalled together."""
    digest = hashlib.blake2b(f"{store}:{number}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % 2**31


NEXO: dict[str, Rows] = {
    "stm_memories": [
        {
            "id": 1,
            "content": "Session notes of the morning",
            "embedding": b"\x00" * 8,
            "source_type": "diary",
            "source_id": "diary#1",
            "source_title": "Session s-7 summary",
            "created_at": "2026-01-05 08:00:00",
            "strength": 0.01,
            "promoted_to_ltm": 0,
        },
        {
            "id": 2,
            "content": "Always weigh the flour",
            "source_type": "feedback",
            "created_at": "2025-12-01 08:00:00",
            "promoted_to_ltm": 1,
        },
    ],
    "ltm_memories": [
        {
            "id": 1,
            "content": "Always weigh the flour",
            "source_type": "feedback",
            "lifecycle_state": "pinned",
            "created_at": "2026-01-02T03:00:00.123456",
            "original_stm_id": 2,
            "is_dormant": 0,
            "tags": "kitchen,scales",
        },
        {
            "id": 2,
            "content": "The scale is off by a gram",
            "source_type": "learning",
            "is_dormant": 1,
            "created_at": "2026-01-03T03:00:00Z",
        },
        {"id": 3, "content": "Two things are alike", "source_type": "dream_insight", "is_dormant": 0},
    ],
    "quarantine": [
        {"id": 1, "content": "Maybe use honey", "source_type": "learning", "status": "pending"},
        {"id": 2, "content": "Never use salt", "source_type": "learning", "status": "expired"},
        {"id": 3, "content": "Rejected thing", "source_type": "learning", "status": "rejected"},
    ],
    "memory_corrections": [
        {"id": 1, "memory_id": 2, "store": "ltm", "correction_type": "exception", "context": "new scale"}
    ],
    "memory_siblings": [{"id": 1, "memory_a_id": 1, "memory_b_id": 2, "similarity": 0.9}],
    "co_activation": [
        {"memory_a_id": co_id("stm", 1), "memory_b_id": co_id("ltm", 2), "strength": 2.5},
        {"memory_a_id": 17, "memory_b_id": co_id("ltm", 2), "strength": 1.0},
    ],
    "prospective_triggers": [
        {"id": 1, "trigger_pattern": "yeast", "action": "check the date", "status": "armed"},
        {"id": 2, "trigger_pattern": "salt", "action": "x", "status": "fired"},
    ],
    "trust_score": [{"id": 1, "score": 50}],
    "kg_nodes": [
        {"id": 1, "node_type": "person", "label": "Kim"},
        {"id": 2, "node_type": "place", "label": "Ghent"},
    ],
    "kg_edges": [
        {"source_id": 1, "target_id": 2, "relation": "lives in", "valid_until": None},
        {"source_id": 1, "target_id": 2, "relation": "works in", "valid_until": "2026-01-01"},
        {"source_id": 1, "target_id": 9, "relation": "knows", "valid_until": None},
    ],
}

NEXO_DIARIES: dict[str, Rows] = {
    "session_diary": [
        {
            "id": 1,
            "session_id": "s-7",
            "created_at": "2026-01-05 09:00:00",
            "summary": "Baked two loaves",
            "decisions": "rye",
            "domain": "kitchen",
        },
        {"id": 2, "session_id": "", "summary": "lost"},
    ]
}

NOTES_TABLE: dict[str, Rows] = {"notes": [{"id": 1, "body": "Knead well"}], "other": [{"a": 1}]}
