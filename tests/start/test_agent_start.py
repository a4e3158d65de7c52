"""How `engramma mcp` starts: with little loaded, and refusing what makes no sense before the protocol begins."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from engramma.start.command import program

LATER = {
    "numpy", "sqlalchemy", "torch", "transformers", "sentence_transformers", "tokenizers", "PySide6", "pyqtgraph",
    "engramma.engine.memory_store", "engramma.cli.commands", "engramma.store", "engramma.ui",
}  # fmt: skip
SERVE = """
import json, sys
from engramma.start.command import main
code = main(sys.argv[1:])
print(json.dumps([code, list(sys.modules)]), file=sys.stderr)
"""
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


def test_the_handshake_is_answered_with_nothing_of_the_engine_loaded_and_no_file_made(tmp_path: Path) -> None:
    store = tmp_path / "new.engramma"
    done = subprocess.run(
        [sys.executable, "-c", SERVE, "mcp", "--as", "planner", "--store", str(store)],
        input=json.dumps(HELLO).encode() + b"\n",
        capture_output=True,
        timeout=60,
        check=True,
    )
    (line,) = done.stdout.splitlines()
    assert json.loads(line)["result"]["serverInfo"]["name"] == "engramma"
    code, loaded = json.loads(done.stderr)
    assert code == 0
    assert LATER & set(loaded) == set()
    assert not store.exists()


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        ((), 2, "--as"),
        (("--as", "a/b"), 1, "cannot name an agent"),
        (("--as", "planner", "--scope", "all"), 2, "--scope"),
        (("--as", "planner", "--store", "a.engramma", "--project", "shop"), 2, "not both"),
        (("--as", "planner", "--project", " "), 2, "no name"),
        (("--as", "planner", "--project", "./gone"), 1, "There is no folder"),
        (("--as", "planner", "--scope", "read", "--store", "gone.engramma"), 1, "There is no store"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_line(
    arguments: tuple[str, ...], code: int, sentence: str, own_home: Path
) -> None:
    done = CliRunner().invoke(program, ["mcp", *arguments])
    assert done.exit_code == code
    assert sentence in done.stderr
    assert done.stdout == ""
    assert not own_home.joinpath("projects").exists()
