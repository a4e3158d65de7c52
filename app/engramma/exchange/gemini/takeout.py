"""Gemini's part of a Google Takeout: `MyActivity.json`, a list of prompts with their answers in HTML.

It knows no conversations: prompts that follow one another within 45 minutes are taken as one. Entries come newest
first, mostly; the first look learns which belong together, the second tells each conversation as soon as it is whole.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engramma.exchange.claude_code.fields import short_title, text_in
from engramma.exchange.claude_code.originals import original_of
from engramma.exchange.claude_code.turn import Turn
from engramma.exchange.cleaning import excerpt
from engramma.exchange.conversations.archive import Piece, archive_score, pieces
from engramma.exchange.conversations.telling import Place, Telling, digest
from engramma.exchange.conversations.times import UNKNOWN, time_of
from engramma.exchange.format import Source
from engramma.exchange.gemini.markup import plain_text
from engramma.exchange.lines import head_text
from engramma.exchange.parsing import compact_json
from engramma.model.clock import MINUTE, iso
from engramma.model.progress import CancelToken
from engramma.model.session import Role
from engramma.model.transfer import Position, Record, SessionRecord, Skipped, SourceTime, TimeQuality

AGENT = "Gemini"
GAP = 45 * MINUTE

_PROMPT = re.compile(r"(?:Prompted|[^\s:.?!]{1,30}(?: [^\s:.?!]{1,30}){0,2} ?[::]) ?(.+)", re.DOTALL)
_PROMPT_WORDS = ("prompt", "eingegeben", "solicit", "consult", "preguntó", "richiesta", "プロンプト", "提示")
_NOT_PROMPTS = ("Gave feedback", "Used an Assistant feature", "Selected preferred draft")
_OURS = ("gemini", "bard")


class GeminiTakeoutFormat:
    """Reader of what a person asked Gemini in the browser or the app."""

    name = "gemini-takeout"
    title = "Gemini activity (Google Takeout)"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the keys of an activity, of which one is Gemini's."""
        return archive_score(path, head, _score)

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The conversations as they can be guessed, each in the order in which it was held."""
        groups = _Groups()
        for piece in pieces(source, _score, cancel=cancel):
            if isinstance(piece, Position):
                yield Position(piece.done, 2 * piece.total)
            elif isinstance(piece, Piece):
                groups.add(piece.value)
        groups.close()
        waiting: dict[str, list[tuple[int, int, Piece]]] = {}
        telling = Telling()
        number = 0
        for piece in pieces(source, _score, cancel=cancel):
            if isinstance(piece, Position):
                yield Position(piece.total + piece.done, 2 * piece.total)
                continue
            if isinstance(piece, Skipped):
                yield piece
                continue
            reason = why_not(piece.value)
            if reason:
                yield Skipped(piece.line, reason, excerpt(piece.text))
                continue
            at = _time(piece.value).at
            group = groups.of(at)
            # Newest first: of entries of one moment the later in the file is the older.
            number += 1
            waiting.setdefault(group, []).append((at or 0, -number, piece))
            if len(waiting[group]) >= groups.sizes.get(group, 0):
                yield from _conversation(group, waiting.pop(group), telling)
        for group in list(waiting):
            yield from _conversation(group, waiting.pop(group), telling)


def _score(head: bytes) -> float:
    text = head_text(head)
    if not text.lstrip("\x00 \t\r\n").startswith("["):
        return 0.0
    shape = all(clue in text for clue in ('"header"', '"title"', '"time"'))
    ours = '"Gemini Apps"' in text or '"Bard"' in text
    return 0.9 if shape and ours and ('"products"' in text or '"safeHtmlItem"' in text) else 0.0


def why_not(value: Any) -> str:
    """Why an entry is no prompt, or empty."""
    if not isinstance(value, dict):
        return "no activity: not a JSON object"
    products = value.get("products")
    named = [value.get("header"), *(products if isinstance(products, list) else ())]
    if not any(word in str(name).casefold() for name in named for word in _OURS):
        return f"an activity of another product: {excerpt(str(value.get('header')), 80)}"
    title = text_in(value, "title")
    if not title:
        return "an activity without a title"
    if not _answers(value) and (title.startswith(_NOT_PROMPTS) or not _prompt(title)):
        return f"no prompt: {excerpt(title, 80)}"
    return ""


def _prompt(title: str) -> str:
    """The words of the person in a title such as “Prompted …”; empty when it begins in no known way."""
    found = _PROMPT.fullmatch(title)
    if found is None:
        return ""
    start = title[: len(title) - len(found[1])].casefold()
    return found[1].strip() if any(word in start for word in _PROMPT_WORDS) else ""


def _answers(value: dict[str, Any]) -> list[str]:
    """The pieces of HTML that an entry holds."""
    items = value.get("safeHtmlItem")
    return [
        item["html"]
        for item in (items if isinstance(items, list) else ())
        if isinstance(item, dict) and isinstance(item.get("html"), str) and item["html"].strip()
    ]


def _time(value: Any) -> SourceTime:
    given = value.get("time") if isinstance(value, dict) else None
    return time_of(given) if isinstance(given, str) else UNKNOWN


class _Groups:
    """Which moments belong to one conversation. `sizes` are the numbers of prompts, by the name of each."""

    def __init__(self) -> None:
        self._times = array("q")
        self._starts = array("q")
        self.sizes: dict[str, int] = {"undated": 0}

    def add(self, value: Any) -> None:
        if why_not(value):
            return
        at = _time(value).at
        if at is None:
            self.sizes["undated"] += 1
        else:
            self._times.append(at)

    def close(self) -> None:
        """Find the pauses between the prompts."""
        before: int | None = None
        for at in sorted(self._times):
            if before is None or at - before > GAP:
                self._starts.append(at)
                self.sizes[str(at)] = 0
            self.sizes[str(self._starts[-1])] += 1
            before = at
        del self._times

    def of(self, at: int | None) -> str:
        """The name of the conversation of a moment: when it began, or that it is undated."""
        if at is None:
            return "undated"
        place = bisect_right(self._starts, at)
        return str(self._starts[place - 1]) if place else "undated"


def _conversation(group: str, entries: list[tuple[int, int, Piece]], telling: Telling) -> Iterator[Record]:
    entries.sort(key=lambda entry: entry[:2])
    first, last = entries[0][2].value, entries[-1][2].value
    started, ended = _time(first), _time(last)
    name = "undated" if started.at is None else iso(started.at)
    title = text_in(first, "title") if isinstance(first, dict) else ""
    session = SessionRecord(
        key=f"gemini-takeout:{name}",
        title=short_title(_prompt(title) or title),
        source="gemini-takeout",
        agent=AGENT,
        started=SourceTime(
            started.at, started.text, TimeQuality.INFERRED if started.at else TimeQuality.NONE
        ),
        ended=SourceTime(ended.at, ended.text, TimeQuality.INFERRED if ended.at else TimeQuality.NONE),
        line=entries[0][2].line,
    )
    yield from telling.begin(session)
    for _at, _number, piece in entries:
        value = piece.value
        if isinstance(value, dict):
            yield from _entry(piece, value, session.key, telling)


def _entry(piece: Piece, value: dict[str, Any], session_key: str, telling: Telling) -> Iterator[Record]:
    title = text_in(value, "title")
    prompt = _prompt(title)
    turns = [Turn(Role.USER if prompt else Role.NOTE, prompt or title)]
    files = value.get("attachedFiles")
    if isinstance(files, list) and files:
        turns[0].detail["files"] = [excerpt(str(file), 200) for file in files[:100]]
    if answer := "\n\n".join(filter(None, map(plain_text, _answers(value)))):
        turns.append(Turn(Role.AGENT, answer))
    key = f"gemini-takeout:{digest(compact_json([value.get('time'), title]), 24)}"
    place = Place(piece.line, _time(value), original_of(compact_json(value), value))
    yield from telling.say(session_key, key, turns, place=place)
