"""Reads the sample's source and sets its relative days on the calendar."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import resources
from typing import Any

from engramma.model.clock import from_datetime, to_local

Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SampleSession:
    """A session line with the lines that belong to it."""

    line: Line
    events: tuple[Line, ...]
    memories: tuple[Line, ...]
    verdicts: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class SampleSource:
    """The whole source: sessions and later happenings in order of time, and facts about the store."""

    sessions: tuple[SampleSession, ...]
    lives: tuple[Line, ...]
    store: Line


def load_source() -> SampleSource:
    """Read everything from the package's resources."""
    folder = resources.files("engramma.resources") / "sample"
    names = sorted(item.name for item in folder.iterdir() if item.name.startswith("sessions-"))
    sessions: list[SampleSession] = []
    for name in names:
        sessions.extend(_sessions(_lines((folder / name).read_text(encoding="utf-8"))))
    sessions.sort(key=lambda item: (item.line["day"], item.line["start"]))
    lives = _lines((folder / "lives.jsonl").read_text(encoding="utf-8"))
    store = json.loads((folder / "store.json").read_text(encoding="utf-8"))
    return SampleSource(sessions=tuple(sessions), lives=tuple(lives), store=store)


def _lines(text: str) -> list[Line]:
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def _sessions(lines: list[Line]) -> list[SampleSession]:
    heads: list[Line] = []
    parts: dict[str, dict[str, list[Line]]] = defaultdict(lambda: defaultdict(list))
    for line in lines:
        if line["type"] == "session":
            heads.append(line)
        else:
            event_key = line["key"] if line["type"] == "event" else line["event"]
            parts[event_key.rpartition("/")[0]][line["type"]].append(line)
    return [
        SampleSession(
            line=head,
            events=tuple(parts[head["key"]]["event"]),
            memories=tuple(parts[head["key"]]["memory"]),
            verdicts=tuple(parts[head["key"]]["verdict"]),
        )
        for head in heads
    ]


class Calendar:
    """Turns (day, "HH:MM") into UTC µs; day 0 is the last day of which everything lies in the past."""

    def __init__(self, source: SampleSource, *, now: int) -> None:
        latest = max(
            (line["at"] for line in source.lives if line["day"] == 0),
            default="00:00",
        )
        latest = max(
            latest,
            max((item.line["end"] for item in source.sessions if item.line["day"] == 0), default="00:00"),
        )
        self.today = to_local(now).replace(hour=0, minute=0, second=0, microsecond=0)
        if self.at(0, latest) > now:
            self.today -= timedelta(days=1)

    def at(self, day: int, clock: str) -> int:
        """UTC µs of the local time `clock` on `day` days after day 0 (negative: before)."""
        hours, minutes = clock.split(":")
        wall = self.today.replace(tzinfo=None) + timedelta(days=day, hours=int(hours), minutes=int(minutes))
        return from_datetime(datetime.fromisoformat(wall.isoformat()))
