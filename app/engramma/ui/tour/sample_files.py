"""Small files of the kinds that can be imported, for the picture of the import page: made up, like the sample."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

GRAPH = (
    (
        "Gift_card",
        "policy",
        ["May pay part of an order; the rest goes to the card.", "Expires after three years."],
    ),
    (
        "Guest_cart",
        "feature",
        ["A guest’s cart is kept for 30 days.", "A customer’s cart is kept for 90 days."],
    ),
    ("Webhook", "integration", ["Each webhook is sent at least once.", "Handlers must be idempotent."]),
    ("Refund_run", "procedure", ["First list, then dry run, then refund."]),
    ("Outage_3_June", "incident", ["Search was down for an hour on a Monday."]),
    (
        "Gateway",
        "service",
        [
            "The test key is rotated monthly.",
            "Its sandbox is slow on Mondays.",
            "Ask ops@larkspur.example when it is down.",
        ],
    ),
)
RELATIONS = (
    ("Refund_run", "uses", "Gateway"),
    ("Webhook", "comes from", "Gateway"),
    ("Gift_card", "paid at", "Gateway"),
)
TALK = (
    ("user", "The nightly export failed again, can you look at it?"),
    ("assistant", "The export stops at the first product without a weight. I will skip those and list them."),
    ("user", "Good. Remember: products without a weight are never exported, but always listed."),
    ("assistant", "Noted. The export now lists 14 products without a weight."),
    ("user", "And the exports run at 02:15, not at two: the backup needs the disk at two."),
    ("assistant", "Moved to 02:15; the schedule and the runbook say so now."),
)


def write_sample_files(folder: Path, store: MemoryStore) -> tuple[Path, ...]:
    """Write a folder of files, some of it known to the store already; returns what to look into."""
    archive = folder / "agent-archive"
    archive.mkdir(parents=True, exist_ok=True)
    _write_graph(archive / "memory.jsonl", store)
    _write_transcript(archive / "3f2a90c4-77b1-4d5e-9a54-0c6d1f3b8e21.jsonl")
    (archive / "courier-contract.pdf").write_bytes(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    return (archive,)


def _write_graph(file: Path, store: MemoryStore) -> None:
    lines = [
        json.dumps({"type": "entity", "name": name, "entityType": kind, "observations": observations})
        for name, kind, observations in GRAPH
    ]
    lines += [
        json.dumps({"type": "relation", "from": source, "relationType": relation, "to": target})
        for source, relation, target in RELATIONS
    ]
    known = store.memories.page(store.search.order("", limit=4).ids[:4].tolist())
    lines += [
        json.dumps({"type": "entity", "name": f"Note_{line.memory.id}", "entityType": "note",
                    "observations": [line.memory.text]}, ensure_ascii=False)
        for line in known
    ]  # fmt: skip
    lines.insert(7, '{"type": "entity", "name": "Cut off", "observations": ["The last backup')
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _write_transcript(file: Path) -> None:
    session = file.stem
    lines = []
    parent = None
    for place, (role, text) in enumerate(TALK):
        uid = f"{place:08d}-0000-4000-8000-000000000000"
        content: object = text if role == "user" else [{"type": "text", "text": text}]
        lines.append(
            json.dumps(
                {
                    "type": role,
                    "uuid": uid,
                    "parentUuid": parent,
                    "sessionId": session,
                    "timestamp": f"2026-03-02T09:{10 + place:02d}:00.000Z",
                    "cwd": "/srv/larkspur-shop",
                    "message": {"role": role, "content": content},
                }
            )
        )
        parent = uid
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
