"""Runs as a process of its own, with the standard library alone: replaces a pattern in the texts it is sent.

The first line it reads says what to replace by what, each further one is a list of texts; it answers with a list of
(text after, places). Who started it ends it when that takes too long.
"""

from __future__ import annotations

import json
import re
import sys
from typing import TextIO


def serve(source: TextIO, sink: TextIO) -> None:
    """Answer every line."""
    wanted = json.loads(source.readline())
    compiled = re.compile(wanted["pattern"], wanted["flags"])
    for line in source:
        answers = [compiled.subn(wanted["replacement"], text) for text in json.loads(line)]
        sink.write(json.dumps(answers) + "\n")
        sink.flush()


if __name__ == "__main__":
    serve(sys.stdin, sys.stdout)
