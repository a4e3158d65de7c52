"""What a transcript tells of its sessions besides their turns: names, times, places, whose child they are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engramma.exchange.claude_code.fields import SESSION_FIELDS, UNKNOWN_TIME, id_in, short_title, text_in
from engramma.exchange.claude_code.graph import UUID
from engramma.exchange.claude_code.layout import sub_agent_of
from engramma.exchange.claude_code.turn import Turn
from engramma.exchange.parsing import compact_json
from engramma.model.session import Role
from engramma.model.transfer import SessionRecord, SourceTime, TimeQuality

_AGENT = "Claude Code"


@dataclass(slots=True)
class SessionOutline:
    """A session as far as it has been read. Times are UTC microseconds or `UNKNOWN_TIME`."""

    id: str
    key: str
    agent: str = _AGENT
    parent_key: str = ""
    kind: str = ""
    line: int = 0
    started: int = UNKNOWN_TIME
    ended: int = UNKNOWN_TIME
    cwd: str = ""
    branch: str = ""
    version: str = ""
    custom_title: str = ""
    ai_title: str = ""
    summary: str = ""
    prompt: str = ""
    side_prompt: str = ""

    def add(self, value: dict[str, Any], line: int, *, at: int, turns: tuple[Turn, ...]) -> None:
        """Learn from a line that holds turns."""
        self.line = self.line or line
        if at != UNKNOWN_TIME:
            self.started = at if self.started == UNKNOWN_TIME else min(self.started, at)
            self.ended = max(self.ended, at)
        self.cwd = self.cwd or text_in(value, "cwd") or text_in(value, "project")
        self.branch = self.branch or text_in(value, "gitBranch")
        self.version = self.version or text_in(value, "version")
        said = next((turn.text for turn in turns if turn.role is Role.USER), "")
        if value.get("isSidechain") is True:
            self.side_prompt = self.side_prompt or short_title(said)
        else:
            self.prompt = self.prompt or short_title(said)

    @property
    def title(self) -> str:
        """The best name there is for the session."""
        given = self.custom_title or self.ai_title or self.summary or self.prompt or self.side_prompt
        name = short_title(given) or f"Session {self.id[:8] if UUID.fullmatch(self.id) else self.id}"
        return f"{self.kind}: {name}" if self.kind else name

    def record(self) -> SessionRecord:
        """The session as an import takes it."""
        told = {"sessionId": self.id, "cwd": self.cwd, "gitBranch": self.branch, "version": self.version}
        return SessionRecord(
            key=self.key,
            title=self.title,
            source="claude-code",
            agent=self.agent,
            project=self.cwd,
            started=exact_time(self.started),
            ended=exact_time(self.ended),
            summary=self.summary,
            parent_key=self.parent_key,
            line=self.line or None,
            original=compact_json({name: value for name, value in told.items() if value}),
        )


def exact_time(at: int, text: str = "") -> SourceTime:
    """A time as transcripts give it: exact, or unknown with the text that could not be read."""
    return SourceTime(text=text) if at == UNKNOWN_TIME else SourceTime(at, text, TimeQuality.EXACT)


@dataclass(frozen=True, slots=True)
class FirstIds:
    """The session and sub-agent that the beginning of a file names; empty where it names none."""

    session: str = ""
    agent: str = ""


class Sessions:
    """The sessions of one file: one of a sub-agent, or one for each session id that its lines name."""

    def __init__(self, path: Path, first: FirstIds) -> None:
        self._all: list[SessionOutline] = []
        self._numbers: dict[str, int] = {}
        self._default = first.session or path.stem
        self._sub_agent = sub_agent_of(path, first.agent)
        if self._sub_agent is not None:
            parent = self._sub_agent.session or ("" if first.session == path.stem else first.session)
            parent_key = f"claude-code:{parent}" if parent else ""
            key = f"{parent_key or 'claude-code:'}{'/' if parent else ''}{path.stem}"
            kind = self._sub_agent.kind
            self._all.append(SessionOutline(path.stem, key, kind or _AGENT, parent_key, kind))

    def number(self, value: dict[str, Any]) -> int:
        """The number of the session that a line belongs to."""
        if self._sub_agent is not None:
            return 0
        name = id_in(value, *SESSION_FIELDS) or self._default
        found = self._numbers.get(name)
        if found is None:
            found = self._numbers[name] = len(self._all)
            self._all.append(SessionOutline(name, f"claude-code:{name}"))
        return found

    def __getitem__(self, number: int) -> SessionOutline:
        return self._all[number]

    def __len__(self) -> int:
        return len(self._all)
