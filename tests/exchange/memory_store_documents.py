"""Texts and exports as other tools write them, for the tests that read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Rows = Sequence[Mapping[str, Any]]

TRANSFER = """Here is all of it:
```
[2026-01-05] - Grows tomatoes on the balcony.
- Reads in the evening.
## Instructions
[Feb 2026] - Answer in Dutch.
```
"""

NOTE = """---
title: Sourdough
type: Recipe
permalink: food/sourdough
tags: [bread, starter]
created: 2026-01-04
---
# Sourdough

A starter that lives in the fridge. See [[Rye Flour]].

## Observations
- [fact] Feed it weekly #routine (in winter every ten days)
- [method] Fold four times
- [age] 3 years
- [ ] buy flour
- [x] done
- a tagged line #loose

## Relations
- made_from [[Rye Flour]]
- "goes well with" [[Butter|salted butter]]
- part_of [[Sourdough]]
"""

TOPIC = """---
name: commit-style
description: Commits: short, in English
metadata:
  type: feedback
  modified: 2026-02-01T10:00:00.000Z
---

Short and in English. See [[project-bread]].
"""

RULES = """Be kind.

# Build

Run the tests first.

```
# no heading
```

## Style

# Empty
"""

MEM0 = {
    "results": [
        {
            "id": "a1",
            "memory": "Likes rye bread",
            "hash": "x",
            "created_at": "2026-01-01T08:00:00-08:00",
            "user_id": "kim",
            "metadata": None,
            "categories": ["food"],
        },
        {
            "id": "a2",
            "memory": "Baked on Sunday",
            "created_at": None,
            "updated_at": None,
            "user_id": "kim",
            "run_id": "r1",
            "metadata": {"memory_type": "note"},
        },
        {"id": "a3", "memory": "", "user_id": "kim", "metadata": {}},
    ],
    "relations": [{"source": "kim", "relationship": "likes", "target": "rye bread"}],
}

MEM0_MARKDOWN = """---
id: b1
created_at: 2026-01-01T00:00:00Z
type: task_learnings
confidence: 0.9
branch: main
files: src/oven.py
categories: coding_conventions
---
Preheat before measuring.

---

A line of dashes above is text.
---
id: b2
created_at: 2026-01-02T00:00:00Z
type:
categories:
---
Salt: two grams.
"""

OPENMEMORY_BACKUP = {
    "user": {"id": "u"},
    "apps": [{"id": "p", "name": "editor"}],
    "categories": [{"id": "k", "name": "food"}],
    "memories": [
        {
            "id": "a1",
            "app_id": "p",
            "content": "Likes rye bread",
            "state": "active",
            "created_at": "2026-01-01T16:00:00",
            "category_ids": ["k"],
        },
        {"id": "a9", "app_id": "p", "content": "Owns a car", "state": "deleted", "category_ids": []},
    ],
}

SERVICE_EXPORT = {
    "export_metadata": {"total_memories": 1},
    "memories": [
        {
            "content": "Use the small oven",
            "content_hash": "aa",
            "tags": ["oven"],
            "created_at": 1_770_000_000.5,
            "memory_type": "decision",
            "metadata": {},
        }
    ],
}

LETTA = {
    "agents": [
        {
            "name": "baker",
            "system": "You bake.",
            "block_ids": ["block-2", "block-9"],
            "in_context_message_ids": [],
            "messages": [
                {
                    "id": "message-0",
                    "role": "system",
                    "content": [{"type": "text", "text": "You bake. More."}],
                    "created_at": "2026-01-01T00:00:00+00:00",
                },
                {
                    "id": "message-1",
                    "role": "user",
                    "content": [{"type": "text", "text": "Hello"}],
                    "created_at": "2026-01-01T00:00:01+00:00",
                },
                {
                    "id": "message-2",
                    "role": "assistant",
                    "content": None,
                    "tool_calls": [{"function": {"name": "send_message", "arguments": '{"message": "Hi"}'}}],
                },
            ],
        }
    ],
    "blocks": [
        {"id": "block-2", "label": "human", "value": "Their name is Kim."},
        {"id": "block-3", "label": "persona", "value": "I am the baker."},
    ],
    "tools": [{"id": "tool-0"}],
    "created_at": "2026-01-02T00:00:00+00:00",
}

AGENTMEMORY = {
    "version": "0.3.0",
    "exportedAt": "2026-03-01T00:00:00Z",
    "sessions": [{"id": "s1", "project": "bakery", "startedAt": "2026-02-28T10:00:00Z"}],
    "observations": {
        "s1": [
            {
                "id": "o1",
                "type": "decision",
                "title": "Use rye",
                "narrative": "Rye it is.",
                "facts": ["Rye keeps longer"],
                "files": ["recipe.txt"],
                "importance": 7,
                "timestamp": "2026-02-28T10:01:00Z",
            }
        ]
    },
    "memories": [
        {
            "id": "m1",
            "type": "workflow",
            "title": "Rise",
            "content": "Let it rise twice",
            "strength": 8,
            "sessionIds": ["s1"],
            "createdAt": "2026-02-28T11:00:00Z",
            "isLatest": True,
        },
        {"id": "m0", "content": "Let it rise once", "isLatest": False},
    ],
    "summaries": [
        {"sessionId": "s1", "title": "Bread day", "keyDecisions": ["rye"], "createdAt": "2026-02-28"}
    ],
}

HINDSIGHT: dict[str, Any] = {
    "manifest.json": {"schema_version": 1, "source_bank_id": "b", "archive_type": "documents"},
    "documents/000000.json": {
        "id": "d1",
        "tags": ["trip"],
        "created_at": "2026-02-01T00:00:00Z",
        "facts": [
            {
                "text": "Kim moved to Ghent",
                "fact_type": "world",
                "entities": ["Kim", "Ghent"],
                "causal_relations": [],
            },
            {
                "text": "Kim loves the canals",
                "fact_type": "opinion",
                "mentioned_at": "2026-02-01T00:00:00Z",
                "entities": ["Kim"],
                "causal_relations": [
                    {"relation_type": "caused_by", "target_fact_index": 0},
                    {"relation_type": "caused_by", "target_fact_index": 7},
                ],
            },
        ],
    },
    "observations.json": [
        {"text": "Kim is settled", "sources": [{"document_id": "d1", "fact_index": 1}], "tags": []}
    ],
}

PORTABLE: dict[str, Rows] = {
    "audit/tombstones.jsonl": [
        {"id": "t", "op": "delete", "targetKind": "episode", "targetID": "e3", "derived": {"factIDs": ["f9"]}}
    ],
    "items/core.jsonl": [{"id": "human", "content": "Kim bakes.", "charBudget": 100, "version": 1}],
    "items/context.jsonl": [{"id": "c1", "label": "kitchen"}],
    "items/entity.jsonl": [
        {"id": "n1", "type": "person", "canonicalName": "Kim", "summary": ""},
        {"id": "n2", "type": "place", "canonicalName": "Ghent", "summary": "A town with canals"},
    ],
    "items/edge.jsonl": [
        {"id": "x", "srcEntityID": "n1", "dstEntityID": "n2", "edgeType": "lives_in"},
        {"id": "y", "srcEntityID": "n1", "dstEntityID": "n7", "edgeType": "knows"},
    ],
    "items/episode.jsonl": [
        {
            "id": "e1",
            "eventTime": "2026-01-02T10:00:00Z",
            "sourceType": "note",
            "summary": "Rye",
            "details": "Rye keeps longer",
            "categories": ["bread"],
            "importance": 0.6,
            "pinned": True,
            "contextID": "c1",
        },
        {
            "id": "e2",
            "eventTime": "2026-01-03T10:00:00Z",
            "sourceType": "message",
            "summary": "Baked",
            "details": "Two loaves",
            "x_engramma": {
                "kind": "semantic",
                "tier": "short_term",
                "category": "decision",
                "tags": ["ours"],
            },
        },
        {"id": "e3", "summary": "Buried", "details": "Buried"},
    ],
    "items/fact.jsonl": [
        {
            "id": "f1",
            "episodeID": "e1",
            "subject": "rye",
            "predicate": "keeps",
            "object": "long",
            "text": "",
            "tValidFrom": "2026-01-02T10:00:00Z",
            "tValidTo": "2026-02-02T10:00:00Z",
            "importance": 0.4,
            "supersededBy": "f2",
        },
        {"id": "f2", "episodeID": "e1", "text": "Rye keeps a week", "importance": 0.5},
        {"id": "f9", "episodeID": "e3", "text": "Derived from the buried"},
    ],
    "items/factLink.jsonl": [{"srcFactID": "f2", "dstFactID": "f1", "linkType": "contradicts"}],
    "items/episodeLink.jsonl": [
        {"srcEpisodeID": "e1", "dstEpisodeID": "e2", "linkType": "follows", "weight": 0.25},
        {"srcEpisodeID": "e2", "dstEpisodeID": "e1", "linkType": "follows", "weight": 0.25},
        {"srcEpisodeID": "e1", "dstEpisodeID": "e1", "linkType": "follows", "weight": 0.25},
    ],
    "items/procedure.jsonl": [
        {"id": "p1", "name": "loaf", "triggerPattern": "bread", "steps": ["mix", "rise"], "enabled": False}
    ],
    "items/secretRef.jsonl": [{"id": "s1", "label": "key", "preview": "ab…"}],
    "items/odd.jsonl": [{"id": "o1", "anything": 1}],
}
