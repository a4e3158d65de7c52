"""packaging/start.py: what it decides, apart from the installation itself."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "start.py"


@pytest.fixture
def start() -> ModuleType:
    """The script as a module of its own for each test."""
    spec = importlib.util.spec_from_file_location("packaging_start_script", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def fingerprint_of(start: ModuleType, tmp_path: Path) -> Callable[..., str]:
    def of(text: bytes = b"a\n", *, root: str = "here", version: tuple[int, int] = (3, 11)) -> str:
        file = tmp_path / "pyproject.toml"
        file.write_bytes(text)
        return str(start.fingerprint([file], root=tmp_path / root, version=version))

    return of


@pytest.mark.parametrize("version", [(3, 10), (2, 7), (3, 15), (4, 0)])
def test_an_unfit_python_is_refused_in_one_sentence(start: ModuleType, version: tuple[int, int]) -> None:
    with pytest.raises(start.StartError) as caught:
        start.check_python(version)
    assert f"this is Python {version[0]}.{version[1]}," in str(caught.value)
    assert "3.11 to 3.14" in str(caught.value)


@pytest.mark.parametrize("version", [(3, 11), (3, 14)])
def test_a_fit_python_is_accepted(start: ModuleType, version: tuple[int, int]) -> None:
    start.check_python(version)


def test_supported_pythons_are_those_of_the_project(start: ModuleType) -> None:
    line = f'requires-python = ">=3.{start.OLDEST[1]},<3.{start.NEWEST[1] + 1}"'
    assert line in (SCRIPT.parents[1] / "pyproject.toml").read_text(encoding="utf-8")


def test_programs_lie_where_each_system_keeps_them(start: ModuleType) -> None:
    venv = Path("some folder") / ".venv"
    assert start.executable(venv, "ruff", windows=True) == venv / "Scripts" / "ruff.exe"
    assert start.executable(venv, "ruff", windows=False) == venv / "bin" / "ruff"


def test_the_fingerprint_follows_content_place_and_python(fingerprint_of: Callable[..., str]) -> None:
    different = [
        fingerprint_of(),
        fingerprint_of(b"b\n"),
        fingerprint_of(root="there"),
        fingerprint_of(version=(3, 12)),
    ]
    assert len(set(different)) == len(different)
    assert fingerprint_of(b"a\r\n") == fingerprint_of(b"a\n")


@pytest.mark.parametrize(
    ("stamp", "dev", "installed"),
    [
        ('{"fingerprint": "f", "dev": true}', True, True),
        ('{"fingerprint": "f", "dev": true}', False, True),
        ('{"fingerprint": "f", "dev": false}', True, False),
        ('{"fingerprint": "f", "dev": false}', False, True),
        ('{"fingerprint": "older", "dev": true}', False, False),
        ('{"fingerprint"', False, False),
        ("[]", False, False),
        (None, False, False),
    ],
)
def test_an_installation_is_known_by_its_stamp(
    start: ModuleType, tmp_path: Path, *, stamp: str | None, dev: bool, installed: bool
) -> None:
    if stamp is not None:
        (tmp_path / start.STAMP_NAME).write_text(stamp, encoding="utf-8")
    assert start.is_installed(tmp_path, "f", dev=dev) is installed


@pytest.mark.parametrize(
    ("platform", "environment", "shown"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}, False),
        ("linux", {"DISPLAY": ":0", "QT_QPA_PLATFORM": "minimal:size=1x1"}, False),
        ("linux", {"QT_QPA_PLATFORM": "vnc:size=800x600"}, True),
        ("freebsd14", {}, False),
        ("win32", {}, True),
        ("darwin", {}, True),
    ],
)
def test_a_display_is_recognised(
    start: ModuleType, platform: str, *, environment: dict[str, str], shown: bool
) -> None:
    assert start.has_display(platform, environment) is shown


@pytest.mark.parametrize(("shown", "command"), [(True, ["demo"]), (False, ["tour", "--out", "tour"])])
def test_the_sample_opens_or_is_rendered(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, *, shown: bool, command: list[str]
) -> None:
    ran: list[list[str]] = []

    def run(arguments: list[str]) -> int:
        ran.append(arguments)
        return 0

    monkeypatch.setattr(start, "has_display", lambda _platform, _environment: shown)
    monkeypatch.setattr(start, "run_program", run)
    assert start.open_sample() == 0
    assert ran == [command]


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        (
            "WARNING: Retrying: NewConnectionError('...')\nERROR: No matching distribution found for x",
            "internet",
        ),
        ("[Errno -3] Temporary failure in name resolution", "internet"),
        ("Collecting x\nERROR: No matching distribution found for x\n", "failed: No matching distribution"),
        ("ERROR: No matching distribution found for setuptools>=77 (from versions: none)", "internet"),
        (
            "ERROR: disk full\nerror: subprocess-exited-with-error\n\nnote: not pip's fault",
            "failed: disk full",
        ),
        ("", "it gave no reason"),
    ],
)
def test_a_failed_installation_is_explained(start: ModuleType, output: str, sentence: str) -> None:
    explained = start.explain_failure(output, log=Path("install.log"))
    assert sentence in explained
    assert "install.log" in explained
    assert "\n" not in explained


def test_a_missing_venv_module_is_named(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(start, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(start, "_can_import", lambda name: name == "venv")
    with pytest.raises(start.StartError, match="apt install python3-venv"):
        start.install(dev=False)
    assert not (tmp_path / ".venv").exists()


@pytest.mark.parametrize(
    ("dev", "meaning", "extras"),
    [
        (False, False, ""),
        (True, False, "[dev]"),
        (False, True, "[embeddings]"),
        (True, True, "[embeddings,dev]"),
    ],
)
def test_the_extras_are_those_that_are_wanted(
    start: ModuleType, *, dev: bool, meaning: bool, extras: str
) -> None:
    assert start.target(dev=dev, meaning=meaning) == f"{start.ROOT}{extras}"


def test_without_the_model_it_installs_the_rest_and_says_so(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def pip(command: list[str]) -> subprocess.CompletedProcess[str]:
        asked.append(command[-1])
        failed = "embeddings" in command[-1]
        said = "Collecting torch\nERROR: No space left on device\n" if failed else ""
        return subprocess.CompletedProcess(command, int(failed), stdout=said)

    monkeypatch.setattr(start, "VENV", tmp_path)
    monkeypatch.setattr(start, "_captured", pip)
    assert start._install_project(Path("python"), dev=False) is False
    assert asked == [f"{start.ROOT}[embeddings]", str(start.ROOT)]
    said = capfd.readouterr().out
    assert "recall goes by words alone: No space left on device" in said
    assert said.count("\n") == 1
    assert "torch" in (tmp_path / start.LOG_NAME).read_text()


def test_pytest_comes_last_with_the_given_arguments(start: ModuleType, tmp_path: Path) -> None:
    names = [name for name, _command in start.test_steps(["-k", "undo"], venv=tmp_path)]
    assert names == ["ruff check", "ruff format", "mypy", "import contracts", "pytest"]
    assert start.test_steps(["-k", "undo"], venv=tmp_path)[-1][1][-4:] == ["-n", "2", "-k", "undo"]


def test_the_first_failing_step_ends_the_tests(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def steps(_arguments: list[str], *, venv: Path) -> list[tuple[str, list[str]]]:
        del venv
        codes = {"first": 0, "second": 3, "third": 0}
        return [(name, [sys.executable, "-c", f"raise SystemExit({code})"]) for name, code in codes.items()]

    monkeypatch.setattr(start, "test_steps", steps)
    assert start.run_tests([]) == 3
    assert capfd.readouterr().out.split() == ["==", "first", "==", "second"]


def test_wrong_usage_and_help_need_no_installation() -> None:
    wrong = subprocess.run([sys.executable, SCRIPT, "fly"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "usage:" in wrong.stderr
    help_text = subprocess.run(
        [sys.executable, SCRIPT, "--help"], capture_output=True, text=True, check=False
    )
    assert help_text.returncode == 0
    assert "start.py test" in help_text.stdout


def test_the_script_parses_on_an_old_python() -> None:
    ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 7))
