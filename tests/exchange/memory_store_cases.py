"""What the readers of stores of memories say about a file, sorted for comparing."""

from __future__ import annotations

from pathlib import Path

from tests.exchange.exchange_cases import check_promises, only, records_of

from engramma.exchange.sniffer import format_named, recognise
from engramma.model.transfer import MemoryRecord, Record, RelationRecord


def told_by(path: Path, name: str = "") -> list[Record]:
    records = records_of(format_named(name or recognise(path).format), path)
    check_promises(records)
    return records


def memories(records: list[Record]) -> dict[str, MemoryRecord]:
    return {memory.text: memory for memory in only(MemoryRecord, records)}


def links(records: list[Record]) -> set[tuple[str, str, str, float]]:
    return {
        (link.source_key.partition(":")[2], link.relation, link.target_key.partition(":")[2], link.weight)
        for link in only(RelationRecord, records)
    }
