"""Recognising files by content, and finding what a folder holds."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from exchange_cases import Transcript, uid, write_lines

from engramma.exchange.sniffer import FORMATS, format_named, open_source, recognise, recognise_all, survey
from engramma.model.errors import ImportFileError

ENTITY = {"type": "entity", "name": "a", "entityType": "x", "observations": ["y"]}


def transcript(path: Path, name: str = "main") -> Path:
    t = Transcript(name)
    t.user(f"p-{name}", None, "Start")
    return t.write(path)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "f.jsonl is empty."),
        (b" \n\x00\n", "f.jsonl holds nothing but blanks."),
        (b"hello world", "f.jsonl is no format that Engramma reads; it reads "),
        (b'{"a": 1}', "f.jsonl is no format that Engramma reads; it reads "),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "f.jsonl is no format that Engramma reads; it reads "),
        (b"PK\x03\x04 no zip", "f.jsonl is a ZIP file that is cut off or damaged."),
        (b"[" * 70_000, "f.jsonl is no format that Engramma reads; it reads "),
    ],
)
def test_unknown_files_get_one_sentence(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "f.jsonl"
    path.write_bytes(content)
    with pytest.raises(ImportFileError) as caught:
        recognise(path)
    assert str(caught.value).startswith(sentence)
    assert str(caught.value).endswith(".")


def test_missing_files_folders_and_devices(tmp_path: Path) -> None:
    with pytest.raises(ImportFileError, match=r"gone cannot be read: no such file or directory\."):
        recognise(tmp_path / "gone")
    with pytest.raises(ImportFileError, match="is a folder"):
        recognise(tmp_path)
    with pytest.raises(ImportFileError, match="cannot be read"):
        open_source(tmp_path / "gone")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(ImportFileError, match="no ordinary file"):
            recognise(tmp_path / "pipe")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = transcript(tmp_path / "t.jsonl")
    path.chmod(0)
    with pytest.raises(ImportFileError, match="permission denied"):
        recognise(path)


@pytest.mark.parametrize(
    "line",
    [
        {"type": "session_meta", "timestamp": "2026-01-01T00:00:00Z"},
        {"type": "user.message", "id": "x", "parentId": None, "timestamp": "t"},
        {"type": "message", "id": "x", "message": {"content": []}},
        {"role": "tree", "content": "hello"},
        {"role": "user"},
        {"type": "entity"},
    ],
)
def test_other_tools_lines_are_not_ours(tmp_path: Path, line: dict[str, object]) -> None:
    with pytest.raises(ImportFileError, match="no format that Engramma reads"):
        recognise(write_lines(tmp_path / "t.jsonl", [line] * 3))


def test_a_transcript_whose_first_line_is_longer_than_the_head(tmp_path: Path) -> None:
    t = Transcript()
    t.user("p", None, "x" * 200_000)
    assert recognise(t.write(tmp_path / "t")).format == "claude-code"


def test_content_counts_not_the_name(tmp_path: Path) -> None:
    assert recognise(transcript(tmp_path / "notes.txt")).format == "claude-code"
    found = recognise(write_lines(tmp_path / "t.zip", [ENTITY]))
    assert (found.format, found.title) == ("mcp-memory", "MCP memory server (memory.jsonl)")
    assert 0.5 < found.confidence <= 1


def test_formats_by_name() -> None:
    names = [known.name for known in FORMATS]
    assert len(names) == len(set(names))
    assert {"claude-code", "mcp-memory", "locomo", "engramma-bundle", "chatgpt", "codex"} <= set(names)
    for known in FORMATS:
        assert format_named(known.name) is known
    with pytest.raises(ImportFileError, match=r"no format named odd; the formats are .*claude-code"):
        format_named("odd")


def test_a_folder_is_walked_once_around_its_links(tmp_path: Path) -> None:
    outside = tmp_path / "private"
    write_lines(outside / "secrets.json", [ENTITY])
    tmp_path = tmp_path / "chosen"
    inner = tmp_path / "projects" / "shop"
    one = transcript(inner / "one.jsonl", "one")
    (inner / "out").symlink_to(outside, target_is_directory=True)
    (inner / "out.json").symlink_to(outside / "secrets.json")
    two = write_lines(tmp_path / "memory.json", [ENTITY])
    (tmp_path / "notes.md").write_text("# Notes")
    transcript(tmp_path / ".git" / "hidden.jsonl")
    (inner / "circle").symlink_to(tmp_path, target_is_directory=True)
    (inner / "again.jsonl").symlink_to(one)
    (inner / "nowhere.jsonl").symlink_to(tmp_path / "gone")
    for age, path in enumerate((two, one)):
        os.utime(path, (1_000_000 + age, 1_000_000 + age))
    looked = survey(tmp_path)
    paths = [found.path for found in looked.found]
    assert paths[0] == two
    assert len(paths) == 2
    assert paths[1].samefile(one)
    assert {(passed.path.name, passed.reason.split(";")[0]) for passed in looked.passed_over} == {
        ("notes.md", "notes.md is no format that Engramma reads"),
        ("nowhere.jsonl", "nowhere.jsonl cannot be read: no such file or directory."),
        ("out", "out is a link that leads out of this folder"),
        ("out.json", "out.json is a link that leads out of this folder"),
    }
    assert [found.path for found in recognise_all(tmp_path)] == paths


def test_sub_agents_follow_their_session_even_when_they_are_older(tmp_path: Path) -> None:
    main = transcript(tmp_path / f"{uid('main')}.jsonl")
    agent = transcript(tmp_path / uid("main") / "subagents" / "deep" / "agent-a1.jsonl", "agent")
    agent.with_suffix(".meta.json").write_text(json.dumps({"agentType": "explorer"}))
    other = transcript(tmp_path / "other.jsonl", "other")
    for age, path in enumerate((agent, other, main)):
        os.utime(path, (1_000_000 + age, 1_000_000 + age))
    looked = survey(tmp_path)
    assert [found.path for found in looked.found] == [other, main, agent]
    assert looked.passed_over == ()


@pytest.mark.parametrize("odd", [["x"], {"a": 1}, 7, None, True])
def test_a_type_that_is_no_word_is_of_nobody_s_format(tmp_path: Path, odd: object) -> None:
    path = write_lines(tmp_path / "odd.jsonl", [{"type": odd, "a": 1, "sessionId": "s", "uuid": odd}])
    with pytest.raises(ImportFileError, match="no format that Engramma reads"):
        recognise(path)


def test_nothing_to_import_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("# Notes")
    with pytest.raises(ImportFileError, match=r"No file in .* is of a format that Engramma reads"):
        recognise_all(tmp_path)
    with pytest.raises(ImportFileError, match=r"notes.md is no format"):
        recognise_all(tmp_path / "notes.md")
    with pytest.raises(ImportFileError, match="cannot be read"):
        recognise_all(tmp_path / "gone")
