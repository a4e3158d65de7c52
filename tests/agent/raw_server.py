"""A server process spoken to line by line, without the SDK: for what a well-behaved client never does."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

PROGRAM = ("-m", "engramma.start.command")
Document = dict[str, Any]


class RawServer:
    """An `engramma mcp` process, or another program that is one; `lines` is all that it wrote on standard output."""

    def __init__(
        self,
        *arguments: str,
        name: str = "helper-bot",
        program: Sequence[str] = PROGRAM,
        environment: dict[str, str] | None = None,
    ) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *program, "mcp", "--as", name, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **(environment or {})},
        )
        self.lines: list[bytes] = []
        self.errors = b""
        self._ids = itertools.count(1)
        self._answers: dict[int, Document] = {}
        self._news = threading.Condition()
        self._threads = [threading.Thread(target=read) for read in (self._read, self._read_errors)]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.end()

    def greet(self) -> Document:
        """Shake hands; what the server said of itself."""
        client = {"name": "raw", "version": "1"}
        asked = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
        answer = self.wait(self.ask("initialize", asked))
        self.tell("notifications/initialized")
        return answer["result"]  # type: ignore[no-any-return]

    def ask(self, method: str, parameters: Document) -> int:
        """Send a request without waiting; its id."""
        number = next(self._ids)
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": parameters})
        return number

    def tell(self, method: str, parameters: Document | None = None) -> None:
        """Send a notification."""
        self._send({"jsonrpc": "2.0", "method": method, "params": parameters or {}})

    def begin(self, tool: str, **arguments: object) -> int:
        """Call a tool without waiting; the request's id."""
        return self.ask("tools/call", {"name": tool, "arguments": arguments})

    def call(self, tool: str, **arguments: object) -> Document:
        """What the tool answered. Fails when it refused."""
        result = self.wait(self.begin(tool, **arguments))["result"]
        assert not result.get("isError"), result
        return result["structuredContent"]  # type: ignore[no-any-return]

    def wait(self, number: int, seconds: float = 60) -> Document:
        """The answer to a request. Fails when none comes."""
        with self._news:
            assert self._news.wait_for(lambda: number in self._answers, seconds), self.errors
            return self._answers[number]

    def answered(self, number: int) -> bool:
        """Whether the request was answered."""
        with self._news:
            return number in self._answers

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self.process.kill()
        self.end()

    def end(self) -> int:
        """Close its standard input, and wait; the exit code."""
        assert self.process.stdin is not None
        if not self.process.stdin.closed:
            with suppress(BrokenPipeError):
                self.process.stdin.close()
        code = self.process.wait(60)
        for thread in self._threads:
            thread.join(10)
        for pipe in (self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()
        return code

    def _send(self, message: Document) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            try:
                message = json.loads(line)
            except ValueError:
                continue
            if isinstance(message, dict) and "id" in message and "method" not in message:
                with self._news:
                    self._answers[message["id"]] = message
                    self._news.notify_all()

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        self.errors = self.process.stderr.read()


def eventually(true: Callable[[], bool], seconds: float = 30, *, every: float = 0.01) -> bool:
    """Whether `true()` becomes true within a time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(every)
    return False


def store_argument(path: Path) -> tuple[str, str]:
    """The option that names a store."""
    return ("--store", str(path))
