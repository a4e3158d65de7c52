"""A folder of files that were made to do harm, beside one good one: for imports by command and by window."""

from __future__ import annotations

import json
import os
import pickle
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

GOOD = "Rye keeps for a week"
HTML = "<img src=file:///etc/passwd onerror=alert(1)><b>bold</b>"


class Trap:
    """Would make a file if it were ever loaded."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        return open, (str(self._path), "w")


def write_hostile_folder(root: Path) -> Path:
    """Make it in `root`; whatever a file of it does outside of the folder shows in `root`."""
    folder = root / "hostile"
    folder.mkdir()
    (folder / "good.csv").write_text(f"id,text\n1,{GOOD}\n2,{HTML}\n", "utf-8")
    with zipfile.ZipFile(folder / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("conversations.json", b"[" + b" " * 50_000_000 + b"]")
    with zipfile.ZipFile(folder / "leads-out.zip", "w") as file:
        file.writestr("../../conversations.json", "[]")
        file.writestr("/memories.json", "[]")
    _lines(folder / "deep.jsonl", '{"text": ' + "[" * 10_000 + "]" * 10_000 + "}", '{"text": "deep"}')
    nodes = {
        name: {
            "id": name,
            "parent": other,
            "children": [other],
            "message": {"id": name, "author": {"role": "user"}, "content": {"content_type": "text", "parts": [name]}},
        }
        for name, other in (("a", "b"), ("b", "a"))
    }  # fmt: skip
    chat = [{"title": "circle", "conversation_id": "c", "current_node": "a", "mapping": nodes}]
    (folder / "conversations.json").write_text(json.dumps(chat), "utf-8")
    say = {"type": "user", "sessionId": "s", "message": {"role": "user", "content": "again"}}
    turns = [{**say, "uuid": one, "parentUuid": other} for one, other in (("x", "y"), ("y", "x"))]
    _lines(folder / "circle.jsonl", *map(json.dumps, turns))
    (folder / "points.pkl").write_bytes(pickle.dumps(Trap(root / "made-by-pickle")))
    observations = ["lone \ud800 surrogate", "nul \x00 in it", HTML]
    graph = json.dumps({"type": "entity", "name": "E", "entityType": "t", "observations": observations})
    (folder / "memory.jsonl").write_bytes(
        graph.encode()
        + b'\n{"type":"entity","name":"L","entityType":"t","observations":["caf\xe9 \xff"]}\n\x00\x00\n'
    )
    (folder / "sixteen.csv").write_bytes("id,text\n1,Wörter in UTF-16\n".encode("utf-16"))
    (folder / "no-end.jsonl").write_bytes(b'{"type":"user","message":"' + b"a" * 3_000_000)
    with closing(sqlite3.connect(folder / "notes.db")) as made:
        made.execute("CREATE TABLE notes (body TEXT)")
        made.execute("CREATE TABLE log (t TEXT)")
        made.execute("CREATE TRIGGER gone AFTER INSERT ON log BEGIN DELETE FROM notes; END")
        made.execute("CREATE VIEW memories AS SELECT load_extension('evil') AS content")
        made.execute("INSERT INTO notes VALUES ('Kept by a table with a trigger')")
        made.commit()
    with closing(sqlite3.connect(folder / "forged.db")) as made:
        made.execute("CREATE TABLE notes (body TEXT)")
        made.execute("PRAGMA writable_schema = ON")
        made.execute("UPDATE sqlite_master SET sql = 'CREATE TABLE notes (', rootpage = 99")
        made.commit()
    (folder / "up").symlink_to(folder, target_is_directory=True)
    (folder / "nowhere.jsonl").symlink_to(root / "not-there")
    os.mkfifo(folder / "pipe.jsonl")
    return folder


def _lines(path: Path, *lines: str) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
