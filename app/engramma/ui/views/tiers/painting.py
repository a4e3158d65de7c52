"""Paints the flow: boxes with their counts, ribbons, labels. Says where each part stands, for clicks and tips."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPen

from engramma.model.flow import LOSSES, Stream, TierStock
from engramma.ui.delegates.kit import CENTRE, LEFT, RIGHT, Kit
from engramma.ui.theme import TextRole, pixmap, qcolor
from engramma.ui.theme.contrast import mix
from engramma.ui.theme.glyphs import paint_tier_glyph
from engramma.ui.theme.tokens import Tokens
from engramma.ui.views.tiers.aims import LONG, SHORT, TITLES, how_rows
from engramma.ui.views.tiers.reading import FlowRead
from engramma.ui.views.tiers.shapes import Ribbon, Shapes

AWAY = {
    "expired": ("Expired", "hourglass-medium"),
    "dormant": ("Dormant", "moon"),
    "superseded": ("Superseded", "arrow-bend-up-left"),
    "trashed": ("Trash", "trash"),
    "purged": ("Purges", "eraser"),
}
MOST_HOWS = 4
# Wide bands are paler than the bars of the same colour.
CALM = 0.6
Place = Callable[[str, QRectF], None]


def stream_colour(tokens: Tokens, stream: Stream) -> str:
    """The colour of a stream, the same in ribbons, bars and legends; words and order tell it, too."""
    match stream:
        case Stream.KEPT:
            return mix(tokens.short_term, tokens.base, 0.85)
        case Stream.WRITTEN:
            return mix(tokens.short_term, tokens.base, 0.45)
        case Stream.PROMOTED:
            return mix(tokens.long_term, tokens.base, 0.80)
        case Stream.DORMANT:
            return mix(tokens.text_muted, tokens.base, 0.62)
        case Stream.SUPERSEDED:
            return mix(tokens.text_muted, tokens.base, 0.34)
        case Stream.TRASHED:
            return mix(tokens.danger, tokens.base, 0.70)
        case _:
            return tokens.text_muted


class FlowPainter:
    """Paints once, onto one painter. `place` is told where each part with a key stands."""

    def __init__(self, painter: QPainter, kit: Kit, read: FlowRead, shapes: Shapes, place: Place) -> None:
        self._painter, self._kit, self._read = painter, kit, read
        self._shapes, self._place = shapes, place
        self._ratio = painter.device().devicePixelRatio() if painter.device() is not None else 1.0

    def paint(self, *, target: str = "") -> None:
        """Everything; `target` is the box over which something is held."""
        self._source()
        for ribbon in self._shapes.ribbons.values():
            self._ribbon(ribbon)
        self._sensory(lit=False)
        for tier in (SHORT, LONG):
            self._tier(tier, lit=target == tier)
        for key in AWAY:
            self._away(key, lit=target == key)
        self._labels()

    # Boxes

    def _source(self) -> None:
        kit, moved = self._kit, self._read.flow.moved
        source = self._shapes.source
        if not source.width():
            return
        self._painter.fillRect(source, qcolor(mix(kit.tokens.sensory, kit.tokens.base, 0.22)))
        centre = self._shapes.boxes["sensory"].center().y()
        box = QRectF(source.left() + kit.px(8), centre - kit.px(30), source.width() - kit.px(10), kit.px(28))
        self._place("events", QRectF(source.left(), centre - kit.px(32), source.width(), kit.px(64)))
        self._text(f"{moved.events:,}", box, TextRole.FIGURE)
        sessions = f"{moved.sessions:,} session{'' if moved.sessions == 1 else 's'}"
        for line, words in enumerate(("events said or done", f"in {sessions}")):
            row = box.translated(0, kit.px(27 + 15 * line))
            row.setHeight(kit.px(15))
            self._text(words, row, TextRole.CAPTION, kit.tokens.text_secondary)

    def _frame(self, box: QRectF, *, lit: bool) -> None:
        kit, painter = self._kit, self._painter
        painter.setBrush(qcolor(kit.tokens.selection if lit else kit.tokens.raised))
        pen = QPen(qcolor(kit.tokens.accent if lit else kit.tokens.button_border), 2 if lit else 1)
        if lit:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawRoundedRect(
            box.adjusted(0.5, 0.5, -0.5, -0.5), kit.metrics.radius_card, kit.metrics.radius_card
        )

    def _head(self, key: str, count: int, *, lit: bool) -> QRectF:
        """Frame, glyph, title and figure of a tier; returns the inner width."""
        kit, tokens = self._kit, self._kit.tokens
        box = self._shapes.boxes[key]
        self._frame(box, lit=lit)
        self._place(key, box)
        inner = box.adjusted(kit.px(14), kit.px(12), -kit.px(14), -kit.px(10))
        glyph = QRectF(inner.left(), inner.top() + kit.px(2), kit.px(14), kit.px(14))
        paint_tier_glyph(self._painter, key, rect=glyph, colour=qcolor(tokens.tier(key)))
        title = QRectF(
            glyph.right() + kit.px(7), inner.top(), inner.right() - glyph.right() - kit.px(7), kit.px(18)
        )
        self._text(TITLES[key], title, TextRole.STRONG, tokens.tier(key))
        figure = QRectF(inner.left(), inner.top() + kit.px(22), inner.width(), kit.px(30))
        self._text(f"{count:,}", figure, TextRole.FIGURE)
        return inner

    def _sensory(self, *, lit: bool) -> None:
        read, stock = self._read, self._read.flow.stock
        inner = self._head("sensory", stock.events, lit=lit)
        self._bar(
            inner, ((stock.events - stock.unjudged, 1.0), (stock.unjudged, 0.4)), self._kit.tokens.sensory
        )
        self._lines(
            inner,
            (
                ("unjudged", f"{stock.unjudged:,} wait for the gate"),
                ("", f"due after {read.retention:g} days"),
            ),
        )
        self._foot(inner, "expires, never fades")

    def _tier(self, tier: str, *, lit: bool) -> None:
        read = self._read
        holds: TierStock = read.flow.stock.tier(tier)
        inner = self._head(tier, holds.total, lit=lit)
        parts = ((holds.strong, 1.0), (holds.fading, 0.5), (holds.dormant, 0.0))
        self._bar(inner, parts, self._kit.tokens.tier(tier))
        asleep = f"{holds.dormant:,} dormant"
        lines = [(f"{tier}.fading", f"{holds.fading:,} fade in 7 days"), (f"{tier}.dormant", asleep)]
        self._lines(inner, tuple(lines))
        half_life = read.short_half_life if tier == SHORT else read.long_half_life
        self._foot(inner, f"halves every {half_life:g} days")
        if tier == LONG:
            pen = self._kit.pen(TextRole.SMALL, tabular=True)
            words = f"{holds.pinned:,} pinned"
            start = inner.left() + pen.measures.horizontalAdvance(f"{asleep}  ")
            width, top = pen.measures.horizontalAdvance(words) + 1, self._line_rect(inner, 1).top()
            if start + width > inner.right():
                # A narrow box has no room beside the dormant ones: beside the figure there always is some.
                start, top = inner.right() - width, inner.top() + self._kit.px(32)
            row = QRectF(start, top, width, self._kit.px(17))
            self._text(words, row, TextRole.SMALL, self._kit.tokens.text_secondary)
            self._place(f"{LONG}.pinned", row)

    def _bar(self, inner: QRectF, parts: tuple[tuple[int, float], ...], colour: str) -> None:
        """The shares of a tier: strong, fading soon, dormant (hatched)."""
        kit, painter = self._kit, self._painter
        box = QRectF(inner.left(), inner.top() + kit.px(56), inner.width(), kit.px(7))
        total = sum(count for count, _share in parts)
        painter.fillRect(box, qcolor(kit.tokens.fill))
        left = box.left()
        for count, share in parts:
            if not count:
                continue
            width = max(2.0, box.width() * count / total)
            rect = QRectF(left, box.top(), min(width, box.right() - left), box.height())
            if share:
                painter.fillRect(rect, qcolor(mix(colour, kit.tokens.raised, share)))
            else:
                grey = qcolor(kit.tokens.text_muted)
                painter.fillRect(rect, QBrush(grey, Qt.BrushStyle.BDiagPattern))
            left += width + 1

    def _line_rect(self, inner: QRectF, line: int) -> QRectF:
        kit = self._kit
        return QRectF(inner.left(), inner.top() + kit.px(70 + 17 * line), inner.width(), kit.px(17))

    def _lines(self, inner: QRectF, lines: tuple[tuple[str, str], ...]) -> None:
        for number, (key, words) in enumerate(lines):
            row = self._line_rect(inner, number)
            width = self._text(words, row, TextRole.SMALL, self._kit.tokens.text_secondary)
            if key:
                self._place(key, QRectF(row.left(), row.top(), width, row.height()))

    def _foot(self, inner: QRectF, words: str) -> None:
        kit = self._kit
        row = QRectF(inner.left(), inner.bottom() - kit.px(16), inner.width(), kit.px(16))
        self._text(words, row, TextRole.CAPTION, kit.tokens.text_muted)

    def _away(self, key: str, *, lit: bool) -> None:
        kit, tokens, stock, moved = self._kit, self._kit.tokens, self._read.flow.stock, self._read.flow.moved
        box = self._shapes.boxes[key]
        self._frame(box, lit=lit)
        self._place(key, box)
        title, icon_name = AWAY[key]
        inner = box.adjusted(kit.px(10), kit.px(7), -kit.px(8), -kit.px(6))
        size = kit.px(14)
        self._painter.drawPixmap(
            QPointF(inner.left(), inner.top() + kit.px(1)),
            pixmap(icon_name, size, tokens.danger if key == "purged" else tokens.text_secondary, self._ratio),
        )
        row = QRectF(
            inner.left() + size + kit.px(6), inner.top(), inner.width() - size - kit.px(6), kit.px(16)
        )
        self._text(title, row, TextRole.SMALL_MEDIUM)
        counts = {
            "expired": (stock.expired, "quotes stay"),
            "dormant": (stock.dormant, self._woke(moved.count(Stream.REVIVED), inner.width())),
            "superseded": (stock.superseded, "kept, not recalled"),
            "trashed": (stock.trashed, "restorable"),
            "purged": (stock.purges, "erased"),
        }
        count, words = counts[key]
        self._text(
            f"{count:,}",
            QRectF(inner.left(), inner.top() + kit.px(16), inner.width(), kit.px(17)),
            TextRole.STRONG,
        )
        below = QRectF(inner.left(), inner.top() + kit.px(33), inner.width(), kit.px(14))
        width = self._text(words, below, TextRole.CAPTION, tokens.text_secondary)
        if key == "dormant":
            self._place("revived", QRectF(below.left(), below.top(), width, below.height()))

    def _woke(self, count: int, room: float) -> str:
        """How many dormant ones woke, in as many words as there is room for."""
        measures = self._kit.pen(TextRole.CAPTION, tabular=True).measures
        whole = f"may wake, {count:,} did"
        return whole if measures.horizontalAdvance(whole) <= room else f"{count:,} woke"

    # Ribbons

    def _ribbon(self, ribbon: Ribbon) -> None:
        tokens = self._kit.tokens
        name = ribbon.key.rpartition(".")[2]
        colour = (
            mix(tokens.sensory, tokens.base, 0.3)
            if name == "expired"
            else stream_colour(tokens, Stream(name))
        )
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(
            qcolor(mix(colour, tokens.base, CALM if name in ("kept", "promoted") else 1.0))
        )
        self._painter.drawPath(ribbon.path)
        self._place(ribbon.key, ribbon.path.boundingRect())

    def _labels(self) -> None:
        kit, tokens, flow = self._kit, self._kit.tokens, self._read.flow
        moved, ribbons, shapes = flow.moved, self._shapes.ribbons, self._shapes
        self._over("kept", shapes.gate, f"{moved.count(Stream.KEPT):,} kept", tokens.short_term)
        self._under(
            "kept",
            shapes.gate,
            (("", "attention gate", ""), ("dropped", f"{moved.dropped:,} dropped", "")),
        )
        self._over("promoted", shapes.rise, f"{moved.count(Stream.PROMOTED):,} promoted", tokens.long_term)
        rows = [("", how, f"{count:,}") for how, count in how_rows(moved, most=MOST_HOWS)]
        if moved.count(Stream.DEMOTED):
            rows.append(("demoted", "moved back", f"{moved.count(Stream.DEMOTED):,}"))
        self._under("promoted", shapes.rise, tuple(rows))
        if "written" in ribbons:
            at = ribbons["written"].at
            row = QRectF(at.x() + kit.px(8), kit.px(6), kit.px(240), kit.px(16))
            words = f"{moved.count(Stream.WRITTEN):,} more: written, imported, corrected"
            width = self._text(words, row, TextRole.CAPTION, tokens.text_secondary)
            self._place("written", QRectF(row.left(), row.top(), width, row.height()))
        for tier in (SHORT, LONG):
            for stream in LOSSES:
                key = f"{tier}.lost.{stream.value}"
                if key in ribbons:
                    self._number(ribbons[key], moved.count(stream, tier), stream)
        if "expired" in ribbons:
            at = ribbons["expired"].at
            row = QRectF(at.x() + kit.px(6), at.y() + kit.px(14), kit.px(70), kit.px(16))
            self._text(f"{moved.expired:,}", row, TextRole.SMALL, tokens.text_secondary)

    def _number(self, ribbon: Ribbon, count: int, stream: Stream) -> None:
        kit = self._kit
        left = ribbon.at.x() + (kit.px(4) if ribbon.right else -kit.px(52))
        row = QRectF(left, ribbon.at.y() + kit.px(3), kit.px(48), kit.px(14))
        colour = kit.tokens.danger if stream is Stream.TRASHED else kit.tokens.text_secondary
        self._text(f"{count:,}", row, TextRole.CAPTION, colour, align=LEFT if ribbon.right else RIGHT)

    def _over(self, key: str, gap: QRectF, words: str, colour: str) -> None:
        kit = self._kit
        ribbon = self._shapes.ribbons.get(key)
        top = ribbon.at.y() if ribbon is not None else gap.center().y()
        row = QRectF(gap.left(), top - kit.px(22), gap.width(), kit.px(18))
        self._text(words, row, TextRole.SMALL_MEDIUM, colour, align=CENTRE)
        self._place(key, row)

    def _under(self, key: str, gap: QRectF, rows: tuple[tuple[str, str, str], ...]) -> None:
        kit = self._kit
        ribbon = self._shapes.ribbons.get(key)
        top = gap.center().y() + (ribbon.thick / 2 if ribbon is not None else 0.0) + kit.px(6)
        for line, (part, words, number) in enumerate(rows):
            row = QRectF(
                gap.left() + kit.px(12), top + line * kit.px(15), gap.width() - kit.px(24), kit.px(15)
            )
            align = LEFT if number else CENTRE
            self._text(words, row, TextRole.CAPTION, kit.tokens.text_secondary, align=align)
            if number:
                self._text(number, row, TextRole.CAPTION, kit.tokens.text_secondary, align=RIGHT)
            if part:
                self._place(part, row)

    def _text(
        self, words: str, rect: QRectF, role: TextRole, colour: str = "", *, align: float = LEFT
    ) -> float:
        kit = self._kit
        pen = kit.pen(role, tabular=True)
        return kit.text(
            self._painter, words, rect=rect, pen=pen, colour=colour or kit.tokens.text, align=align
        )
