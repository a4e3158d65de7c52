"""The server with some calls that take long and are noisy, for tests of what happens meanwhile.

`stats` prints and takes ENGRAMMA_TEST_SLOW seconds; a `remember` that is tagged slow or stall stops in the middle
of its transaction, for that long or for good. Both make the file ENGRAMMA_TEST_MARK first.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import engramma.engine.memories.remembering as remembering
from engramma.engine import MemoryStore
from engramma.start.command import main
from engramma.store.statistics import Statistics

_SECONDS = float(os.environ["ENGRAMMA_TEST_SLOW"])
_MARK = Path(os.environ["ENGRAMMA_TEST_MARK"])
_statistics, _add_tags = MemoryStore.statistics, remembering.add_tags


def slow_statistics(self: MemoryStore) -> Statistics:
    print("noise from Python")
    os.write(1, b"noise from below Python\n")
    _MARK.touch()
    time.sleep(_SECONDS)
    return _statistics(self)


def slow_tags(step, memory_id, tags):  # type: ignore[no-untyped-def]
    _add_tags(step, memory_id, tags)
    if "slow" in tags or "stall" in tags:
        _MARK.touch()
        time.sleep(3_600 if "stall" in tags else _SECONDS)


MemoryStore.statistics = slow_statistics  # type: ignore[method-assign]
remembering.add_tags = slow_tags

if __name__ == "__main__":
    sys.exit(main())
