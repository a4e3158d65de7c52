"""What a command says, and where: its one result on standard output, everything else on standard error.

Nothing else in the command line writes to a stream. Output is UTF-8 whatever the locale says.
"""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import re
import shutil
import sys
from collections.abc import Iterable, Mapping
from typing import TextIO

import click

from engramma.cli.plain import elided, one_line
from engramma.model.errors import EngrammaError
from engramma.model.progress import Progress

_UNSEEN = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_WIDTH_ELSEWHERE = 120


def speak_utf8() -> None:
    """Make both streams UTF-8; what cannot be encoded, such as half a character of a file name, is escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person reads `stream` directly."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


class Console:
    """The two streams of one command."""

    def __init__(self, *, as_json: bool) -> None:
        self.as_json = as_json
        self.width = max(shutil.get_terminal_size((_WIDTH_ELSEWHERE, 24)).columns, 40)
        self._styled = is_terminal(sys.stdout) and not os.environ.get("NO_COLOR")
        self._moving = is_terminal(sys.stderr)
        self._progress = ""

    def document(self, value: Mapping[str, object]) -> None:
        """Write the one JSON document: on a terminal indented, else on one line."""
        text = json.dumps(value, ensure_ascii=False, indent=2 if is_terminal(sys.stdout) else None)
        _write(sys.stdout, _UNSEEN.sub(_escape, text))

    def lines(self, lines: Iterable[str]) -> None:
        """Write lines for people; they must be visible text already."""
        _write(sys.stdout, "\n".join(lines))

    def heading(self, text: str) -> str:
        """`text` bold on a terminal."""
        return click.style(text, bold=True) if self._styled else text

    def faint(self, text: str) -> str:
        """`text` in the background on a terminal."""
        return click.style(text, dim=True) if self._styled else text

    def note(self, text: str) -> None:
        """One line beside the result, on standard error."""
        self.settle()
        say(text)

    def progress(self, progress: Progress) -> None:
        """Show how far long work is, on a line of its own that is overwritten; only where a person sees it."""
        if not self._moving:
            return
        share = f"{100 * progress.done // progress.total:3d} %  " if progress.total > 0 else ""
        line = elided(share + one_line(progress.label), self.width - 1)
        _write(sys.stderr, f"\r\x1b[K{line}", end="")
        self._progress = line

    def settle(self) -> None:
        """Take the line of progress away."""
        if self._progress:
            _write(sys.stderr, "\r\x1b[K", end="")
            self._progress = ""


def say(text: str) -> None:
    """One line on standard error, begun with the program's name."""
    with contextlib.suppress(OSError, ValueError, EngrammaError):
        _write(sys.stderr, f"engramma: {one_line(text)}")


def say_plainly(lines: Iterable[str]) -> None:
    """Lines on standard error as they are; they must be visible text already."""
    with contextlib.suppress(OSError, ValueError, EngrammaError):
        _write(sys.stderr, "\n".join(lines))


def _write(stream: TextIO | None, text: str, *, end: str = "\n") -> None:
    if stream is None or not text:
        return
    try:
        stream.write(text + end)
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        seal()
        if os.name == "nt" and error.errno == errno.EINVAL:
            # Windows reports a closed pipe as an invalid argument: https://bugs.python.org/issue35754
            raise BrokenPipeError from error
        raise EngrammaError(f"The result could not be written: {error.strerror}.") from error


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found.group()):04x}"


def read_standard_input() -> str:
    """All of standard input as text. Raises click.UsageError when it is not UTF-8."""
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise click.UsageError("Standard input is not UTF-8 text.") from error


def seal() -> None:
    """Turn standard output away once nobody reads it, so that nothing complains when the process ends."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, sys.stdout.fileno())
        os.close(devnull)
