"""The head of a Gemini session, from whatever its file says about it."""

from __future__ import annotations

from typing import Any

from engramma.exchange.claude_code.fields import id_in, short_title, text_in
from engramma.exchange.cleaning import excerpt
from engramma.exchange.conversations.telling import digest
from engramma.exchange.conversations.times import span_of, time_of
from engramma.exchange.gemini.messages import message_time, read_message
from engramma.exchange.parsing import compact_json
from engramma.model.session import Role
from engramma.model.transfer import SessionRecord, SourceTime

AGENT = "Gemini CLI"


class Head:
    """What is known of a session; messages are told to it one by one."""

    def __init__(self) -> None:
        self._told: dict[str, Any] = {}
        self._first = ""
        self._prompt = ""
        self._started = self._ended = SourceTime()
        self.line = 0

    @property
    def sidechain(self) -> bool:
        """Whether the session is a sub-agent's."""
        return self._told.get("kind") == "subagent"

    def set(self, value: dict[str, Any], line: int) -> None:
        """Fields of the session; later ones win."""
        self.line = self.line or line
        self._told |= {key: item for key, item in value.items() if key not in ("messages", "history", "$set")}

    def add(self, message: dict[str, Any]) -> None:
        """A message of the session."""
        self._first = self._first or compact_json(message)
        time = message_time(message)
        self._started, _ = span_of([self._started, time])
        _, self._ended = span_of([self._ended, time])
        if not self._prompt:
            turns = read_message(message).turns
            self._prompt = next((short_title(turn.text) for turn in turns if turn.role is Role.USER), "")

    @property
    def id(self) -> str:
        """The session's id; made from its first message when the file has none."""
        return id_in(self._told, "sessionId", "session_id", "id") or digest(self._first, 32)

    def record(self) -> SessionRecord:
        """The session as an import takes it."""
        told = self._told
        folders = told.get("directories")
        folder = folders[0] if isinstance(folders, list) and folders and isinstance(folders[0], str) else ""
        started = time_of(told.get("startTime", told.get("start_time")))
        ended = time_of(told.get("lastUpdated", told.get("last_updated")))
        span = span_of([started, ended, self._started, self._ended])
        return SessionRecord(
            key=f"gemini-cli:{self.id}",
            title=short_title(text_in(told, "summary")) or self._prompt or f"Session {self.id[:40]}",
            source="gemini-cli",
            agent=AGENT,
            project=folder or text_in(told, "cwd"),
            started=span[0],
            ended=span[1],
            summary=text_in(told, "summary"),
            line=self.line or None,
            original=excerpt(compact_json(told), 20_000),
        )
