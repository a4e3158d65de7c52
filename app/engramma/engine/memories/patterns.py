"""Replaces text in texts: plain words here, patterns in a process of their own that can be stopped.

A pattern may take for ever on a text, and while Python's `re` looks, nothing else in its process runs: so patterns
run in a child that is ended when it takes too long. The child is a plain file without the package.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from engramma.model.errors import InvalidValueError
from engramma.model.replacing import FindSpec

LONGEST_PATTERN = 1_000
LONGEST_FOR_PATTERN = 100_000
MOST_CHARACTERS = 80_000_000
PATIENCE = 3.0
CHILD = Path(__file__).with_name("pattern_child.py")

Replacer = Callable[[Sequence[str]], Iterable[tuple[str, int]]]


def check_spec(spec: FindSpec) -> re.Pattern[str]:
    """What is looked for, compiled. Raises InvalidValueError that says what is wrong with it."""
    if not spec.find:
        raise InvalidValueError("Say what to find.")
    if len(spec.find) > LONGEST_PATTERN or len(spec.replacement) > 100 * LONGEST_PATTERN:
        raise InvalidValueError(f"At most {LONGEST_PATTERN:,} characters can be looked for.")
    source = spec.find if spec.pattern else re.escape(spec.find)
    if spec.whole_word:
        source = rf"(?<!\w)(?:{source})(?!\w)"
    try:
        compiled = re.compile(source, 0 if spec.match_case else re.IGNORECASE)
        if spec.pattern:
            compiled.sub(spec.replacement, "")  # reads the replacement first, and says what is wrong with it
    except (re.error, IndexError, OverflowError, RecursionError) as error:
        raise InvalidValueError(f"This pattern cannot be read: {error}.") from error
    if spec.pattern and compiled.match("") is not None:
        raise InvalidValueError(
            "This pattern finds empty places.", hint="Let it match at least one character."
        )
    return compiled


def too_much() -> InvalidValueError:
    """Said when what was found, before and after, is more than can be shown."""
    return InvalidValueError("That is found in too much text at once.", hint="Narrow the search.")


@contextmanager
def open_replacer(spec: FindSpec) -> Iterator[Replacer]:
    """What replaces in a list of texts: (text after, places) each. Raises InvalidValueError."""
    compiled = check_spec(spec)
    if not spec.pattern:
        yield _Plain(compiled, spec.replacement)
        return
    child = _Child(compiled, spec.replacement)
    try:
        yield child
    finally:
        child.close()


class _Plain:
    """In this process: an escaped text takes no longer than the text is long."""

    def __init__(self, compiled: re.Pattern[str], replacement: str) -> None:
        self._compiled, self._replacement = compiled, replacement

    def __call__(self, texts: Sequence[str]) -> Iterator[tuple[str, int]]:
        """One at a time, so that no more than one long text is there at once."""
        return (self._in_one(text) for text in texts)

    def _in_one(self, text: str) -> tuple[str, int]:
        length = len(self._replacement)
        if len(text) * length > MOST_CHARACTERS:
            places = sum(1 for _match in self._compiled.finditer(text))
            if places * length > MOST_CHARACTERS:
                raise too_much()
        return self._compiled.subn(self._put, text)

    def _put(self, _match: re.Match[str]) -> str:
        return self._replacement


class _Child:
    """In a child process, a list at a time, each within a few seconds."""

    def __init__(self, compiled: re.Pattern[str], replacement: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(CHILD)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
        self._late = False
        self._send({"pattern": compiled.pattern, "flags": compiled.flags, "replacement": replacement})

    def __call__(self, texts: Sequence[str]) -> list[tuple[str, int]]:
        watch = threading.Timer(PATIENCE, self._end)
        watch.daemon = True
        watch.start()
        try:
            self._send(list(texts))
            assert self._process.stdout is not None
            answer = self._process.stdout.readline()
        except OSError:
            answer = ""
        finally:
            watch.cancel()
        if not answer:
            raise InvalidValueError(
                "This pattern takes too long." if self._late else "This pattern could not be tried.",
                hint="Make it simpler, or look for plain words.",
            )
        return [(after, count) for after, count in json.loads(answer)]

    def close(self) -> None:
        """End the child."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    # What it did not take any more is not wanted any more.
                    continue

    def _send(self, value: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(value) + "\n")
        self._process.stdin.flush()

    def _end(self) -> None:
        self._late = True
        self._process.kill()
