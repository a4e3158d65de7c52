"""Claude.ai exports: conversations with branches and files, memories as prose, projects."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

from conversation_samples import as_bytes, claude_ai_file
from exchange_cases import check_promises, events_by_text, only, reasons, records_of

from engramma.exchange.claude_ai.export import ClaudeAiFormat
from engramma.exchange.sniffer import recognise
from engramma.model.transfer import EventRecord, MemoryRecord, Record, SessionRecord, TimeQuality

FORM = ClaudeAiFormat()
ROOT = "00000000-0000-4000-8000-000000000000"


def read(tmp_path: Path, *values: Any) -> list[Record]:
    path = tmp_path / "any name"
    path.write_bytes(as_bytes(list(values)))
    assert recognise(path).format == "claude-ai"
    records = records_of(FORM, path)
    check_promises(records)
    return records


def message(name: str, parent: str | None, text: str, minute: int, **more: Any) -> dict[str, Any]:
    sender = "human" if name.startswith("h") else "assistant"
    made = {"uuid": name, "sender": sender, "text": text, "created_at": f"2026-02-01T09:{minute:02}:00Z"}
    return made | ({"parent_message_uuid": parent} if parent else {}) | more


def test_a_message_s_parts_become_turns_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "c"
    path.write_bytes(claude_ai_file())
    records = records_of(FORM, path)
    check_promises(records)
    told = [(event.role, event.text, event.speaker) for event in only(EventRecord, records)]
    assert told == [
        ("user", "Which flour?", ""),
        ("tool", "[file: list.txt]\nrye, wheat", ""),
        ("agent", "Dark rye.\n\n→ search: rye", ""),
        ("tool", "found", ""),
        ("tool", "[file: a]\nb", ""),
    ]
    assert "Let me look." in events_by_text(records)["Dark rye.\n\n→ search: rye"].detail
    sessions = only(SessionRecord, records)
    assert [(item.title, item.summary) for item in sessions] == [
        ("Rye", "About rye."),
        ("Documents of Bakery", ""),
    ]
    memories = [
        (item.text, item.kind, item.pinned, item.time.quality) for item in only(MemoryRecord, records)
    ]
    assert memories == [
        ("Bakes on Sundays.", "semantic", False, TimeQuality.INFERRED),
        ("Owns a mill.", "semantic", False, TimeQuality.INFERRED),
        ("Be brief.", "procedural", True, TimeQuality.NONE),
    ]
    assert reasons(records) == []


def test_the_branch_with_the_newest_message_is_active(tmp_path: Path) -> None:
    messages = [
        message("h1", ROOT, "Question", 0),
        message("a1", "h1", "First try", 1),
        message("a2", "h1", "Second try", 2),
        message("h2", "a1", "Goes on from the first", 3),
    ]
    records = read(tmp_path, {"uuid": "t", "name": "", "chat_messages": messages})
    assert {event.text: event.active for event in only(EventRecord, records)} == {
        "Question": True,
        "First try": True,
        "Goes on from the first": True,
        "Second try": False,
    }
    assert only(SessionRecord, records)[0].title == "Question"


def test_old_exports_are_a_plain_list(tmp_path: Path) -> None:
    messages = [message("h1", None, "One", 0), message("a1", None, "Two", 1), message("a1", None, "  ", 2)]
    records = read(tmp_path, {"uuid": "t", "name": "List", "chat_messages": [*messages, 5]}, {"uuid": "u"})
    events = only(EventRecord, records)
    assert [(event.text, event.parent_key) for event in events] == [("One", ""), ("Two", events[0].key)]
    assert [reason for _line, reason in reasons(records)] == [
        "a message that is no object",
        "a message without text",
        "a conversation without messages",
    ]


def test_memories_keep_their_headings(tmp_path: Path) -> None:
    prose = (
        "**Work**\n\nBuilds mills.\n\n*Recent months*\n\nMoved house."
        "\n\n## Taste\nplain\n\nPlain food.\n\nPlain food."
    )
    projects = [
        {"project_uuid": "p-1", "memory": "**Plan**\n\nOpen in May."},
        {"project_uuid": "p-2", "memory": 5},
    ]
    records = read(
        tmp_path, {"conversations_memory": prose, "project_memories": projects, "memory_files": [1]}
    )
    assert [(memory.text, memory.tags) for memory in only(MemoryRecord, records)] == [
        ("Builds mills.", ("claude-memory", "Work")),
        ("Moved house.", ("claude-memory", "Work", "Recent months")),
        ("plain", ("claude-memory", "Taste")),
        ("Plain food.", ("claude-memory", "Taste")),
        ("Open in May.", ("claude-memory", "project", "Plan", "p-1")),
    ]
    assert [reason for _line, reason in reasons(records)] == [
        "the same memory stands before",
        "a memory that is no text",
        "memory_files: of a shape that is not known",
    ]


def test_projects_without_anything_are_reported(tmp_path: Path) -> None:
    records = read(
        tmp_path,
        {"uuid": "p-1", "name": "Mill", "description": "Stone, by hand.", "prompt_template": "", "docs": []},
        {"uuid": "p-2", "name": "", "description": "nameless", "prompt_template": "", "docs": []},
        {"uuid": "p-3", "name": "How to", "is_starter_project": True, "prompt_template": "x"},
    )
    assert [memory.text for memory in only(MemoryRecord, records)] == ["Mill: Stone, by hand."]
    assert [reason for _line, reason in reasons(records)] == [
        "a project without instructions or documents",
        "the project that every account begins with",
    ]


def test_circles_and_archives(tmp_path: Path) -> None:
    messages = [message("h1", "a1", "One", 0), message("a1", "h1", "Two", 1)]
    path = tmp_path / "export"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x/conversations.json", as_bytes([{"uuid": "t", "chat_messages": messages}]))
        archive.writestr("memories.json", as_bytes([{"conversations_memory": "Owns a mill."}]))
        archive.writestr("users.json", b"[]")
    assert recognise(path).format == "claude-ai"
    records = records_of(FORM, path)
    check_promises(records)
    assert [event.text for event in only(EventRecord, records)] == ["One", "Two"]
    assert [memory.text for memory in only(MemoryRecord, records)] == ["Owns a mill."]
    assert [reason for _line, reason in reasons(records)] == [
        "1 file in the archive (.json): no conversations in it",
        "x/conversations.json: the messages hang on one another in a circle, which was cut",
    ]
