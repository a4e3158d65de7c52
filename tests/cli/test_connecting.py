"""connect and disconnect, on settings files in each client's real form; what else stands in them stays."""

from __future__ import annotations

import json
import os
import shlex
import stat
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.cli.client_homes import FILES, files_below, install_claude, write_settings
from tests.cli.conftest import Run

from engramma.engine.connecting import carry_out, named_client
from engramma.engine.connecting_plan import plan_connection, plan_removal
from engramma.engine.connecting_wiring import wiring
from engramma.exchange.clients.commented_json import parse
from engramma.exchange.clients.config_file import back_up, read_config
from engramma.exchange.clients.own_command import program_of
from engramma.exchange.clients.surroundings import Surroundings

VARIABLES = (
    "CLAUDE_CONFIG_DIR", "CODEX_HOME", "CURSOR_CONFIG_DIR", "GEMINI_CLI_HOME", "COPILOT_HOME", "XDG_CONFIG_HOME",
    "VSCODE_PORTABLE", "VSCODE_APPDATA",
)  # fmt: skip
CONNECTED = ("yes", "connected", "yes")


@pytest.fixture
def clients(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder for clients, in which none of their programs is on the path."""
    home = tmp_path / "person"
    home.mkdir()
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr("sys.platform", "linux")
    return home


def content(path: Path) -> Any:
    text = path.read_text("utf-8")
    return tomllib.loads(text) if path.suffix == ".toml" else parse(text).root.value


@pytest.mark.parametrize("name", list(FILES))
def test_a_client_is_connected_and_disconnected_and_nothing_else_changes(
    clients: Path, engramma: Run, ask: Callable[..., Any], *, name: str, store_path: Path
) -> None:
    before = write_settings(clients, name)
    old = {path: content(path) for path in before}
    client = named_client(name)
    where = Surroundings({}, clients, "linux")
    servers, hooks = client.servers(where), client.hooks(where)

    shown = ask("connect", name, "--dry-run", now=None)
    assert not shown["done"]
    assert all(line[0] in " +@-" for change in shown["changes"] for line in change["diff"].splitlines())
    assert files_below(clients) == before

    done = ask("connect", name, "--yes", "--as", "coder", now=None)
    assert done["done"]
    entry = content(servers)[client.server_key]["engramma"]
    assert Path(entry["command"]).is_absolute()
    assert entry["args"][-6:] == ["--as", "coder", "--scope", "write", "--store", str(store_path)]
    lines = [json.dumps(content(hooks)["hooks"][event][-1]) for event in client.events]
    for line, moment in zip(lines, ("start", "end"), strict=True):
        assert f" hook {moment} --client {name} --as coder" in line
    for path, kept in old.items():
        now = content(path)
        others = {key: value for key, value in now.items() if key not in (client.server_key, "hooks")}
        assert others == {k: v for k, v in kept.items() if k not in (client.server_key, "hooks")}
        assert {**now.get(client.server_key, {}), **kept.get(client.server_key, {})} == now.get(
            client.server_key, {}
        )
        for event, items in kept.get("hooks", {}).items():
            assert now["hooks"][event][: len(items)] == items
        assert path.stat().st_mode & 0o777 == 0o600
        if path.suffix == ".json":
            assert parse(path.read_text("utf-8")).comments == parse(before[path].decode()).comments
    listed = {item["name"]: item for item in ask("connect", now=None)["clients"]}
    assert (listed[name]["found"], listed[name]["connected"], listed[name]["hooks"]) == (True, True, True)
    assert not listed[name]["changed_by_hand"]
    again = ask("connect", name, "--yes", "--as", "coder", now=None)
    assert again["changes"] == []

    assert engramma("disconnect", name, "--yes", now=None).code == 0
    assert files_below(clients) == before


def test_the_hooks_line_is_safe_for_a_shell_and_options_reach_it(
    clients: Path, ask: Callable[..., Any], tmp_path: Path
) -> None:
    odd = tmp_path / "a b; rm -rf $HOME 'x'.engramma"
    ask("connect", "cursor", "--yes", "--scope", "read", "--budget", "300", store=odd, now=None)
    written = content(clients / ".cursor" / "hooks.json")
    assert written["version"] == 1
    assert list(written["hooks"]) == ["sessionStart"]
    words = shlex.split(written["hooks"]["sessionStart"][0]["command"])
    assert words[words.index("--store") + 1] == str(odd)
    assert words[-2:] == ["--budget", "300"]
    assert content(clients / ".cursor" / "mcp.json")["mcpServers"]["engramma"]["args"][-1] == str(odd)
    ask("connect", "cursor", "--yes", "--no-hooks", store=odd, now=None)
    assert not (clients / ".cursor" / "hooks.json").exists()
    assert ask("disconnect", "cursor", "--yes", now=None)["done"]
    assert files_below(clients) == {}


def test_what_others_wrote_meanwhile_stays_and_a_change_by_hand_is_asked_about(
    clients: Path, engramma: Run, ask: Callable[..., Any]
) -> None:
    write_settings(clients, "vscode")
    path, hooks = clients / ".config/Code/User/mcp.json", clients / ".copilot/hooks/engramma.json"
    ask("connect", "vscode", "--yes", now=None)
    text = path.read_text("utf-8")
    path.write_text(
        text.replace('"fetch"', '"new": {"command": "y"},\n    "fetch"').replace("write", "read"), "utf-8"
    )
    edited = path.read_bytes()
    listed = {item["name"]: item for item in ask("connect", now=None)["clients"]}
    assert listed["vscode"]["changed_by_hand"]

    refused = engramma("disconnect", "vscode", now=None, stdin="n\n")
    assert refused.code == 1
    assert "was changed by hand" in refused.err
    assert "changed by hand too?" in refused.err
    assert path.read_bytes() == edited
    assert engramma("disconnect", "vscode", now=None, stdin="y\n").code == 0
    assert list(content(path)["servers"]) == ["new", "fetch"]
    assert parse(path.read_text("utf-8")).comments == parse(edited.decode()).comments
    assert not hooks.exists()
    assert "nothing to change" in engramma("disconnect", "vscode", now=None).out


def test_the_clients_own_program_does_it_where_there_is_one(
    clients: Path, ask: Callable[..., Any], tmp_path: Path
) -> None:
    write_settings(clients, "claude-code")
    install_claude(tmp_path / "bin")
    done = ask("connect", "claude-code", "--yes", now=None)
    commands = [change["command"] for change in done["changes"]]
    assert commands[0][0] == str(tmp_path / "bin" / "claude")
    assert commands[1] is None
    assert content(clients / ".claude.json")["mcpServers"]["engramma"]["type"] == "stdio"
    (clients / ".claude.json").write_text(json.dumps(content(clients / ".claude.json")), "utf-8")
    gone = ask("disconnect", "claude-code", "--yes", now=None)
    assert gone["changes"][0]["command"][1:3] == ["mcp", "remove"]
    assert list(content(clients / ".claude.json")["mcpServers"]) == ["github"]

    (tmp_path / "bin" / "claude").write_text("#!/bin/sh\necho no >&2\nexit 3\n", "utf-8")
    assert ask("connect", "claude-code", "--yes", now=None)["done"]
    assert "engramma" in content(clients / ".claude.json")["mcpServers"]


def test_what_is_not_safe_is_only_printed_and_wrong_words_are_explained(clients: Path, engramma: Run) -> None:
    path = clients / ".cursor" / "mcp.json"
    path.parent.mkdir()
    path.write_text('{"mcpServers": {"a": 1', "utf-8")
    done = engramma("connect", "cursor", "--yes", "--no-hooks", now=None)
    assert done.code == 1
    assert '"engramma": {' in done.err
    assert "write it by hand" in done.err
    assert path.read_text("utf-8") == '{"mcpServers": {"a": 1'
    assert engramma("connect", "emacs", now=None).complaint == (
        "There is no client 'emacs'. Choose claude-code, codex, cursor, gemini, vscode."
    )
    assert engramma("connect", "cursor", "--project", "x", now=None).code == 2
    assert engramma("connect", "codex", "--budget", "1", now=None).code == 1
    assert engramma("connect", "codex", now=None).code == 1
    assert not (clients / ".codex").exists()


def test_settings_of_an_unknown_form_and_a_record_that_cannot_be_kept_are_no_surprise(
    clients: Path, engramma: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENGRAMMA_HOME", str(tmp_path / "own"))
    path = clients / ".claude" / "settings.json"
    path.parent.mkdir()
    odd = [{"hooks": None}, {"hooks": 5}, {"hooks": {"a": 1}}, "words", None]
    path.write_text(json.dumps({"hooks": {"SessionStart": odd}}), "utf-8")
    assert engramma("connect", "claude-code", "--yes", now=None).code == 0
    assert content(path)["hooks"]["SessionStart"][:-1] == odd
    assert engramma("disconnect", "claude-code", "--yes", now=None).code == 0
    assert content(path) == {"hooks": {"SessionStart": odd}}
    (tmp_path / "own" / "connections.json").unlink(missing_ok=True)
    (tmp_path / "own" / "connections.json").mkdir(parents=True)
    refused = engramma("connect", "gemini", "--yes", now=None)
    assert refused.code == 1
    assert refused.err.endswith(f"engramma: {tmp_path / 'own' / 'connections.json'} is no ordinary file.\n")


def test_a_copy_of_settings_is_never_open_to_others(clients: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = clients / "settings.json"
    path.write_text("{}", "utf-8")
    path.chmod(0o640)
    modes: list[int] = []

    def copystat(source: Path, copy: Path) -> None:
        modes.append(stat.S_IMODE(copy.stat().st_mode))
        copy.chmod(stat.S_IMODE(source.stat().st_mode))

    monkeypatch.setattr("shutil.copystat", copystat)
    before = os.umask(0)
    try:
        copies = [back_up(read_config(path)) for _ in range(2)]
    finally:
        os.umask(before)
    assert modes == [0o600, 0o600]
    assert [copy and copy.name for copy in copies] == [
        "settings.json.engramma-backup",
        "settings.json.engramma-backup-2",
    ]
    assert {copy.read_bytes() for copy in copies if copy} == {b"{}"}


def test_a_program_in_the_folder_where_one_stands_is_not_the_clients(
    clients: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_claude(tmp_path / "bin")
    monkeypatch.chdir(tmp_path / "bin")
    for path, found in ((".", None), (str(tmp_path / "bin"), str(tmp_path / "bin" / "claude"))):
        assert program_of("claude", Surroundings({"PATH": path}, clients, "linux")) == found


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from(list(FILES)),
    text=st.sampled_from(
        ["", "{}", " \n", "{ }\r\n", '{"hooks": {}, "mcpServers":{ } }', "missing", '{"servers":\t{}}']
    ),
    scope=st.sampled_from(["read", "write"]),
    hooks=st.booleans(),
)
def test_connecting_and_disconnecting_gives_the_same_bytes(
    clients: Path, tmp_path: Path, *, name: str, text: str, scope: str, hooks: bool
) -> None:
    client = named_client(name)
    where = Surroundings({"PATH": ""}, clients, "linux")
    for path in (client.servers(where), client.hooks(where)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        if text != "missing":
            path.write_bytes(b"" if path.suffix == ".toml" else text.encode())
    before = files_below(clients)
    chosen = wiring("coder", scope, store=tmp_path / "s.engramma", hooks=hooks)
    carry_out(plan_connection(client, chosen, where), where)
    assert plan_connection(client, chosen, where).changes == ()
    carry_out(plan_connection(client, wiring("other", "write", store=tmp_path / "s.engramma"), where), where)
    carry_out(plan_removal(client, where), where)
    assert files_below(clients) == before


def test_the_project_of_the_clients_own_folder_stays_open(clients: Path, ask: Callable[..., Any]) -> None:
    done = ask("connect", "vscode", "--project", ".", "--yes", store=None, now=None)
    assert any("another folder" in note for note in done["notes"])
    entry = content(clients / ".config/Code/User/mcp.json")["servers"]["engramma"]
    assert entry["args"][-2:] == ["--project", "."]
    named = ask("connect", "vscode", "--project", "shop", "--yes", store=None, now=None)
    assert not any("another folder" in note for note in named["notes"])
    entry = content(clients / ".config/Code/User/mcp.json")["servers"]["engramma"]
    assert entry["args"][-1].endswith("projects/shop.engramma")
    assert entry["env"]["ENGRAMMA_HOME"]
