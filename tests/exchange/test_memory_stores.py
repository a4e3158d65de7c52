"""Stores of other tools: what becomes which record, and what is left out with which reason."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.exchange.exchange_cases import only, reasons
from tests.exchange.memory_store_cases import links, memories, told_by
from tests.exchange.memory_store_files import database, document
from tests.exchange.memory_store_rows import CLAUDE_MEM, MEM0_HISTORY, SERVICE
from tests.exchange.memory_store_samples import STORES

from engramma.exchange.sniffer import format_named, open_source, recognise, survey
from engramma.model.clock import parse_iso
from engramma.model.progress import Cancelled, CancelToken
from engramma.model.transfer import EntityRecord, EventRecord, MemoryRecord, RelationRecord, SessionRecord


@pytest.mark.parametrize("name", STORES)
def test_each_is_recognised_by_its_content(tmp_path: Path, name: str) -> None:
    made = STORES[name](tmp_path)
    assert recognise(made).format == name
    if name not in (
        "agent-instructions",
        "markdown",
        "basic-memory",
        "claude-memory",
        "portable-memory",
        "csv",
    ):
        shutil.move(made, tmp_path / "renamed.txt")
        assert recognise(tmp_path / "renamed.txt").format == name


@pytest.mark.parametrize("name", STORES)
def test_each_can_be_cancelled_and_leaves_its_source_alone(tmp_path: Path, name: str) -> None:
    made = STORES[name](tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert told_by(made, name) == told_by(made, name)
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        list(format_named(name).read(open_source(made), cancel=token))
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


class TestClaudeMem:
    def test_sessions_observations_facts_and_summaries(self, tmp_path: Path) -> None:
        records = told_by(database(tmp_path / "claude-mem.db", CLAUDE_MEM))
        [session] = only(SessionRecord, records)
        assert (session.key, session.parent_key, session.project) == (
            "claude-mem:c-1",
            "claude-code:c-1",
            "garden",
        )
        assert [event.text for event in only(EventRecord, records)] == ["Plan the beds"]
        found = memories(records)
        decision = found["Beds face south\nThe beds go along the south wall."]
        assert (decision.kind, decision.category, decision.tags) == (
            "semantic",
            "decision",
            ("decision", "layout"),
        )
        assert found["Slugs come at night"].kind == "procedural"
        assert found["Request: Plan the beds\nLearned: South is best"].category == "summary"
        assert {memory.session_key for memory in found.values()} == {session.key}
        assert len(only(RelationRecord, records)) == 2
        assert {link.target_key for link in only(RelationRecord, records)} == {decision.key}
        assert [thing.name for thing in only(EntityRecord, records)] == ["plan.txt"]
        assert reasons(records) == [
            (None, "its facts are no list and were left out: broken"),
            (None, "an observation without text"),
        ]

    def test_the_export_tells_the_same_by_the_same_keys(self, tmp_path: Path) -> None:
        one = told_by(STORES["claude-mem"](tmp_path))
        other = told_by(STORES["claude-mem-export"](tmp_path))
        assert {memory.key for memory in only(MemoryRecord, one)} == {
            memory.key for memory in only(MemoryRecord, other)
        }
        assert all(memory.line for memory in only(MemoryRecord, other))

    def test_the_columns_of_older_versions(self, tmp_path: Path) -> None:
        old = {
            "sdk_sessions": [{"claude_session_id": "c", "sdk_session_id": "m", "project": "p"}],
            "observations": [
                {"sdk_session_id": "m", "type": "change", "text": "Did it", "facts": None, "narrative": None},
                {
                    "sdk_session_id": "elsewhere",
                    "type": "change",
                    "text": "Did that",
                    "facts": "",
                    "narrative": "",
                },
            ],
        }
        records = told_by(database(tmp_path / "old.db", old))
        assert memories(records)["Did it"].session_key == "claude-mem:c"
        assert memories(records)["Did that"].session_key == "claude-mem:elsewhere"
        assert reasons(records) == [
            (None, "the database has no table user_prompts"),
            (None, "the database has no table session_summaries"),
        ]


class TestMem0:
    def test_get_all(self, tmp_path: Path) -> None:
        records = told_by(STORES["mem0"](tmp_path))
        found = memories(records)
        assert found["Likes rye bread"].tags == ("food", "user:kim")
        assert found["Likes rye bread"].time.at == parse_iso("2026-01-01T16:00:00Z")
        assert (found["Baked on Sunday"].kind, found["Baked on Sunday"].time.quality) == ("episodic", "none")
        assert reasons(records) == [(25, "no text in it")]
        assert links(records) == {("kim", "likes", "rye bread", 1.0)}

    def test_a_bare_list_of_the_older_version(self, tmp_path: Path) -> None:
        path = document(
            tmp_path / "m.json", [{"id": "1", "memory": "A", "hash": "h", "user_id": "k", "metadata": {}}]
        )
        assert list(memories(told_by(path))) == ["A"]

    def test_history_is_replayed(self, tmp_path: Path) -> None:
        records = told_by(database(tmp_path / "history.db", MEM0_HISTORY))
        [memory] = only(MemoryRecord, records)
        assert (memory.key, memory.text) == ("mem0:a1", "Likes rye bread")
        assert len(json.loads(memory.original)["history"]) == 2
        assert [event.text for event in only(EventRecord, records)] == ["Rye, please"]
        assert reasons(records) == [(None, "deleted in mem0")]

    def test_the_plugins_blocks(self, tmp_path: Path) -> None:
        records = told_by(STORES["mem0-markdown"](tmp_path))
        first, second = only(MemoryRecord, records)
        assert first.text == "Preheat before measuring.\n\n---\n\nA line of dashes above is text."
        assert (first.kind, first.importance, first.entities) == ("procedural", 0.9, ("file:src/oven.py",))
        assert (second.text, second.line, second.tags) == ("Salt: two grams.", 15, ())

    def test_the_backup_of_openmemory(self, tmp_path: Path) -> None:
        records = told_by(STORES["openmemory-backup"](tmp_path))
        [memory] = only(MemoryRecord, records)
        assert (memory.key, memory.tags) == ("mem0:a1", ("food", "app:editor"))
        assert [reason for _line, reason in reasons(records)] == ["deleted in OpenMemory"]


class TestMemoryService:
    def test_memories_and_their_graph(self, tmp_path: Path) -> None:
        records = told_by(database(tmp_path / "v.db", SERVICE))
        found = memories(records)
        assert found["Use the small oven"].importance == 0.8
        assert found["Use the small oven"].tags == ("decision", "oven")
        assert found["How to knead"].kind == "procedural"
        assert links(records) == {("aa", "related", "cc", 0.5)}
        assert reasons(records) == [
            (None, "deleted in its store"),
            (None, "a link to a record that is not there"),
        ]

    def test_the_export_has_the_same_keys(self, tmp_path: Path) -> None:
        [memory] = only(MemoryRecord, told_by(STORES["mcp-memory-service-export"](tmp_path)))
        assert (memory.key, memory.category) == ("mcp-memory-service:aa", "decision")

    def test_rows_that_are_in_the_log_alone(self, tmp_path: Path) -> None:
        path = tmp_path / "v.db"
        with closing(sqlite3.connect(path)) as writer:
            writer.execute("PRAGMA journal_mode = WAL")
            writer.execute("CREATE TABLE memories (content_hash, content, memory_type)")
            writer.execute("INSERT INTO memories VALUES ('h', 'In the log', 'note')")
            writer.commit()
            assert list(memories(told_by(path))) == ["In the log"]
            assert sorted(item.name for item in tmp_path.iterdir()) == ["v.db", "v.db-shm", "v.db-wal"]
            looked = survey(tmp_path)
            assert [found.path.name for found in looked.found] == ["v.db"]
            assert looked.passed_over == ()


class TestOthers:
    def test_openmemory(self, tmp_path: Path) -> None:
        records = told_by(STORES["openmemory"](tmp_path))
        found = memories(records)
        assert (found["Sift the flour first"].kind, found["Sift the flour first"].importance) == (
            "procedural",
            0.62,
        )
        assert found["Had bread with Kim"].tags == ("no list", "food")
        assert "no longer valid" in found["Kim lives in Ghent"].tags
        assert links(records) == {("m1", "waypoint", "m2", 0.7)}
        assert reasons(records) == [(None, "a link to a record that is not there")]

    def test_agentmemory(self, tmp_path: Path) -> None:
        records = told_by(STORES["agentmemory"](tmp_path))
        found = memories(records)
        assert set(found) == {
            "Use rye\nRye it is.",
            "Rye keeps longer",
            "Rise\nLet it rise twice",
            "Bread day\nDecisions: rye",
        }
        assert (found["Rise\nLet it rise twice"].kind, found["Rise\nLet it rise twice"].importance) == (
            "procedural",
            0.8,
        )
        assert {memory.session_key for memory in found.values()} == {"agentmemory:s1"}
        assert [reason for _line, reason in reasons(records)] == ["an older version of a memory"]

    def test_hindsight(self, tmp_path: Path) -> None:
        records = told_by(STORES["hindsight"](tmp_path))
        found = memories(records)
        assert found["Kim loves the canals"].tags == ("opinion", "trip")
        assert found["Kim moved to Ghent"].entities == ("hindsight:Kim", "hindsight:Ghent")
        assert {link[1:3] for link in links(records)} == {("caused_by", "d1/0"), ("source", "d1/1")}
        assert [reason for _line, reason in reasons(records)] == ["a link to a record that is not there"]
