"""Any bytes, any JSON: every reader ends, keeps its promises and accounts for each line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from exchange_cases import check_promises, only, records_of, write_lines
from hypothesis import given
from hypothesis import strategies as st

from engramma.exchange.bundle.reader import BundleReader
from engramma.exchange.claude_code.transcript import ClaudeCodeFormat
from engramma.exchange.claude_code.vocabulary import TRANSCRIPT_TYPES
from engramma.exchange.format import Format
from engramma.exchange.lines import read_lines
from engramma.exchange.locomo import LocomoFormat
from engramma.exchange.mcp_memory import McpMemoryFormat
from engramma.exchange.sniffer import FORMATS, open_source
from engramma.model.errors import ImportFileError
from engramma.model.progress import Cancelled, CancelToken
from engramma.model.transfer import EventRecord, Record

READERS: tuple[Format, ...] = (ClaudeCodeFormat(), McpMemoryFormat(), LocomoFormat())

IDS = st.sampled_from(["u1", "u2", "u3", "11111111-1111-4111-8111-111111111111", "", "a b", None, 7])
SCALARS = (
    st.none() | st.booleans() | st.integers() | st.text(max_size=10) | st.just("\ud800") | st.just("\x00")
)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
BLOCKS = st.fixed_dictionaries(
    {"type": st.sampled_from(["text", "thinking", "tool_use", "tool_result", "image", "odd"]) | ANYTHING},
    optional={
        "text": ANYTHING,
        "thinking": ANYTHING,
        "name": ANYTHING,
        "input": ANYTHING,
        "id": IDS,
        "tool_use_id": IDS,
        "content": ANYTHING,
        "source": ANYTHING,
        "is_error": ANYTHING,
    },
)
ENTRIES = st.fixed_dictionaries(
    {"type": st.sampled_from(sorted(TRANSCRIPT_TYPES)) | st.sampled_from(["user", "assistant"]) | ANYTHING},
    optional={
        "uuid": IDS,
        "parentUuid": IDS,
        "logicalParentUuid": IDS,
        "sessionId": IDS,
        "timestamp": st.sampled_from(
            ["2026-01-01T00:00:00Z", "2026-01-01", "9999-12-31T23:59:59-23:00", "odd"]
        )
        | ANYTHING,
        "message": st.fixed_dictionaries(
            {"content": st.text(max_size=10) | st.lists(BLOCKS | ANYTHING, max_size=3)},
            optional={"id": IDS, "model": ANYTHING},
        )
        | ANYTHING,
        "isSidechain": ANYTHING,
        "isMeta": ANYTHING,
        "isCompactSummary": ANYTHING,
        "summary": ANYTHING,
        "leafUuid": IDS,
        "content": ANYTHING,
        "error": ANYTHING,
        "subtype": ANYTHING,
        "attachment": st.fixed_dictionaries(
            {"type": st.sampled_from(["queued_command", "file", "hook_blocking_error"])},
            optional={"prompt": ANYTHING, "content": ANYTHING, "blockingError": ANYTHING},
        )
        | ANYTHING,
        "compactMetadata": st.fixed_dictionaries(
            {},
            optional={
                "preservedSegment": st.fixed_dictionaries({"headUuid": IDS, "tailUuid": IDS}) | ANYTHING,
                "preservedMessages": st.fixed_dictionaries({"uuids": st.lists(IDS, max_size=3) | ANYTHING})
                | ANYTHING,
            },
        )
        | ANYTHING,
        "toolUseResult": ANYTHING,
        "customTitle": ANYTHING,
        "agentId": IDS,
    },
)


def lines_accounted_for(records: list[Record]) -> set[int]:
    told = {line for record in records if (line := getattr(record, "line", None)) is not None}
    for event in only(EventRecord, records):
        told |= {event.line + number for number in range(event.original.count("\n") + 1) if event.line}
    return told


@given(st.binary(max_size=300))
def test_any_bytes(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("any") / "f"
    path.write_bytes(content)
    for form in READERS:
        check_promises(records_of(form, path))
    for known in FORMATS:
        assert 0 <= known.sniff(path, content) <= 1
    with pytest.raises(ImportFileError):
        BundleReader(path)


@given(st.lists(ENTRIES, max_size=8))
def test_any_transcript(tmp_path_factory: pytest.TempPathFactory, entries: list[dict[str, Any]]) -> None:
    path = tmp_path_factory.mktemp("any") / "t.jsonl"
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
    records = records_of(ClaudeCodeFormat(), path)
    check_promises(records)
    again = records_of(ClaudeCodeFormat(), path)
    assert records == again
    texts = {"custom-title": "customTitle", "ai-title": "aiTitle"}
    told = lines_accounted_for(records)
    joined = {entry.get("type"): True for entry in entries if isinstance(entry.get("type"), str)}
    if "assistant" not in joined:
        named = {number for number, entry in enumerate(entries, 1) if str(entry.get("type")) in texts}
        assert set(range(1, len(entries) + 1)) - named <= told


@given(
    st.lists(
        st.dictionaries(
            st.sampled_from(["type", "name", "entityType", "observations", "from", "to", "relationType"]),
            st.sampled_from(["entity", "relation", "a", "b", ""]) | ANYTHING,
            max_size=6,
        ),
        max_size=6,
    ),
    st.integers(0, 400),
)
def test_any_graph_and_any_cut(
    tmp_path_factory: pytest.TempPathFactory, items: list[dict[str, Any]], cut: int
) -> None:
    path = tmp_path_factory.mktemp("any") / "m.jsonl"
    lines = [json.dumps(item) + "\n" for item in items]
    path.write_text("".join(lines)[: cut or None], encoding="utf-8")
    records = records_of(McpMemoryFormat(), path)
    check_promises(records)
    written = len(path.read_text(encoding="utf-8").splitlines())
    assert lines_accounted_for(records) == set(range(1, written + 1))


TURNS = st.lists(
    st.dictionaries(
        st.sampled_from(["speaker", "dia_id", "text", "blip_caption"]),
        st.sampled_from(["A", "D1:1"]) | ANYTHING,
    )
    | ANYTHING,
    max_size=4,
)


@given(
    st.lists(
        st.fixed_dictionaries(
            {
                "conversation": st.dictionaries(
                    st.sampled_from(
                        ["session_1", "session_2", "session_1_date_time", "speaker_a", "speaker_b", "odd"]
                    ),
                    TURNS | ANYTHING,
                    max_size=5,
                )
            },
            optional={"sample_id": ANYTHING, "qa": ANYTHING},
        )
        | ANYTHING,
        max_size=3,
    )
)
def test_any_conversations(tmp_path_factory: pytest.TempPathFactory, samples: list[Any]) -> None:
    path = tmp_path_factory.mktemp("any") / "l.json"
    path.write_text(json.dumps(samples, indent=1), encoding="utf-8")
    check_promises(records_of(LocomoFormat(), path))


@pytest.mark.parametrize("form", READERS, ids=lambda form: form.name)
def test_deep_nesting_and_long_numbers(tmp_path: Path, form: Format) -> None:
    deep = "[" * 5_000 + "]" * 5_000
    for text in (
        deep,
        '{"a":' * 5_000 + "1" + "}" * 5_000,
        "[" + "1" * 10_000 + "]",
        f'{{"type":"user","x":{deep}}}',
    ):
        records = records_of(form, write_lines(tmp_path / "f", [text]))
        check_promises(records)
        assert lines_accounted_for(records) == {1}


@pytest.mark.parametrize("form", READERS, ids=lambda form: form.name)
def test_work_can_be_cancelled(tmp_path: Path, form: Format) -> None:
    path = write_lines(tmp_path / "f", ["[]"] * 10)
    token = CancelToken()
    stream = form.read(open_source(path), cancel=token)
    token.cancel()
    with pytest.raises(Cancelled):
        list(stream)


@pytest.mark.parametrize("form", READERS, ids=lambda form: form.name)
def test_a_file_that_goes_away_is_one_sentence(tmp_path: Path, form: Format) -> None:
    path = write_lines(tmp_path / "f", ["[]"])
    source = open_source(path)
    path.unlink()
    with pytest.raises(ImportFileError, match=r"f cannot be read: no such file or directory\."):
        list(form.read(source, cancel=CancelToken()))


def test_lines_beyond_the_limit_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "f"
    for encoding in ("utf-8", "utf-16"):
        path.write_text("short\n" + "ä" * 3_000_000 + "\n" + "last", encoding=encoding)
        found = list(read_lines(path, name="f", limit=1_000))
        assert [(line.number, line.too_long, line.terminated) for line in found] == [
            (1, False, True),
            (2, True, True),
            (3, False, False),
        ]
        assert found[2].text == "last"
        assert len(found[1].text) <= 1_100_000
        assert found[2].end == path.stat().st_size
