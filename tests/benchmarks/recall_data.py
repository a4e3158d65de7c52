"""Reads conversations with questions and the evidence for them: LoCoMo's form, and two plain ones for other data.

    [{"sample_id", "conversation": {...}, "qa": [{"question", "evidence": ["D1:3"], "category"}]}]
    {"conversations": [{"messages": [{"id", "role", "text", "time"}], "questions": [{"text", "evidence": [id]}]}]}
    {"sessions": [{"key", "messages": [{"id", "role", "text"}]}], "questions": [{"question", "evidence": [id], "in"}]}

A message may name its "session", a session its "date". Questions without evidence that exists are left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engramma.model.clock import DAY, parse_iso

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
_TURN = re.compile(r"D\d+:\d+")


@dataclass(frozen=True, slots=True)
class Question:
    """`evidence`: keys of the messages that answer it; `corrected`: the same after an audit, if there was one."""

    text: str
    evidence: tuple[str, ...]
    category: str
    corrected: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a plain file."""

    key: str
    role: str
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Conversation:
    """One store's worth: LoCoMo's own JSON to be imported, or sessions of messages, and the questions."""

    name: str
    questions: tuple[Question, ...]
    sample: dict[str, Any] | None = None
    sessions: tuple[tuple[str, tuple[Message, ...]], ...] = ()


def read_conversations(path: Path, *, audit: Path | None = None) -> list[Conversation]:
    """All conversations of a file. Raises ValueError for a file of another form."""
    data = json.loads(path.read_text("utf-8"))
    if isinstance(data, list):
        return list(_locomo(data, _corrections(audit)))
    if "conversations" in data:
        return [
            _plain(f"conversation {number}", [("", item["messages"])], item["questions"])
            for number, item in enumerate(data["conversations"], start=1)
        ]
    if "sessions" in data:
        sessions = [(str(item.get("date", "")), item["messages"]) for item in data["sessions"]]
        return [_plain(path.stem, sessions, data["questions"])]
    raise ValueError(f"{path} has none of the forms that this benchmark reads")


def joined(conversation: Conversation, count: int) -> Conversation:
    """The same with each `count` answers of the agent in a session as one: what was asked for lies deeper in it."""
    place_of: dict[str, str] = {}
    sessions = []
    for title, messages in conversation.sessions:
        made: list[Message] = []
        answers: list[Message] = []
        for number, message in enumerate(messages):
            (answers if message.role == "agent" else made).append(message)
            if answers and (len(answers) == count or number == len(messages) - 1):
                text = "\n\n".join(answer.text for answer in answers)
                made.append(Message(answers[-1].key, "agent", text, answers[-1].at))
                place_of |= {answer.key: answers[-1].key for answer in answers}
                answers = []
        sessions.append((title, tuple(made)))
    questions = tuple(
        replace(question, evidence=evidence, corrected=evidence)
        for question in conversation.questions
        for evidence in (tuple(dict.fromkeys(place_of.get(key, key) for key in question.evidence)),)
    )
    return replace(conversation, sessions=tuple(sessions), questions=questions)


def together(conversation: Conversation, count: int) -> Conversation:
    """The same with each `count` sessions as one long one."""
    parts = [
        conversation.sessions[start : start + count] for start in range(0, len(conversation.sessions), count)
    ]
    sessions = tuple((part[0][0], tuple(one for _title, said in part for one in said)) for part in parts)
    return replace(conversation, sessions=sessions)


def _corrections(audit: Path | None) -> dict[str, list[str]]:
    if audit is None:
        return {}
    return {item["question_id"]: item["correct_evidence"] for item in json.loads(audit.read_text("utf-8"))}


def _locomo(samples: list[dict[str, Any]], corrections: dict[str, list[str]]) -> Iterator[Conversation]:
    for number, sample in enumerate(samples):
        turns = {
            turn["dia_id"]
            for name, session in sample["conversation"].items()
            if isinstance(session, list) and name.startswith("session_")
            for turn in session
        }
        questions = []
        for place, item in enumerate(sample["qa"]):
            evidence = _turns(item.get("evidence"), turns)
            corrected = _turns(corrections.get(f"locomo_{number}_qa{place}"), turns) or evidence
            if evidence:
                category = CATEGORIES.get(item.get("category"), "other")
                questions.append(Question(item["question"], evidence, category, corrected))
        yield Conversation(str(sample["sample_id"]), tuple(questions), sample=sample)


def _turns(given: object, known: set[str]) -> tuple[str, ...]:
    found = _TURN.findall(" ".join(map(str, given))) if isinstance(given, list) else []
    return tuple(turn for turn in dict.fromkeys(found) if turn in known)


def _plain(
    name: str, sessions: list[tuple[str, list[dict[str, Any]]]], questions: list[dict[str, Any]]
) -> Conversation:
    roles = {str(message["id"]): _role(message) for _date, messages in sessions for message in messages}
    begin = parse_iso("2026-01-05T09:00:00Z")
    made = []
    for number, (date, messages) in enumerate(sessions):
        start = parse_iso(date) if date else begin + number * DAY
        parts: dict[str, list[Message]] = {}
        for place, message in enumerate(messages):
            at = message.get("time")
            moment = parse_iso(at) if isinstance(at, str) and at else start + place * 60_000_000
            key = str(message.get("session", number))
            parts.setdefault(key, []).append(
                Message(str(message["id"]), _role(message), str(message["text"]), moment)
            )
        made += [(f"{name} {key}", tuple(part)) for key, part in parts.items()]
    asked = []
    for item in questions:
        evidence = tuple(str(key) for key in item["evidence"] if str(key) in roles)
        if evidence:
            where = str(item.get("in") or roles[evidence[0]])
            category = "user" if where.startswith("user") else "assistant"
            asked.append(
                Question(str(item.get("question") or item.get("text")), evidence, category, evidence)
            )
    return Conversation(name, tuple(asked), sessions=tuple(made))


def _role(message: dict[str, Any]) -> str:
    role = str(message.get("role", "user")).lower()
    return {"assistant": "agent", "ai": "agent", "human": "user"}.get(role, role)
