"""When a consolidation pass is due by itself. Pure: values in, a decision out; nothing here starts one.

Who keeps the schedule (the window's settings, a script) and who runs the pass is not decided here.
"""

from __future__ import annotations

from enum import StrEnum

from engramma.model.clock import DAY, HOUR, MINUTE
from engramma.model.records import dataclass

IDLE_AFTER = 5 * MINUTE
BETWEEN = HOUR
# What lapses does so by the day: without any change a look a day finds it.
WITHOUT_CHANGE = DAY
# After a try that could not run, as another pass did: not at once again.
RETRY_AFTER = 5 * MINUTE


class Rhythm(StrEnum):
    """How often passes run by themselves."""

    ON_START = "start"
    HOURLY = "hourly"
    WHEN_IDLE = "idle"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Occasion:
    """What the decision rests on. Times are UTC µs.

    `opened_at`: when the store was opened here; `last_pass_at`: the last pass that ran, None for none yet;
    `last_try_at`: the last that could not run; `last_activity_at`: when a person last did something;
    `changed`: whether anybody but the worker wrote since the last pass.
    """

    now: int
    opened_at: int
    last_activity_at: int
    last_pass_at: int | None = None
    last_try_at: int | None = None
    changed: bool = True
    paused: bool = False
    running: bool = False
    read_only: bool = False


def is_due(rhythm: Rhythm, occasion: Occasion) -> bool:
    """Whether a pass should start now. A clock that was set back never makes one due twice."""
    if occasion.paused or occasion.running or occasion.read_only or rhythm is Rhythm.NEVER:
        return False
    if occasion.last_try_at is not None and 0 <= occasion.now - occasion.last_try_at < RETRY_AFTER:
        return False
    last = occasion.last_pass_at
    if rhythm is Rhythm.ON_START:
        return last is None or last < occasion.opened_at
    if last is not None:
        since = occasion.now - last
        if since < BETWEEN or (not occasion.changed and since < WITHOUT_CHANGE):
            return False
    if rhythm is Rhythm.WHEN_IDLE:
        return occasion.now - occasion.last_activity_at >= IDLE_AFTER
    return True
