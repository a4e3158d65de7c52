"""The card under an operation: its fields before and after, differences marked; the choice when undoing conflicts.

Laid out for a width, painted by the row that it belongs to.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QTextCharFormat, QTextLayout

from engramma.model.operation import FieldChange, Take, UndoResult
from engramma.ui.delegates.kit import CENTRE, RIGHT, Kit, rounded
from engramma.ui.theme import TextRole, pixmap, qcolor
from engramma.ui.views.activity.activity_actions import LeaveIt, Revert
from engramma.ui.views.activity.change_words import ChangeWords, conflict_words, readable
from engramma.ui.views.rows import RowState, Target, WrappedText
from engramma.ui.widgets.diff_text import marked
from engramma.ui.widgets.span_text import utf16_length
from engramma.ui.widgets.word_diff import DiffPart, word_diff

FIELD_WIDTH, NOTE_WIDTH, MOST_FIELDS = 136, 112, 14
READING = "Reading what it changed…"
ADDED_ONLY = "It only added things: nothing that was there before was changed."
TECHNICAL = "It changed what the program keeps for itself, and nothing that a person reads."
ASIDE = "Choose what happens to the later values. A revert is an operation too: Redo brings this one back."


@dataclass(frozen=True, slots=True)
class _FieldLine:
    words: ChangeWords
    top: float
    height: float
    before: WrappedText
    after: WrappedText


@dataclass(frozen=True, slots=True)
class _Choice:
    title: str
    box: QRectF
    action: object


class ChangeCard:
    """Laid out at `left`, `top`. Without `changes` they are still being read."""

    def __init__(
        self,
        kit: Kit,
        operation_id: int,
        changes: tuple[FieldChange, ...] | None,
        *,
        conflict: UndoResult | None,
        left: float,
        top: float,
        width: float,
    ) -> None:
        self._left, self._top, self._width = left, top, width
        self._lines: list[_FieldLine] = []
        self._note = ""
        self._many = False
        y = top + kit.px(8)
        if changes is None:
            self._note = READING
        else:
            y = self._lay_out_fields(kit, readable(changes), y, total=len(changes))
        self._note_box = QRectF(left + kit.px(12), y, width - kit.px(24), kit.px(16))
        y += kit.px(22) if self._note else 0
        self._choices: list[_Choice] = []
        self._warning: WrappedText | None = None
        self._warning_box = QRectF()
        if conflict is not None:
            y = self._lay_out_choice(kit, operation_id, conflict, y)
        self.bottom = y + kit.px(4)
        self.targets = tuple(Target(item.box, item.title, item.action, "") for item in self._choices)

    def _lay_out_fields(self, kit: Kit, words: tuple[ChangeWords, ...], y: float, *, total: int) -> float:
        if not words:
            self._note = TECHNICAL if total else ADDED_ONLY
            return y
        shown = words[:MOST_FIELDS]
        self._many = len({item.memory_id for item in words}) > 1
        y += kit.px(20)
        half = self._half(kit)
        for item in shown:
            before, after = _compared(kit, item, half)
            height = max(before.height, after.height) + kit.px(7)
            self._lines.append(_FieldLine(item, y, height, before, after))
            y += height
        rest = len(words) - len(shown)
        if rest:
            self._note = f"and {rest:,} more fields"
        return y + kit.px(4)

    def _half(self, kit: Kit) -> float:
        return max(60.0, (self._width - kit.px(FIELD_WIDTH + NOTE_WIDTH + 36)) / 2)

    def _lay_out_choice(self, kit: Kit, operation_id: int, conflict: UndoResult, y: float) -> float:
        left, width = self._left + kit.px(12), self._width - kit.px(24)
        pen = kit.pen(TextRole.SMALL)
        self._warning = WrappedText(
            f"{conflict_words(conflict.conflicts)} {ASIDE}",
            pen.font,
            width=width - kit.px(44),
            pitch=kit.metrics.line_px(TextRole.SMALL),
        )
        self._warning_box = QRectF(left, y + kit.px(2), width, self._warning.height + kit.px(14))
        y = self._warning_box.bottom() + kit.px(8)
        for title, action in (
            ("Keep later values", Revert(operation_id, Take.MINE)),
            ("Restore all", Revert(operation_id, Take.THEIRS)),
            ("Leave it", LeaveIt(operation_id)),
        ):
            advance = pen.measures.horizontalAdvance(title) + kit.px(20)
            self._choices.append(_Choice(title, QRectF(left, y, advance, kit.metrics.button_small), action))
            left += advance + kit.px(8)
        return y + kit.metrics.button_small + kit.px(8)

    def paint(self, painter: QPainter, kit: Kit, state: RowState, *, lit: Target | None) -> None:
        """Paint card, fields, note and choice."""
        tokens = kit.tokens
        box = QRectF(self._left + 0.5, self._top + 0.5, self._width - 1, self.bottom - self._top - 1)
        painter.setPen(QPen(qcolor(tokens.line), 1))
        painter.setBrush(qcolor(tokens.raised))
        painter.drawRoundedRect(box, kit.metrics.radius_card, kit.metrics.radius_card)
        if self._lines:
            self._paint_titles(painter, kit)
        for line in self._lines:
            self._paint_line(painter, kit, state, line)
        if self._note:
            pen = kit.pen(TextRole.CAPTION)
            kit.text(painter, self._note, rect=self._note_box, pen=pen, colour=tokens.text_muted)
        if self._warning is not None:
            self._paint_choice(painter, kit, state, self._warning, lit=lit)

    def _columns(self, kit: Kit) -> tuple[float, float, float]:
        field = self._left + kit.px(12)
        before = field + kit.px(FIELD_WIDTH)
        return field, before, before + self._half(kit) + kit.px(12)

    def _paint_titles(self, painter: QPainter, kit: Kit) -> None:
        pen, colour = kit.pen(TextRole.CAPTION), kit.tokens.text_muted
        for x, title in zip(self._columns(kit), ("Field", "Before", "After"), strict=True):
            box = QRectF(x, self._top + kit.px(7), kit.px(90), kit.px(16))
            kit.text(painter, title, rect=box, pen=pen, colour=colour)

    def _paint_line(self, painter: QPainter, kit: Kit, state: RowState, line: _FieldLine) -> None:
        tokens = kit.tokens
        field, before, after = self._columns(kit)
        painter.fillRect(QRectF(field, line.top, self._width - kit.px(24), 1), qcolor(tokens.grid))
        y = line.top + kit.px(4)
        row = QRectF(field, y, kit.px(FIELD_WIDTH - 8), kit.px(18))
        if self._many and line.words.memory_id is not None:
            mono = kit.pen(TextRole.MONO)
            label = f"M-{line.words.memory_id}"
            used = kit.text(painter, label, rect=row, pen=mono, colour=tokens.text_secondary)
            row.setLeft(row.left() + used + kit.px(6))
        kit.text(painter, line.words.field, rect=row, pen=kit.pen(TextRole.SMALL), colour=tokens.text_muted)
        clip = state.clip
        line.before.draw(painter, QPointF(before, y), colour=qcolor(tokens.text), clip=clip)
        line.after.draw(painter, QPointF(after, y), colour=qcolor(tokens.text), clip=clip)
        if line.words.changed_since:
            right = self._left + self._width - kit.px(12)
            note = QRectF(right - kit.px(NOTE_WIDTH), y, kit.px(NOTE_WIDTH), kit.px(18))
            pen = kit.pen(TextRole.CAPTION)
            used = kit.text(painter, "changed since", rect=note, pen=pen, colour=tokens.warning, align=RIGHT)
            size = kit.px(12)
            sign = pixmap("warning", size, tokens.warning, state.ratio)
            painter.drawPixmap(QPointF(right - used - size - kit.px(4), note.center().y() - size / 2), sign)

    def _paint_choice(
        self, painter: QPainter, kit: Kit, state: RowState, warning: WrappedText, *, lit: Target | None
    ) -> None:
        colour, tint = kit.tokens.badge("warning")
        box = self._warning_box
        rounded(painter, box, radius=kit.metrics.radius_button, colour=qcolor(tint))
        size = kit.metrics.icon
        sign = pixmap("warning", size, colour, state.ratio)
        painter.drawPixmap(QPointF(box.left() + kit.px(10), box.top() + kit.px(7)), sign)
        at = QPointF(box.left() + kit.px(34), box.top() + kit.px(7))
        warning.draw(painter, at, colour=qcolor(kit.tokens.text), clip=state.clip)
        for item in self._choices:
            on = lit is not None and lit.rect == item.box
            paint_button(painter, kit, item.title, item.box, lit=on)


def paint_button(painter: QPainter, kit: Kit, title: str, box: QRectF, *, lit: bool) -> None:
    """A small button as the style sheet draws them."""
    edge = kit.tokens.accent if lit else kit.tokens.button_border
    painter.setPen(QPen(qcolor(edge), 1.5 if lit else 1))
    painter.setBrush(qcolor(kit.tokens.raised))
    frame = box.adjusted(0.5, 0.5, -0.5, -0.5)
    painter.drawRoundedRect(frame, kit.metrics.radius_button, kit.metrics.radius_button)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    kit.text(painter, title, rect=box, pen=kit.pen(TextRole.SMALL), colour=kit.tokens.text, align=CENTRE)


def _compared(kit: Kit, words: ChangeWords, width: float) -> tuple[WrappedText, WrappedText]:
    """Before and after, laid out: prose word by word, values as a whole."""
    if words.prose:
        parts = list(word_diff(words.before, words.after))
    else:
        parts = [DiffPart("removed", words.before), DiffPart("added", words.after)]
    before = [part for part in parts if part.op != "added" and part.text]
    after = [part for part in parts if part.op != "removed" and part.text]
    return _laid(kit, before, width), _laid(kit, after, width)


def _laid(kit: Kit, parts: list[DiffPart], width: float) -> WrappedText:
    font, pitch = kit.pen(TextRole.SMALL).font, kit.px(18)
    if not parts:
        return WrappedText(
            "none", font, width=width, pitch=pitch, formats=(_format(kit, "none", 0, 4, None),)
        )
    text, spans = marked(parts)
    formats = tuple(_format(kit, text, span.start, span.length, span.badge) for span in spans)
    return WrappedText(text, font, width=width, pitch=pitch, formats=formats, most_lines=12)


def _format(kit: Kit, text: str, start: int, length: int, badge: str | None) -> QTextLayout.FormatRange:
    style = QTextCharFormat()
    if badge is None:
        style.setForeground(qcolor(kit.tokens.text_muted))
    else:
        colour, tint = kit.tokens.badge(badge)
        style.setForeground(qcolor(colour))
        style.setBackground(qcolor(tint))
        style.setFontStrikeOut(badge == "danger")
        style.setFontUnderline(badge == "ok")
    piece = QTextLayout.FormatRange()
    piece.start = utf16_length(text[:start])
    piece.length = utf16_length(text[start : start + length])
    piece.format = style
    return piece
