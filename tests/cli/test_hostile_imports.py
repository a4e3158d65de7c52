"""Files made to do harm, by command: each refused or reported, nothing run, nothing outside of the store written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.cli.conftest import Run
from tests.exchange.hostile_folder import GOOD, HTML, write_hostile_folder


def test_a_hostile_folder_is_reported_file_by_file(engramma: Run, tmp_path: Path, store_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    folder = write_hostile_folder(outside)
    before = _contents(outside)

    dry = engramma("import", folder, "--dry-run", "--json")
    assert dry.code == 0
    done = engramma("import", folder, "--json")
    assert done.code == 0
    assert "Traceback" not in dry.err + done.err
    assert done.document == dry.document
    files = {Path(item["path"]).name: item for item in done.document["files"]}
    assert _told(files) == {
        "bomb.zip": "refused",
        "circle.jsonl": "read",
        "conversations.json": "reported",
        "deep.jsonl": "refused",
        "forged.db": "refused",
        "good.csv": "read",
        "leads-out.zip": "refused",
        "memory.jsonl": "reported",
        "no-end.jsonl": "refused",
        "notes.db": "reported",
        "nowhere.jsonl": "refused",
        "pipe.jsonl": "refused",
        "points.pkl": "refused",
        "sixteen.csv": "read",
    }
    texts = {item["text"] for item in engramma("search", "", "--json").document["items"]}
    assert {GOOD, HTML, "Wörter in UTF-16", "Kept by a table with a trigger"} <= texts
    assert not any("\x00" in text or "\ud800" in text for text in texts)
    assert _contents(outside) == before

    again = engramma("import", folder, "--json").document["files"]
    assert sum(item["new"] + item["changed"] for item in again) == 0
    assert engramma("undo").code == 0
    assert engramma("search", "", "--json").document["total"] == 0


def _told(files: dict[str, dict[str, Any]]) -> dict[str, str]:
    return {
        name: "refused" if item.get("error") else "reported" if item["skipped"] else "read"
        for name, item in files.items()
    }


def _contents(folder: Path) -> dict[str, bytes]:
    """Every ordinary file below, and the names of all else."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b""
        for path in sorted(folder.rglob("*"))
    }
