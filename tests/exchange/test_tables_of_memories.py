"""CSV files and tables of databases, by the names of their columns or by a mapping."""

from __future__ import annotations

import csv
from functools import partial
from pathlib import Path

import pytest
from tests.exchange.exchange_cases import only, reasons
from tests.exchange.memory_store_cases import memories, told_by
from tests.exchange.memory_store_files import database, text

from engramma.exchange.lines import read_lines
from engramma.exchange.sniffer import format_named, recognise
from engramma.model.clock import parse_iso
from engramma.model.errors import ImportFileError
from engramma.model.transfer import EntityRecord, MemoryRecord


class TestTables:
    def test_columns_by_their_names(self, tmp_path: Path) -> None:
        path = text(
            tmp_path / "list.csv",
            'ID;Title;Note;Created;Labels;Priority;Type\n7;Rye;"Keeps\nlonger; really";2026-01-02;bread,rye;8;rule\n'
            ";;;;;;\n8;;;2026-01-03;;;\n9;x;y;;;;;;extra\n",
        )
        records = told_by(path)
        found = memories(records)
        rye = found["Rye\n\nKeeps\nlonger; really"]
        assert (rye.key, rye.kind, rye.importance, rye.tags) == (
            "csv:list.csv:7",
            "procedural",
            0.8,
            ("bread", "rye"),
        )
        assert (rye.time.quality, rye.line) == ("day", 2)
        assert reasons(records) == [(5, "no text in it"), (6, "2 fields more than columns")]

    def test_a_mapping_of_ones_own(self, tmp_path: Path) -> None:
        path = text(tmp_path / "list.csv", "a,b,c\nRye keeps,2026-01-02,x\n")
        with pytest.raises(ImportFileError):
            recognise(path)
        [memory] = only(MemoryRecord, told_by(path, "csv:text=a,time=b,tags=c"))
        assert (memory.text, memory.time.quality, memory.tags) == ("Rye keeps", "day", ("x",))
        assert reasons(told_by(path, "csv"))[0][1].startswith("list.csv has no column that looks like text")
        with pytest.raises(ImportFileError, match=r"has no column z; its columns are a, b, c\."):
            told_by(path, "csv:text=z")
        with pytest.raises(ImportFileError, match="write PART=COLUMN"):
            format_named("csv:colour=a")

    def test_long_cells_and_broken_characters(self, tmp_path: Path) -> None:
        long = "Rye keeps. " * 20_000
        path = text(tmp_path / "list.csv", f'text,tags\n"{long}",bread\nRye\x00 keeps,\n')
        assert recognise(path).format == "csv"
        records = told_by(path)
        assert set(memories(records)) == {long.strip(), "Rye\ufffd keeps"}

    def test_a_quote_that_is_never_closed_ends_somewhere(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("engramma.exchange.tabular.csv_file._LONGEST_FIELD", 0)
        before = csv.field_size_limit(40)
        try:
            path = text(
                tmp_path / "list.csv", 'text,tags\n"Rye,a\n' + "bread keeps,b\n" * 3 + "Oats do not,c\n"
            )
            records = told_by(path)
        finally:
            csv.field_size_limit(before)
        assert set(memories(records)) == {"Oats do not"}
        assert reasons(records)[0] == (
            2,
            "a row that cannot be read: field larger than field limit (40); it ends on line 5, "
            "is a quote not closed?",
        )

    def test_a_line_beyond_the_limit_is_no_memory(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        short = partial(read_lines, limit=40)
        monkeypatch.setattr("engramma.exchange.tabular.csv_file.read_lines", short)
        path = text(tmp_path / "list.csv", f"text,tags\n{'x' * 60},a\nRye keeps,b\n")
        records = told_by(path)
        assert set(memories(records)) == {"Rye keeps"}
        assert reasons(records) == [(2, "a row with a line that is too long to be read")]

    def test_a_table_as_this_program_writes_it(self, tmp_path: Path) -> None:
        path = text(
            tmp_path / "out.csv",
            "id,label,text,kind,tier,category,state,pinned,importance,created_at,time_quality,tags,about\n"
            "01A,M-1,'=1+1 is two,episodic,short_term,decision,active,yes,0.9,2026-01-02T00:00:00Z,day,a; b,"
            "Kim; Ghent\n"
            "01B,M-2,Gone,semantic,long_term,fact,trashed,no,0.5,,,,\n",
        )
        records = told_by(path)
        [memory] = only(MemoryRecord, records)
        assert (memory.text, memory.kind, memory.tier, memory.category) == (
            "=1+1 is two",
            "episodic",
            "short_term",
            "decision",
        )
        assert (memory.pinned, memory.importance, memory.tags) == (True, 0.9, ("a", "b"))
        assert memory.time.quality == "day"
        assert [thing.name for thing in only(EntityRecord, records)] == ["Kim", "Ghent"]
        assert reasons(records) == [(3, "trashed in its source")]

    def test_a_table_of_any_database(self, tmp_path: Path) -> None:
        path = database(
            tmp_path / "app.db",
            {"journal": [{"entry": "Baked", "at": "2026-01-02 03:04:05"}], "log": [{"x": 1}]},
            more=[
                "CREATE VIEW notes AS SELECT entry AS text FROM journal",
                "CREATE TRIGGER t AFTER INSERT ON log BEGIN DELETE FROM journal; END",
            ],
        )
        with pytest.raises(ImportFileError):
            recognise(path)
        with pytest.raises(ImportFileError, match="its tables are journal, log"):
            told_by(path, "sqlite")
        records = told_by(path, "sqlite:table=journal,text=entry,time=at")
        [memory] = only(MemoryRecord, records)
        assert (memory.text, memory.time.at) == ("Baked", parse_iso("2026-01-02T03:04:05Z"))
        assert reasons(records) == [(None, "the table log was not read: an import takes one table")]
