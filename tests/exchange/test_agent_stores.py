"""Letta and NEXO: agents that keep their own memory, and what of it comes in."""

from __future__ import annotations

import json
from pathlib import Path

from tests.exchange.exchange_cases import only, reasons
from tests.exchange.memory_store_cases import links, memories, told_by
from tests.exchange.memory_store_files import database, document
from tests.exchange.memory_store_rows import NEXO, NEXO_DIARIES
from tests.exchange.memory_store_samples import STORES

from engramma.exchange.sniffer import recognise
from engramma.model.clock import parse_iso
from engramma.model.transfer import EventRecord, MemoryRecord, SessionRecord


class TestLetta:
    def test_blocks_prompt_and_messages(self, tmp_path: Path) -> None:
        records = told_by(STORES["letta"](tmp_path))
        found = memories(records)
        assert set(found) == {"You bake.", "Their name is Kim.", "I am the baker."}
        assert (found["Their name is Kim."].kind, found["Their name is Kim."].tags) == (
            "semantic",
            ("human",),
        )
        assert found["I am the baker."].kind == "procedural"
        assert all(memory.pinned for memory in found.values())
        assert [(event.role, event.text) for event in only(EventRecord, records)] == [
            ("user", "Hello"),
            ("agent", 'send_message: {"message": "Hi"}'),
        ]
        assert [reason for _line, reason in reasons(records)] == [
            "the system prompt again",
            "the block block-9 is not in the file",
            "tools are no memories (1 in it)",
        ]

    def test_json_inside_json(self, tmp_path: Path) -> None:
        plain = STORES["letta"](tmp_path)
        twice = document(tmp_path / "twice.af", plain.read_text())
        assert recognise(twice).format == "letta"
        assert list(memories(told_by(twice))) == list(memories(told_by(plain)))

    def test_the_flat_first_version(self, tmp_path: Path) -> None:
        flat = {"name": "old", "system": "Do.", "llm_config": {}, "tool_ids": [], "messages": []}
        flat["core_memory"] = [{"label": "human", "value": "Kim"}]
        assert set(memories(told_by(document(tmp_path / "old.af", flat)))) == {"Do.", "Kim"}


class TestNexo:
    def test_both_stores_quarantine_triggers_and_graph(self, tmp_path: Path) -> None:
        database(tmp_path / "nexo.db", NEXO_DIARIES)
        records = told_by(database(tmp_path / "cognitive.db", NEXO))
        found = memories(records)
        flour = found["Always weigh the flour"]
        assert (flour.key, flour.tier, flour.pinned, flour.kind) == (
            "nexo:ltm:1",
            "long_term",
            True,
            "procedural",
        )
        assert flour.time.at == parse_iso("2025-12-01T08:00:00Z")
        assert found["The scale is off by a gram"].tags == ("learning", "dormant", "corrected")
        assert "new scale" in found["The scale is off by a gram"].original
        diary = found["Session notes of the morning"]
        assert (diary.tier, diary.session_key) == ("short_term", "nexo:session:s-7")
        assert json.loads(diary.original)["strength"] == 0.01
        assert "embedding" not in diary.original
        assert [session.title for session in only(SessionRecord, records)] == ["Baked two loaves"]
        assert {text: memory.proposed for text, memory in found.items() if memory.proposed} == {
            "Maybe use honey": "NEXO held it in quarantine, where it was pending",
            "Never use salt": "NEXO held it in quarantine, where it was expired",
        }
        assert found["When “yeast” comes up: check the date"].kind == "procedural"
        assert links(records) == {
            ("ltm:1", "sibling", "ltm:2", 0.9),
            ("stm:1", "co-activation", "ltm:2", 0.5),
            ("node:1", "lives in", "node:2", 1.0),
        }
        assert [reason for _line, reason in reasons(records)] == [
            "promoted: it stands in the long-term store",
            "a dream: a fixed sentence about two other memories",
            "quarantine: rejected",
            "a trigger that has fired",
            "links of memories recalled together that lead to none: 1",
            "a relation that no longer holds",
            "a relation to a thing that is not there",
            "trust_score holds no memories (rows: 1)",
        ]

    def test_an_old_database_with_few_columns(self, tmp_path: Path) -> None:
        old = {"stm_memories": [{"id": 1, "content": "A"}], "ltm_memories": [{"id": 1, "content": "B"}]}
        found = memories(told_by(database(tmp_path / "c.db", old)))
        assert {text: memory.tier for text, memory in found.items()} == {"A": "short_term", "B": "long_term"}

    def test_diaries(self, tmp_path: Path) -> None:
        records = told_by(database(tmp_path / "nexo.db", NEXO_DIARIES))
        [memory] = only(MemoryRecord, records)
        assert (memory.text, memory.session_key) == ("Baked two loaves\nDecisions: rye", "nexo:session:s-7")
        assert reasons(records) == [(None, "a diary without its session")]
