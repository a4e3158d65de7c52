"""Broken and hostile stores of memories: every reader ends, keeps its promises, and raises only what is told."""

from __future__ import annotations

import io
import json
import pickle
import random
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.exchange.exchange_cases import check_promises, only, reasons, records_of
from tests.exchange.memory_store_files import archive, database, document, portable, text
from tests.exchange.memory_store_rows import CLAUDE_MEM
from tests.exchange.memory_store_samples import STORES

from engramma.exchange.format import Format
from engramma.exchange.json_parts import JsonFile, read_parts
from engramma.exchange.moments import moment_of
from engramma.exchange.sniffer import FORMATS, format_named, recognise
from engramma.model.clock import EARLIEST, LATEST
from engramma.model.errors import ImportFileError
from engramma.model.transfer import MemoryRecord, Record

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.just("\ud800\x00"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


def read_or_refuse(form: Format, path: Path) -> list[Record]:
    """Its records after all promises were checked; none when the file was refused in one sentence."""
    refusal = ""
    records: list[Record] = []
    try:
        records = records_of(form, path)
    except ImportFileError as error:
        refusal = str(error)
    if refusal:
        assert refusal.endswith(".")
        return []
    check_promises(records)
    for memory in only(MemoryRecord, records):
        (memory.text + memory.original + "".join(memory.tags)).encode()
        assert 0 <= memory.importance <= 1
        assert "\x00" not in memory.text
    return records


@pytest.mark.parametrize("name", STORES)
def test_a_damaged_store_is_reported(tmp_path: Path, name: str) -> None:
    made = STORES[name](tmp_path)
    whole = made.read_bytes()
    chance = random.Random(name)
    form = format_named(name)
    for _ in range(8):
        broken = bytearray(whole)
        if chance.random() < 0.3:
            del broken[chance.randrange(len(broken)) :]
        for _ in range(chance.choice((1, 3, 30))):
            if broken:
                broken[chance.randrange(len(broken))] = chance.choice(
                    (0, 34, 91, 123, 237, chance.randrange(256))
                )
        made.write_bytes(broken)
        assert 0 <= form.sniff(made, bytes(broken[:65_536])) <= 1
        read_or_refuse(form, made)


TEXT_FORMATS = [
    "memory-transfer",
    "claude-memory",
    "agent-instructions",
    "basic-memory",
    "markdown",
    "mem0-markdown",
    "csv",
]
JSON_FORMATS = ["mem0", "claude-mem-export", "mcp-memory-service-export", "letta", "agentmemory"]
LINES = st.lists(
    st.sampled_from(
        [
            *(
                "---",
                "```",
                "- [ab] c #d (e)",
                "- x [[y]]",
                "# h",
                "[2026] - a",
                "id: 1",
                "tags: [",
                "a,b,text",
            ),
            *('"', "\x00", "\ud800", "", "  in", "**S**", "A:", "- [t](t.md) — h", "<script>"),
        ]
    )
    | st.text(max_size=12),
    max_size=12,
)


@settings(max_examples=25)
@given(LINES)
def test_any_lines(tmp_path_factory: pytest.TempPathFactory, lines: list[str]) -> None:
    path = tmp_path_factory.mktemp("any") / "f.md"
    path.write_bytes("\n".join(lines).encode("utf-8", "surrogatepass"))
    for name in TEXT_FORMATS:
        read_or_refuse(format_named(name), path)


@settings(max_examples=25)
@given(
    st.dictionaries(
        st.sampled_from(
            [
                *("results", "memories", "relations", "observations", "sessions", "summaries", "prompts"),
                *("agents", "blocks", "core_memory", "messages", "system", "export_metadata", "version"),
            ]
        ),
        st.lists(
            st.dictionaries(
                st.sampled_from(
                    [
                        *(
                            "id",
                            "memory",
                            "content",
                            "text",
                            "title",
                            "facts",
                            "tags",
                            "metadata",
                            "created_at",
                        ),
                        *("messages", "block_ids", "value", "label", "system", "content_hash", "session_id"),
                        *(
                            "memory_session_id",
                            "content_session_id",
                            "prompt_text",
                            "files_read",
                            "tool_calls",
                        ),
                    ]
                ),
                st.sampled_from(["a", "1", 1, "[]", '["x"]', 1e300]) | ANY_JSON,
                max_size=5,
            )
            | ANY_JSON,
            max_size=3,
        )
        | ANY_JSON,
        max_size=5,
    )
    | ANY_JSON
)
def test_any_json(tmp_path_factory: pytest.TempPathFactory, value: object) -> None:
    path = document(tmp_path_factory.mktemp("any") / "f.json", value)
    for name in JSON_FORMATS:
        read_or_refuse(format_named(name), path)


KINDS_OF_ITEMS = st.sampled_from(["episode", "fact", "edge", "core", "procedure", "odd"])


@settings(max_examples=10)
@given(st.lists(st.tuples(KINDS_OF_ITEMS, ANY_JSON), max_size=4))
def test_any_portable_items(
    tmp_path_factory: pytest.TempPathFactory, items: list[tuple[str, object]]
) -> None:
    parts = ("details", "text", "steps", "categories", "metadata", "x_engramma", "importance", "episodeID")
    raw = {f"items/{kind}.jsonl": [{"id": "1"} | dict.fromkeys(parts, value)] for kind, value in items}
    folder = portable(tmp_path_factory.mktemp("any") / "a.mem", raw)
    read_or_refuse(format_named("portable-memory"), folder / "manifest.json")


@given(st.text(max_size=30) | st.integers() | st.floats() | st.none() | st.binary(max_size=4))
def test_any_time(value: object) -> None:
    time = moment_of(value)
    assert time.at is None or EARLIEST <= time.at <= LATEST
    assert len(time.text) < 200


@pytest.mark.parametrize(
    "broken",
    [
        "",
        "[",
        "{",
        '{"a"',
        '{"a":',
        '{"a":[1,',
        '{"a":[1 2]}',
        '{"a":1 "b":2}',
        "nul",
        '"text"',
        '"{"',
        "[" * 5_000,
        '{"a":' * 5_000,
        "[" + "1" * 10_000 + "]",
        '{"results":[{"id":"1","memory":"A","x":' + "[" * 5_000 + "]" * 5_000 + "}]}",
    ],
)
def test_json_that_breaks_off_ends_with_a_reason(broken: str) -> None:
    parts = list(read_parts(broken))
    assert any(hasattr(part, "reason") for part in parts)
    assert all(part.line >= 1 for part in parts if part.line is not None)


def test_what_comes_before_the_break_is_kept(tmp_path: Path) -> None:
    path = text(tmp_path / "m.json", '{"results":[{"id":"1","memory":"Kept"},\n{"id":"2","memory":"Lo')
    records = read_or_refuse(format_named("mem0"), path)
    assert [memory.text for memory in only(MemoryRecord, records)] == ["Kept"]
    assert reasons(records) == [(2, "cut off: the JSON ends in the middle; nothing behind it was read")]


PLAIN_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text('a"\\é\u2028😀\n', max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", max_size=2), inner, max_size=3),
    max_leaves=12,
)


@settings(max_examples=40)
@given(
    value=PLAIN_JSON,
    cut=st.integers(0, 60),
    step=st.sampled_from((1, 2, 5, 64)),
    indent=st.sampled_from((None, 1)),
)
def test_a_file_that_is_read_bit_by_bit_has_the_same_parts(
    tmp_path_factory: pytest.TempPathFactory, value: object, cut: int, step: int, indent: int | None
) -> None:
    whole = json.dumps(value, ensure_ascii=False, indent=indent)
    for content in (whole, whole[:cut]):
        path = text(tmp_path_factory.mktemp("parts") / "m.json", content)
        file = JsonFile(path, name="m.json", step=step)
        found = [(type(part), getattr(part, "value", ""), part.line) for part in file.parts()]
        assert found == [(type(part), getattr(part, "value", ""), part.line) for part in read_parts(content)]
        assert file.at == file.size


class _Trap:
    """Would make a file if it were ever loaded."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        return open, (str(self._path), "w")


def test_pickles_are_never_loaded(tmp_path: Path) -> None:
    made = tmp_path / "made"
    raw = pickle.dumps(_Trap(made))
    path = database(tmp_path / "storage.sqlite", {"points": [{"id": "a", "point": raw}]})
    with pytest.raises(ImportFileError):
        recognise(path)
    records = read_or_refuse(format_named("sqlite:table=points,text=point"), path)
    assert reasons(records) == [(None, "no text in it")]
    assert not made.exists()


def test_a_database_with_triggers_views_and_traps_is_only_read(tmp_path: Path) -> None:
    path = database(
        tmp_path / "claude-mem.db",
        CLAUDE_MEM,
        more=[
            "CREATE TRIGGER t AFTER INSERT ON observations BEGIN DELETE FROM observations; END",
            "CREATE TABLE sync (a DEFAULT (load_extension('x')))",
            "CREATE VIEW memory_items AS SELECT load_extension('x') AS content",
        ],
    )
    before = path.read_bytes()
    assert len(only(MemoryRecord, read_or_refuse(format_named("claude-mem"), path))) == 5
    assert path.read_bytes() == before
    assert [item.name for item in tmp_path.iterdir()] == ["claude-mem.db"]


def test_members_that_lead_out_or_swell_are_not_extracted(tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("../memories.json", json.dumps({"user": {}, "apps": [], "memories": []}))
    path = tmp_path / "backup.zip"
    path.write_bytes(inner.getvalue())
    with pytest.raises(ImportFileError):
        recognise(path)
    with pytest.raises(ImportFileError, match="holds no memories"):
        records_of(format_named("openmemory-backup"), path)
    transfer = archive(
        tmp_path / "t.zip", {"manifest.json": {}, "/documents/1.json": {}, "documents/2.json": "["}
    )
    assert [
        reason.split(";")[0] for _line, reason in reasons(records_of(format_named("hindsight"), transfer))
    ] == [
        "/documents/1.json: its name leads out of the archive",
        "cut off: the JSON ends in the middle",
    ]
    assert sorted(item.name for item in tmp_path.iterdir()) == ["backup.zip", "t.zip"]


def test_names_of_formats_are_words_and_unlike(tmp_path: Path) -> None:
    names = [known.name for known in FORMATS]
    assert len(set(names)) == len(names)
    assert all(name == name.lower() and " " not in name for name in names)
