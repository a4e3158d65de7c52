"""`forecast` tells on which day what fades, for scripts and for people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.cli.conftest import Run


def test_days_and_outlook(engramma: Run, ask: Callable[..., Any]) -> None:
    for name in ("lanterns", "walruses"):
        ask("remember", f"The {name} are counted on Mondays.", "--tag", name)
    told = ask("forecast", "--days", "40", "--query", "tag:lanterns")
    days = {row.pop("date"): row for row in told["days"]}
    assert (len(days), min(days)) == (40, "2026-03-02")
    # 23.25 days of a half-life of seven from 2 March, 09:30.
    assert {day: row for day, row in days.items() if any(row.values())} == {
        "2026-03-16": {"dormant": 0, "stale": 1, "due": 0, "purge": 0},
        "2026-03-25": {"dormant": 1, "stale": 0, "due": 0, "purge": 0},
    }
    assert told["later"] == {"dormant": 0, "stale": 0, "due": 1, "purge": 0}
    assert [(point["days"], point["strong"], point["dormant"]) for point in told["outlook"]] == [
        (0, {"short_term": 1, "long_term": 0}, {"short_term": 0, "long_term": 0}),
        (30, {"short_term": 0, "long_term": 0}, {"short_term": 1, "long_term": 0}),
        (90, {"short_term": 0, "long_term": 0}, {"short_term": 1, "long_term": 0}),
    ]
    lines = engramma("forecast").out.splitlines()
    assert lines[:3] == [
        "DAY         DORMANT  STALE  DUE  PURGE",
        "2026-03-16               2",
        "2026-03-25        2",
    ]
    assert engramma("forecast", "--days", "5").out.startswith("Nothing fades in the next 5 days.\n")
    assert engramma("forecast", "--query", "nofield:1").code != 0
