"""ChatGPT exports: trees with branches, saved memories, instructions, archives and broken records."""

from __future__ import annotations

import copy
import json
import zipfile
from pathlib import Path
from typing import Any

from conversation_samples import as_bytes, chat, node
from exchange_cases import check_promises, events_by_text, only, reasons, records_of

from engramma.exchange.chatgpt.export import ChatGptFormat
from engramma.exchange.sniffer import recognise
from engramma.model.transfer import EventRecord, MemoryRecord, Record, SessionRecord, TimeQuality

FORM = ChatGptFormat()


def read(tmp_path: Path, *conversations: Any) -> list[Record]:
    path = tmp_path / "any name"
    path.write_bytes(as_bytes(list(conversations)))
    records = records_of(FORM, path)
    check_promises(records)
    return records


def test_the_shown_branch_is_active_and_the_other_stays(tmp_path: Path) -> None:
    records = read(
        tmp_path,
        chat(
            node("q", None, "user", "Question"),
            node("a1", "q", "assistant", "Old answer", metadata={"model_slug": "m-1"}),
            node("a2", "q", "assistant", "New answer"),
            node("q2", "a2", "user", "Thanks"),
            node("q3", "a1", "user", "Never shown"),
            current="q2",
            is_archived=True,
        ),
    )
    events = events_by_text(records)
    assert {text: event.active for text, event in events.items()} == {
        "Question": True,
        "Old answer": False,
        "Never shown": False,
        "New answer": True,
        "Thanks": True,
    }
    assert events["Old answer"].parent_key == events["New answer"].parent_key == events["Question"].key
    assert (events["Old answer"].role, events["Old answer"].speaker) == ("agent", "m-1")
    session = only(SessionRecord, records)[0]
    assert (session.key, session.title, session.topics) == ("chatgpt:c-1", "Bread", ("archived",))
    assert (session.started.at, session.started.quality) == (1_750_000_000_000_000, TimeQuality.EXACT)
    assert events["Thanks"].time.at == 1_750_000_000_500_000


def test_what_is_said_later_in_an_old_branch_comes_last(tmp_path: Path) -> None:
    """So that turns keep their numbers when a conversation goes on, wherever it goes on."""
    start = [
        node("q", None, "user", "Question", at=100),
        node("a1", "q", "assistant", "Old answer", at=110),
        node("a2", "q", "assistant", "New answer", at=120),
    ]
    first = [event.text for event in only(EventRecord, read(tmp_path, chat(*copy.deepcopy(start))))]
    late = [
        node("q2", "a1", "user", "Back again", at=130),
        node("odd", "q2", "assistant", "Clock is wrong", at=5),
    ]
    then = [event.text for event in only(EventRecord, read(tmp_path, chat(*start, *late)))]
    assert first == ["Question", "Old answer", "New answer"]
    assert then == [*first, "Back again", "Clock is wrong"]


def test_saved_memories_come_from_what_bio_was_told_and_from_the_model_s_list(tmp_path: Path) -> None:
    listed = {
        "content_type": "model_editable_context",
        "model_set_context": "1. [2025-05-02]. Likes  figs.\n2. Likes rye.",
    }
    records = read(
        tmp_path,
        chat(
            node("q", None, "user", "Remember that I like figs."),
            node("b", "q", "assistant", "Likes rye.\n\nOwns a cat.", recipient="bio.add"),
            node("m", "b", "system", "", content=listed),
        ),
    )
    memories = only(MemoryRecord, records)
    assert [memory.text for memory in memories] == ["Likes rye.", "Owns a cat.", "Likes  figs."]
    events = {event.key: event.text for event in only(EventRecord, records)}
    for memory in memories:
        assert events[memory.event_key][memory.start : memory.end] == memory.text == memory.quote
        assert (memory.kind, memory.importance, memory.tags) == (
            "semantic",
            0.7,
            ("chatgpt-memory", "unverified"),
        )
    assert (memories[2].time.text, memories[2].time.quality) == ("2025-05-02", TimeQuality.DAY)
    assert [reason for _line, reason in reasons(records)] == ["the same memory stands on line 1"]


def test_custom_instructions_are_a_pinned_memory_once(tmp_path: Path) -> None:
    content = {
        "content_type": "user_editable_context",
        "user_profile": "A baker.",
        "user_instructions": "Be brief.",
    }
    one = chat(node("s", None, "user", "", content=content), node("q", "s", "user", "Hello"))
    two = chat(
        node("s", None, "user", "", content=content), node("q", "s", "user", "Again"), conversation_id="c-2"
    )
    records = read(tmp_path, one, two)
    assert [(m.text, m.kind, m.pinned, m.category) for m in only(MemoryRecord, records)] == [
        ("A baker.", "semantic", False, "fact"),
        ("Be brief.", "procedural", True, "instruction"),
    ]
    assert [event.role for event in only(EventRecord, records)] == ["note", "user", "note", "user"]


def test_every_kind_of_content_has_a_turn_or_a_reason(tmp_path: Path) -> None:
    kinds: dict[str, dict[str, Any]] = {
        "a": {"content_type": "thoughts", "thoughts": [{"summary": "Plan", "content": "Look it up"}]},
        "b": {"content_type": "execution_output", "text": "42"},
        "c": {
            "content_type": "multimodal_text",
            "parts": [{"content_type": "image_asset_pointer"}, "See", {"odd": 1}],
        },
        "d": {"content_type": "system_error", "name": "Timeout", "text": "too slow"},
        "e": {"content_type": "tether_quote", "title": "Page", "url": "u", "text": "words"},
        "f": {"content_type": "hologram", "beams": []},
        "g": {"content_type": "text", "parts": [""]},
        "h": {"content_type": "code", "language": "sql", "text": "SELECT 1"},
    }
    nodes = [node(name, None, "assistant", "", content=content) for name, content in kinds.items()]
    records = read(tmp_path, chat(*nodes, node("i", None, "robot", "beep")))
    assert {event.text: event.role for event in only(EventRecord, records)} == {
        "Plan\nLook it up": "note",
        "42": "tool",
        "[image]\n\nSee": "agent",
        "Timeout\ntoo slow": "error",
        "Page\nu\nwords": "agent",
        "SELECT 1": "agent",
    }
    assert [reason for _line, reason in reasons(records)] == [
        "a part of unknown type None",
        "content of unknown type hologram",
        "a message without text",
        "a message of unknown role robot",
    ]


def test_circles_are_cut_and_broken_records_reported(tmp_path: Path) -> None:
    circle = chat(node("a", "c", "user", "A"), node("b", "a", "assistant", "B"), node("c", "b", "user", "C"))
    records = read(
        tmp_path,
        circle,
        {"title": "no mapping"},
        7,
        circle,
        chat(node("x", None, "user", "secret"), is_do_not_remember=True, conversation_id="c-9"),
    )
    assert [event.text for event in only(EventRecord, records)] == ["A", "B", "C"]
    assert [reason for _line, reason in reasons(records)] == [
        "the messages hang on one another in a circle, which was cut",
        "a conversation without messages",
        "no conversation: not a JSON object",
        "the same conversation stands on line 1",
        "a conversation that is marked as not to be remembered",
    ]


def test_a_conversation_without_an_id_keeps_its_key_when_it_goes_on(tmp_path: Path) -> None:
    short = chat(node("q", None, "user", "Q"))
    long = chat(node("q", None, "user", "Q"), node("a", "q", "assistant", "A"), title="Renamed")
    keys = set()
    for value in (short, long):
        del value["conversation_id"]
        keys.add(only(SessionRecord, read(tmp_path, value))[0].key)
    assert len(keys) == 1


def test_an_archive_with_shards_and_what_else_is_in_it(tmp_path: Path) -> None:
    path = tmp_path / "export.bin"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(2):
            value = [chat(node("q", None, "user", f"Part {number}"), conversation_id=f"c-{number}")]
            archive.writestr(f"deep/er/conversations-00{number}.json", as_bytes(value))
        archive.writestr("user.json", b'{"id": "u"}')
        archive.writestr("deep/picture.png", b"\x89PNG")
        archive.writestr("../conversations.json", as_bytes([chat(node("q", None, "user", "Escaped"))]))
    assert recognise(path).format == "chatgpt"
    records = records_of(FORM, path)
    check_promises(records)
    assert [event.text for event in only(EventRecord, records)] == ["Part 0", "Part 1"]
    assert [reason for _line, reason in reasons(records)] == [
        "../conversations.json in the archive is not read: its name leads out of the archive",
        "1 file in the archive (.json): no conversations in it",
        "1 file in the archive (.png): no conversations in it",
    ]


def test_lines_point_at_messages_of_an_indented_file(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(
        json.dumps([chat(node("q", None, "user", "Q"), node("a", "q", "assistant", "A"))], indent=1)
    )
    lines = path.read_text().splitlines()
    for event in only(EventRecord, records_of(FORM, path)):
        assert event.line is not None
        assert f'"id": "{event.key.rpartition("/")[2]}"' in lines[event.line - 1]
