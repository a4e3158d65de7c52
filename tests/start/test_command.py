"""The program `engramma`: its commands, the window commands, and how real processes behave."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import types
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from engramma import __version__
from engramma.start import command
from engramma.start.command import main, program
from engramma.start.display import has_display

COMMANDS = [
    "demo", "tour", "remember", "show", "search", "edit", "correct", "merge", "rehearse", "pin", "unpin", "tag",
    "trash", "restore", "sessions", "import", "export", "history", "undo", "redo", "consolidate",
    "proposals", "policy", "stats", "mcp",
]  # fmt: skip
DATA = [name for name in COMMANDS if name not in ("demo", "tour", "mcp")]
ENGRAMMA = [sys.executable, "-m", "engramma"]
posix = pytest.mark.skipif(os.name == "nt", reason="signals and pipes of POSIX")


@pytest.fixture
def environment(own_home: Path) -> dict[str, str]:
    """For a real process: the tests' home, no display, and a locale that knows no UTF-8."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return {**kept, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C", "PYTHONIOENCODING": "ascii"}


@pytest.fixture
def shell(environment: dict[str, str]):
    """Runs `engramma` as a process of its own."""

    def run(*arguments: object, **options: object) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [*ENGRAMMA, *map(str, arguments)], env=environment, capture_output=True, timeout=60, **options
        )

    return run


def test_every_command_is_there_and_has_help() -> None:
    shown = CliRunner().invoke(program, ["--help"])
    assert shown.exit_code == 0
    for name in COMMANDS:
        assert f"\n  {name} " in shown.stdout
        done = CliRunner().invoke(program, [name, "--help"])
        assert done.exit_code == 0, name
        assert done.stdout.startswith(f"Usage: engramma {name} ")
        assert len(done.stdout.splitlines()) > 4
    assert re.search(r"^  open  ", shown.stdout, re.MULTILINE) is None


@pytest.mark.parametrize("name", [name for name in DATA if name != "policy"])
def test_every_data_command_takes_the_common_options(name: str) -> None:
    found = program.get_command(click.Context(program), name)
    assert found is not None
    assert {"store_path", "as_json", "now"} <= {parameter.name for parameter in found.params}


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"engramma, version {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["serch"], "There is no command and no store 'serch'. Did you mean search?"),
        (["nonsense"], "There is no command and no store 'nonsense'."),
        (["shop.engramma", "more"], "There is no command and no store 'shop.engramma'."),
        (["--colour"], "No such option '--colour'."),
        (["tour"], "Missing option '--out'."),
        (["stats", "more"], "Got unexpected extra argument (more)"),
    ],
)
def test_wrong_usage(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    assert err.startswith(f"engramma: {said}")


class Shown:
    """Stands in for the window and the tour, which have tests of their own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.windows: list[list[str]] = []
        self.tours: list[tuple[Path, Path | None]] = []
        window, tour = types.ModuleType("window"), types.ModuleType("tour")
        window.main = self._window
        tour.render_tour = self._tour
        monkeypatch.setitem(sys.modules, "engramma.start.window", window)
        monkeypatch.setitem(sys.modules, "engramma.start.tour", tour)

    def _window(self, arguments: list[str]) -> int:
        self.windows.append(arguments)
        return 0

    def _tour(self, out: Path, store: Path | None) -> None:
        self.tours.append((out, store))


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Shown:
    return Shown(monkeypatch)


def test_the_window_opens_on_the_store_named(monkeypatch, shown: Shown, tmp_path: Path) -> None:
    monkeypatch.setattr(command, "has_display", lambda: True)
    odd = tmp_path / "odd name"
    odd.touch()
    for arguments in ([], ["new.engramma"], [str(odd)]):
        assert main(arguments) == 0
    assert shown.windows == [[], ["new.engramma"], [str(odd)]]


def test_demo_opens_the_sample(monkeypatch, shown: Shown, own_home: Path) -> None:
    monkeypatch.setattr(command, "has_display", lambda: True)
    assert main(["demo"]) == 0
    ((path,),) = shown.windows
    assert Path(path).is_file()
    assert Path(path).parent == own_home / "sample"


def test_the_sample_is_made_without_a_display(
    monkeypatch, shown: Shown, own_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "has_display", lambda: False)
    assert main(["demo", "--path"]) == 0
    path = Path(capsys.readouterr().out.strip())
    assert path.is_file()
    assert path.parent == own_home / "sample"
    assert shown.windows == []


@pytest.mark.parametrize("arguments", [[], ["demo"], ["shop.engramma"]])
def test_without_a_display_the_tour_is_named(
    arguments, monkeypatch, shown: Shown, capsys, own_home: Path
) -> None:
    monkeypatch.setattr(command, "has_display", lambda: False)
    assert main(arguments) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("engramma: There is no display here")
    assert "engramma tour" in err
    assert (shown.windows, own_home.exists()) == ([], False)


def test_the_tour_needs_no_display(monkeypatch, shown: Shown, tmp_path: Path) -> None:
    monkeypatch.setattr(command, "has_display", lambda: False)
    assert main(["tour", "--out", str(tmp_path)]) == 0
    assert main(["tour", "--out", str(tmp_path), "x.engramma"]) == 0
    assert shown.tours == [(tmp_path, None), (tmp_path, Path("x.engramma"))]


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}, False),
        ("linux", {"QT_QPA_PLATFORM": "xcb:somewhere"}, True),
        ("win32", {}, True),
        ("darwin", {"QT_QPA_PLATFORM": "minimal"}, False),
    ],
)
def test_where_a_window_can_be_shown(platform: str, environment: dict[str, str], expected: bool) -> None:
    assert has_display(platform=platform, environment=environment) is expected


def loaded_by(*arguments: str) -> set[str]:
    code = (
        "import sys; from engramma.start.command import main; main(sys.argv[1:]);"
        "print(*sorted(sys.modules), sep='\\n', file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=60
    )
    return {name for name in done.stderr.splitlines() if " " not in name}


def test_data_commands_load_no_window_and_help_loads_no_engine(store_path: Path) -> None:
    heavy = {"PySide6", "shiboken6", "pyqtgraph", "qtawesome", "alembic", "torch"}
    loaded = loaded_by("remember", "x", "--store", str(store_path))
    assert "sqlalchemy" in loaded
    assert loaded & heavy == set()
    assert loaded_by("--help") & (heavy | {"sqlalchemy", "numpy"}) == set()


def test_a_process_speaks_utf8_whatever_the_locale_says(shell, store_path: Path) -> None:
    text = "Größe 灯台 \U0001f6a2"
    assert shell("remember", "-", "--store", store_path, input=text.encode()).returncode == 0
    done = shell("search", "--store", store_path, "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout.decode("utf-8"))["items"][0]["text"] == text
    assert text in shell("show", "1", "--store", store_path).stdout.decode("utf-8")


def test_a_process_fails_with_one_line_and_a_code(shell, tmp_path: Path) -> None:
    for arguments, code in (
        (["stats", "--store", tmp_path / "none.engramma"], 1),
        (["search", "tier:", "--store", tmp_path / "none.engramma"], 1),
        (["pin", "--store", tmp_path / "none.engramma"], 2),
        ([], 1),
        (["demo"], 1),
    ):
        done = shell(*arguments)
        assert (done.returncode, done.stdout) == (code, b""), arguments
        assert len(done.stderr.splitlines()) == 1
        assert done.stderr.startswith(b"engramma: ")
    assert list(tmp_path.glob("*.engramma")) == []


@pytest.fixture
def full_store(environment: dict[str, str], store_path: Path) -> Path:
    """A store whose sessions fill more than a pipe holds."""
    turns = [
        {"speaker": "Ada", "dia_id": f"D1:{turn}", "text": f"Turn {turn}. " * 20} for turn in range(1_500)
    ]
    talk = {
        "sample_id": "one",
        "conversation": {"session_1_date_time": "1:56 pm on 8 May, 2023", "session_1": turns},
    }
    file = store_path.with_name("talk.json")
    file.write_text(json.dumps([talk]), "utf-8")
    command_line = [*ENGRAMMA, "import", str(file), "--store", str(store_path)]
    subprocess.run(command_line, env=environment, capture_output=True, check=True, timeout=60)
    return store_path


@posix
def test_a_reader_that_goes_away_is_no_error(environment, full_store: Path) -> None:
    command_line = [*ENGRAMMA, "sessions", "1", "--full", "--store", str(full_store)]
    process = subprocess.Popen(command_line, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=60) == 0


@posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_said_in_one_line(environment, full_store: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*ENGRAMMA, "search", "--json", "--store", str(full_store)],
            env=environment, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False,
        )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith(b"engramma: The result could not be written")
    assert len(done.stderr.splitlines()) == 1


@posix
def test_an_interrupted_import_is_taken_back(shell, environment, store_path: Path, tmp_path: Path) -> None:
    file = tmp_path / "long.json"
    with file.open("w", encoding="utf-8") as out:
        out.write("[")
        for sample in range(150):
            turns = [
                {"speaker": "Ada", "dia_id": f"D1:{turn}", "text": f"Turn {turn} of {sample}. " * 10}
                for turn in range(200)
            ]
            talk = {"session_1_date_time": "1:56 pm on 8 May, 2023", "session_1": turns}
            out.write("," * bool(sample) + json.dumps({"sample_id": f"s{sample}", "conversation": talk}))
        out.write("]")
    options = ("--store", store_path, "--json", "--now", "2026-03-02T09:30:00Z")
    shell("remember", "Already here.", *options)
    before = [json.loads(shell(name, *options).stdout) for name in ("search", "sessions", "history")]
    process = subprocess.Popen(
        [*ENGRAMMA, "import", str(file), *map(str, options)],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    wal = store_path.with_name(f"{store_path.name}-wal")
    deadline = time.monotonic() + 30
    while not (wal.exists() and wal.stat().st_size > 1_000_000) and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out_bytes, err = process.communicate(timeout=60)
    assert (process.returncode, out_bytes) == (130, b"")
    assert err.splitlines() == [
        b"engramma: Stopping; what was written is being taken back.", b"engramma: Interrupted."
    ]  # fmt: skip
    assert [json.loads(shell(name, *options).stdout) for name in ("search", "sessions", "history")] == before
