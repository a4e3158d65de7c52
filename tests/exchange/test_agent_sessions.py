"""Sessions of Cursor, Copilot CLI, OpenClaw, Hermes and any tool that writes lines with roles."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from conversation_samples import SAMPLES, as_bytes, as_lines
from exchange_cases import check_promises, events_by_text, only, reasons, records_of

from engramma.exchange.cursor.store import CursorStoreFormat
from engramma.exchange.openai_agents import OpenAiAgentsFormat
from engramma.exchange.sniffer import format_named, recognise
from engramma.model.errors import ImportFileError
from engramma.model.transfer import EventRecord, MemoryRecord, Record, SessionRecord, TimeQuality


def read(name: str, path: Path, content: bytes) -> list[Record]:
    path.write_bytes(content)
    assert recognise(path).format == name
    records = records_of(format_named(name), path)
    check_promises(records)
    return records


def told(records: list[Record]) -> list[tuple[str, str, str]]:
    return [(event.role, event.text, event.speaker) for event in only(EventRecord, records)]


def test_cursor_lines(tmp_path: Path) -> None:
    records = read("cursor", tmp_path / "f", SAMPLES["cursor"])
    assert told(records) == [
        ("user", "run ls", ""),
        ("agent", "Running.\n\n→ Shell: ls", ""),
        ("tool", "a.txt", "Shell"),
    ]
    events = only(EventRecord, records)
    assert "<user_info>" in events[0].detail
    assert {event.time.quality for event in events} == {TimeQuality.NONE}
    session = only(SessionRecord, records)[0]
    assert (session.title, session.started.at, session.ended.quality) == (
        "run ls",
        None,
        TimeQuality.INFERRED,
    )
    assert reasons(records) == [(4, "turn_ended: bookkeeping, holds no conversation")]


def test_cursor_lines_are_known_by_their_file_s_id_or_their_first_words(tmp_path: Path) -> None:
    name = "11111111-1111-4111-8111-111111111111"
    keys = [
        only(SessionRecord, read("cursor", tmp_path / file, SAMPLES["cursor"]))[0].key
        for file in (f"{name}.jsonl", "one.jsonl", "two.jsonl")
    ]
    assert keys[0] == f"cursor:{name}"
    assert keys[1] == keys[2] != keys[0]


def cursor_store(path: Path, messages: list[Any], *, listed: bool = True) -> Path:
    """A store whose newest list names the messages backwards as they were written."""
    blobs = [as_bytes(message) for message in messages]
    names = [hashlib.sha256(blob).hexdigest() for blob in blobs]
    root = b"".join(b"\x0a\x20" + bytes.fromhex(name) for name in reversed(names)) + b"\x12\x01x"
    head = {
        "agentId": "a-1",
        "name": "Chat",
        "createdAt": 1_775_522_590_321,
        "latestRootBlobId": "root" if listed else "gone",
    }
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB)")
        database.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)")
        database.executemany(
            "INSERT INTO blobs VALUES (?, ?)", [*zip(names, blobs, strict=True), ("root", root)]
        )
        database.execute("INSERT INTO meta VALUES ('0', ?)", (json.dumps(head).encode().hex(),))
        database.commit()
    return path


def test_a_cursor_store_is_told_in_the_order_of_its_list(tmp_path: Path) -> None:
    messages = [
        {"role": "assistant", "content": [{"type": "text", "text": "Here."}]},
        {"role": "tool", "content": [{"type": "tool-result", "toolName": "ls", "result": "a.txt"}]},
        {"role": "user", "content": "<user_query>Files?</user_query>"},
        {"odd": 1},
    ]
    path = cursor_store(tmp_path / "store.db", messages)
    assert recognise(path).format == "cursor-store"
    records = records_of(CursorStoreFormat(), path)
    check_promises(records)
    assert told(records) == [("user", "Files?", ""), ("tool", "a.txt", "ls"), ("agent", "Here.", "")]
    session = only(SessionRecord, records)[0]
    assert (session.key, session.title, session.started.at) == ("cursor:a-1", "Chat", 1_775_522_590_321_000)
    assert [reason for _line, reason in reasons(records)] == ["no message"]
    unlisted = records_of(
        CursorStoreFormat(), cursor_store(tmp_path / "other.db", messages[:3], listed=False)
    )
    assert [text for _role, text, _speaker in told(unlisted)] == ["Here.", "a.txt", "Files?"]


def editor_store(path: Path, rows: dict[str, Any]) -> Path:
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE ItemTable (key TEXT, value BLOB)")
        database.execute("CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)")
        values = [
            (key, value if isinstance(value, str) else json.dumps(value)) for key, value in rows.items()
        ]
        database.executemany("INSERT INTO cursorDiskKV VALUES (?, ?)", values)
        database.commit()
    return path


def test_chats_of_cursor_s_editor(tmp_path: Path) -> None:
    tool = {"name": "run", "rawArgs": '{"command":"ls"}', "result": '{"output":"a.txt"}', "toolCallId": "k"}
    rows = {
        "composerData:c-1": {
            "name": "Listing",
            "createdAt": 1_775_522_590_321,
            "fullConversationHeadersOnly": [{"bubbleId": "z"}, {"bubbleId": "a"}, {"bubbleId": "gone"}],
        },
        "bubbleId:c-1:a": {"type": 2, "text": "Here.", "toolFormerData": tool, "thinking": {"text": "Hm."}},
        "bubbleId:c-1:z": {"type": 1, "text": "Which files?", "createdAt": "2026-04-07T00:43:10.321Z"},
        "bubbleId:c-1:unlisted": {"type": 7},
        "bubbleId:c-1:zz": "{broken",
        "bubbleId:c-10:a": {"type": 1, "text": "Of a chat without a head"},
        "composerData:c-2": {"conversation": [{"type": 1, "text": "Old"}, {"type": 2, "text": ""}]},
        "composerData:c-3": {},
        "composerData:c-4": "[]",
        "other": "x",
    }
    path = editor_store(tmp_path / "state.vscdb", rows)
    assert recognise(path).format == "cursor-editor"
    records = records_of(format_named("cursor-editor"), path)
    check_promises(records)
    assert told(records) == [
        ("user", "Which files?", ""),
        ("agent", "Here.\n\n→ run: ls", ""),
        ("tool", "a.txt", "run"),
        ("user", "Old", ""),
    ]
    assert [session.title for session in only(SessionRecord, records)] == ["Listing", "Old"]
    assert [reason.partition(":")[0] for _line, reason in reasons(records)] == [
        "a message of unknown type 7",
        "no JSON",
        "a message without text",
        "a chat without messages",
        "a chat that cannot be read",
    ]


def test_copilot_events(tmp_path: Path) -> None:
    records = read("copilot-cli", tmp_path / "f", SAMPLES["copilot-cli"])
    assert told(records) == [
        ("user", "List the files", ""),
        ("agent", "Listing.\n\n→ shell: ls", "m-1"),
        ("tool", "no such", "shell"),
        ("error", "Rate limit", ""),
    ]
    events = only(EventRecord, records)
    assert [event.parent_key for event in events] == ["", *(event.key for event in events[:-1])]
    assert '"is_error":true' in events[2].detail
    session = only(SessionRecord, records)[0]
    assert (session.key, session.project) == ("copilot-cli:p-1", "/home/someone/shop")
    assert [line for line, _reason in reasons(records)] == [3, 5]


def test_copilot_sub_agents_and_calls_that_were_not_asked_for(tmp_path: Path) -> None:
    def event(name: str, kind: str, **data: Any) -> dict[str, Any]:
        return {"type": kind, "data": data, "id": name, "timestamp": "2025-12-18T23:00:00Z", "parentId": None}

    lines = [
        event("a", "tool.execution_start", toolCallId="k", toolName="bash", arguments={"command": "ls"}),
        event("b", "assistant.message", content="From below", parentToolCallId="k"),
        event("c", "session.compaction_complete", summaryContent="Files were listed."),
        event("d", "session.novelty"),
        {"type": "odd"},
    ]
    records = read("copilot-cli", tmp_path / "f", as_lines(*lines))
    events = events_by_text(records)
    assert events["→ bash: ls"].role == "agent"
    assert (events["From below"].sidechain, events["→ bash: ls"].sidechain) == (True, False)
    assert [memory.text for memory in only(MemoryRecord, records)] == ["Files were listed."]
    assert [reason for _line, reason in reasons(records)] == [
        "event session.novelty: bookkeeping, holds no conversation",
        "unknown type odd",
    ]


def test_openclaw_lines_and_their_branches(tmp_path: Path) -> None:
    records = read("openclaw", tmp_path / "f", SAMPLES["openclaw"])
    events = events_by_text(records)
    assert {text: (event.role, event.active) for text, event in events.items()} == {
        "Status?": ("user", True),
        "A try that was taken back.": ("agent", False),
        "Looking.\n\n→ run: git status": ("agent", True),
        "clean": ("tool", True),
        "All clean.": ("note", True),
    }
    assert events["clean"].parent_key == events["Looking.\n\n→ run: git status"].key
    assert events["clean"].speaker == "run"
    assert [memory.text for memory in only(MemoryRecord, records)] == ["All clean."]
    assert only(SessionRecord, records)[0].project == "/tmp/x"


def test_hermes_documents(tmp_path: Path) -> None:
    records = read("hermes", tmp_path / "f", SAMPLES["hermes"])
    assert told(records) == [
        ("user", "Sum it up.", ""),
        ("agent", "→ ls", "m-1"),
        ("tool", "a.txt", "ls"),
        ("agent", "One file.", "m-1"),
    ]
    session = only(SessionRecord, records)[0]
    assert (session.key, session.started.text) == ("hermes:h-1", "2026-04-29T20:00:00Z")


def test_lines_with_roles(tmp_path: Path) -> None:
    records = read("role-lines", tmp_path / "f", SAMPLES["role-lines"])
    sessions = only(SessionRecord, records)
    assert [session.title for session in sessions] == ["Hello", "Q"]
    assert sessions[0].started.at == 1_750_000_000_000_000
    assert told(records) == [
        ("user", "Hello", ""),
        ("agent", "Hi", ""),
        ("user", "Q", ""),
        ("agent", "A", ""),
    ]


def test_lines_with_roles_keep_their_sessions_apart(tmp_path: Path) -> None:
    lines = [
        {"session_id": "1", "sender": "user", "text": "One", "id": "a"},
        {"session_id": "2", "sender": "user", "text": "Two", "id": "a"},
        {"session_id": "1", "sender": "bot", "text": "Back to one"},
        {"message": {"role": "user", "content": "Inside"}},
        {"tool_calls": [{"id": "k", "function": {"name": "f", "arguments": '{"x":1}'}}], "role": "assistant"},
        {"note": "nobody speaks"},
    ]
    records = read("role-lines", tmp_path / "f", as_lines(*lines))
    events = events_by_text(records)
    assert events["One"].session_key == events["Back to one"].session_key != events["Two"].session_key
    assert events['→ f: {"x":1}'].role == "agent"
    assert reasons(records) == [(6, "says neither who speaks nor what")]
    other = read("role-lines", tmp_path / "g", as_lines(lines[1], lines[0]))
    assert events_by_text(other)["One"].key != events["One"].key


def test_arrays_of_messages_and_of_conversations(tmp_path: Path) -> None:
    messages = [
        {"role": "user", "content": "Q"},
        {"role": "assistant", "content": "A"},
        {"role": "user", "content": ""},
        5,
    ]
    for indent in (None, 1):
        records = read("role-lines", tmp_path / "f", json.dumps(messages, indent=indent).encode())
        assert told(records) == [("user", "Q", ""), ("agent", "A", "")]
        assert [reason for _line, reason in reasons(records)] == [
            "a message without text",
            "not a JSON object",
        ]
    whole = [{"id": f"c-{number}", "title": "Talk", "messages": messages[:2]} for number in range(2)]
    records = read("role-lines", tmp_path / "g", json.dumps(whole).encode())
    assert [session.key for session in only(SessionRecord, records)] == ["role-lines:c-0", "role-lines:c-1"]
    assert len(only(EventRecord, records)) == 4


def agents_database(
    path: Path, rows: list[tuple[str, Any]], *, sessions: str = "s", messages: str = "m"
) -> Path:
    with closing(sqlite3.connect(path)) as database:
        database.execute(
            f"CREATE TABLE {sessions} (session_id TEXT, created_at TIMESTAMP, updated_at TIMESTAMP)"
        )
        database.execute(
            f"CREATE TABLE {messages} (id INTEGER PRIMARY KEY, session_id TEXT, message_data TEXT, created_at TEXT)"
        )
        database.execute(f"INSERT INTO {sessions} VALUES ('u', '2026-03-01 09:00:00', '2026-03-01 10:00:00')")
        database.executemany(
            f"INSERT INTO {messages} (session_id, message_data, created_at) VALUES (?, ?, '2026-03-01 09:00:05')",
            rows,
        )
        database.commit()
    return path


def test_agents_sdk_sessions_are_found_by_their_columns(tmp_path: Path) -> None:
    rows: list[tuple[str, Any]] = [
        ("u", '{"role": "user", "content": "Which city?"}'),
        ("u", '{"type": "function_call", "name": "look", "arguments": "{}", "call_id": "k"}'),
        ("u", '{"type": "function_call_output", "call_id": "k", "output": "Porto"}'),
        (
            "other",
            '{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Hi"}]}',
        ),
        ("u", "{broken"),
        ("u", b"[1]"),
    ]
    path = agents_database(tmp_path / "any", rows, sessions="chats", messages="turns")
    assert recognise(path).format == "openai-agents"
    before = path.read_bytes()
    records = records_of(OpenAiAgentsFormat(), path)
    check_promises(records)
    assert sorted(told(records)) == [
        ("agent", "Hi", ""),
        ("agent", "→ look", ""),
        ("tool", "Porto", "look"),
        ("user", "Which city?", ""),
    ]
    sessions = {session.key: session for session in only(SessionRecord, records)}
    assert sessions["openai-agents:u"].title == "Which city?"
    assert sessions["openai-agents:u"].ended.text == "2026-03-01 10:00:00"
    assert sessions["openai-agents:u"].started.quality is TimeQuality.EXACT
    assert [line for line, _reason in reasons(records)] == [5, 6]
    assert path.read_bytes() == before
    assert [item.name for item in tmp_path.iterdir()] == ["any"]


def test_databases_of_other_kinds_are_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE blobs (id, message_data)")
    with pytest.raises(ImportFileError):
        recognise(path)
    for form in (OpenAiAgentsFormat(), CursorStoreFormat()):
        with pytest.raises(ImportFileError, match=r"x\.db .*\."):
            records_of(form, path)
