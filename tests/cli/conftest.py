"""Runs `engramma` in this process, on a store of its own, and keeps apart what it said where."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engramma.start.command import program

FULL_TEXT = ("_words", "_trigrams", "_padded", "_pieces")
NOW = "2026-03-02T09:30:00Z"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document; fails when standard output holds anything else."""
        return json.loads(self.out)

    @property
    def complaint(self) -> str:
        """The one line on standard error; fails when there are more or none."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("engramma: "), self.err
        return lines[0].removeprefix("engramma: ")


Run = Callable[..., Outcome]


@pytest.fixture
def engramma(store_path: Path) -> Run:
    """`engramma("remember", "text")` on the test's store; `now`, `store` and `stdin` are options."""

    def run(
        *arguments: str | Path,
        now: str | None = NOW,
        store: Path | None = store_path,
        stdin: str | bytes = "",
    ) -> Outcome:
        options = [*(["--store", str(store)] if store else []), *(["--now", now] if now else [])]
        name, *rest = map(str, arguments)
        place = [name, rest[0]] if name == "policy" else [name]
        rest = rest[1:] if name == "policy" else rest
        done = CliRunner().invoke(program, [*place, *options, *rest], input=stdin, prog_name="engramma")
        assert "Traceback" not in done.stderr
        return Outcome(done.exit_code, done.stdout, done.stderr)

    return run


@pytest.fixture
def ask(engramma: Run) -> Callable[..., Any]:
    """Like `engramma` with `--json`, for a command that must succeed: gives the document."""

    def run(*arguments: str | Path, **options: Any) -> Any:
        done = engramma(*arguments, "--json", **options)
        assert done.code == 0, done.err
        return done.document

    return run


@pytest.fixture
def content(store_path: Path) -> Callable[..., dict[str, list[tuple[object, ...]]]]:
    """All rows of a store by table, read behind the engine's back."""

    def read(path: Path = store_path) -> dict[str, list[tuple[object, ...]]]:
        connection = sqlite3.connect(path)
        try:
            names = [
                name
                for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
                if not any(part in name for part in FULL_TEXT)
            ]
            return {name: sorted(connection.execute(f'SELECT * FROM "{name}"'), key=repr) for name in names}
        finally:
            connection.close()

    return read


@pytest.fixture
def locomo(tmp_path: Path) -> Path:
    """A small LoCoMo-shaped file: one conversation of two sessions."""
    turns = [
        {"speaker": "Ada", "dia_id": f"D1:{number}", "text": f"Turn {number} about the harbour."}
        for number in (1, 2, 3)
    ]
    later = [{"speaker": "Ben", "dia_id": "D2:1", "text": "The lighthouse is green now."}]
    conversation = {
        "speaker_a": "Ada",
        "speaker_b": "Ben",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": turns,
        "session_2_date_time": "1:14 pm on 25 May, 2023",
        "session_2": later,
    }
    path = tmp_path / "talk.json"
    path.write_text(json.dumps([{"sample_id": "conv-1", "conversation": conversation, "qa": []}]), "utf-8")
    return path


@pytest.fixture
def long_talk(tmp_path: Path) -> Path:
    """A LoCoMo-shaped file of 30 conversations of 200 turns: more than one step of an import."""
    samples = []
    for sample in range(30):
        turns = [
            {
                "speaker": "Ada",
                "dia_id": f"D1:{turn}",
                "text": f"Turn {turn} of talk {sample} at the harbour.",
            }
            for turn in range(200)
        ]
        conversation = {"session_1_date_time": "1:56 pm on 8 May, 2023", "session_1": turns}
        samples.append({"sample_id": f"long-{sample}", "conversation": conversation})
    path = tmp_path / "long.json"
    path.write_text(json.dumps(samples), "utf-8")
    return path
