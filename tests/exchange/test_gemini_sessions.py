"""Gemini: sessions of the command line tool in both shapes, and the activities of a Takeout."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conversation_samples import as_bytes, gemini_file, takeout_file
from exchange_cases import check_promises, events_by_text, only, reasons, records_of, write_lines

from engramma.exchange.gemini.cli_session import GeminiCliFormat
from engramma.exchange.gemini.markup import plain_text
from engramma.exchange.gemini.takeout import GeminiTakeoutFormat
from engramma.exchange.sniffer import recognise
from engramma.model.transfer import EventRecord, Record, SessionRecord, TimeQuality

CLI = GeminiCliFormat()
TAKEOUT = GeminiTakeoutFormat()
HEAD = {"sessionId": "g-1", "projectHash": "ab", "startTime": "2026-04-29T21:39:22Z"}


def read(form: Any, path: Path, content: bytes) -> list[Record]:
    path.write_bytes(content)
    assert recognise(path).format == form.name
    records = records_of(form, path)
    check_promises(records)
    return records


def said(name: str, kind: str, text: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "timestamp": "2026-04-29T21:39:33Z", "type": kind, "content": text, **more}


def test_lines_of_a_session(tmp_path: Path) -> None:
    records = read(CLI, tmp_path / "f", gemini_file())
    events = only(EventRecord, records)
    assert [(event.role, event.text, event.speaker) for event in events] == [
        ("user", "List files.", ""),
        ("agent", "One moment.\n\n→ shell: ls", "g-3"),
        ("tool", "a.txt", "shell"),
    ]
    assert "Plan" in events[1].detail
    session = only(SessionRecord, records)[0]
    assert (session.key, session.title) == ("gemini-cli:g-1", "List files.")
    assert (session.started.text, session.ended.text) == ("2026-04-29T21:39:22Z", "2026-04-29T21:40:00Z")
    assert reasons(records) == [(3, "bookkeeping, holds no conversation")]


def test_the_last_writing_of_a_message_counts_and_a_rewind_takes_back(tmp_path: Path) -> None:
    lines = [
        HEAD,
        said("u1", "user", "First"),
        said("a1", "gemini", "Hal"),
        said("a1", "gemini", "Half an answer"),
        said("u2", "user", "Wrong way"),
        {"$rewindTo": "u2"},
        said("u3", "user", "Better"),
        {"odd": 1},
    ]
    path = write_lines(tmp_path / "f", lines)
    records = read(CLI, path, path.read_bytes())
    assert [(event.text, event.active) for event in only(EventRecord, records)] == [
        ("First", True),
        ("Half an answer", True),
        ("Wrong way", False),
        ("Better", True),
    ]
    assert reasons(records) == [
        (3, "the same message stands on line 4"),
        (6, "bookkeeping, holds no conversation"),
        (8, "neither a message nor a session's head"),
    ]


def test_a_document_has_the_same_keys_as_the_lines(tmp_path: Path) -> None:
    messages = [
        said("u", "user", "List files."),
        said("i", "info", "Cancelled."),
        said(
            "m",
            "model",
            "",
            parts=[{"text": "Ok"}, {"inlineData": {"mimeType": "image/png", "data": "AAAA"}}],
        ),
        said("e", "gemini", ""),
        3,
    ]
    document = HEAD | {"kind": "subagent", "messages": messages, "summary": "Listing"}
    records = read(CLI, tmp_path / "f", as_bytes(document))
    events = only(EventRecord, records)
    assert [(event.role, event.text) for event in events] == [
        ("user", "List files."),
        ("note", "Cancelled."),
        ("agent", "Ok\n\n[file: image/png]"),
    ]
    assert events[0].key == only(EventRecord, read(CLI, tmp_path / "g", gemini_file()))[0].key
    assert all(event.sidechain for event in events)
    assert only(SessionRecord, records)[0].title == "Listing"
    assert [reason for _line, reason in reasons(records)] == [
        "a message without text",
        "a message that is no object",
    ]


def test_the_older_history_without_ids(tmp_path: Path) -> None:
    history = [
        {"role": "user", "parts": [{"text": "Describe"}], "ts": 1695000000},
        {"role": "gemini", "parts": []},
    ]
    records = read(CLI, tmp_path / "f", as_bytes({"history": history, "start_time": "2023-09-18T00:00:00Z"}))
    events = only(EventRecord, records)
    assert [(event.text, event.time.at) for event in events] == [("Describe", 1_695_000_000_000_000)]


def test_activities_become_conversations_in_their_own_order(tmp_path: Path) -> None:
    records = read(TAKEOUT, tmp_path / "f", takeout_file())
    assert [(event.role, event.text) for event in only(EventRecord, records)] == [
        ("user", "A recipe for dough"),
        ("agent", "- flour\n- water"),
        ("user", "How long?"),
        ("agent", "A day."),
    ]
    session = only(SessionRecord, records)[0]
    assert (session.key, session.title) == ("gemini-takeout:2026-03-10T18:00:00Z", "A recipe for dough")
    assert session.started.quality is TimeQuality.INFERRED
    assert [reason for _line, reason in reasons(records)] == ["no prompt: Gave feedback: Good response"]


def test_pauses_other_products_languages_and_bad_times(tmp_path: Path) -> None:
    def entry(title: Any, time: Any, header: str = "Gemini Apps", **more: Any) -> dict[str, Any]:
        return {"header": header, "title": title, "time": time, "products": [header], **more}

    content = as_bytes(
        [
            entry("Prompted Late", "2026-03-10T19:00:00Z"),
            entry("Prompted Early", "2026-03-10T18:00:00Z"),
            entry("Eingegebener Prompt: Wie spät?", "2026-03-10T19:10:00Z"),
            entry("Created a picture", "2026-03-10T19:20:00Z", safeHtmlItem=[{"html": "<p>Here</p>"}, 4]),
            entry("Prompted Whenever", "not a time"),
            entry("Searched for pizza", "2026-03-10T19:00:00Z", "Search"),
            entry(None, "2026-03-10T19:00:00Z"),
            7,
        ]
    )
    records = read(TAKEOUT, tmp_path / "f", content)
    sessions = {session.key: session.title for session in only(SessionRecord, records)}
    assert sessions == {
        "gemini-takeout:2026-03-10T18:00:00Z": "Early",
        "gemini-takeout:2026-03-10T19:00:00Z": "Late",
        "gemini-takeout:undated": "Whenever",
    }
    events = events_by_text(records)
    assert events["Wie spät?"].session_key == events["Late"].session_key == events["Here"].session_key
    assert (events["Created a picture"].role, events["Whenever"].time.at) == ("note", None)
    assert [reason for _line, reason in reasons(records)] == [
        "an activity of another product: Search",
        "an activity without a title",
        "no activity: not a JSON object",
    ]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>One</p><p>Two &amp; three</p>", "One\n\nTwo & three"),
        ("<script>alert('x')</script>left<style>p{}</style>", "left"),
        ("a<br>b", "a\nb"),
        ("<img src=x onerror=bad()>", ""),
        ("2 < 3", "2 < 3"),
    ],
)
def test_markup_is_never_kept(html: str, text: str) -> None:
    assert plain_text(html) == text
