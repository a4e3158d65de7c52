"""One operation in the list: time, who, what; Revert; below it, unfolded, what changed. Also the two other lines."""

from __future__ import annotations

import re
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from engramma.model.operation import FieldChange, Operation, UndoResult
from engramma.ui.delegates.kit import RIGHT, Kit
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.models.dates import day_text, exact_text, time_text
from engramma.ui.theme import TextRole, pixmap, qcolor
from engramma.ui.views.activity.activity_actions import Revert, ShowMemory, ToggleChanges, ToggleMark
from engramma.ui.views.activity.activity_model import DayLine, OperationLine, SeenLine
from engramma.ui.views.activity.actors import GROUPS, Group, actor_name, group_of
from engramma.ui.views.activity.change_card import ChangeCard
from engramma.ui.views.rows import RowState, Target

ROW, DAY_ROW, SEEN_ROW = 32, 26, 30
TIME_LEFT, ICON_LEFT, NAME_LEFT, WHAT_LEFT = 34, 82, 106, 200
MEMORY = re.compile(r"\bM-(\d{1,12})\b")


@dataclass(frozen=True, slots=True)
class Opened:
    """What is known of an operation that is unfolded: its changes, once they were read, and a conflict to decide."""

    changes: tuple[FieldChange, ...] | None
    conflict: UndoResult | None


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of the label, on its place; ids are in monospace and can be clicked."""

    text: str
    box: QRectF
    memory_id: int | None


class OperationRow:
    """A laid out operation; see `LaidRow`."""

    def __init__(
        self,
        kit: Kit,
        line: OperationLine,
        *,
        width: int,
        opened: Opened | None,
        marked: bool | None = None,
    ) -> None:
        self._line = line
        self._operation = line.operation
        self._width = width
        self._opened = opened
        self._marked = marked
        operation = line.operation
        height = kit.px(ROW)
        self._revert_box, self._word = self._lay_out_revert(kit, operation, width)
        right = self._revert_box.left() - kit.px(14)
        self._pieces = _pieces(kit, operation, left=kit.px(WHAT_LEFT), right=right)
        self._card: ChangeCard | None = None
        bottom: float = height
        if opened is not None:
            self._card = ChangeCard(
                kit,
                operation.id,
                opened.changes,
                conflict=opened.conflict,
                left=kit.px(TIME_LEFT - 2),
                top=height,
                width=width - kit.px(TIME_LEFT - 2 + 14),
            )
            bottom = self._card.bottom + kit.px(10)
        self._height = round(bottom)
        self._targets = self._find_targets(kit)

    @property
    def height(self) -> int:
        """In px."""
        return self._height

    @property
    def targets(self) -> tuple[Target, ...]:
        """Fold, memories, Revert, the choices of a conflict."""
        return self._targets

    @property
    def enter_action(self) -> object:
        """Show what changed."""
        return ToggleChanges(self._operation.id)

    @property
    def space_action(self) -> object:
        """Show what changed; mark it while several are chosen."""
        if self._marked is not None and not self._operation.undone:
            return ToggleMark(self._operation.id)
        return ToggleChanges(self._operation.id)

    def _lay_out_revert(self, kit: Kit, operation: Operation, width: int) -> tuple[QRectF, str]:
        word = "undone" if operation.undone else "Redo" if operation.kind == "undo" else "Revert"
        advance = kit.pen(TextRole.SMALL).measures.horizontalAdvance(word)
        box_width = advance + kit.px(6) + (0 if operation.undone else kit.metrics.icon + kit.px(10))
        return QRectF(width - kit.px(14) - box_width, kit.px(4), box_width, kit.px(24)), word

    def _find_targets(self, kit: Kit) -> tuple[Target, ...]:
        operation = self._operation
        height = kit.px(ROW)
        unfold = "Hide what it changed" if self._opened else "Show what it changed"
        when = f"{day_text(operation.at)}, {time_text(operation.at)}\n{exact_text(operation.at)}"
        who = f"{operation.actor}\nOperation {operation.id}"
        targets = [
            Target(
                QRectF(0, 0, kit.px(TIME_LEFT), height),
                unfold,
                ToggleChanges(operation.id),
                f"{unfold}  Space",
            ),
            Target(QRectF(kit.px(TIME_LEFT), 0, kit.px(ICON_LEFT - TIME_LEFT), height), when, None, when),
            Target(QRectF(kit.px(ICON_LEFT), 0, kit.px(WHAT_LEFT - ICON_LEFT), height), who, None, who),
        ]
        for piece in self._pieces:
            if piece.memory_id is not None:
                name = f"Show {piece.text}"
                targets.append(Target(piece.box, name, ShowMemory(piece.memory_id), name))
        if not operation.undone and self._marked is not None:
            tip = f"{'Do not revert' if self._marked else 'Revert'} this one  Space"
            targets.append(Target(self._revert_box, tip, ToggleMark(operation.id), tip))
        elif not operation.undone:
            tip = f"{self._word} this operation  R"
            targets.append(
                Target(self._revert_box, f"{self._word} this operation", Revert(operation.id), tip)
            )
        if self._card is not None:
            targets += self._card.targets
        what = QRectF(kit.px(WHAT_LEFT), 0, self._revert_box.left() - kit.px(WHAT_LEFT), height)
        targets.append(Target(what, operation.label, None, operation.label))
        return tuple(targets)

    def paint(self, painter: QPainter, kit: Kit, state: RowState) -> None:
        """Paint the row and its card."""
        tokens = kit.tokens
        area = QRectF(0, 0, self._width, self._height)
        ground = tokens.selection if state.selected else tokens.hover if state.hovered else tokens.base
        painter.fillRect(area, qcolor(ground))
        painter.fillRect(QRectF(0, self._height - 1, self._width, 1), qcolor(tokens.grid))
        if state.current and state.focused:
            painter.fillRect(QRectF(0, 0, kit.px(2), self._height - 1), qcolor(tokens.accent))
        lit = self._targets[state.target] if 0 <= state.target < len(self._targets) else None
        self._paint_head(painter, kit, state)
        self._paint_what(painter, kit, lit=lit)
        self._paint_revert(painter, kit, state, lit=lit)
        if self._card is not None:
            self._card.paint(painter, kit, state, lit=lit)

    def _paint_head(self, painter: QPainter, kit: Kit, state: RowState) -> None:
        tokens, operation = kit.tokens, self._operation
        height = kit.px(ROW) - 1
        faint = tokens.text_secondary if state.selected else tokens.text_muted
        size = kit.px(11)
        chevron = pixmap("caret-down" if self._opened else "caret-right", size, faint, state.ratio)
        painter.drawPixmap(QPointF(kit.px(14), (height - size) / 2), chevron)
        time = QRectF(kit.px(TIME_LEFT), 0, kit.px(ICON_LEFT - TIME_LEFT - 4), height)
        pen = kit.pen(TextRole.BODY, tabular=True)
        kit.text(painter, time_text(operation.at), rect=time, pen=pen, colour=faint)
        group = group_of(operation.actor)
        own = group is Group.YOU
        colour = tokens.accent if own else tokens.text_secondary
        image = pixmap(GROUPS[group].icon, kit.metrics.icon, colour, state.ratio)
        painter.drawPixmap(QPointF(kit.px(ICON_LEFT), (height - kit.metrics.icon) / 2), image)
        name = QRectF(kit.px(NAME_LEFT), 0, kit.px(WHAT_LEFT - NAME_LEFT - 8), height)
        words = actor_name(operation.actor)
        strong = kit.pen(TextRole.SECTION)
        kit.text(painter, words, rect=name, pen=strong, colour=tokens.text if own else tokens.text_secondary)

    def _paint_what(self, painter: QPainter, kit: Kit, *, lit: Target | None) -> None:
        undone = self._operation.undone
        for piece in self._pieces:
            is_id = piece.memory_id is not None
            pen = kit.pen(TextRole.MONO if is_id else TextRole.BODY, struck=undone)
            on = is_id and lit is not None and lit.rect == piece.box
            colour = kit.tokens.text_muted if undone else kit.tokens.accent if on else kit.tokens.text
            used = kit.text(painter, piece.text, rect=piece.box, pen=pen, colour=colour)
            if on:
                under = QRectF(piece.box.left(), piece.box.center().y() + kit.px(7), used, 1)
                painter.fillRect(under, qcolor(colour))

    def _paint_revert(self, painter: QPainter, kit: Kit, state: RowState, *, lit: Target | None) -> None:
        tokens, box = kit.tokens, self._revert_box
        pen = kit.pen(TextRole.SMALL)
        if self._operation.undone:
            kit.text(painter, self._word, rect=box, pen=pen, colour=tokens.text_muted, align=RIGHT)
            return
        on = self._marked or (lit is not None and lit.rect == box)
        quiet = not (on or state.hovered or state.current or self._marked is not None)
        colour = tokens.accent if on else tokens.text_muted if quiet else tokens.text
        name = "arrow-clockwise" if self._operation.kind == "undo" else "arrow-counter-clockwise"
        if self._marked is not None:
            name = "check-square-fill" if self._marked else "square"
        size = kit.metrics.icon
        spot = QPointF(box.left() + kit.px(4), box.center().y() - size / 2)
        painter.drawPixmap(spot, pixmap(name, size, colour, state.ratio))
        text = QRectF(spot.x() + size + kit.px(6), box.top(), box.right() - spot.x() - size, box.height())
        kit.text(painter, self._word, rect=text, pen=pen, colour=colour)


class PlainRow:
    """A line that is only read: the heading of a day, or where a person last looked."""

    def __init__(self, kit: Kit, line: DayLine | SeenLine, *, width: int) -> None:
        self._line, self._width = line, width
        self._height = kit.px(DAY_ROW if isinstance(line, DayLine) else SEEN_ROW)
        self.targets: tuple[Target, ...] = ()
        if isinstance(line, SeenLine):
            self.targets = (Target(QRectF(0, 0, width, self._height), line.title, None, exact_text(line.at)),)

    @property
    def height(self) -> int:
        """In px."""
        return self._height

    @property
    def enter_action(self) -> object:
        """Nothing."""
        return None

    @property
    def space_action(self) -> object:
        """Nothing."""
        return None

    def paint(self, painter: QPainter, kit: Kit, state: RowState) -> None:
        """Paint the heading, or the accent line."""
        tokens = kit.tokens
        area = QRectF(0, 0, self._width, self._height)
        left, right = float(kit.px(14)), float(self._width - kit.px(14))
        inner = QRectF(left, 0, right - left, self._height - 1)
        if isinstance(self._line, DayLine):
            painter.fillRect(area, qcolor(tokens.panel))
            painter.fillRect(QRectF(0, self._height - 1, self._width, 1), qcolor(tokens.line))
            pen = kit.pen(TextRole.SECTION)
            kit.text(painter, self._line.title, rect=inner, pen=pen, colour=tokens.text_secondary)
            return
        painter.fillRect(area, qcolor(tokens.base))
        painter.fillRect(QRectF(0, self._height - 1, self._width, 1), qcolor(tokens.grid))
        size = kit.metrics.icon
        image = pixmap("eye", size, tokens.accent, state.ratio)
        painter.drawPixmap(QPointF(left, (self._height - size) / 2), image)
        inner.setLeft(left + size + kit.px(7))
        strong, small = kit.pen(TextRole.SECTION), kit.pen(TextRole.CAPTION)
        used = kit.text(painter, self._line.title, rect=inner, pen=strong, colour=tokens.accent)
        above = kit.text(
            painter, self._line.above, rect=inner, pen=small, colour=tokens.text_muted, align=RIGHT
        )
        start, end = inner.left() + used + kit.px(8), right - above - kit.px(8)
        if end > start:
            painter.fillRect(QRectF(start, self._height / 2 - 0.8, end - start, 1.6), qcolor(tokens.accent))


def _pieces(kit: Kit, operation: Operation, *, left: float, right: float) -> tuple[_Piece, ...]:
    """The label in its parts, as far as there is room for them."""
    label = single_line(operation.label)
    label = label[:1].upper() + label[1:]
    parts: list[tuple[str, int | None]] = []
    end = 0
    for found in MEMORY.finditer(label):
        parts.append((label[end : found.start()], None))
        parts.append((found.group(), int(found.group(1))))
        end = found.end()
    parts.append((label[end:], None))
    pieces = []
    for text, memory_id in parts:
        if not text:
            continue
        room = right - left
        if room < kit.px(16):
            break
        pen = kit.pen(TextRole.MONO if memory_id is not None else TextRole.BODY)
        advance = min(pen.measures.horizontalAdvance(text), room)
        pieces.append(_Piece(text, QRectF(left, 0, advance + 0.5, kit.px(ROW) - 1), memory_id))
        left += advance
    return tuple(pieces)
