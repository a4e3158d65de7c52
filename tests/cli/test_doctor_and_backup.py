"""`doctor` and `backup`: what they say, the keys that scripts rely on, and how they end."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from engramma.cli import interruption

KEYS = {"name", "ok", "count", "detail", "repair"}


def damage(path: Path, *statements: str) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            connection.execute(statement)
    connection.close()


@pytest.fixture
def three(ask, store_path: Path) -> Path:
    for text in ("The harbour opens at nine.", "Deploys go out on Tuesday.", "Anna prefers short answers."):
        ask("remember", text)
    return store_path


def test_a_sound_store(engramma, ask, three: Path) -> None:
    done = engramma("doctor")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[-1].startswith("The store is sound: ")
    for options in ((), ("--full",), ("--repair",)):
        document = ask("doctor", *options)
        assert document["ok"] is True
        assert all(set(check) == KEYS and check["ok"] for check in document["checks"])
    assert set(ask("doctor")) == {"ok", "checks"}
    assert ask("doctor", "--repair")["repaired"] == []
    assert ask("doctor", "--repair")["operation"] is None


def test_damage_is_named_mended_and_taken_back(engramma, ask, three: Path) -> None:
    damage(
        three,
        "UPDATE memory SET state = 'superseded' WHERE id = 2",
        "UPDATE memory SET recalls = 7 WHERE id = 3",
        "UPDATE memory SET category = 'hunch\x1b[31m' WHERE id = 1",
    )
    said = engramma("doctor")
    assert said.code == 0, "looking did not fail"
    assert (
        "supersession_without_successor  1 memory is superseded by nothing that is there (M-2)." in said.out
    )
    assert "  doctor --repair: Let them stand again." in said.out
    assert "\x1b" not in said.out
    found = ask("doctor")
    assert found["ok"] is False
    assert {check["name"]: check["count"] for check in found["checks"] if not check["ok"]} == {
        "constraints": 1,
        "recall_counts": 1,
        "supersession_without_successor": 1,
    }
    damage(three, "UPDATE memory SET category = 'fact' WHERE id = 1")
    done = engramma("doctor", "--repair")
    assert (done.code, done.err) == (0, "")
    first, second, *_rest, last = done.out.splitlines()
    assert first == "Mended: recall_counts, supersession_without_successor."
    assert second.startswith("`engramma undo ")
    assert last.startswith("The store is sound")
    assert ask("show", "2")["state"] == "active"
    assert engramma(*second.split("`")[1].split()[1:]).code == 0
    assert ask("show", "2")["state"] == "superseded"
    again = ask("doctor", "--repair")
    assert again["repaired"] == ["supersession_without_successor"]
    assert ask("history")["operations"][0]["id"] == again["operation"]
    assert ask("history")["operations"][0]["actor"] == "cli"


def test_a_backup_is_made_and_is_a_store(engramma, ask, three: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.engramma"
    done = engramma("backup", target)
    assert (done.code, done.err) == (0, "")
    assert f"Backed up store to {target}: 3 memories, 0 sessions, 0 events, opened and counted." in done.out
    assert "To restore it, open it" in done.out
    assert target.stat().st_mode & 0o777 == 0o600
    assert "exists already" in refused(engramma("backup", target))
    document = ask("backup", target, "--force")
    assert set(document) == {"path", "counts", "bytes"}
    assert (document["path"], document["counts"]["memory"]) == (str(target), 3)
    assert ask("stats", store=target)["memories"]["total"] == 3
    assert "belongs to the store itself" in refused(engramma("backup", three, "--force"))


def refused(done) -> str:
    assert (done.code, done.out) == (1, ""), done
    complaint: str = done.complaint
    return complaint


@pytest.mark.parametrize("arguments", [("doctor",), ("doctor", "--repair"), ("backup", "x.engramma")])
def test_what_cannot_be_opened_is_refused_in_one_sentence(
    engramma, three: Path, tmp_path: Path, monkeypatch, arguments
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "There is no store" in refused(engramma(*arguments, store=tmp_path / "none.engramma"))
    three.write_bytes(three.read_bytes()[:9_000])
    assert "damaged" in refused(engramma(*arguments, "--json"))
    three.write_bytes(b"SQLite format 3\x00" + b"\xff" * 8_000)
    assert three.name in refused(engramma(*arguments))
    assert not (tmp_path / "x.engramma").exists()


def test_ctrl_c_stops_a_backup_and_leaves_nothing(engramma, three: Path, tmp_path: Path, monkeypatch) -> None:
    class Stopped(interruption.CancelToken):
        @property
        def cancelled(self) -> bool:
            return True

        def check(self) -> None:
            self.cancel()
            super().check()

    monkeypatch.setattr(interruption, "CancelToken", Stopped)
    assert engramma("backup", tmp_path / "b").code == 130
    assert engramma("doctor").code == 130
    assert not (tmp_path / "b").exists()
