"""Settings of other programs keep every byte that is not ours: JSON with comments, TOML, the files themselves."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engramma
from engramma.exchange.clients.commented_json import UnreadableJsonError, parse
from engramma.exchange.clients.config_file import ConfigFile, ConnectError, read_config, replace_config
from engramma.exchange.clients.json_edits import (
    UnsafeEditError,
    append_element,
    remove_elements,
    remove_member,
    set_member,
)
from engramma.exchange.clients.toml_edits import remove_table, set_table

ENTRY = {"command": "/opt/é ng/engramma", "args": ["mcp", "--as", "a"]}
KEYS = ("servers", "engramma")

VSCODE = """{
\t// servers of mine, see https://example.org/a//b
\t"inputs": [],
\t"servers": {
\t\t/* the first */
\t\t"github": { "url": "https://x/*y*/" }, // keep
\t\t"old": { "command": "npx", "args": ["-y", "old",], }, // last one
\t},
}
"""
WHITE = st.sampled_from(["", " ", "\n  ", "\r\n\t", ' // note, "x": {\n', " /* a } */ ", "\n\n"])
SCALARS = st.sampled_from(["1", "-0.5e3", "true", "null", '"a\\"b"', '"//no"', '"ü/*"', "[]", "{}"])


@st.composite
def commented(draw: st.DrawFn, depth: int = 0) -> str:
    """The text of an object with white space, comments and trailing commas at odd places."""
    parts = []
    for name in draw(st.lists(st.sampled_from(["servers", "a", "b", "é"]), max_size=3, unique=True)):
        deep = depth < 2 and (name == "servers" or draw(st.booleans()))
        value = draw(commented(depth + 1)) if deep else draw(SCALARS)
        parts.append(f'{draw(WHITE)}"{name}"{draw(WHITE)}:{draw(WHITE)}{value}{draw(WHITE)}')
    trailing = "," if parts and draw(st.booleans()) else ""
    return "{" + ",".join(parts) + trailing + draw(WHITE) + "}"


@settings(max_examples=80)
@given(commented())
def test_what_is_put_in_comes_out_and_all_else_stays(text: str) -> None:
    before = parse(text)
    inside = set_member(text, KEYS, ENTRY)
    assert parse(inside).root.value["servers"]["engramma"] == ENTRY
    assert parse(inside).comments == before.comments
    listed = append_element(inside, ("hooks", "start"), ENTRY)
    assert parse(listed).root.value["hooks"]["start"] == [ENTRY]
    out = remove_member(remove_elements(listed, ("hooks", "start"), lambda item: item == ENTRY), KEYS)
    after = parse(remove_member(out, ("hooks",)))
    assert after.comments == before.comments
    expected = before.root.value
    assert after.root.value in (expected, {**expected, "servers": {}})
    assert [part.key for part in after.root.parts][: len(before.root.parts)] == [
        part.key for part in before.root.parts
    ]


def test_the_layout_of_the_file_is_kept() -> None:
    inside = set_member(VSCODE, KEYS, ENTRY)
    entry = (
        '\t\t"engramma": {\n\t\t\t"command": "/opt/é ng/engramma",\n\t\t\t"args": [\n\t\t\t\t"mcp",\n'
        '\t\t\t\t"--as",\n\t\t\t\t"a"\n\t\t\t]\n\t\t},\n'
    )
    assert inside == VSCODE.replace("// last one\n", f"// last one\n{entry}")
    assert remove_member(inside, KEYS) == VSCODE
    windows = VSCODE.replace("\n", "\r\n")
    inside = set_member(windows, KEYS, ENTRY)
    assert inside.count("\n") == inside.count("\r\n")
    assert remove_member(inside, KEYS) == windows
    assert set_member('{"a": 1}', ("b",), [1]) == '{"a": 1, "b": [1]}'
    changed = set_member(set_member(VSCODE, KEYS, ENTRY), KEYS, {"command": "x"})
    assert parse(changed).root.value["servers"]["engramma"] == {"command": "x"}


@pytest.mark.parametrize(
    "text",
    [
        '{"servers": []}',
        '{"servers": {"engramma": 1, "engramma": 2}}',
        '{"servers": 1, "servers": {}}',
        "[1]",
        '{"a": 1',
        "{'a': 1}",
        '{"a" 1}',
        '{"a": 1 "b": 2}',
        "[" * 5_000,
        '{"a": "\\x"}',
    ],
)
def test_what_cannot_be_changed_safely_is_refused(text: str) -> None:
    with pytest.raises(UnsafeEditError):
        set_member(text, KEYS, ENTRY)


@given(st.text(alphabet='{}[]",:/* \n1ta\\', max_size=40))
def test_the_reader_agrees_with_the_standard_one(text: str) -> None:
    try:
        ours: Any = parse(text).root.value
    except UnreadableJsonError:
        ours = None
        with pytest.raises(ValueError):
            json.loads(text)
    with contextlib.suppress(ValueError):
        assert json.loads(text) == ours


TOML = """# mine
model = "gpt-5" # the best

[mcp_servers.docs]   # docs
command = "npx"
args = ["-y", 'docs']

[mcp_servers.docs.env]
KEY = "x"

[tui] # look
theme = "dark"
"""


@pytest.mark.parametrize(
    "text",
    [
        TOML,
        TOML.replace("\n", "\r\n"),
        "",
        "# only a note",
        'a = 1\n[x]\nb = """\nlong\n"""\n',
        "mcp_servers.docs.command = 'x'\n",
        "[mcp_servers.docs]\ncommand = 'x'\n[tui]\na = 1\n[mcp_servers.later]\ncommand = 'y'\n",
    ],
)
def test_a_table_is_put_into_toml_and_taken_out(text: str) -> None:
    keys = ("mcp_servers", "engramma")
    entry = {**ENTRY, "env": {"ENGRAMMA_HOME": "/h"}}
    before = tomllib.loads(text.replace("\r\n", "\n"))
    inside = set_table(text, keys, entry)
    assert tomllib.loads(inside.replace("\r\n", "\n"))["mcp_servers"]["engramma"] == entry
    for line in text.splitlines():
        assert line in inside
    if "\r\n" in text:
        assert inside.count("\n") == inside.count("\r\n")
    changed = set_table(inside, keys, ENTRY)
    assert tomllib.loads(changed.replace("\r\n", "\n"))["mcp_servers"]["engramma"] == ENTRY
    out = remove_table(changed, keys, with_parent="mcp_servers" not in before)
    assert tomllib.loads(out.replace("\r\n", "\n")) == before


@pytest.mark.parametrize(
    "text", ["mcp_servers = 1", "mcp_servers = { docs = { command = 'x' } }", "a = ", "a = 1\na = 2"]
)
def test_toml_that_cannot_be_changed_safely_is_refused(text: str) -> None:
    with pytest.raises(UnsafeEditError):
        set_table(f"{text}\n", ("mcp_servers", "engramma"), ENTRY)


def test_a_file_keeps_its_mode_and_its_link_and_is_compared_first(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "mcp.json"
    real.parent.mkdir()
    real.write_bytes(b"\xef\xbb\xbf{}\r\n")
    real.chmod(0o640)
    link = tmp_path / "mcp.json"
    link.symlink_to(real)
    planned = read_config(link)
    assert planned.text == "{}\r\n"
    backup = replace_config(planned, planned.encoded('{"a": 1}\r\n'))
    assert link.is_symlink()
    assert real.read_bytes() == b'\xef\xbb\xbf{"a": 1}\r\n'
    assert real.stat().st_mode & 0o777 == 0o640
    assert backup is not None
    assert backup.parent == real.parent
    assert backup.read_bytes() == planned.content
    with pytest.raises(ConnectError, match="changed by another program"):
        replace_config(planned, b"{}")
    assert real.read_bytes() == b'\xef\xbb\xbf{"a": 1}\r\n'
    assert not list(real.parent.glob(".*.part"))
    real.write_bytes(b"\xff\xfe")
    with pytest.raises(ConnectError, match="no UTF-8"):
        _ = read_config(link).text
    with pytest.raises(ConnectError, match="no ordinary file"):
        read_config(tmp_path)
    made = ConfigFile(tmp_path / "new" / "a.json", None)
    assert replace_config(made, b"{}") is None
    assert made.path.stat().st_mode & 0o077 == 0


KILLED = """
import os, signal, sys
from pathlib import Path
from engramma.exchange.clients.config_file import read_config, replace_config
Path.replace = lambda self, target: os.kill(os.getpid(), signal.SIGKILL)
replace_config(read_config(Path(sys.argv[1])), b"new")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_killed_between_backup_and_rename_the_old_file_stands(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b"old")
    app = Path(engramma.__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(path)], env={**os.environ, "PYTHONPATH": str(app)}
    )
    assert done.returncode == -signal.SIGKILL
    assert path.read_bytes() == b"old"
    assert (tmp_path / "settings.json.engramma-backup").read_bytes() == b"old"
