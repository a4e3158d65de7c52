"""Find my memories: what lies in the known places is named, counted and dated, and nothing is changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.tool_home import NEWEST, changed, claude_session, fill_home, tools_of, write

from engramma.engine import open_store
from engramma.engine.finding_memories import find_memories
from engramma.engine.finding_new import NewFiles, WatchedFolder, bring_in, new_files
from engramma.exchange.clients.surroundings import Surroundings
from engramma.model.clock import DAY, HOUR, MINUTE, SECOND, FixedClock, SystemClock
from engramma.model.progress import Cancelled, CancelToken, Progress


def test_everything_is_found_and_can_be_imported(tmp_path: Path, frozen_clock: FixedClock) -> None:
    home = tmp_path / "person"
    fill_home(home)
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    steps: list[Progress] = []
    found = find_memories(tools_of(home), report=steps.append)
    assert [(item.title, item.format, item.count) for item in found] == [
        ("Claude Code sessions · shop", "claude-code", 2),
        ("Claude Code sessions · garden", "claude-code", 1),
        ("Claude Code memories · shop", "claude-memory", 2),
        ("Claude Code instructions", "agent-instructions", 1),
        ("Codex sessions", "codex", 1),
        ("Gemini CLI sessions", "gemini-cli", 1),
        ("Copilot CLI sessions", "copilot-cli", 1),
        ("Cursor sessions", "cursor", 1),
        ("claude-mem memories", "claude-mem", 1),
        ("mem0 memories", "mem0-history", 1),
        ("mcp-memory-service memories", "mcp-memory-service", 1),
        ("NEXO memories", "nexo", 1),
        ("basic-memory memories", "basic-memory", 1),
        ("shop instructions", "agent-instructions", 2),
        ("MCP server memories", "mcp-memory", 1),
        ("ChatGPT export · conversations.json", "chatgpt", 1),
    ]
    assert [item.title for item in found if item.watchable] == [
        "Claude Code sessions · shop",
        "Claude Code sessions · garden",
        "Claude Code memories · shop",
        "Codex sessions",
        "Gemini CLI sessions",
        "Copilot CLI sessions",
        "Cursor sessions",
        "basic-memory memories",
    ]
    first = found[0]
    assert (first.newest, first.oldest) == (NEWEST, NEWEST - HOUR)
    assert first.bytes == sum(path.stat().st_size for path in first.paths)
    assert [path.stat().st_mtime for path in first.paths] == sorted(
        path.stat().st_mtime for path in first.paths
    )
    assert steps
    assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == before
    paths = [path for item in found for path in item.paths]
    with open_store(tmp_path / "s.engramma", clock=frozen_clock, create=True) as store:
        report = store.transfer.import_files(paths)
        assert [item.error for item in report.files if item.error] == []
        assert store.statistics().sessions >= 8


def test_what_is_new_and_quiet_in_a_watched_folder_comes_in_once(
    tmp_path: Path, frozen_clock: FixedClock
) -> None:
    folder, now = tmp_path / "p", frozen_clock.now()
    watched = WatchedFolder(folder, since=now)
    assert new_files([watched], now=now) == (NewFiles(folder, there=False),)
    old = changed(write(folder / "old.jsonl", claude_session(1, cwd=folder)), at=now)
    new = changed(write(folder / "deep" / "new.jsonl", claude_session(2, cwd=folder)), at=now + MINUTE)
    changed(write(folder / "deep" / "notes.bin", b"\x00\x01"), at=now + MINUTE)
    assert new_files([watched], now=now + MINUTE + 29 * SECOND) == (NewFiles(folder, waiting=2),)
    [found] = new_files([watched], now=now + 2 * MINUTE)
    assert found == NewFiles(folder, (new,), now + MINUTE)
    with open_store(tmp_path / "s.engramma", clock=frozen_clock, create=True) as store:
        for items in (2, 0):
            [done] = bring_in(store, [found], CancelToken())
            assert (done.items, done.at, done.until) == (items, now, now + MINUTE)
            assert (done.operation_id is None) == (items == 0)
        assert [item.actor for item in store.history.recent()] == ["import"]
    [nothing] = new_files([WatchedFolder(folder, since=0)], now=now + 2 * MINUTE)
    assert nothing.paths == (old, new)


def test_an_old_file_that_is_put_into_a_watched_folder_is_new_there(tmp_path: Path) -> None:
    watched = WatchedFolder(tmp_path, since=SystemClock().now())
    path = changed(write(tmp_path / "old.jsonl", claude_session(1, cwd=tmp_path)), at=watched.since - DAY)
    put = path.stat().st_ctime_ns // 1_000
    assert new_files([watched], now=put + 29 * SECOND) == (NewFiles(tmp_path, waiting=1),)
    assert new_files([watched], now=put + MINUTE) == (NewFiles(tmp_path, (path,), put),)


def test_a_linked_file_is_found_once(tmp_path: Path) -> None:
    rules = write(tmp_path / "dotfiles" / "rules.md", "# Rules\n\n- Use tabs.\n")
    home = tmp_path / "person"
    (home / ".claude" / "rules").mkdir(parents=True)
    (home / ".claude" / "CLAUDE.md").symlink_to(rules)
    (home / ".claude" / "rules" / "same.md").symlink_to(rules)
    (home / ".claude" / "rules" / "gone.md").symlink_to(tmp_path / "nowhere.md")
    [found] = find_memories(tools_of(home))
    assert (found.title, found.paths) == ("Claude Code instructions", (home / ".claude" / "CLAUDE.md",))


def test_an_empty_home_has_none_and_the_variables_of_tools_count(tmp_path: Path) -> None:
    home, elsewhere = tmp_path / "person", tmp_path / "elsewhere"
    home.mkdir()
    assert find_memories(tools_of(home)) == ()
    write(elsewhere / "projects" / "-x" / "a.jsonl", claude_session(1, cwd=Path("/gone/x")))
    moved = Surroundings({"CLAUDE_CONFIG_DIR": str(elsewhere)}, home, "linux")
    assert [item.title for item in find_memories(moved)] == ["Claude Code sessions · x"]
    write(elsewhere / "projects" / "-x" / "a.jsonl", b"\x00\xff" * 50)
    write(elsewhere / ".claude.json", '{"projects": {"\\u0000": 1, "relative": {}, "/nowhere": {}}}')
    settings = '{"mcpServers": {"m": {"env": {"MEMORY_FILE_PATH": "/a\\u0000b"}}, "n": 3}}'
    write(home / ".cursor" / "mcp.json", settings)
    assert find_memories(moved) == ()
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        find_memories(moved, cancel=token)
