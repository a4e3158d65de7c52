"""Codex sessions in the shapes of several versions: envelopes, bare items, mirrored events, forks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conversation_samples import codex_file, codex_line
from exchange_cases import check_promises, only, reasons, records_of, write_lines

from engramma.exchange.codex.rollout import CodexFormat
from engramma.exchange.sniffer import recognise
from engramma.model.transfer import EventRecord, MemoryRecord, Record, SessionRecord

FORM = CodexFormat()
META = codex_line("session_meta", {"id": "s-1", "cwd": "/home/someone/shop"})


def read(path: Path, *lines: Any) -> list[Record]:
    write_lines(path, lines)
    assert recognise(path).format == "codex"
    records = records_of(FORM, path)
    check_promises(records)
    return records


def item(**payload: Any) -> dict[str, Any]:
    return codex_line("response_item", payload)


def test_items_become_turns_and_their_mirrors_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "any name"
    path.write_bytes(codex_file())
    assert recognise(path).format == "codex"
    records = records_of(FORM, path)
    check_promises(records)
    assert [(event.role, event.text, event.speaker) for event in only(EventRecord, records)] == [
        ("user", "List the files.", ""),
        ("note", "Look.", ""),
        ("agent", "→ shell: ls -a", "m-1"),
        ("tool", "a.txt", "shell"),
        ("agent", "One file.", "m-1"),
        ("note", "One file was listed.", ""),
    ]
    session = only(SessionRecord, records)[0]
    assert (session.key, session.title, session.project) == (
        "codex:s-1",
        "List the files.",
        "/home/someone/shop",
    )
    assert (session.started.text, session.ended.text) == (
        "2026-01-02T03:04:00.000Z",
        "2026-01-02T03:04:07.000Z",
    )
    assert [(m.text, m.kind, m.category) for m in only(MemoryRecord, records)] == [
        ("One file was listed.", "episodic", "summary")
    ]
    assert reasons(records) == [
        (2, "turn_context: bookkeeping, holds no conversation"),
        (3, "the same words stand on a line of their own"),
    ]


def test_events_count_where_there_is_no_item(tmp_path: Path) -> None:
    records = read(
        tmp_path / "f",
        META,
        codex_line("event_msg", {"type": "user_message", "message": "Hello"}),
        codex_line("event_msg", {"type": "agent_message", "message": "Hi"}),
        codex_line("event_msg", {"type": "error", "message": "No network"}),
        codex_line("event_msg", {"type": "token_count", "info": None}),
        "{broken",
    )
    assert [(event.role, event.text) for event in only(EventRecord, records)] == [
        ("user", "Hello"),
        ("agent", "Hi"),
        ("error", "No network"),
    ]
    assert [line for line, _reason in reasons(records)] == [5, 6]


def test_the_words_that_the_tool_puts_into_a_person_s_mouth_are_notes(tmp_path: Path) -> None:
    said = [
        "<environment_context><cwd>/x</cwd></environment_context>",
        "# AGENTS.md instructions for /x",
        "Do it",
    ]
    lines = [
        item(type="message", role="user", content=[{"type": "input_text", "text": text}]) for text in said
    ]
    records = read(tmp_path / "f", META, *lines)
    assert [event.role for event in only(EventRecord, records)] == ["note", "note", "user"]
    assert only(SessionRecord, records)[0].title == "Do it"


def test_old_files_hold_bare_items_without_times(tmp_path: Path) -> None:
    records = read(
        tmp_path / "f",
        {"id": "old-1", "timestamp": "2025-05-01T10:00:00Z", "instructions": None},
        {"record_type": "state"},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Open it."}]},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "It is open."}]},
    )
    events = only(EventRecord, records)
    assert [(event.key, event.time.at) for event in events] == [
        ("codex:old-1/3", None),
        ("codex:old-1/4", None),
    ]
    assert events[1].parent_key == events[0].key
    assert only(SessionRecord, records)[0].started.text == "2025-05-01T10:00:00Z"


def test_the_oldest_files_are_one_document(tmp_path: Path) -> None:
    items = [
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Open it."}]},
        {"type": "function_call", "name": "shell", "arguments": '{"command":["ls"]}', "call_id": "k"},
        {"type": "function_call_output", "call_id": "k", "output": "a.txt"},
        5,
    ]
    path = tmp_path / "f"
    for indent in (None, 2):
        document = {"session": {"timestamp": "2025-04-20T10:00:00Z", "id": "old-0"}, "items": items}
        path.write_text(json.dumps(document, indent=indent))
        assert recognise(path).format == "codex"
        records = records_of(FORM, path)
        check_promises(records)
        assert [(event.role, event.text, event.speaker) for event in only(EventRecord, records)] == [
            ("user", "Open it.", ""),
            ("agent", "→ shell: ls", ""),
            ("tool", "a.txt", "shell"),
        ]
        assert only(SessionRecord, records)[0].key == "codex:old-0"
        assert [reason for _line, reason in reasons(records)] == ["an item that is no object"]


def test_other_shapes_of_the_same_things(tmp_path: Path) -> None:
    at = {"created_at": "2025-09-10T12:00:00Z"}
    records = read(
        tmp_path / "f",
        at | {"role": "user", "message": "Translate hello"},
        at | {"type": "function_call", "function": {"name": "translate"}, "arguments": {"text": "hello"}},
        at | {"type": "function_result", "name": "translate", "result": "hola"},
        at | {"role": "assistant", "content": "hola"},
        codex_line("world_state", {"full": True}),
    )
    assert [(event.role, event.text, event.speaker) for event in only(EventRecord, records)] == [
        ("user", "Translate hello", ""),
        ("agent", '→ translate: {"text":"hello"}', ""),
        ("tool", "hola", "translate"),
        ("agent", "hola", ""),
    ]


def test_a_fork_has_its_parent_s_keys(tmp_path: Path) -> None:
    said = item(type="message", role="user", content=[{"type": "input_text", "text": "Start"}])
    first = read(tmp_path / "one", META, said)
    fork = codex_line("session_meta", {"id": "s-2", "forked_from_id": "s-1"})
    second = read(tmp_path / "two", fork, META, said)
    assert only(SessionRecord, second)[0].parent_key == "codex:s-1"
    assert only(EventRecord, second)[0].key == only(EventRecord, first)[0].key
    assert [reason for _line, reason in reasons(second)] == ["session_meta: the session's head again"]


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        ({"type": "reasoning", "summary": [], "encrypted_content": "x"}, "reasoning that is encrypted"),
        ({"type": "hologram"}, "an item of unknown type hologram"),
        ({"type": "message", "role": "robot"}, "a message of unknown role robot"),
        ({"type": "message", "role": "user", "content": []}, "a message without text"),
        ({"type": "ghost_snapshot"}, "ghost_snapshot: bookkeeping"),
    ],
)
def test_what_holds_no_turn_has_a_reason(tmp_path: Path, payload: dict[str, Any], reason: str) -> None:
    records = read(tmp_path / "f", META, item(**payload), codex_line("novelty", {}))
    assert only(EventRecord, records) == []
    told = reasons(records)
    assert told[0][1].startswith(reason)
    assert told[1] == (3, "unknown type novelty")
