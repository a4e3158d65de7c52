"""What the survivor will be: its text to write in, tags and links to keep or not, every value with its source."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engramma.model.association import LinkKey
from engramma.model.merging import CarriedLink, CarriedTag, MergeResult
from engramma.model.records import dataclass
from engramma.ui.delegates.plain_text import single_line, tooltip
from engramma.ui.inspector.text_field import TextField
from engramma.ui.theme import TextRole, set_edge, set_surface, set_text_role, theme
from engramma.ui.views.merge.chosen_merge import ChosenMerge
from engramma.ui.views.merge.result_words import fact_lines, link_words, sources_words
from engramma.ui.widgets import ElidedLabel, SectionHeader
from engramma.ui.widgets.content_area import ContentArea

LINES, MOST_LINKS = 5, 60


@dataclass(frozen=True, slots=True)
class Carry:
    """A tag or link that is to go with the merge, or not."""

    kept: bool
    tag: str = ""
    link: LinkKey | None = None


@dataclass(frozen=True, slots=True)
class CarryLine:
    """A row of tags or links: its name, its words, whose it is."""

    name: str
    words: str
    sources: tuple[int, ...]
    carry: Carry

    def is_like(self, other: CarryLine) -> bool:
        """Whether a row of the one may show the other."""
        return (self.name, self.words, self.sources) == (other.name, other.words, other.sources)


class ResultPanel(QWidget):
    """`written` carries the text in a tuple of one, `carried` a Carry; the other two come from the field."""

    written = Signal(object)
    carried = Signal(object)
    save_pressed = Signal()
    cancel_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "left")
        self.setAccessibleName("Result")
        self._shown: object = None
        self._title = QLabel("Result")
        set_text_role(self._title, TextRole.TITLE)
        self._why = ElidedLabel("", TextRole.SMALL, tone="secondary")
        self.field = TextField()
        self.field.setAccessibleName("Text of the result")
        self.field.setFont(theme().font(TextRole.READING))
        self.field.setTabChangesFocus(True)
        self.field.setFixedHeight(LINES * metrics.line_px(TextRole.READING) + metrics.space_14)
        self.field.textChanged.connect(self._on_text)
        self.field.save_pressed.connect(self.save_pressed)
        self.field.cancel_pressed.connect(self.cancel_pressed)
        self._origin = ElidedLabel("", TextRole.CAPTION, tone="muted")
        self._heads = {name: SectionHeader(name, foldable=False) for name in ("Tags", "Links", "Facts")}
        self._boxes = {name: QVBoxLayout() for name in ("Tags", "Links")}
        self._rows: dict[str, dict[CarryLine, CarryRow]] = {"Tags": {}, "Links": {}}
        self._facts = QGridLayout()
        self._facts.setHorizontalSpacing(metrics.space_8)
        self._facts.setVerticalSpacing(metrics.space_6)
        self._facts.setColumnMinimumWidth(0, metrics.px(78))
        self._facts.setColumnStretch(2, 1)
        self._ends = QLabel()
        self._ends.setWordWrap(True)
        set_text_role(self._ends, TextRole.SMALL, tone="secondary")
        self._area = ContentArea("Result")
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        content = QWidget()
        set_surface(content, "panel")
        column = QVBoxLayout(content)
        padding = metrics.pane_padding
        column.setContentsMargins(padding, metrics.space_12, padding, metrics.space_14)
        column.setSpacing(metrics.space_8)
        for widget in (self._title, self._why, self.field, self._origin):
            column.addWidget(widget)
        for name, box in self._boxes.items():
            box.setSpacing(metrics.space_4)
            column.addWidget(self._heads[name])
            column.addLayout(box)
        column.addWidget(self._heads["Facts"])
        column.addLayout(self._facts)
        column.addSpacing(metrics.space_6)
        column.addWidget(self._ends)
        column.addStretch(1)
        self._area.setWidget(content)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, 0, 0, 0)
        outer.addWidget(self._area)

    def show_choice(self, chosen: ChosenMerge, now: int) -> None:
        """Show what it comes to."""
        result = chosen.result()
        survivor = chosen.survivor_id
        self._title.setText("Result" if survivor is None else f"Result: M-{survivor}")
        self._why.set_text(f"It stays: {chosen.why_survivor}" if survivor is not None else "")
        if self.field.toPlainText() != chosen.text:
            self.field.blockSignals(True)
            self.field.setPlainText(chosen.text)
            self.field.blockSignals(False)
        self._origin.set_text(_origin(chosen))
        look = (result and (result.tags, result.links, fact_lines(result, now)), chosen.losers)
        if look == self._shown:
            return
        self._shown = look
        self._fill_tags(() if result is None else result.tags)
        self._fill_links(() if result is None else result.links)
        self._fill_facts(result, now)
        names = ", ".join(memory.label for memory in chosen.losers)
        self._ends.setText(
            f"{names} {'is' if len(chosen.losers) == 1 else 'are'} superseded: kept, struck through, never "
            "recalled, and split off again whenever you want."
            if names
            else ""
        )
        self._area.fit()

    def _fill_tags(self, tags: tuple[CarriedTag, ...]) -> None:
        self._heads["Tags"].set_detail(_count(sum(tag.kept for tag in tags), len(tags)))
        self._heads["Tags"].setVisible(bool(tags))
        lines = [
            CarryLine(
                f"Tag {single_line(tag.name)}",
                single_line(tag.name),
                tag.sources,
                Carry(tag.kept, tag=tag.name),
            )
            for tag in tags
        ]
        self._fill("Tags", lines)

    def _fill_links(self, links: tuple[CarriedLink, ...]) -> None:
        self._heads["Links"].set_detail(_count(sum(link.kept for link in links), len(links)))
        self._heads["Links"].setVisible(bool(links))
        lines = []
        for link in links[:MOST_LINKS]:
            kind, text = link_words(link)
            name = f"Link {kind} M-{link.key.other_id}"
            words = f"{kind}  {single_line(text)}"
            lines.append(CarryLine(name, words, link.sources, Carry(link.kept, link=link.key)))
        self._fill("Links", lines)

    def _fill(self, name: str, lines: list[CarryLine]) -> None:
        """Rows that are there already stay, and so do the keys that are on one."""
        box, before = self._boxes[name], self._rows[name]
        rows: dict[CarryLine, CarryRow] = {}
        for line in lines:
            same = next((known for known in before if known.is_like(line)), None)
            row = before.pop(same) if same is not None else CarryRow(line)
            if same is None:
                row.carried.connect(self.carried)
            row.set_kept(line.carry.kept)
            rows[line] = row
        for row in before.values():
            box.removeWidget(row)
            row.hide()
            row.deleteLater()
        for place, row in enumerate(rows.values()):
            if box.indexOf(row) != place:
                box.insertWidget(place, row)
        self._rows[name] = rows
        carried = (*self._rows["Tags"].values(), *self._rows["Links"].values())
        for one, next_one in pairwise((self.field, *(row.box for row in carried))):
            QWidget.setTabOrder(one, next_one)

    def _fill_facts(self, result: MergeResult | None, now: int) -> None:
        while (item := self._facts.takeAt(0)) is not None:
            _discard(item.widget())
        self._heads["Facts"].setVisible(result is not None)
        for row, fact in enumerate(() if result is None else fact_lines(result, now)):
            self._facts.addWidget(ElidedLabel(fact.name, TextRole.SMALL, tone="secondary"), row, 0)
            value = ElidedLabel(fact.value, TextRole.SMALL, tabular=True)
            value.setMinimumWidth(value.sizeHint().width())
            self._facts.addWidget(value, row, 1)
            self._facts.addWidget(
                ElidedLabel(fact.source, TextRole.CAPTION, tone="muted", right=True), row, 2
            )

    def _on_text(self) -> None:
        self.written.emit((self.field.toPlainText(),))


class CarryRow(QWidget):
    """A tick, what it is about, and whose it is. `carried` carries a Carry."""

    carried = Signal(object)

    def __init__(self, line: CarryLine) -> None:
        super().__init__()
        metrics = theme().metrics
        self._carry = line.carry
        source = sources_words(line.sources)
        self.box = QCheckBox()
        self.box.setAccessibleName(f"{line.name}, from {source}")
        self.box.setToolTip(tooltip(line.words))
        self.box.toggled.connect(self._on_toggled)
        label = ElidedLabel(line.words, TextRole.SMALL)
        whose = ElidedLabel(source, TextRole.CAPTION, tone="muted", right=True)
        whose.setMinimumWidth(min(whose.sizeHint().width(), metrics.px(110)))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(metrics.space_6)
        row.addWidget(self.box)
        row.addWidget(label, 1)
        row.addWidget(whose)

    def set_kept(self, kept: bool) -> None:
        """Tick it without saying so."""
        self.box.blockSignals(True)
        self.box.setChecked(kept)
        self.box.blockSignals(False)

    def _on_toggled(self, kept: bool) -> None:
        self.carried.emit(Carry(kept, self._carry.tag, self._carry.link))


def _origin(chosen: ChosenMerge) -> str:
    if chosen.written is not None:
        return "Written by you: a new version of the one that stays"
    source = chosen.survivor_id if chosen.text_from is None else chosen.text_from
    own = source == chosen.survivor_id
    return f"The text of M-{source}" + ("" if own else ", as a new version of the one that stays")


def _count(kept: int, total: int) -> str:
    return f"{total:,}" if kept == total else f"{kept:,} of {total:,}"


def _discard(widget: QWidget | None) -> None:
    if widget is not None:
        widget.hide()
        widget.deleteLater()
