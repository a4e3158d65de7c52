"""Shows of every secret in a text only so much as tells which one it is, also where the text is cut inside one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engramma.engine.exporting.values import Hit
from engramma.model.records import dataclass
from engramma.ui.delegates.plain_text import single_line

SHORTEST_REST = 6


@dataclass(frozen=True, slots=True)
class TextPart:
    """A run of a text; of a secret what may be shown of it."""

    text: str
    secret: bool = False


def veiled(text: str, hits: Iterable[Hit]) -> tuple[TextPart, ...]:
    """The text on one line, in parts."""
    line = single_line(text)
    parts: list[TextPart] = []
    at = 0
    for start, end, shown in sorted(_found(line, hits), key=_first_longest):
        if start < at:
            continue
        if start > at:
            parts.append(TextPart(line[at:start]))
        parts.append(TextPart(shown, secret=True))
        at = end
    if at < len(line):
        parts.append(TextPart(line[at:]))
    return tuple(parts)


def _first_longest(stretch: tuple[int, int, str]) -> tuple[int, int]:
    start, end, _shown = stretch
    return start, -end


def _found(line: str, hits: Iterable[Hit]) -> Iterator[tuple[int, int, str]]:
    for hit in hits:
        value, shown = single_line(hit.value), single_line(hit.shown)
        at = line.find(value)
        while at >= 0:
            yield at, at + len(value), shown
            at = line.find(value, at + len(value))
        rest = _rest(line, value)
        if rest:
            yield len(line) - rest, len(line), shown if shown == value else f"{shown.partition('…')[0]}…"


def _rest(line: str, value: str) -> int:
    """How many characters at the end of a cut text are the beginning of a value."""
    for length in range(min(len(value) - 1, len(line)), SHORTEST_REST - 1, -1):
        if line.endswith(value[:length]):
            return length
    return 0
