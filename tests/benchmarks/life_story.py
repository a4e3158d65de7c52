"""The story that the life simulation lives through: sessions on a calendar, and questions with their evidence.

Reads a file in LoCoMo's shape, given by path. The conversations are told in turn, the earlier sessions first, and
spread evenly over the days; half of the questions may rehearse, the other half tests. Chosen by hash, not by chance.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_REFERENCE = re.compile(r"D(\d+):(\d+)")


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing said: its reference in the file, who said it, what."""

    reference: str
    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class Talk:
    """A session and the day (from 0) on which it takes place."""

    title: str
    day: float
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A question, the references of its evidence, and the days on which it is asked on the way; none for a test."""

    text: str
    evidence: tuple[str, ...]
    days: tuple[int, ...]

    @property
    def tests(self) -> bool:
        """Whether it is kept for the end."""
        return not self.days


@dataclass(frozen=True, slots=True)
class Story:
    """Everything that happens, in order of days."""

    days: int
    talks: tuple[Talk, ...]
    questions: tuple[Question, ...]


def read_story(
    path: Path,
    *,
    conversations: int,
    sessions: int,
    days: int,
    asked_times: int,
    rehearsing: float,
    seed: int,
) -> Story:
    """The first `sessions` sessions of the first conversations, and the questions that they answer.

    The share `rehearsing` of all questions (0 to 0.5) is asked on the way, each on `asked_times` days, drawn from
    those after its evidence was said. The half that tests is the same for every share.
    """
    chance = random.Random(seed)

    def days_of(text: str, known: int) -> tuple[int, ...] | None:
        first, second = hashlib.sha256(text.encode()).digest()[:2]
        if first % 2 == 1 or known >= days:
            return ()
        on = tuple(sorted(chance.randrange(known, days) for _time in range(asked_times)))
        return on if second < 256 * 2 * rehearsing else None

    found = json.loads(path.read_text(encoding="utf-8"))[:conversations]
    placed = sorted(
        (
            (number / len(_numbers(item)), place, number)
            for place, item in enumerate(found)
            for number in range(len(_numbers(item)))
        )
    )[:sessions]
    talks: list[Talk] = []
    said_on: dict[str, int] = {}
    for order, (_share, place, number) in enumerate(placed):
        day = order * days / len(placed)
        talk = _talk(found[place], place, number=_numbers(found[place])[number], day=day)
        talks.append(talk)
        said_on.update({turn.reference: int(day) for turn in talk.turns})
    questions = []
    for place, item in enumerate(found):
        for asked in item["qa"]:
            evidence = tuple(
                f"{place}/D{int(a)}:{int(b)}"
                for part in asked.get("evidence", ())
                for a, b in _REFERENCE.findall(part)
            )
            if evidence and all(reference in said_on for reference in evidence):
                known = max(said_on[reference] for reference in evidence) + 1
                text = str(asked["question"])
                on = days_of(text, known)
                if on is not None:
                    questions.append(Question(text, evidence, on))
    return Story(days, tuple(talks), tuple(questions))


def _numbers(item: dict[str, Any]) -> list[int]:
    keys = (re.fullmatch(r"session_(\d+)", key) for key in item["conversation"])
    return sorted(int(match.group(1)) for match in keys if match and item["conversation"][match.group(0)])


def _talk(item: dict[str, Any], place: int, *, number: int, day: float) -> Talk:
    turns = []
    for turn in item["conversation"][f"session_{number}"]:
        caption = turn.get("blip_caption")
        text = f"{turn['text']} [image: {caption}]" if caption else turn["text"]
        turns.append(Turn(f"{place}/{turn['dia_id']}", turn["speaker"], text))
    return Talk(f"{item['sample_id']}, session {number}", day, tuple(turns))
