"""LoCoMo-shaped conversations: sessions, turns, lines, times, and what is only an annotation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from exchange_cases import check_promises, only, reasons, records_of

from engramma.exchange.locomo import LocomoFormat, parse_session_time
from engramma.exchange.sniffer import recognise
from engramma.model.clock import parse_iso
from engramma.model.transfer import EventRecord, MemoryRecord, SessionRecord, TimeQuality

FORM = LocomoFormat()


def sample(name: str | None = "conv-1", **conversation: Any) -> dict[str, Any]:
    talk = {
        "speaker_a": "Ada",
        "speaker_b": "Ben",
        "session_2_date_time": "9:05 am on 1 June, 2023",
        "session_2": [{"speaker": "Ben", "dia_id": "D2:1", "text": "Back again."}],
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Ada", "dia_id": "D1:1", "text": "Hello!"},
            {
                "speaker": "Ben",
                "dia_id": "D1:2",
                "text": "Look at this.",
                "img_url": ["https://example.org/dog.jpg"],
                "blip_caption": "a photo of a dog",
            },
        ],
        "session_3_date_time": "1:00 pm on 2 July, 2023",
    }
    qa = [{"question": "Who?", "answer": "Ada", "evidence": ["D1:1"], "category": 4}]
    whole = {"qa": qa, "conversation": talk | conversation, "observation": {"session_1": {}}}
    return whole | ({"sample_id": name} if name else {})


def write(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False), encoding="utf-8")
    return path


def test_sessions_and_turns(tmp_path: Path) -> None:
    path = write(tmp_path / "talks.json", [sample("conv-1"), sample("conv-2")])
    assert recognise(path).format == "locomo"
    records = records_of(FORM, path)
    check_promises(records)
    sessions = only(SessionRecord, records)
    assert [session.key for session in sessions] == [
        "locomo:conv-1/session_1",
        "locomo:conv-1/session_2",
        "locomo:conv-2/session_1",
        "locomo:conv-2/session_2",
    ]
    assert sessions[0].title == "Ada and Ben, session 1"
    assert sessions[0].project == "conv-1"
    assert sessions[0].started.quality is TimeQuality.LOCAL
    assert sessions[0].started.at == parse_iso("2023-05-08T13:56")
    first, second, *_ = only(EventRecord, records)
    assert (first.key, first.role, first.speaker, first.text) == (
        "locomo:conv-1/D1:1",
        "user",
        "Ada",
        "Hello!",
    )
    assert (second.role, second.text) == ("agent", "Look at this. [image: a photo of a dog]")
    assert second.parent_key == first.key
    assert json.loads(second.detail)["img_url"] == ["https://example.org/dog.jpg"]
    assert json.loads(second.original)["dia_id"] == "D1:2"
    assert only(MemoryRecord, records) == []


def test_lines_are_those_of_the_file(tmp_path: Path) -> None:
    path = write(tmp_path / "talks.json", [sample("conv-1"), sample("conv-2")])
    lines = path.read_text(encoding="utf-8").split("\n")
    for event in only(EventRecord, records_of(FORM, path)):
        assert event.line is not None
        assert f'"dia_id": "{event.key.split("/")[1]}"' in lines[event.line - 1]


def test_annotations_and_dates_alone_are_counted_once_each(tmp_path: Path) -> None:
    told = [reason for _, reason in reasons(records_of(FORM, write(tmp_path / "t.json", [sample()])))]
    assert told == [
        "qa (1 entries in conv-1): annotation of the data set, not conversation",
        "observation (1 entries in conv-1): annotation of the data set, not conversation",
        "1 dates without a session in conv-1: session_3_date_time",
    ]


def test_a_single_sample_and_one_without_a_name(tmp_path: Path) -> None:
    one = records_of(FORM, write(tmp_path / "one.json", sample(None)))
    again = records_of(FORM, write(tmp_path / "again.json", [sample(None)]))
    check_promises(one)
    keys = [event.key for event in only(EventRecord, one)]
    assert len(keys) == 3
    assert keys == [event.key for event in only(EventRecord, again)]


def test_a_name_twice(tmp_path: Path) -> None:
    other = sample("conv-1", session_1=[{"speaker": "Ada", "dia_id": "D1:1", "text": "Another talk"}])
    records = records_of(FORM, write(tmp_path / "t.json", [sample("conv-1"), sample("conv-1"), other]))
    check_promises(records)
    assert {session.project for session in only(SessionRecord, records)} == {"conv-1", "conv-1~2"}
    assert [reason for _, reason in reasons(records)].count("the same conversation stands on line 2") == 1


def test_odd_turns_are_reported(tmp_path: Path) -> None:
    turns = [
        {"speaker": "Ada", "dia_id": "D1:1", "text": "One"},
        {"speaker": "Ada", "dia_id": "D1:1", "text": "One again"},
        {"speaker": "Cem", "text": "No id"},
        {"speaker": "Ada", "dia_id": "D1:4", "text": "  "},
        "no turn",
    ]
    records = records_of(
        FORM, write(tmp_path / "t.json", [sample(session_1=turns, session_9="odd", extra=1)])
    )
    check_promises(records)
    events = only(EventRecord, records)
    assert [(event.text, event.role) for event in events[:2]] == [("One", "user"), ("No id", "note")]
    told = [reason for _, reason in reasons(records)]
    assert told[:4] == [
        "the turn D1:1 stands twice in this conversation",
        "a turn without text",
        "turn 5 of locomo:conv-1/session_1 is no turn",
        "session_9 is no list of turns",
    ]
    assert told[-1] == "unknown part extra of conv-1"


def test_good_samples_before_a_cut_are_kept(tmp_path: Path) -> None:
    path = write(tmp_path / "t.json", [sample("conv-1"), {"no": "sample"}, sample("conv-2")])
    text = path.read_text(encoding="utf-8")
    path.write_text(text[:-200], encoding="utf-8")
    records = records_of(FORM, path)
    check_promises(records)
    assert {session.project for session in only(SessionRecord, records)} == {"conv-1"}
    told = [reason for _, reason in reasons(records)]
    assert "a sample without any session" in told
    assert told[-1] == "cut off: the JSON ends in the middle"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_byte_order_marks(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "t.json"
    text = json.dumps([sample()])
    mark = "\ufeff" if encoding == "utf-16-le" else ""
    path.write_text(mark + text, encoding=encoding)
    assert recognise(path).format == "locomo"
    assert len(only(EventRecord, records_of(FORM, path))) == 3


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("1:56 pm on 8 May, 2023", "2023-05-08T13:56"),
        ("12:04 am on 30 December, 2022", "2022-12-30T00:04"),
        ("12:30 pm on 1 jan 2024", "2024-01-01T12:30"),
    ],
)
def test_session_times(text: str, iso: str) -> None:
    time = parse_session_time(text)
    assert (time.at, time.text, time.quality) == (parse_iso(iso), text, TimeQuality.LOCAL)


@pytest.mark.parametrize(
    "text", ["", "yesterday", "25:00 pm on 8 May, 2023", "1:56 pm on 31 June, 2023", "1:56 pm on 8 Mai, 0000"]
)
def test_times_that_are_none_keep_their_text(text: str) -> None:
    time = parse_session_time(text)
    assert (time.at, time.text, time.quality) == (None, text, TimeQuality.NONE)
