"""What single lines of a transcript come to: roles, wrappers, tools, titles, summaries, and what is left out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from exchange_cases import (
    Transcript,
    call,
    check_promises,
    events_by_text,
    key,
    only,
    reasons,
    records_of,
    uid,
    write_lines,
)

from engramma.exchange.claude_code.message import TEXT_CHARACTERS
from engramma.exchange.claude_code.transcript import ClaudeCodeFormat
from engramma.exchange.claude_code.wrappers import unwrap
from engramma.model.session import Role
from engramma.model.transfer import EventRecord, MemoryRecord, SessionRecord, TimeQuality

FORM = ClaudeCodeFormat()


@pytest.mark.parametrize(
    ("text", "role", "words", "asides"),
    [
        ("Use port 8080", Role.USER, "Use port 8080", ()),
        ("<b>bold</b> is HTML", Role.USER, "<b>bold</b> is HTML", ()),
        ("why <system-reminder> here?", Role.USER, "why <system-reminder> here?", ()),
        ("Fix it<system-reminder>todo is empty</system-reminder>", Role.USER, "Fix it", ("todo is empty",)),
        ("<system-reminder>todo is empty</system-reminder>", Role.NOTE, "todo is empty", ("todo is empty",)),
        ("<ide_opened_file>a.py</ide_opened_file>Look", Role.USER, "Look", ("a.py",)),
        ("<command-name>/clear</command-name>\n<command-args></command-args>", Role.NOTE, "/clear", ()),
        (
            "<command-message>plan</command-message><command-name>/plan</command-name>"
            "<command-args>a dark mode</command-args>",
            Role.USER,
            "/plan a dark mode",
            (),
        ),
        ("<local-command-stdout>3 files</local-command-stdout>", Role.TOOL, "3 files", ()),
        ("<local-command-stdout></local-command-stdout>", Role.TOOL, "(no output)", ()),
        ("<bash-input>git status</bash-input>", Role.USER, "! git status", ()),
        ("<bash-stdout>a</bash-stdout><bash-stderr>b</bash-stderr>", Role.TOOL, "a\nb", ()),
        ("[Request interrupted by user]", Role.NOTE, "[Request interrupted by user]", ()),
    ],
)
def test_wrappers(text: str, role: Role, words: str, asides: tuple[str, ...]) -> None:
    said = unwrap(text)
    assert (said.role, said.text) == (role, words)
    if role is not Role.NOTE:
        assert said.asides == asides


def test_hostile_tags_take_no_quadratic_time() -> None:
    for tag in ("<system-reminder>", "<command-name>", "<a>", "<bash-stdout>"):
        assert unwrap(tag * 100_000).text


def test_who_speaks(tmp_path: Path) -> None:
    t = Transcript()
    t.user("p", None, "Remember the port")
    t.user("m", "p", "Caveat text", isMeta=True)
    t.user("n", "m", "Job done", origin={"kind": "task-notification"})
    t.agent("e", "n", "API Error: overloaded", isApiErrorMessage=True)
    t.agent("th", "e", {"type": "thinking", "thinking": "Let me think"})
    t.add("system", "se", "th", subtype="api_error", error={"error": {"error": {"message": "bad key"}}})
    t.add("system", "sn", "se", subtype="informational", content="Model changed")
    t.add("attachment", "q", "sn", attachment={"type": "queued_command", "prompt": "Also the host"})
    t.add(
        "attachment",
        "f",
        "q",
        attachment={"type": "file", "filename": "a.py", "content": {"file": {"content": "x"}}},
    )
    records = records_of(FORM, t.write(tmp_path / "t.jsonl"))
    check_promises(records)
    assert [(event.role, event.text) for event in only(EventRecord, records)] == [
        ("user", "Remember the port"),
        ("note", "Caveat text"),
        ("note", "Job done"),
        ("error", "API Error: overloaded"),
        ("note", "Let me think"),
        ("error", "bad key"),
        ("note", "Model changed"),
        ("user", "Also the host"),
        ("tool", "[file: a.py]\nx"),
    ]


def test_tools_are_readable_and_kept_in_the_detail(tmp_path: Path) -> None:
    t = Transcript()
    todos = [
        {"content": "Design", "status": "completed"},
        {"content": "Build", "status": "in_progress"},
        "odd",
    ]
    t.agent(
        "a",
        None,
        {"type": "thinking", "thinking": "Hm"},
        "Working.",
        call("t1", "Bash", command="make test", description="Run tests"),
        call("t2", "TodoWrite", todos=todos),
        call("t3", "Odd", level=3),
    )
    t.result(
        "r1",
        "a",
        "t1",
        [{"type": "text", "text": "ok"}, {"type": "image", "source": {"media_type": "image/png"}}],
    )
    t.result(
        "r2",
        "r1",
        "t2",
        "",
        toolUseResult={"stdout": "", "stderr": "no\n"},
    )
    t.result("r3", "r2", "t3", "")
    t.lines[-1]["message"]["content"][0]["is_error"] = True
    records = records_of(FORM, t.write(tmp_path / "t.jsonl"))
    agent, *results = only(EventRecord, records)
    assert agent.text == (
        'Working.\n\n→ Bash: make test\n\n→ TodoWrite:\n☑ Design\n◐ Build\n☐ odd\n\n→ Odd: {"level":3}'
    )
    assert json.loads(agent.detail)["thinking"] == "Hm"
    assert json.loads(agent.detail)["tools"][0]["input"]["description"] == "Run tests"
    assert [(event.role, event.speaker, event.text) for event in results] == [
        ("tool", "Bash", "ok\n[image: image/png]"),
        ("tool", "TodoWrite", "no"),
        ("tool", "Odd", "(no output)"),
    ]
    assert json.loads(results[2].detail) == {"is_error": True}


def test_words_beside_a_result_are_an_event_of_their_own(tmp_path: Path) -> None:
    t = Transcript()
    t.user(
        "r", None, [{"type": "tool_result", "content": "denied"}, {"type": "text", "text": "Use npm instead"}]
    )
    records = records_of(FORM, t.write(tmp_path / "t.jsonl"))
    check_promises(records)
    tool, said = only(EventRecord, records)
    assert (tool.role, tool.text, said.role, said.text) == ("tool", "denied", "user", "Use npm instead")
    assert said.parent_key == tool.key == key("r")


def test_words_from_the_queue_are_taken_unless_another_line_says_them(tmp_path: Path) -> None:
    t = Transcript()
    t.user("p", None, "Start the migration")
    queue = {"type": "queue-operation", "sessionId": t.session, "timestamp": "2026-03-01T11:00:00Z"}
    t.lines += [queue | {"operation": "enqueue", "content": "The parser first"}]
    t.lines += [
        queue | {"operation": "remove", "content": text} for text in ("The parser first", "Then the tests")
    ]
    t.add("attachment", "q", "p", attachment={"type": "queued_command", "prompt": "Then the tests"})
    records = records_of(FORM, t.write(tmp_path / "t.jsonl"))
    check_promises(records)
    assert [(event.role, event.text) for event in only(EventRecord, records)] == [
        ("user", "Start the migration"),
        ("user", "The parser first"),
        ("user", "Then the tests"),
    ]
    assert reasons(records) == [
        (2, "queue-operation enqueue: bookkeeping, holds no conversation"),
        (4, "the same words stand on line 5"),
    ]


def test_pictures_are_never_kept(tmp_path: Path) -> None:
    t = Transcript()
    data = "iVBORw0KGgo" * 5_000
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}
    t.user(
        "p", None, [picture, {"type": "text", "text": "See this"}], toolUseResult={"file": {"base64": data}}
    )
    [event] = only(EventRecord, records_of(FORM, t.write(tmp_path / "t.jsonl")))
    assert event.text == "[image: image/png]\n\nSee this"
    assert "iVBORw0KGgo" not in event.original + event.detail
    assert json.loads(event.original)["uuid"] == uid("p")


def test_a_long_original_is_an_envelope_and_a_long_text_is_cut_with_a_note(tmp_path: Path) -> None:
    t = Transcript()
    t.user("p", None, "x" * (TEXT_CHARACTERS + 5))
    records = records_of(FORM, t.write(tmp_path / "t.jsonl"))
    [event] = only(EventRecord, records)
    assert len(event.text) == TEXT_CHARACTERS
    assert reasons(records) == [(1, "the last 5 characters of this turn; its beginning was taken in")]
    envelope = json.loads(event.original)
    assert envelope["uuid"] == uid("p")
    assert envelope["left_out"]["characters"] > TEXT_CHARACTERS


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        (
            [{"type": "ai-title", "aiTitle": "By the tool"}, {"type": "custom-title", "customTitle": "Mine"}],
            "Mine",
        ),
        ([{"type": "ai-title", "aiTitle": "By the tool"}], "By the tool"),
        ([{"type": "summary", "summary": "Summed up", "leafUuid": uid("p")}], "Summed up"),
        ([{"type": "summary", "summary": "Of another file", "leafUuid": uid("other")}], "Fix the login"),
        ([], "Fix the login"),
    ],
)
def test_titles(tmp_path: Path, lines: list[dict[str, Any]], title: str) -> None:
    t = Transcript()
    t.user("c", None, "<command-name>/clear</command-name>")
    t.user("p", "c", "  Fix   the login\nplease")
    t.lines += [line | {"sessionId": t.session} if line["type"] != "summary" else line for line in lines]
    [session] = only(SessionRecord, records_of(FORM, t.write(tmp_path / "t.jsonl")))
    assert session.title == title
    assert session.project == "/home/someone/shop"
    assert session.started.quality is TimeQuality.EXACT
    assert session.started.at is not None
    assert session.ended.at == session.started.at + 60_000_000


def test_summaries_are_episodic_memories_at_the_end(tmp_path: Path) -> None:
    t = Transcript()
    t.lines.append({"type": "summary", "summary": "Earlier talk", "leafUuid": uid("gone")})
    t.user("p", None, "Start")
    t.lines.append({"type": "summary", "summary": "This talk", "leafUuid": uid("p")})
    t.lines.append({"type": "summary", "summary": "This talk", "leafUuid": uid("p")})
    records = records_of(FORM, t.write(tmp_path / "t.jsonl"))
    check_promises(records)
    earlier, this = only(MemoryRecord, records)
    assert (earlier.text, earlier.event_key, earlier.session_key) == ("Earlier talk", key("gone"), "")
    assert (this.event_key, this.session_key) == (key("p"), f"claude-code:{t.session}")
    assert this.time.at == only(EventRecord, records)[0].time.at
    assert {memory.kind for memory in (earlier, this)} == {"episodic"}
    assert records.index(this) > records.index(only(EventRecord, records)[0])
    assert reasons(records) == [(4, "the same summary stands on line 3")]


def test_every_line_that_is_left_out_has_a_reason(tmp_path: Path) -> None:
    t = Transcript()
    t.user("p", None, "Start")
    t.lines += [
        "42",
        '"text"',
        {"silly": "this"},
        {"type": "hologram"},
        {"type": "file-history-snapshot", "messageId": "x"},
        {"type": "attachment", "attachment": {"type": "odd_thing"}},
        {"type": "assistant", "message": {"content": [{"type": "hologram"}]}},
        {"type": "user", "message": {"content": []}},
        {"type": "custom-title", "customTitle": "x", "sessionId": "nobody"},
        "",
        "\x00\x00\x00",
        '{"type":"user","message":{"content":"bro',
    ]
    records = records_of(FORM, t.write(tmp_path / "t.jsonl"))
    check_promises(records)
    assert reasons(records) == [
        (2, "not a JSON object"),
        (3, "not a JSON object"),
        (4, "a line without a type"),
        (5, "unknown type hologram"),
        (6, "file-history-snapshot: bookkeeping, holds no conversation"),
        (7, "attachment of unknown type odd_thing"),
        (8, "a block of unknown type hologram"),
        (9, "a message without text"),
        (10, "a title for a session that is not in this file"),
        (12, "holds nothing but NUL bytes"),
        (13, "cut off: the JSON ends in the middle"),
    ]


def test_text_that_cannot_be_stored_is_cleaned_and_noted(tmp_path: Path) -> None:
    line = (
        '{"type":"user","uuid":"u","sessionId":"s","message":{"content":"a\\u0000b\\ud800c \\ud83d\\ude00"}}'
    )
    records = records_of(FORM, write_lines(tmp_path / "t.jsonl", [line]))
    [event] = only(EventRecord, records)
    assert event.text == "a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}c 😀"
    [(number, reason)] = reasons(records)
    assert number == 1
    assert reason.startswith("2 unreadable characters were replaced")


def test_lines_written_while_reading_are_left_for_the_next_time(tmp_path: Path) -> None:
    t = Transcript()
    for number in range(600):
        t.user(f"p{number}", None, f"Line {number}")
    path = t.write(tmp_path / "t.jsonl")
    from engramma.exchange.sniffer import open_source
    from engramma.model.progress import CancelToken

    stream = FORM.read(open_source(path), cancel=CancelToken())
    first = next(stream)
    with path.open("a") as file:
        for _ in range(5):
            file.write(json.dumps(t.lines[0] | {"uuid": uid("late")}) + "\n")
    records = [first, *stream]
    texts = events_by_text(records)
    assert len(texts) == 600


def test_a_record_keeps_its_line_and_original(tmp_path: Path) -> None:
    t = Transcript()
    t.lines.append({"type": "mode"})
    written = t.user("p", None, "Grüße")
    events = events_by_text(records_of(FORM, t.write(tmp_path / "t.jsonl")))
    assert events["Grüße"].line == 2
    assert json.loads(events["Grüße"].original) == written
