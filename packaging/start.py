"""Start Engramma, or test it, from a fresh clone with nothing but Python.

    python3 packaging/start.py                 open the program with the sample store
    python3 packaging/start.py run ARGS...     the same as `engramma ARGS...`
    python3 packaging/start.py test [ARGS...]  lint, types, import contracts, then pytest with ARGS

The program and its libraries go into `.venv` in the project folder, and nowhere else. Standard library only,
and no syntax newer than Python 3.7, so that an old Python can still say what is wrong.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
STAMP_NAME = "engramma-installed.json"
LOG_NAME = "engramma-install.log"
OLDEST, NEWEST = (3, 11), (3, 14)
USAGE = "usage: python3 packaging/start.py [run ARGS... | test [PYTEST ARGS...] | --help]"
ABORTED = -6
NO_WINDOW = (
    "Qt could not open a window; most often a library of the display is missing"
    " (Debian and Ubuntu: `sudo apt install libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1`)."
)

_NETWORK = re.compile(
    r"NewConnectionError|Failed to establish a new connection|name resolution|getaddrinfo failed"
    r"|nodename nor servname|Network is unreachable|ConnectTimeout|ReadTimeout|ProxyError|Connection refused"
    r"|No route to host|from versions: none",
    re.IGNORECASE,
)


class StartError(Exception):
    """Nothing can be started; the message is one sentence for a person."""


def main(arguments: list[str]) -> int:
    """Do what `arguments` ask and return the exit code (2: wrong usage, 1: could not be started)."""
    command, rest = (arguments[0], arguments[1:]) if arguments else ("open", [])
    if command in ("-h", "--help"):
        print(__doc__)
        return 0
    if command not in ("open", "run", "test"):
        print(f"start.py knows no command {command!r}.\n{USAGE}", file=sys.stderr)
        return 2
    try:
        check_python(sys.version_info[:2])
        install(dev=command == "test")
    except StartError as error:
        print(f"start.py: {error}", file=sys.stderr)
        return 1
    if command == "test":
        return run_tests(rest)
    if command == "run":
        return run_program(rest)
    return open_sample()


def check_python(version: tuple[int, ...]) -> None:
    """Raise StartError when Engramma does not run on Python `version` (major, minor)."""
    if not OLDEST <= version <= NEWEST:
        found, oldest, newest = (".".join(map(str, part)) for part in (version, OLDEST, NEWEST))
        raise StartError(
            f"this is Python {found}, and Engramma needs Python {oldest} to {newest}:"
            f" run it with one of these, for example `python{newest} packaging/start.py`."
        )


def executable(venv: Path, name: str, *, windows: bool = os.name == "nt") -> Path:
    """The path of the program `name` inside the environment `venv`."""
    return venv / "Scripts" / f"{name}.exe" if windows else venv / "bin" / name


def fingerprint(files: list[Path], *, root: Path, version: tuple[int, ...]) -> str:
    """A hash over all that an installation depends on: `files`, its folder and the Python version."""
    digest = hashlib.sha256(json.dumps([str(root), list(version)]).encode())
    for file in files:
        content = file.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"\0{file.name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def is_installed(venv: Path, expected: str, *, dev: bool) -> bool:
    """Whether `venv` holds the installation `expected`; one with the test tools also serves without."""
    try:
        stamp = json.loads((venv / STAMP_NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    if not isinstance(stamp, dict) or stamp.get("fingerprint") != expected:
        return False
    return bool(stamp.get("dev")) or not dev


def install(*, dev: bool) -> None:
    """Make `.venv` complete: create it if need be, install when anything it depends on has changed."""
    python = executable(VENV, "python")
    version = _version_of(python)
    if version is None or not OLDEST <= version <= NEWEST:
        _create_environment()
        version = tuple(sys.version_info[:2])
    files = [ROOT / "pyproject.toml", ROOT / "setup.py", CONSTRAINTS]
    expected = fingerprint(files, root=ROOT, version=version)
    if is_installed(VENV, expected, dev=dev):
        return
    print(
        "Installing Engramma into .venv (the first time takes some minutes: the model is large) ...",
        flush=True,
    )
    if _captured([str(python), "-m", "pip", "--version"]).returncode != 0:
        _run_logged([str(python), "-m", "ensurepip", "--upgrade"])
    meaning = _install_project(python, dev=dev)
    stamp = {"fingerprint": expected, "dev": dev, "meaning": meaning}
    (VENV / STAMP_NAME).write_text(json.dumps(stamp) + "\n", encoding="utf-8")


def _install_project(python: Path, *, dev: bool) -> bool:
    """Install the project with the model for recall by meaning, or else without it; whether it is there.

    The program runs without: recall then goes by words alone.
    """
    pip = [str(python), "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
    pip += ["--constraint", str(CONSTRAINTS), "--editable"]
    whole = _captured([*pip, target(dev=dev, meaning=True)])
    if whole.returncode == 0:
        return True
    _run_logged([*pip, target(dev=dev, meaning=False)])
    log = VENV / LOG_NAME
    log.write_text(whole.stdout, encoding="utf-8")
    print(
        f"The model could not be installed, so recall goes by words alone: {last_line(whole.stdout)}"
        f" (details in {log}). To try again, delete {VENV / STAMP_NAME} and start again.",
        flush=True,
    )
    return False


def target(*, dev: bool, meaning: bool) -> str:
    """What pip is to install: the project folder with the extras that are wanted."""
    extras = [*(["embeddings"] if meaning else []), *(["dev"] if dev else [])]
    return f"{ROOT}[{','.join(extras)}]" if extras else str(ROOT)


def _version_of(python: Path) -> tuple[int, ...] | None:
    """Major and minor version of the interpreter at `python`; None when it does not run."""
    code = "import sys; print(*sys.version_info[:2])"
    try:
        answer = _captured([str(python), "-c", code])
        return tuple(int(part) for part in answer.stdout.split()) or None
    except (OSError, ValueError):
        return None


def _create_environment() -> None:
    """Create `.venv` anew, with venv or else with virtualenv."""
    for module in ("venv", "virtualenv"):
        # Debian ships venv without ensurepip, which it needs, until python3-venv is installed.
        needed = ("venv", "ensurepip") if module == "venv" else ("virtualenv",)
        if not all(_can_import(name) for name in needed):
            continue
        made = _captured([sys.executable, "-m", module, "--clear", str(VENV)])
        if made.returncode != 0:
            raise StartError(f"the environment {VENV} cannot be made: {last_line(made.stdout)}")
        return
    raise StartError(
        "this Python has no venv module, which keeps Engramma's libraries apart from yours:"
        " install it first (Debian and Ubuntu: `sudo apt install python3-venv`)."
    )


def _can_import(name: str) -> bool:
    code = f"import importlib.util, sys; sys.exit(importlib.util.find_spec({name!r}) is None)"
    return _captured([sys.executable, "-c", code]).returncode == 0


def _captured(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run `command` and keep what it prints, errors included, as `stdout`."""
    return subprocess.run(
        command,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )


def _run_logged(command: list[str]) -> None:
    """Run one step of the installation; raise StartError with its reason when it fails."""
    done = _captured(command)
    if done.returncode != 0:
        log = VENV / LOG_NAME
        log.write_text(done.stdout, encoding="utf-8")
        raise StartError(explain_failure(done.stdout, log=log))


def explain_failure(output: str, *, log: Path) -> str:
    """One sentence for a failed installation whose tool printed `output`, kept in `log`."""
    if _NETWORK.search(output):
        return (
            "the libraries could not be downloaded: this needs an internet connection once;"
            f" connect and start again (details in {log})."
        )
    return f"the installation failed: {last_line(output)} (details in {log})"


def last_line(output: str) -> str:
    """The last line of `output` that says something, without pip's `ERROR:`."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"error(?!: subprocess-)", line, re.IGNORECASE)] or lines
    return re.sub(r"^error:\s*", "", errors[-1], flags=re.IGNORECASE) if errors else "it gave no reason."


def has_display(platform: str, environment: dict[str, str]) -> bool:
    """Whether a window can be shown on `platform` (as sys.platform) with these environment variables."""
    chosen = environment.get("QT_QPA_PLATFORM", "").split(":")[0]
    if chosen:
        return chosen not in ("offscreen", "minimal")
    if platform in ("win32", "cygwin", "darwin"):
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def run_program(arguments: list[str]) -> int:
    """Run `engramma` with `arguments` and return its exit code."""
    return subprocess.run([str(executable(VENV, "engramma")), *arguments], check=False).returncode


def open_sample() -> int:
    """Open the sample in a window, or without a display render it into ./tour."""
    if has_display(sys.platform, dict(os.environ)):
        code = run_program(["demo"])
        if code == ABORTED and sys.platform.startswith("linux"):
            print(f"start.py: {NO_WINDOW}", file=sys.stderr)
        return code
    print("There is no display here: rendering the sample's views as pictures instead.", flush=True)
    code = run_program(["tour", "--out", "tour"])
    if code == 0:
        print(f"The pictures are in {Path('tour').resolve()}.")
    return code


def test_steps(arguments: list[str], *, venv: Path) -> list[tuple[str, list[str]]]:
    """The steps of the test command in order, each with its name and command line; pytest comes last."""
    ruff, lint_imports = str(executable(venv, "ruff")), str(executable(venv, "lint-imports"))
    python = str(executable(venv, "python"))
    return [
        ("ruff check", [ruff, "check", "."]),
        ("ruff format", [ruff, "format", "--check", "."]),
        ("mypy", [python, "-m", "mypy"]),
        ("import contracts", [lint_imports]),
        ("pytest", [python, "-m", "pytest", "-n", "2", *arguments]),
    ]


def run_tests(arguments: list[str]) -> int:
    """Run every test step; return the exit code of the first that fails. Prints nothing after pytest."""
    for name, command in test_steps(arguments, venv=VENV):
        print(f"== {name}", flush=True)
        code = subprocess.run(command, check=False, cwd=str(ROOT), stdin=subprocess.DEVNULL).returncode
        if code != 0:
            return code
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
