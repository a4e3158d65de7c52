"""Memory-transfer text and pasted lists: dates, marks, headings, fences, and nothing made up."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.exchange.exchange_cases import check_promises, only, reasons, records_of
from tests.exchange.memory_store_files import text

from engramma.exchange.memory_transfer import MemoryTransferFormat
from engramma.exchange.sniffer import recognise
from engramma.model.clock import parse_iso
from engramma.model.errors import ImportFileError
from engramma.model.transfer import MemoryRecord

FORMAT = MemoryTransferFormat()


def memories(path: Path) -> list[MemoryRecord]:
    records = records_of(FORMAT, path)
    check_promises(records)
    return only(MemoryRecord, records)


@pytest.mark.parametrize(
    ("line", "said", "day", "quality"),
    [
        ("[2026-01-05] - Grows tomatoes.", "Grows tomatoes.", "2026-01-05", "day"),
        ("[2026-01-05] – Grows tomatoes.", "Grows tomatoes.", "2026-01-05", "day"),
        ("1. [2026-01-05]. Grows tomatoes.", "Grows tomatoes.", "2026-01-05", "day"),
        ("* [Jan 2026]: Grows tomatoes.", "Grows tomatoes.", "2026-01-01", "month"),
        ("(3) [March 3rd, 2026] Grows tomatoes.", "Grows tomatoes.", "2026-03-03", "day"),
        ("- [3 March 2026] - Grows tomatoes.", "Grows tomatoes.", "2026-03-03", "day"),
        ("- [2026] - Grows tomatoes.", "Grows tomatoes.", "2026-01-01", "inferred"),
        ("2026-02-02 - Grows tomatoes.", "Grows tomatoes.", "2026-02-02", "day"),
        ("[2026-01-05T10:30:00Z] - Grows tomatoes.", "Grows tomatoes.", "2026-01-05T10:30:00", "exact"),
        ("[yesterday] - Grows tomatoes.", "Grows tomatoes.", "", "none"),
        ("[2026-13-45] - Grows tomatoes.", "Grows tomatoes.", "", "none"),
        ("- Grows tomatoes.", "Grows tomatoes.", "", "none"),
        ("- [todo] Grows tomatoes.", "[todo] Grows tomatoes.", "", "none"),
    ],
)
def test_an_entry_in_every_way_to_write_it(
    tmp_path: Path, line: str, said: str, day: str, quality: str
) -> None:
    [memory] = memories(text(tmp_path / "list.txt", line + "\n"))
    assert memory.text == said
    assert memory.time.quality == quality
    assert memory.time.at == (
        parse_iso(f"{day}+00:00" if "T" in day else f"{day}T00:00+00:00") if day else None
    )
    assert memory.original == line


def test_headings_make_sections_and_those_of_instructions_are_procedural(tmp_path: Path) -> None:
    path = text(
        tmp_path / "list.txt",
        "## About\n- Bakes.\n**Preferences:**\n- Tone: direct\n  and short\nINSTRUCTIONS\n- Answer in Dutch.\n",
    )
    found = {memory.text: memory for memory in memories(path)}
    assert set(found) == {"Bakes.", "Tone: direct\nand short", "Answer in Dutch."}
    assert (found["Bakes."].kind, found["Bakes."].pinned, found["Bakes."].tags) == (
        "semantic",
        False,
        ("about",),
    )
    tone = found["Tone: direct\nand short"]
    assert (tone.kind, tone.category, tone.pinned) == ("procedural", "preference", True)
    assert (found["Answer in Dutch."].category, found["Answer in Dutch."].line) == ("instruction", 7)


def test_only_the_fenced_list_counts_and_the_talk_around_it_is_told(tmp_path: Path) -> None:
    path = text(
        tmp_path / "list.txt", "Sure:\n```\n- One.\n- One.\n- Two.\n```\nAnything else?\n```\n- Three.\n```\n"
    )
    records = records_of(FORMAT, path)
    assert [memory.text for memory in only(MemoryRecord, records)] == ["One.", "Two."]
    assert reasons(records) == [
        (1, "stands outside of the list"),
        (4, "the same record stands before on line 3"),
        (7, "stands outside of the list"),
        (9, "stands outside of the list"),
    ]


def test_without_marks_a_paragraph_is_a_memory(tmp_path: Path) -> None:
    path = text(tmp_path / "list.txt", "Bakes bread\nevery Sunday.\n\nLives by a canal.\n")
    assert [memory.text for memory in memories(path)] == ["Bakes bread\nevery Sunday.", "Lives by a canal."]


def test_the_key_is_of_day_and_text_so_that_a_second_paste_adds_nothing(tmp_path: Path) -> None:
    first = memories(text(tmp_path / "a.txt", "- [2026-01-05] - One.\n- Two.\n"))
    again = memories(text(tmp_path / "b.txt", "Here:\n```\n* Two.\n1. [2026-01-05]: One.\n```\n"))
    assert {memory.key for memory in first} == {memory.key for memory in again}


def test_recognised_by_its_lines_not_its_name(tmp_path: Path) -> None:
    assert (
        recognise(text(tmp_path / "dated.log", "[2026-01-05] - One.\n[2026-01-06] - Two.\n")).format
        == FORMAT.name
    )
    assert recognise(text(tmp_path / "list.txt", "- One.\n- Two.\n")).format == FORMAT.name
    with pytest.raises(ImportFileError):
        recognise(text(tmp_path / "prose.txt", "Once there was a baker.\nShe baked.\n"))
    with pytest.raises(ImportFileError):
        recognise(text(tmp_path / "list.py", "- One.\n- Two.\n"))
