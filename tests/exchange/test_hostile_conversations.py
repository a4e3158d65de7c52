"""Broken and hostile files of assistants: every reader ends, keeps its promises and accounts for each line."""

from __future__ import annotations

import copy
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from conversation_samples import SAMPLES
from exchange_cases import check_promises, only, reasons, records_of
from hypothesis import given, settings
from hypothesis import strategies as st

from engramma.exchange.conversations import telling
from engramma.exchange.conversations.formats import CONVERSATION_FORMATS
from engramma.exchange.conversations.times import time_of
from engramma.exchange.format import Format
from engramma.exchange.sniffer import FORMATS, format_named, open_source, recognise
from engramma.model.errors import ImportFileError
from engramma.model.progress import Cancelled, CancelToken
from engramma.model.transfer import EventRecord, Record, TimeQuality

NAMES = sorted(SAMPLES)
LINES = [name for name in NAMES if b"\n" in SAMPLES[name]]
HOSTILE: list[Any] = [
    *(None, True, 7, -1.5, 1e308, 10**40, "", " ", "\ud800", "\x00", "a" * 300, "user", "message"),
    *(
        [],
        {},
        [[]],
        [None],
        {"a": [1]},
        [{"type": "text"}],
        {"type": "text", "text": 5},
        "9999-12-31T23:59:59-23:00",
    ),
]


def read(name: str, path: Path, content: bytes) -> list[Record]:
    path.write_bytes(content)
    records = records_of(format_named(name), path)
    check_promises(records)
    return records


def numbers_told(records: list[Record]) -> set[int]:
    return {line for record in records if (line := getattr(record, "line", None)) is not None}


@pytest.mark.parametrize("name", NAMES)
def test_every_sample_is_recognised_by_its_content_and_read_alike_twice(tmp_path: Path, name: str) -> None:
    path = tmp_path / "without an ending"
    records = read(name, path, SAMPLES[name])
    assert recognise(path).format == name
    assert only(EventRecord, records)
    assert records == records_of(format_named(name), path)
    assert all(event.original for event in only(EventRecord, records) if "/" not in event.key[-2:])


@settings(max_examples=50)
@given(
    st.sampled_from(NAMES),
    st.lists(st.tuples(st.integers(0, 5_000), st.integers(0, 255)), max_size=5),
    st.integers(0, 5_000),
)
def test_any_bytes_changed_or_cut_off(
    tmp_path_factory: pytest.TempPathFactory, name: str, changes: list[tuple[int, int]], cut: int
) -> None:
    content = bytearray(SAMPLES[name])
    for place, value in changes:
        content[place % len(content)] = value
    path = tmp_path_factory.mktemp("any") / "f"
    read(name, path, bytes(content[: max(1, len(content) - cut)]))
    with suppress(ImportFileError):
        recognise(path)


def places_in(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container in `value` with each of its keys."""
    for key in (
        list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    ):
        yield value, key
        yield from places_in(value[key])


VALUES = {
    name: [json.loads(line) for line in (content.splitlines() if name in LINES else [content])]
    for name, content in SAMPLES.items()
}


@settings(max_examples=120)
@given(
    st.sampled_from(NAMES),
    st.lists(st.tuples(st.integers(0, 10_000), st.sampled_from(HOSTILE)), min_size=1, max_size=3),
)
def test_any_value_in_any_place(
    tmp_path_factory: pytest.TempPathFactory, name: str, changes: list[tuple[int, Any]]
) -> None:
    values = copy.deepcopy(VALUES[name])
    for number, hostile in changes:
        places = list(places_in(values))
        container, key = places[number % len(places)]
        container[key] = copy.deepcopy(hostile)
    path = tmp_path_factory.mktemp("any") / "f"
    content = "".join(json.dumps(value) + "\n" for value in values).encode()
    records = read(name, path, content)
    assert all(0 <= form.sniff(path, content) <= 1 for form in FORMATS)
    if name in LINES:
        assert set(range(1, len(values) + 1)) <= numbers_told(records)


@pytest.mark.parametrize("form", CONVERSATION_FORMATS, ids=lambda form: form.name)
def test_no_format_takes_another_s_file_or_anything_at_all(tmp_path: Path, form: Format) -> None:
    for content in (
        b"[]",
        b"{}",
        b'{"a": 1}',
        b"[[[[",
        b"\xff\xfe\x00",
        b"PK\x03\x04 no zip",
        b"SQLite format 3\x00",
        b"7",
    ):
        path = tmp_path / "f"
        path.write_bytes(content)
        assert form.sniff(path, content) < 0.3
    for name, content in SAMPLES.items():
        path.write_bytes(content)
        if name != form.name:
            assert form.sniff(path, content) < format_named(name).sniff(path, content)


@pytest.mark.parametrize("name", NAMES)
def test_deep_nesting_and_long_numbers(tmp_path: Path, name: str) -> None:
    deep = b"[" * 10_000 + b"]" * 10_000
    for nested in (deep, b'{"a":' * 10_000 + b"1" + b"}" * 10_000, b"1" * 5_000):
        records = read(name, tmp_path / "f", nested + b"\n")
        assert len(reasons(records)) == 1
        content = SAMPLES[name].replace(b'"text": "', b'"text": %s, "x": "' % nested, 1)
        read(name, tmp_path / "f", content)


@pytest.mark.parametrize("name", NAMES)
def test_work_can_be_cancelled_and_files_may_go_away(tmp_path: Path, name: str) -> None:
    path = tmp_path / "f"
    path.write_bytes(SAMPLES[name])
    token = CancelToken()
    stream = format_named(name).read(open_source(path), cancel=token)
    token.cancel()
    with pytest.raises(Cancelled):
        list(stream)
    source = open_source(path)
    path.unlink()
    with pytest.raises(ImportFileError, match=r"f cannot be read: no such file or directory\."):
        list(format_named(name).read(source, cancel=CancelToken()))


def test_a_line_of_a_hundred_megabytes_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "f"
    first, *rest = SAMPLES["codex"].splitlines(keepends=True)
    with path.open("wb") as file:
        file.write(first)
        file.seek(100_000_000, 1)
        file.write(b"\n" + b"".join(rest))
    records = records_of(format_named("codex"), path)
    assert (2, "longer than 67,108,864 bytes") in reasons(records)
    assert len(only(EventRecord, records)) == 6


def test_one_id_for_everything_takes_no_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that repeats is not compared with all that came before."""
    looks = []

    def mark(key: str) -> int:
        looks.append(key)
        return hash(key)

    monkeypatch.setattr(telling, "_mark", mark)
    content = b'{"id": "x", "role": "user", "content": "Hi"}\n' * 500
    records = read("role-lines", tmp_path / "f", content)
    assert len({event.key for event in only(EventRecord, records)}) == 500
    assert len(looks) < 1_100
    message = {"uuid": "x", "sender": "human", "text": "Hi"}
    messages = [message, message | {"uuid": "x~3"}, message, message]
    records = read("claude-ai", tmp_path / "g", json.dumps([{"chat_messages": messages}]).encode())
    assert len(only(EventRecord, records)) == 4


def test_circles_of_lines_end(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in SAMPLES["openclaw"].splitlines()]
    lines[2]["parentId"] = lines[-1]["id"]
    records = read("openclaw", tmp_path / "f", "".join(json.dumps(line) + "\n" for line in lines).encode())
    assert len(only(EventRecord, records)) == 5


@settings(max_examples=15)
@given(st.lists(st.sampled_from(HOSTILE) | st.binary(max_size=9), min_size=1, max_size=6))
def test_any_values_in_the_rows_of_a_database(
    tmp_path_factory: pytest.TempPathFactory, values: list[Any]
) -> None:
    path = tmp_path_factory.mktemp("any") / "f.db"
    rows = [value if isinstance(value, bytes) else json.dumps(value) for value in values]
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE m (id, session_id, message_data, created_at)")
        database.execute("CREATE TABLE blobs (id, data)")
        database.execute("CREATE TABLE meta (key, value)")
        for number, value in enumerate(rows):
            database.execute(
                "INSERT INTO m VALUES (?, ?, ?, ?)", (rows[-1 - number], rows[0], value, rows[-1])
            )
            database.execute("INSERT INTO blobs VALUES (?, ?)", (rows[-1 - number], value))
        database.execute("INSERT INTO meta VALUES ('0', ?)", (rows[0],))
        database.execute("CREATE TABLE cursorDiskKV (key, value)")
        for number, value in enumerate(rows):
            database.execute("INSERT INTO cursorDiskKV VALUES (?, ?)", (f"composerData:{number % 2}", value))
            database.execute("INSERT INTO cursorDiskKV VALUES (?, ?)", (f"bubbleId:0:{number}", value))
        database.commit()
    for name in ("openai-agents", "cursor-store", "cursor-editor"):
        check_promises(records_of(format_named(name), path))


@pytest.mark.parametrize(
    ("given", "at", "quality"),
    [
        ("2026-03-01T10:00:00Z", 1_772_359_200_000_000, TimeQuality.EXACT),
        ("2026-03-01", None, TimeQuality.DAY),
        (1_772_359_200, 1_772_359_200_000_000, TimeQuality.EXACT),
        (1_772_359_200.5, 1_772_359_200_500_000, TimeQuality.EXACT),
        (1_772_359_200_000, 1_772_359_200_000_000, TimeQuality.EXACT),
        (1_772_359_200_000_000, 1_772_359_200_000_000, TimeQuality.EXACT),
        (1_772_359_200_000_000_000, 1_772_359_200_000_000, TimeQuality.EXACT),
        (float("nan"), None, TimeQuality.NONE),
        (float("inf"), None, TimeQuality.NONE),
        (10**400, None, TimeQuality.NONE),
        (-5, None, TimeQuality.NONE),
        (True, None, TimeQuality.NONE),
        ("9999-12-31T23:59:59-23:00", None, TimeQuality.NONE),
        ("yesterday", None, TimeQuality.NONE),
        ({"a": 1}, None, TimeQuality.NONE),
    ],
)
def test_times_of_every_unit(given: Any, at: int | None, quality: TimeQuality) -> None:
    found = time_of(given)
    assert found.quality is quality
    assert quality is TimeQuality.DAY or found.at == at
