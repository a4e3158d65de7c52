"""`import --gate`: the gate reads what an import brought, as an operation of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """A LoCoMo talk with one statement worth keeping, one said twice, and noise."""
    path = tmp_path / "talk.json"
    turns = [
        ("Ada", "Good morning!"),
        ("Ben", "Please remember that the spare key hangs in the boat house."),
        ("Ada", "Ha, nice."),
        ("Ben", "Please remember that the spare key hangs in the boat house."),
    ]
    conversation = {
        "speaker_a": "Ada",
        "speaker_b": "Ben",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": speaker, "dia_id": f"D1:{number}", "text": text}
            for number, (speaker, text) in enumerate(turns, 1)
        ],
    }
    path.write_text(json.dumps([{"sample_id": "t", "conversation": conversation, "qa": []}]), "utf-8")
    return path


def test_what_the_gate_keeps_is_counted_and_undone_alone(ask, engramma, talk: Path) -> None:
    document = ask("import", "--gate", talk)
    assert document["gate"] == {"sessions": 1, "events": 4, "memories": 1, "reinforced": 1, "dropped": 2}
    newest, before = [item["label"] for item in ask("history")["operations"]]
    assert newest == "1 memory from “Ada and Ben, session 1”"
    assert before.startswith("import of talk.json")
    assert engramma("undo").code == 0
    assert ask("stats")["memories"]["total"] == 0
    assert ask("sessions")["total"] == 1


def test_a_second_import_brings_the_gate_nothing_new(ask, engramma, talk: Path) -> None:
    ask("import", "--gate", talk)
    assert ask("import", "--gate", talk)["gate"]["events"] == 0
    assert "nothing that it had not read" in engramma("import", "--gate", talk).out


def test_without_the_option_nothing_is_read(ask, talk: Path) -> None:
    assert "gate" not in ask("import", talk)
    assert len(ask("history")["operations"]) == 1


def test_a_person_reads_what_the_gate_did(engramma, talk: Path) -> None:
    assert "1 new memory, 1 reinforced, 2 statements dropped" in engramma("import", "--gate", talk).out


def test_gate_and_dry_run_exclude_each_other(engramma, talk: Path) -> None:
    done = engramma("import", "--gate", "--dry-run", talk)
    assert done.code == 2
    assert "Leave one of them out" in done.err
