"""Notes, memory folders and instructions in Markdown, and what their properties may not do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.exchange.exchange_cases import check_promises, only, reasons, records_of
from tests.exchange.memory_store_documents import NOTE, RULES, TOPIC
from tests.exchange.memory_store_files import text

from engramma.exchange.markdown.front_matter import front_matter_of
from engramma.exchange.markdown.note_lines import observation_of, relation_of
from engramma.exchange.sniffer import format_named, recognise
from engramma.model.clock import parse_iso
from engramma.model.errors import ImportFileError
from engramma.model.transfer import EntityRecord, MemoryRecord, Record, RelationRecord


def told_by(path: Path) -> list[Record]:
    records = records_of(format_named(recognise(path).format), path)
    check_promises(records)
    return records


def memories(path: Path) -> dict[str, MemoryRecord]:
    return {memory.text: memory for memory in only(MemoryRecord, told_by(path))}


class TestProperties:
    def test_plain_values(self) -> None:
        block = [
            "---",
            "a: 1",
            "b: {c: [x, y]}",
            "d: 2026-01-02",
            "metadata: ",
            "  type: user",
            "---",
            "body",
        ]
        front = front_matter_of(block)
        assert front.values == {
            "a": 1,
            "b": {"c": ["x", "y"]},
            "d": "2026-01-02",
            "metadata": {"type": "user"},
        }
        assert (front.lines, front.problem, front.text("metadata.type")) == (7, "", "user")

    def test_unquoted_colons_are_read_by_lines(self) -> None:
        front = front_matter_of(["---", "name: x", "description: Commits: short; in English", "---"])
        assert front.values == {"name": "x", "description": "Commits: short; in English"}

    @pytest.mark.parametrize(
        "block",
        [
            "a: &a [x]\nb: *a",
            "a: !!python/object/apply:os.system ['touch made']",
            "a: !!binary aGk=",
            "a: " + "[" * 200 + "]" * 200,
            "a: " + "x" * 20_000,
            "- only\n- a list",
        ],
    )
    def test_anchors_tags_depth_and_size_are_refused(self, block: str) -> None:
        front = front_matter_of(["---", *block.split("\n"), "---", "body"])
        assert front.problem
        assert all(isinstance(value, str) for value in front.values.values())

    @pytest.mark.parametrize(
        "block", ["a: [", "a: 2026-13-45", "\t\x00", "? ", "a: b: c: d", "{" * 9_000, "- " * 8_000]
    )
    def test_broken_ones_raise_nothing(self, block: str) -> None:
        assert front_matter_of(["---", *block.split("\n"), "---", "body"]).lines == 3

    def test_none_without_an_end(self) -> None:
        assert front_matter_of(["---", "a: 1"]).lines == 0
        assert front_matter_of(["text", "---"]).lines == 0


class TestNotes:
    def test_a_note_of_basic_memory(self, tmp_path: Path) -> None:
        records = told_by(text(tmp_path / "sourdough.md", NOTE))
        found = {memory.text: memory for memory in only(MemoryRecord, records)}
        assert set(found) == {
            "A starter that lives in the fridge. See [[Rye Flour]].",
            "Feed it weekly (in winter every ten days)",
            "Fold four times",
            "Sourdough, age: 3 years",
            "a tagged line",
            "Observations\n\n- [ ] buy flour\n- [x] done",
        }
        fold = found["Fold four times"]
        assert (fold.kind, fold.category, fold.line) == ("procedural", "instruction", 14)
        assert found["a tagged line"].tags == ("note", "loose", "bread", "starter")
        assert found["Feed it weekly (in winter every ten days)"].time.at == parse_iso(
            "2026-01-04T00:00+00:00"
        )
        assert {memory.entities[0] for memory in found.values()} == {"markdown:sourdough"}
        things = {thing.name: thing for thing in only(EntityRecord, records)}
        assert (things["Sourdough"].type, things["Sourdough"].ghost) == ("Recipe", False)
        assert things["Rye Flour"].ghost
        assert {(link.relation, link.target_key) for link in only(RelationRecord, records)} == {
            ("links_to", "markdown:rye-flour"),
            ("made_from", "markdown:rye-flour"),
            ("goes well with", "markdown:butter"),
        }

    @pytest.mark.parametrize(
        "line",
        [
            "- [ ] a",
            "- [x] a",
            "- [-] a",
            "- [01:30] a",
            "- [a](b)",
            "- [[a]] b",
            "[fact] a",
            "- a",
            "- [fact]",
        ],
    )
    def test_lines_that_are_no_observations(self, line: str) -> None:
        assert observation_of(line) is None

    def test_lines_that_are_relations(self) -> None:
        for line, said in (
            ("- uses [[Flour]]", ("uses", "Flour")),
            ('* "goes well with" [[Butter]] (salted)', ("goes well with", "Butter")),
            ("- [[Flour]]", ("relates_to", "Flour")),
            ("- bakes: [[Bread#Crust|crust]]", ("bakes", "Bread")),
        ):
            found = relation_of(line)
            assert found is not None
            assert (found.type, found.target) == said
        assert relation_of("- [fact] uses [[Flour]]") is None
        assert relation_of("uses [[Flour]]") is None

    def test_a_note_with_nothing_in_it_and_one_that_is_broken(self, tmp_path: Path) -> None:
        empty = text(tmp_path / "e.md", "---\ntitle: Empty\ntype: Person\n---\n")
        assert reasons(told_by(empty)) == [
            (None, "a note without text; the thing that it names was taken in")
        ]
        bad = text(
            tmp_path / "b.md", "---\ntitle: &t Bad\ntype: *t\npermalink: p\n---\n<script>alert(1)</script>\n"
        )
        records = told_by(bad)
        assert reasons(records) == [(1, "its block of properties holds anchors, which are not followed")]
        assert [memory.text for memory in only(MemoryRecord, records)] == ["<script>alert(1)</script>"]

    def test_what_this_program_writes_beside_is_read_back(self, tmp_path: Path) -> None:
        path = text(
            tmp_path / "n.md",
            "---\ntitle: T\ntype: memory\npermalink: t\nkind: procedural\ncategory: instruction\n"
            "tier: short_term\nimportance: 0.9\npinned: true\n---\nKnead well:\n\\- twice\n\n- about [[Bread]]\n",
        )
        records = told_by(path)
        assert [thing.name for thing in only(EntityRecord, records)] == ["Bread"]
        [memory] = only(MemoryRecord, records)
        assert memory.text == "Knead well:\n- twice"
        assert "markdown:bread" in memory.entities
        assert (memory.kind, memory.tier, memory.category) == ("procedural", "short_term", "instruction")
        assert (memory.importance, memory.pinned) == (0.9, True)

    def test_any_folder_of_notes(self, tmp_path: Path) -> None:
        short = told_by(text(tmp_path / "Canal.md", "# Canal\n\nBy the [[Town Hall|hall]].\n"))
        assert [memory.text for memory in only(MemoryRecord, short)] == [
            "# Canal\n\nBy the [[Town Hall|hall]]."
        ]
        assert [link.target_key for link in only(RelationRecord, short)] == ["markdown:town-hall"]
        long = memories(
            text(tmp_path / "Long.md", f"# Long\n\n{'a ' * 1_100}\n\n## Part\n\nMore.\n\n## Part\n\nAgain.\n")
        )
        assert len(long) == 3
        assert {memory.key.rpartition("#")[2] for memory in long.values()} >= {"Part", "Part~2"}
        [diary] = memories(text(tmp_path / "2026-01-07.md", "Baked.\n")).values()
        assert (diary.kind, diary.time.quality) == ("episodic", "day")
        with pytest.raises(ImportFileError):
            recognise(text(tmp_path / "bare.md", "# Only\n\n## Headings\n"))


class TestMemoryFolder:
    def test_a_topic(self, tmp_path: Path) -> None:
        records = told_by(text(tmp_path / "shop" / "memory" / "commits.md", TOPIC))
        [memory] = only(MemoryRecord, records)
        assert memory.text == "Commits: short, in English\n\nShort and in English. See [[project-bread]]."
        assert (memory.key, memory.kind, memory.pinned) == ("claude-memory:shop/commits", "procedural", True)
        assert memory.time.at == parse_iso("2026-02-01T10:00:00Z")
        assert memory.entities == ("markdown:project-bread",)

    def test_a_topic_that_another_one_links_to_is_a_thing(self, tmp_path: Path) -> None:
        text(tmp_path / "shop" / "memory" / "bread.md", "See [[commit-style]].\n")
        records = told_by(text(tmp_path / "shop" / "memory" / "commits.md", TOPIC))
        [memory] = only(MemoryRecord, records)
        assert memory.entities == ("markdown:commit-style", "markdown:project-bread")
        assert [thing.ghost for thing in only(EntityRecord, records)] == [False, True]

    def test_the_index_tells_only_what_no_file_tells(self, tmp_path: Path) -> None:
        text(tmp_path / "there.md", TOPIC)
        text(tmp_path.parent / "outside.md", TOPIC)
        index = text(
            tmp_path / "MEMORY.md",
            "- [There](there.md) — a hook\n- [Gone](gone.md) — still known\n- [Out](../outside.md) — no way out\n"
            "# Notes\nThe shop opens at nine.\n",
        )
        records = told_by(index)
        assert [memory.text for memory in only(MemoryRecord, records)] == [
            "Gone: still known",
            "Out: no way out",
            "Notes\nThe shop opens at nine.",
        ]
        assert reasons(records) == [(None, "entries of the index, which their own files tell: 1")]

    def test_a_diary(self, tmp_path: Path) -> None:
        [memory] = memories(text(tmp_path / "memory" / "2026-01-07.md", "Baked two loaves.\n")).values()
        assert (memory.kind, memory.tags, memory.time.quality) == ("episodic", ("diary",), "day")


class TestInstructions:
    def test_a_memory_for_each_section_with_its_bytes(self, tmp_path: Path) -> None:
        path = text(tmp_path / "CLAUDE.md", RULES)
        found = only(MemoryRecord, told_by(path))
        assert [memory.text.split("\n")[0] for memory in found] == ["Be kind.", "Build"]
        assert all(memory.kind == "procedural" and memory.pinned for memory in found)
        start, end = json.loads(found[1].original)["bytes"]
        assert path.read_bytes()[start:end].decode().startswith("# Build\n\nRun")
        assert path.read_bytes()[start:end].decode().endswith("```\n\n")
        assert reasons(told_by(path)) == [
            (11, "a heading with no text below it"),
            (13, "a heading with no text below it"),
        ]

    @pytest.mark.parametrize(
        ("place", "tags"),
        [
            ("AGENTS.md", ("instructions", "project")),
            ("CLAUDE.local.md", ("instructions", "local")),
            (".claude/CLAUDE.md", ("instructions", "user")),
            (".claude/rules/api.md", ("instructions", "rules", "path:src/**")),
            (".cursor/rules/api.mdc", ("instructions", "rules", "path:src/**")),
        ],
    )
    def test_scope_by_place(self, tmp_path: Path, place: str, tags: tuple[str, ...]) -> None:
        front = "---\nglobs: src/**\n---\n" if "rules" in place else ""
        path = text(tmp_path / "shop" / place, f"{front}Say please.\n")
        [memory] = memories(path).values()
        assert (memory.text, memory.tags) == ("Say please.", tags)

    def test_broken_characters_are_replaced_and_counted(self, tmp_path: Path) -> None:
        path = tmp_path / "CLAUDE.md"
        path.write_bytes(b"# Rules\n\nUse \x00 tabs, \xed\xa0\x80 not blanks.\n")
        records = told_by(path)
        [memory] = only(MemoryRecord, records)
        assert "Use \ufffd tabs" in memory.text
        assert reasons(records)[0][1].startswith("4 unreadable characters were replaced")
        path.write_bytes("# Rules\n\nUse tabs.\n".encode("utf-16-le"))
        with pytest.raises(ImportFileError):
            recognise(path)

    def test_what_gemini_was_told_to_remember(self, tmp_path: Path) -> None:
        path = text(
            tmp_path / "GEMINI.md", "# Rules\nBe kind.\n## Gemini Added Memories\n- Bakes bread\nloose\n"
        )
        found = memories(path)
        assert (found["Bakes bread"].kind, found["Bakes bread"].tags) == ("semantic", ("gemini-memory",))
        assert reasons(told_by(path)) == [(5, "not an item of the list of memories")]
