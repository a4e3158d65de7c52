"""The format of Claude Code transcripts, as the sniffer knows it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engramma.exchange.claude_code.reader import read_transcript
from engramma.exchange.claude_code.vocabulary import TRANSCRIPT_TYPES
from engramma.exchange.format import Source
from engramma.exchange.lines import head_lines
from engramma.model.progress import CancelToken
from engramma.model.transfer import Record

_IDS = ("uuid", "sessionId", "leafUuid", "messageId")
_CUT_CLUES = ('"type":', '"sessionId":', '"uuid":', '"parentUuid":')


class ClaudeCodeFormat:
    """Reader of the JSONL transcripts that Claude Code keeps of its sessions and their sub-agents."""

    name = "claude-code"
    title = "Claude Code transcript"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the share of lines with a known type and a transcript's ids."""
        lines = head_lines(head)
        hits = 0
        for line in lines:
            try:
                value: Any = json.loads(line, strict=False)
            except (ValueError, RecursionError):
                compact = line[:4_000].replace('": ', '":')
                hits += line.startswith("{") and sum(clue in compact for clue in _CUT_CLUES) >= 3
                continue
            hits += isinstance(value, dict) and _is_entry(value)
        return 0.97 * hits / len(lines) if hits else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The session of the file, or the sessions that it goes on with, event by event."""
        return read_transcript(source, cancel=cancel)


def _is_entry(value: dict[str, Any]) -> bool:
    kind = value.get("type")
    if not isinstance(kind, str) or kind not in TRANSCRIPT_TYPES:
        return False
    return any(isinstance(value.get(name), str) for name in _IDS)
