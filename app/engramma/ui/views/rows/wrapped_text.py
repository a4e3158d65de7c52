"""Plain text wrapped to a width, with the places of its spans: for transcripts and differences.

Exists because a text document would be slow and would read memories as HTML. Offsets are Python's, in code
points; Qt counts UTF-16 units, and this is where the two meet.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QPainter, QTextLayout, QTextLine, QTextOption

from engramma.ui.delegates.plain_text import clean

LINE_BREAK = "\u2028"
NOTHING_WIDE = "\u200b"

_BREAKS = re.compile("\r\n|[\r\n\x0b\x0c\x85\u2029]")


def drawable(text: str) -> str:
    """The text as Qt draws it, character for character as long as before: line separators for line breaks."""
    return clean(_BREAKS.sub(_separator, text))


def _separator(found: re.Match[str]) -> str:
    return LINE_BREAK if len(found.group()) == 1 else NOTHING_WIDE + LINE_BREAK


class Utf16Offsets:
    """Where the characters of a text stand when counted in UTF-16 units."""

    def __init__(self, text: str) -> None:
        self._length = len(text)
        self._units: np.ndarray | None = None
        if text and max(text) > "\uffff":
            codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
            self._units = np.concatenate(([0], np.cumsum(1 + (codes > 0xFFFF).astype(np.int64))))

    def unit(self, offset: int) -> int:
        """The UTF-16 position of a character offset, kept within the text."""
        offset = min(max(offset, 0), self._length)
        return offset if self._units is None else int(self._units[offset])


class WrappedText:
    """A text laid out for one width: all of it, or `most_lines`; `is_cut` tells whether there is more."""

    def __init__(
        self,
        text: str,
        font: QFont,
        *,
        width: float,
        pitch: int,
        most_lines: int | None = None,
        formats: tuple[QTextLayout.FormatRange, ...] = (),
    ) -> None:
        shown = drawable(text)
        self._offsets = Utf16Offsets(shown)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTabStopDistance(pitch * 2.0)
        self._layout = QTextLayout(shown, font)
        self._layout.setTextOption(option)
        self._layout.setCacheEnabled(True)
        if formats:
            self._layout.setFormats(list(formats))
        self.height = 0.0
        self.width = 0.0
        self.lines = 0
        self.is_cut = False
        self._lay_out(width, pitch, most_lines)
        laid = self._layout.lineAt(self.lines - 1) if self.lines else None
        self._end = 0 if laid is None else laid.textStart() + laid.textLength()

    def _lay_out(self, width: float, pitch: int, most_lines: int | None) -> None:
        self._layout.beginLayout()
        while (line := self._layout.createLine()).isValid():
            if most_lines is not None and self.lines == most_lines:
                self.is_cut = True
                line.setLineWidth(0)
                line.setPosition(QPointF(0, -1_000_000))
                break
            line.setLineWidth(max(1.0, width))
            room = max(float(pitch), line.height())
            line.setPosition(QPointF(0, self.height + (room - line.height()) / 2))
            self.height += room
            self.width = max(self.width, line.naturalTextWidth())
            self.lines += 1
        self._layout.endLayout()

    def draw(self, painter: QPainter, at: QPointF, *, colour: QColor, clip: QRectF) -> None:
        """Draw the lines that meet `clip`, both in the painter's coordinates."""
        painter.setPen(colour)
        for number in self._lines_within(clip.top() - at.y(), clip.bottom() - at.y()):
            self._layout.lineAt(number).draw(painter, at)

    def _lines_within(self, top: float, bottom: float) -> range:
        if self.lines == 0 or bottom < 0 or top > self.height:
            return range(0)
        first, last = 0, self.lines - 1
        if self.lines > 60:
            first, last = self._line_at(top), self._line_at(bottom)
        return range(first, last + 1)

    def _line_at(self, y: float) -> int:
        low, high = 0, self.lines - 1
        while low < high:
            middle = (low + high) // 2
            line = self._layout.lineAt(middle)
            if line.y() + line.height() < y:
                low = middle + 1
            else:
                high = middle
        return low

    def span_rects(self, start: int, end: int) -> tuple[QRectF, ...]:
        """Where the characters from `start` to `end` stand: a rectangle a line, from the text's corner."""
        first, last = self._offsets.unit(start), min(self._offsets.unit(end), self._end)
        rects = []
        while first < last:
            line = self._layout.lineForTextPosition(first)
            if not line.isValid() or line.lineNumber() >= self.lines:
                break
            line_end = line.textStart() + line.textLength()
            rect = self._line_rect(line, first, min(last, line_end))
            if rect.width() > 0:
                rects.append(rect)
            first = max(line_end, first + 1)
        return tuple(rects)

    def _line_rect(self, line: QTextLine, first: int, last: int) -> QRectF:
        left, right = self._x(line, first), self._x(line, last)
        right = min(max(left, right), line.naturalTextWidth())
        left = min(left, right)
        return QRectF(left, line.y(), right - left, line.height())

    def _x(self, line: QTextLine, position: int) -> float:
        found: Any = line.cursorToX(position)
        return float(found[0] if isinstance(found, tuple) else found)
