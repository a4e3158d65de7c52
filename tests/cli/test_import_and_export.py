"""`import` and `export`, and `sessions`, `stats` and `policy` on what was imported."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest

from engramma.engine.transfer import Transfer
from engramma.model.progress import Cancelled

FILE = {
    "path", "format", "read", "new", "known", "changed", "skipped", "sessions", "events", "memories", "deleted"
}  # fmt: skip


@pytest.fixture
def knowledge(tmp_path: Path) -> Path:
    """A memory.jsonl of the MCP reference server, with one line that is cut off."""
    path = tmp_path / "memory.jsonl"
    lines = [
        {"type": "entity", "name": "Harbour", "entityType": "place", "observations": ["It has two piers."]},
        {
            "type": "entity",
            "name": "Ada",
            "entityType": "person",
            "observations": ["Ada sails.", "Ada is 40."],
        },
        {"type": "relation", "from": "Ada", "to": "Harbour", "relationType": "lives at"},
    ]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines) + '{"type": "entity", "na', "utf-8")
    return path


def test_an_import_is_counted_and_known_the_second_time(ask, locomo: Path) -> None:
    (first,) = ask("import", locomo)["files"]
    assert set(first) == FILE
    assert (first["path"], first["format"]) == (str(locomo), "locomo")
    assert (first["sessions"], first["events"]) == (2, 4)
    assert (first["new"], first["known"], first["changed"]) == (6, 0, 0)
    assert all(set(part) == {"line", "reason"} for part in first["skipped"])
    assert first["read"] == first["new"] + len(first["skipped"])
    (second,) = ask("import", locomo)["files"]
    assert (second["new"], second["known"]) == (0, 6)
    assert [item["label"] for item in ask("history")["operations"]] == [
        "import of talk.json (2 sessions, 4 events)"
    ]


def test_skipped_lines_have_their_reason(ask, knowledge: Path) -> None:
    (done,) = ask("import", knowledge)["files"]
    assert done["memories"] == 3
    assert [part["line"] for part in done["skipped"]] == [4]
    assert done["skipped"][0]["reason"]


@pytest.mark.parametrize("exists", [False, True])
def test_a_dry_run_writes_nothing(
    engramma, ask, content, locomo, store_path: Path, exists, monkeypatch, tmp_path
) -> None:
    elsewhere = tmp_path / "temporary"
    elsewhere.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(elsewhere))
    if exists:
        ask("remember", "Already here.")
    before = content() if exists else None
    (planned,) = ask("import", "--dry-run", locomo)["files"]
    assert (planned["new"], planned["sessions"], planned["events"]) == (6, 2, 4)
    assert store_path.exists() is exists
    assert not exists or content() == before
    assert list(elsewhere.iterdir()) == []
    assert "dry run" in engramma("import", "--dry-run", locomo).out


def test_good_files_come_in_beside_bad_ones(engramma, ask, locomo: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.json").touch()
    done = engramma("import", locomo, tmp_path / "empty.json", tmp_path / "missing.json", "--json")
    assert done.code == 0
    good, *bad = done.document["files"]
    assert (good["new"], "error" in good) == (6, False)
    assert all(item["error"] and item["format"] is None for item in bad)
    assert done.complaint == "2 of 3 files could not be read."


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("empty.json", b""),
        ("cut.json", b'[{"sample_id": "conv-1", "conver'),
        ("binary.jsonl", bytes(range(256)) * 20),
        ("other.json", b'{"hello": "world"}'),
        ("cut.engramma-bundle", b"PK\x03\x04\x14\x00\x00\x00"),
        ("missing.json", None),
        ("folder", "folder"),
    ],
)
@pytest.mark.parametrize("exists", [False, True])
def test_what_cannot_be_read_changes_nothing(
    engramma, ask, content, store_path: Path, tmp_path, name, data, exists
):
    path = tmp_path / name
    if data == "folder":
        path.mkdir()
    elif data is not None:
        path.write_bytes(data)
    if exists:
        ask("remember", "Already here.")
    before = content() if exists else None
    done = engramma("import", path, "--json")
    assert done.code == 1
    (item,) = done.document["files"]
    assert item["error"] == done.complaint
    assert (item["read"], item["new"]) == (0, 0)
    assert list(store_path.parent.glob("store.engramma*")) == ([store_path] if exists else [])
    assert not exists or content() == before


@pytest.mark.parametrize("format_name", ["locomo", "mcp-memory", "claude-code", "engramma-bundle"])
def test_a_named_format_that_is_not_the_files(
    engramma, store_path: Path, tmp_path: Path, format_name: str
) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Just a note.\n", "utf-8")
    done = engramma("import", path, "--format", format_name, "--json")
    (item,) = done.document["files"]
    assert item["format"] == format_name
    assert item.get("error") or item["skipped"]
    assert done.code == (1 if item.get("error") else 0)
    assert not store_path.exists()


def test_wrong_usage(engramma, locomo: Path, store_path: Path) -> None:
    for arguments in (
        ("import",),
        ("import", locomo, "--format", "diary"),
        ("import", locomo, "--policy", "perhaps"),
        ("export",),
    ):
        done = engramma(*arguments)
        assert (done.code, done.out) == (2, "")
        assert done.complaint
    assert not store_path.exists()


def test_an_interrupted_import_leaves_nothing(engramma, ask, long_talk: Path, monkeypatch) -> None:
    ask("remember", "Already here.")
    before = {name: ask(name) for name in ("search", "sessions", "history")}
    whole = Transfer.import_files
    written = []

    def interrupted(self, paths, *, report, cancel, **options):
        def stop(progress):
            written.append(progress.done)
            cancel.cancel()

        return whole(self, paths, report=stop, cancel=cancel, **options)

    monkeypatch.setattr(Transfer, "import_files", interrupted)
    done = engramma("import", long_talk)
    assert written
    assert (done.code, done.out, done.complaint) == (130, "", "Interrupted.")
    assert {name: ask(name) for name in before} == before
    monkeypatch.undo()
    assert ask("import", long_talk)["files"][0]["known"] == 0


def test_cancelled_work_ends_with_130(engramma, locomo, store_path: Path, monkeypatch) -> None:
    def cancelled(*_arguments, **_options):
        raise Cancelled

    monkeypatch.setattr(Transfer, "import_files", cancelled)
    done = engramma("import", locomo)
    assert (done.code, done.complaint) == (130, "Interrupted.")
    assert not store_path.exists()


def test_sessions_and_a_transcript(ask, engramma, locomo: Path) -> None:
    ask("import", locomo)
    listed = ask("sessions")
    assert set(listed) == {"total", "sessions"}
    newest, oldest = listed["sessions"]
    assert (listed["total"], newest["events"], oldest["events"]) == (2, 1, 3)
    assert ask("sessions", "--limit", "1")["sessions"] == [newest]
    assert ask("sessions", "--query", "lighthouse")["sessions"] == [newest]
    transcript = ask("sessions", oldest["label"])
    assert set(transcript) == set(oldest) | {"events"}
    assert [event["speaker"] for event in transcript["events"]] == ["Ada"] * 3
    assert transcript["events"][0]["text"] == "Turn 1 about the harbour."
    assert set(transcript["events"][0]) == {
        "id", "turn", "role", "speaker", "at", "text", "active", "memories",
    }  # fmt: skip
    assert ask("sessions", oldest["id"]) == transcript
    assert engramma("sessions", "S-9").complaint == "There is no session S-9."
    assert engramma("sessions", "--query", "tier:").code == 2
    assert "Turn 2 about the harbour." in engramma("sessions", "1").out
    assert "2 sessions" in engramma("sessions").out


def test_stats_has_the_keys_that_scripts_rely_on(ask, engramma, locomo: Path, knowledge: Path) -> None:
    ask("import", locomo, knowledge)
    counts = ask("stats")
    assert set(counts) == {"memories", "sessions", "events", "vectors", "bytes"}
    assert set(counts["memories"]) == {"total", "by_tier", "by_kind", "by_state", "pinned", "dormant"}
    assert (counts["sessions"], counts["events"], counts["memories"]["total"]) == (2, 4, 3)
    assert counts["memories"]["by_tier"] == {"short_term": 3, "long_term": 0}
    assert set(counts["memories"]["by_kind"]) == {"episodic", "semantic", "procedural"}
    assert set(counts["memories"]["by_state"]) == {"active", "superseded", "trashed"}
    assert counts["bytes"] > 0
    assert "memories  3" in engramma("stats").out


def test_the_policy_is_shown(ask, engramma) -> None:
    ask("remember", "x")
    assert ask("policy", "get")["policy"]["short_term_half_life"] == 7.0
    assert ask("policy", "get", "capacity") == {"policy": {"capacity": 0}}
    assert engramma("policy", "get", "luck").code == 2
    assert "retrieval_threshold" in engramma("policy", "get").out


def test_a_bundle_goes_round(ask, engramma, locomo: Path, tmp_path: Path) -> None:
    ask("import", locomo)
    uid = ask("remember", "Kept.", "--tag", "x")["id"]
    bundle, other = tmp_path / "all.engramma-bundle", tmp_path / "other.engramma"
    done = ask("export", bundle)
    assert set(done) == {"path", "counts", "bytes"}
    assert (done["path"], done["bytes"]) == (str(bundle), bundle.stat().st_size)
    assert (done["counts"]["memory"], done["counts"]["session"], done["counts"]["event"]) == (1, 2, 4)
    (taken,) = ask("import", bundle, store=other)["files"]
    assert (taken["format"], taken["memories"]) == ("engramma-bundle", 1)
    assert ask("show", uid, store=other)["text"] == "Kept."
    (again,) = ask("import", bundle, store=other)["files"]
    assert again["new"] == 0
    assert engramma("export", bundle, "--query", "tag:x").out.endswith(": 1 memory.\n")


def test_export_replaces_only_bundles(engramma, ask, store_path: Path, tmp_path: Path, content) -> None:
    ask("remember", "Kept.")
    before = content()
    notes = tmp_path / "notes.txt"
    notes.write_text("mine", "utf-8")
    for target in (store_path, notes, tmp_path, tmp_path / "no" / "such" / "folder.engramma-bundle"):
        done = engramma("export", target, "--json")
        assert (done.code, done.out) == (1, "")
        assert done.complaint
    assert engramma("export", tmp_path / "new.engramma-bundle", "--query", "tag:").code == 2
    assert notes.read_text("utf-8") == "mine"
    assert content() == before
    assert not (tmp_path / "new.engramma-bundle").exists()
