"""The reference memory server's file: merged entities, ghosts, variants of clones, broken and interleaved lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from exchange_cases import check_promises, only, reasons, records_of, write_lines

from engramma.exchange.mcp_memory import McpMemoryFormat
from engramma.exchange.sniffer import open_source, recognise
from engramma.model.transfer import EntityRecord, MemoryRecord, Record, RelationRecord, TimeQuality

FORM = McpMemoryFormat()


def entity(name: str, kind: str, *observations: Any) -> dict[str, Any]:
    return {"type": "entity", "name": name, "entityType": kind, "observations": list(observations)}


def relation(start: str, end: str, word: str) -> dict[str, Any]:
    return {"type": "relation", "from": start, "to": end, "relationType": word}


def read(tmp_path: Path, *lines: Any) -> list[Record]:
    records = records_of(FORM, write_lines(tmp_path / "memory.jsonl", lines))
    check_promises(records)
    return records


def test_entities_observations_and_relations(tmp_path: Path) -> None:
    records = read(
        tmp_path,
        relation("shop", "db", "stores in"),
        entity("shop", "service", "Runs on port 8080", "Written in Go"),
        entity("db", "database"),
    )
    shop, db = only(EntityRecord, records)
    assert (shop.key, shop.name, shop.type, shop.ghost) == ("mcp-memory:shop", "shop", "service", False)
    assert db.name == "db"
    port, _ = only(MemoryRecord, records)
    assert (port.text, port.kind, port.entities, port.tags) == (
        "Runs on port 8080",
        "semantic",
        (shop.key,),
        ("type:service",),
    )
    source = open_source(tmp_path / "memory.jsonl")
    assert (port.time.at, port.time.quality) == (source.mtime, TimeQuality.INFERRED)
    assert port.line == 2
    [edge] = only(RelationRecord, records)
    assert (edge.source_key, edge.target_key, edge.relation, edge.line) == (shop.key, db.key, "stores in", 1)
    assert records.index(edge) > records.index(db)


def test_a_name_again_is_the_same_entity(tmp_path: Path) -> None:
    records = read(
        tmp_path,
        entity("D3.js", "technology", "Draws"),
        entity("D3.js", "library", "Draws", "Has modules"),
        entity("D3.js", "technology"),
    )
    [one] = only(EntityRecord, records)
    assert one.type == "technology"
    assert [(memory.text, memory.tags) for memory in only(MemoryRecord, records)] == [
        ("Draws", ("type:technology",)),
        ("Has modules", ("type:library",)),
    ]
    assert reasons(records) == [
        (2, "the same observation stands on line 1"),
        (3, "the entity D3.js again, with nothing new"),
    ]


def test_relations_to_nothing_make_ghosts(tmp_path: Path) -> None:
    edge = relation("shop", "Somebody", "owned by")
    records = read(tmp_path, entity("shop", "service"), edge, edge)
    ghosts = [found for found in only(EntityRecord, records) if found.ghost]
    assert [ghost.name for ghost in ghosts] == ["Somebody"]
    assert len(only(RelationRecord, records)) == 1
    assert reasons(records) == [(3, "the same relation stands on line 2")]


@pytest.mark.parametrize(
    "line",
    [
        {"type": "entity", "entityName": "shop", "entityType": "service", "observations": ["x"]},
        {"type": "entity", "id": "shop", "observations": ["x"]},
        {"type": "entity", "name": "shop", "observations": "x"},
        {"type": "entity", "name": "shop", "observations": [{"content": "x", "at": 1}]},
    ],
)
def test_variants_of_entities(tmp_path: Path, line: dict[str, Any]) -> None:
    records = read(tmp_path, line)
    assert [found.name for found in only(EntityRecord, records)] == ["shop"]
    assert [found.text for found in only(MemoryRecord, records)] == ["x"]


def test_variants_of_relations(tmp_path: Path) -> None:
    records = read(tmp_path, {"type": "relation", "from_id": "a", "to_id": "b", "relation_type": "knows"})
    [edge] = only(RelationRecord, records)
    assert (edge.source_key, edge.target_key, edge.relation) == ("mcp-memory:a", "mcp-memory:b", "knows")


def test_a_whole_line_written_into_a_broken_one_is_rescued(tmp_path: Path) -> None:
    broken = '{"type":"entity","name":"a","observations":["one","tw'
    whole = json.dumps(entity("b", "service", "three"))
    both = json.dumps(relation("b", "b", "is"))
    records = read(tmp_path, broken + whole, whole + both, broken)
    assert [found.name for found in only(EntityRecord, records)] == ["b"]
    assert len(only(RelationRecord, records)) == 1
    told = dict(reasons(records))
    assert told[1].startswith("part of this line is broken")
    assert told[2] == "the same observation stands on line 1"
    assert told[3] == "cut off: the JSON ends in the middle"


def test_foreign_lines_are_reported(tmp_path: Path) -> None:
    records = read(
        tmp_path,
        entity("a", "x", "kept", "", 5),
        {"type": "_aim", "source": "clone"},
        {"type": "entity", "observations": []},
        {"type": "relation", "from": "a"},
        "7",
        "",
        {"a": 1},
    )
    assert [memory.text for memory in only(MemoryRecord, records)] == ["kept"]
    assert reasons(records) == [
        (1, "an empty observation"),
        (1, "an observation that is no text"),
        (2, "unknown type _aim"),
        (3, "an entity without a name"),
        (4, "a relation without both ends"),
        (5, "not a JSON object"),
        (7, "neither an entity nor a relation"),
    ]


def test_no_final_newline_windows_line_ends_and_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    text = "\r\n".join(
        json.dumps(line, ensure_ascii=False) for line in (entity("Größe", "x", "ß"), entity("b", "y"))
    )
    for encoding in ("utf-8-sig", "utf-16"):
        path.write_bytes(text.encode(encoding))
        assert recognise(path).format == "mcp-memory"
        records = records_of(FORM, path)
        check_promises(records)
        assert [found.name for found in only(EntityRecord, records)] == ["Größe", "b"]
        assert reasons(records) == []


def test_bytes_that_are_no_utf8_are_replaced_and_noted(tmp_path: Path) -> None:
    path = tmp_path / "memory.jsonl"
    path.write_bytes(b'{"type":"entity","name":"a","observations":["caf\xe9"]}\n')
    records = records_of(FORM, path)
    assert [memory.text for memory in only(MemoryRecord, records)] == ["caf\N{REPLACEMENT CHARACTER}"]
    assert reasons(records)[0][1].startswith("1 unreadable character was replaced")
