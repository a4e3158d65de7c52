"""One act in the list: when, who, what; what came of it and what can be done; unfolded, what belongs to it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from engramma.model.watching import Did
from engramma.ui.delegates.kit import RIGHT, Kit, rounded
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.models.dates import day_text, exact_text, time_text
from engramma.ui.theme import TextRole, pixmap, qcolor
from engramma.ui.views.live.act_card import ActCard
from engramma.ui.views.live.act_words import about, outcome, verb_of, when
from engramma.ui.views.live.hit_card import HitCard
from engramma.ui.views.live.live_actions import Decide, OpenReview, ShowMemory, TakeBack, Unfold
from engramma.ui.views.live.painted_button import HEIGHT, Face, face_width, paint_face
from engramma.ui.views.live.reading import ActLine
from engramma.ui.views.rows import RowState, Target

ROW = 34
TIME, AGENT, VERB, WHAT = 34, 100, 192, 296
ACCEPT, REJECT, REVIEW = Face("Accept", key="A"), Face("Reject", key="R"), Face("Review…")
UNDO = Face("Undo", icon="arrow-u-up-left", framed=False)
MARGIN = 14


class ActRow:
    """A laid out act; see `LaidRow`."""

    def __init__(
        self,
        kit: Kit,
        line: ActLine,
        *,
        width: int,
        now: int,
        opened: bool,
        place: int,
        verdict: bool | None,
    ) -> None:
        self._line, self._act, self._width = line, line.act, width
        self._when = when(line.act.operation.at, now)
        self._opened = opened
        self._buttons = self._lay_out_buttons(kit)
        self._labels = self._lay_out_labels(kit)
        self._card: HitCard | ActCard | None = None
        height = float(kit.px(ROW))
        if opened:
            area = QRectF(kit.px(TIME), height, width - kit.px(TIME + MARGIN), 0)
            if line.act.recall is not None:
                self._card = HitCard(kit, line, area=area, place=place, verdict=verdict)
            else:
                self._card = ActCard(kit, line, area=area)
            height = self._card.area.bottom() + kit.px(10)
        self._height = round(height)
        self._targets = self._find_targets(kit)

    @property
    def height(self) -> int:
        """In px."""
        return self._height

    @property
    def targets(self) -> tuple[Target, ...]:
        """Fold, memories, buttons, what is in the card."""
        return self._targets

    @property
    def enter_action(self) -> object:
        """Show what belongs to it."""
        return Unfold(self._act.id)

    @property
    def space_action(self) -> object:
        """Show what belongs to it."""
        return Unfold(self._act.id)

    def _lay_out_buttons(self, kit: Kit) -> tuple[tuple[Face, QRectF, object], ...]:
        act = self._act
        faces: tuple[tuple[Face, object], ...] = ()
        if act.proposal is not None and act.proposal.waits:
            agree = (ACCEPT, Decide(act.proposal.id, accept=True))
            faces = (
                (REJECT, Decide(act.proposal.id, accept=False)),
                agree if act.proposal.undoable else (REVIEW, OpenReview()),
            )
        elif act.did is Did.WRITE and not act.operation.undone:
            faces = ((UNDO, TakeBack(act.id)),)
        found = []
        right, top = float(self._width - kit.px(MARGIN)), (kit.px(ROW) - kit.px(HEIGHT)) / 2
        for face, action in faces:
            width = face_width(kit, face)
            found.append((face, QRectF(right - width, top, width, kit.px(HEIGHT)), action))
            right -= width + kit.px(8)
        return tuple(reversed(found))

    def _right(self, kit: Kit) -> float:
        edge = float(self._width - kit.px(MARGIN))
        return edge if not self._buttons else self._buttons[0][1].left() - kit.px(10)

    def _lay_out_labels(self, kit: Kit) -> tuple[tuple[str, QRectF, int], ...]:
        """The memories that a write is about, the first two, each a link."""
        act = self._act
        if act.did is not Did.WRITE or not act.touched:
            return ()
        pen, right = kit.pen(TextRole.MONO), self._right(kit)
        found = []
        for memory in reversed(act.touched[: 2 if len(act.touched) == 2 else 1]):
            width = pen.measures.horizontalAdvance(memory.label) + 1
            found.append((memory.label, QRectF(right - width, 0, width, kit.px(ROW) - 1), memory.id))
            right -= width + kit.px(8)
        return tuple(reversed(found))

    def _find_targets(self, kit: Kit) -> tuple[Target, ...]:
        act, height = self._act, kit.px(ROW)
        fold = "Hide what belongs to it" if self._opened else "Show what belongs to it"
        at = act.operation.at
        tip = f"{day_text(at)}, {time_text(at)}\n{exact_text(at)}\n{act.operation.label}"
        targets = [
            Target(QRectF(0, 0, kit.px(TIME), height), fold, Unfold(act.id), f"{fold}  Space"),
            *(Target(box, f"Show {label}", ShowMemory(one)) for label, box, one in self._labels),
            *(Target(box, face.word, action) for face, box, action in self._buttons),
        ]
        if self._card is not None:
            targets += self._card.targets
        what = QRectF(kit.px(TIME), 0, self._width - kit.px(TIME), height)
        targets.append(Target(what, about(act), None, tip))
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
        self._paint_end(painter, kit, state, lit=lit)
        if self._card is not None:
            self._card.paint(painter, kit, state, lit=lit)

    def _paint_head(self, painter: QPainter, kit: Kit, state: RowState) -> None:
        tokens, act = kit.tokens, self._act
        height = kit.px(ROW) - 1
        faint = tokens.text_secondary if state.selected else tokens.text_muted
        size = kit.px(11)
        chevron = pixmap("caret-down" if self._opened else "caret-right", size, faint, state.ratio)
        painter.drawPixmap(QPointF(kit.px(14), (height - size) / 2), chevron)
        body = kit.pen(TextRole.BODY, tabular=True)
        time = QRectF(kit.px(TIME), 0, kit.px(AGENT - TIME - 4), height)
        kit.text(painter, self._when, rect=time, pen=body, colour=faint)
        who = QRectF(kit.px(AGENT), 0, kit.px(VERB - AGENT - 8), height)
        name = single_line(act.agent) or "An agent"
        kit.text(painter, name, rect=who, pen=kit.pen(TextRole.SECTION), colour=tokens.text)
        verb = verb_of(act)
        colour = getattr(tokens, verb.colour)
        if verb.colour == "text_secondary" or act.operation.undone:
            colour = tokens.text_muted if act.operation.undone else tokens.text_secondary
        icon = kit.metrics.icon
        image = pixmap(verb.icon, icon, colour, state.ratio)
        painter.drawPixmap(QPointF(kit.px(VERB), (height - icon) / 2), image)
        word = QRectF(kit.px(VERB) + icon + kit.px(6), 0, kit.px(WHAT - VERB - 8) - icon - kit.px(6), height)
        kit.text(painter, verb.word, rect=word, pen=kit.pen(TextRole.BODY), colour=colour)

    def _paint_end(self, painter: QPainter, kit: Kit, state: RowState, *, lit: Target | None) -> None:
        tokens, height = kit.tokens, kit.px(ROW) - 1
        right = self._right(kit)
        for label, box, _memory_id in self._labels:
            on = lit is not None and lit.rect == box
            mono = kit.pen(TextRole.MONO)
            kit.text(
                painter, label, rect=box, pen=mono, colour=tokens.accent if on else tokens.text_secondary
            )
            right = min(right, box.left() - kit.px(10))
        words = outcome(self._line)
        if words == "nothing found":
            right = self._paint_nothing(painter, kit, right, ratio=state.ratio)
        elif words:
            small = kit.pen(TextRole.SMALL, tabular=True)
            box = QRectF(right - kit.px(170), 0, kit.px(170), height)
            faint = tokens.text_secondary if state.selected else tokens.text_muted
            right -= kit.text(painter, words, rect=box, pen=small, colour=faint, align=RIGHT)
        for face, button, _action in self._buttons:
            paint_face(
                painter, kit, button, face=face, lit=lit is not None and lit.rect == button, ratio=state.ratio
            )
        what = QRectF(kit.px(WHAT), 0, max(0.0, right - kit.px(14) - kit.px(WHAT)), height)
        undone = self._act.operation.undone
        pen = kit.pen(TextRole.BODY, struck=undone)
        kit.text(
            painter, about(self._act), rect=what, pen=pen, colour=tokens.text_muted if undone else tokens.text
        )

    def _paint_nothing(self, painter: QPainter, kit: Kit, right: float, *, ratio: float) -> float:
        """A badge for a question that found nothing; returns where it begins."""
        pen = kit.pen(TextRole.BADGE)
        size = kit.metrics.icon_small
        width = pen.measures.horizontalAdvance("nothing found") + size + kit.px(20)
        box = QRectF(right - width, (kit.px(ROW) - kit.metrics.badge) / 2, width, kit.metrics.badge)
        text, tint = kit.tokens.badge("neutral")
        rounded(painter, box, radius=kit.metrics.radius_badge, colour=qcolor(tint))
        at = QPointF(box.left() + kit.px(7), box.center().y() - size / 2)
        painter.drawPixmap(at, pixmap("magnifying-glass", size, text, ratio))
        words = box.adjusted(size + kit.px(12), 0, 0, 0)
        kit.text(painter, "nothing found", rect=words, pen=pen, colour=text)
        return box.left()
