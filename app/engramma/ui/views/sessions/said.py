"""The text of a turn: wrapped, its remembered spans tinted and underlined, tool results folded to one line.

Texts longer than 40 lines show their beginning and a line that offers the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from re import Pattern

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from engramma.model.session import Event, Role
from engramma.ui.delegates.kit import Kit, rounded
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.delegates.searched_words import spans_of
from engramma.ui.theme import TextRole, pixmap, qcolor
from engramma.ui.views.rows import RowState, Target, WrappedText
from engramma.ui.views.sessions.turn_actions import ShowMemory, ToggleFold

MOST_LINES, MOST_TOOL_LINES = 40, 400
# Beginning of a text that is looked at while it is not shown whole, and the most that is ever laid out at once.
HEAD, LONGEST = 12_000, 200_000
FOLD_HEIGHT = 22


@dataclass(frozen=True, slots=True)
class _Marked:
    """A remembered span on the screen: its lines, its tier's badge, its memory."""

    rects: tuple[QRectF, ...]
    badge: str
    memory_id: int
    superseded: bool


class Said:
    """The text part of a turn, laid out at `left`, `top`."""

    def __init__(
        self,
        kit: Kit,
        event: Event,
        *,
        left: float,
        top: float,
        width: float,
        open_: bool,
        pattern: Pattern[str] | None,
    ) -> None:
        self._is_tool = event.role is Role.TOOL
        self._open = open_
        self._box = QRectF()
        self._at = QPointF(left, top)
        self._left, self._top, self._width = left, top, width
        self._line = single_line(event.text.strip().partition("\n")[0])
        self._line_count = event.text.count("\n") + 1 if event.text.strip() else 0
        self._text: WrappedText | None = None
        self._more = ""
        self._more_box = QRectF()
        targets: list[Target] = []
        if self._is_tool:
            targets.append(self._lay_out_fold(kit, event))
        else:
            self._lay_out_text(kit, event, inset=0.0)
        self._marked = self._find_marks(event)
        self._hits = self._find_hits(event, pattern)
        for item in self._marked:
            tip = f"Remembered as M-{item.memory_id}"
            targets += [
                Target(rect, f"Show M-{item.memory_id}", ShowMemory(item.memory_id), tip)
                for rect in item.rects
            ]
        if self._more:
            targets.append(Target(self._more_box, self._more, ToggleFold(event.id), ""))
        self.targets = tuple(targets)

    @property
    def foldable(self) -> bool:
        """Whether there is something to fold or unfold."""
        return self._is_tool or bool(self._more)

    @property
    def hit_top(self) -> float | None:
        """Where the first searched word stands in the row, in px; None if it is not on the screen."""
        return self._hits[0].top() if self._hits else None

    @property
    def mark_rects(self) -> tuple[tuple[int, tuple[QRectF, ...]], ...]:
        """The remembered spans on the screen, by memory."""
        return tuple((item.memory_id, item.rects) for item in self._marked)

    def paint(self, painter: QPainter, kit: Kit, state: RowState, *, quiet: bool, lit: Target | None) -> None:
        """Paint fold, marks, searched words and text."""
        tokens = kit.tokens
        if self._is_tool:
            self._paint_fold(painter, kit, state, lit=lit is not None and lit.rect == self._box)
        for item in self._marked:
            self._paint_mark(painter, kit, item, state, lit=lit)
        self._paint_hits(painter, kit, state)
        if self._text is not None:
            colour = tokens.text_muted if quiet else tokens.text
            self._text.draw(painter, self._at, colour=qcolor(colour), clip=state.clip)
        if self._more:
            on = lit is not None and lit.rect == self._more_box
            pen = kit.pen(TextRole.SMALL)
            used = kit.text(painter, self._more, rect=self._more_box, pen=pen, colour=tokens.accent)
            if on:
                line = QRectF(self._more_box.left(), self._more_box.bottom() - 2, used, 1)
                painter.fillRect(line, qcolor(tokens.accent))

    # Laying out

    def _lay_out_fold(self, kit: Kit, event: Event) -> Target:
        height = kit.px(FOLD_HEIGHT)
        self._box = QRectF(self._left, self._top, self._width, height)
        self.bottom = self._box.bottom()
        if self._open:
            self._at = QPointF(self._left + kit.px(24), self._box.bottom() + kit.px(2))
            self._lay_out_text(kit, event, inset=kit.px(34))
            self.bottom += kit.px(6)
        name = "Fold the tool result" if self._open else "Unfold the tool result"
        return Target(self._box, name, ToggleFold(event.id), "" if self._open else f"{name}  Space")

    def _lay_out_text(self, kit: Kit, event: Event, *, inset: float) -> None:
        whole = self._open and not self._is_tool
        shown = event.text[: LONGEST if self._open else HEAD]
        role = TextRole.MONO if self._is_tool else TextRole.BODY
        pitch = kit.metrics.line_px(role)
        most = None if whole else MOST_TOOL_LINES if self._is_tool else MOST_LINES
        self._text = WrappedText(
            shown or " ", kit.pen(role).font, width=self._width - inset, pitch=pitch, most_lines=most
        )
        self.bottom = self._at.y() + self._text.height
        rest = len(event.text) - len(shown)
        if whole:
            long = self._text.lines > MOST_LINES or rest
            self._more = "Show only the beginning" if long else ""
            if rest:
                self._more = f"{rest:,} more characters are not shown here. {self._more}"
        elif self._text.is_cut or rest:
            self._more = self._offer(kit, event, role)
        if self._more:
            line = kit.metrics.line_px(TextRole.SMALL)
            self._more_box = QRectF(self._at.x(), self.bottom + kit.px(4), self._width - inset, line + 2)
            self.bottom = self._more_box.bottom()

    def _offer(self, kit: Kit, event: Event, role: TextRole) -> str:
        if self._is_tool:
            lines = self._text.lines if self._text is not None else 0
            return f"These are the first {lines:,} lines. Ctrl+C copies all of them."
        if len(event.text) > 2 * HEAD:
            return f"Show all {len(event.text):,} characters"
        whole = WrappedText(
            event.text, kit.pen(role).font, width=self._width, pitch=kit.metrics.line_px(role)
        )
        return f"Show all {whole.lines:,} lines"

    def _find_marks(self, event: Event) -> tuple[_Marked, ...]:
        if self._text is None:
            return ()
        found = []
        for mark in event.marks:
            start, end = (
                (0, len(event.text)) if mark.start is None or mark.end is None else (mark.start, mark.end)
            )
            rects = tuple(rect.translated(self._at) for rect in self._text.span_rects(start, end))
            tier = mark.tier if mark.tier in ("short_term", "long_term") else "sensory"
            found.append(_Marked(rects, tier, mark.memory_id, mark.state == "superseded"))
        return tuple(found)

    def _find_hits(self, event: Event, pattern: Pattern[str] | None) -> tuple[QRectF, ...]:
        if self._text is None:
            return ()
        spans = spans_of(pattern, event.text[:LONGEST])
        return tuple(
            rect.translated(self._at) for start, end in spans for rect in self._text.span_rects(start, end)
        )

    # Painting

    def _paint_mark(
        self, painter: QPainter, kit: Kit, item: _Marked, state: RowState, *, lit: Target | None
    ) -> None:
        colour, tint = kit.tokens.badge(item.badge)
        if item.superseded:
            colour, tint = kit.tokens.text_muted, kit.tokens.fill
        thick = 2 if lit is None or lit.action != ShowMemory(item.memory_id) else 3
        for rect in item.rects:
            if not rect.intersects(state.clip):
                continue
            painter.fillRect(rect, qcolor(tint))
            rule = QRectF(rect.left(), rect.bottom() - 1, rect.width(), kit.px(thick))
            if item.superseded:
                painter.setPen(QPen(qcolor(colour), 1.2, Qt.PenStyle.DashLine))
                painter.drawLine(rule.topLeft(), rule.topRight())
            else:
                painter.fillRect(rule, qcolor(colour))

    def _paint_hits(self, painter: QPainter, kit: Kit, state: RowState) -> None:
        colour, tint = kit.tokens.badge("warning")
        for rect in self._hits:
            if not rect.intersects(state.clip):
                continue
            box = rect.adjusted(-1, 1, 1, -1)
            painter.setPen(QPen(qcolor(colour), 2 if state.current else 1))
            painter.setBrush(qcolor(tint))
            painter.drawRoundedRect(box, 2, 2)

    def _paint_fold(self, painter: QPainter, kit: Kit, state: RowState, *, lit: bool) -> None:
        tokens = kit.tokens
        fill = tokens.base if state.selected else tokens.fill
        box = QRectF(self._box)
        if self._open:
            box.setBottom(self.bottom)
        rounded(painter, box, radius=kit.metrics.radius_row, colour=qcolor(fill))
        size = kit.px(11)
        chevron = pixmap(
            "caret-down" if self._open else "caret-right", size, tokens.text_secondary, state.ratio
        )
        middle = self._box.center().y()
        painter.drawPixmap(QPointF(self._box.left() + kit.px(8), middle - size / 2), chevron)
        left = self._box.left() + kit.px(24)
        count = f"{self._line_count:,} {'line' if self._line_count == 1 else 'lines'}"
        counted = kit.pen(TextRole.SMALL)
        room = counted.measures.horizontalAdvance(count) + kit.px(12)
        mono = kit.pen(TextRole.MONO)
        line = QRectF(left, self._box.top(), self._box.right() - left - kit.px(8), self._box.height())
        if self._open:
            kit.text(painter, count, rect=line, pen=counted, colour=tokens.text_secondary)
            return
        text = QRectF(line.left(), line.top(), max(0.0, line.width() - room), line.height())
        used = kit.text(painter, self._line or "nothing", rect=text, pen=mono, colour=tokens.text_secondary)
        if self._line_count > 1:
            rest = QRectF(line.left() + used + kit.px(10), line.top(), room, line.height())
            kit.text(painter, count, rect=rest, pen=counted, colour=tokens.text_muted)
        if lit:
            painter.setPen(QPen(qcolor(tokens.button_border), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            frame = self._box.adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(frame, kit.metrics.radius_row, kit.metrics.radius_row)
