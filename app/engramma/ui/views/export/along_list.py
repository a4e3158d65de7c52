"""What hangs on the memories of an export: how much of it there is, and a box for each part that may go along."""

from __future__ import annotations

import functools

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from engramma.engine.exporting.foreseeing import Outlook
from engramma.engine.transfer import BUNDLE
from engramma.exchange.writing.aspects import Aspect
from engramma.exchange.writing.formats import outgoing_format
from engramma.model.export_parts import WHOLE, ExportPart, LeftOut
from engramma.model.records import dataclass
from engramma.ui.theme import TextRole, theme
from engramma.ui.widgets import ElidedLabel, IconLabel

WORDS = {
    ExportPart.QUOTES: "Quotes they come from",
    ExportPart.SESSIONS: "Their sessions",
    ExportPart.EVENTS: "Turns of sessions",
    ExportPart.VERSIONS: "Earlier wordings",
    ExportPart.RECALLS: "Recalls",
    ExportPart.TIES: "Associations among them",
    ExportPart.SUPERSEDED: "Superseded memories",
    ExportPart.TRASHED: "Memories in the Trash",
}


@dataclass(frozen=True, slots=True)
class _Line:
    """The widgets of one part: a box where the format carries it, else a sign that it does not, and words."""

    box: QCheckBox
    sign: IconLabel
    label: ElidedLabel
    number: ElidedLabel


class AlongList(QWidget):
    """`changed`: another part goes along, or stays behind."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        metrics = theme().metrics
        self._left_out: LeftOut = WHOLE
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(metrics.space_8)
        grid.setVerticalSpacing(metrics.space_4)
        grid.setColumnStretch(1, 1)
        self._lines: dict[ExportPart, _Line] = {}
        for place, (part, words) in enumerate(WORDS.items()):
            line = _Line(
                QCheckBox(words),
                IconLabel("prohibit", size=metrics.icon, role="warning"),
                ElidedLabel(words, TextRole.SMALL, tone="secondary"),
                ElidedLabel("", TextRole.SMALL, tone="secondary", tabular=True, right=True),
            )
            line.box.setAccessibleName(words)
            line.box.setChecked(True)
            line.box.toggled.connect(functools.partial(self._on_toggled, part))
            line.number.setMinimumWidth(metrics.px(44))
            grid.addWidget(line.box, place, 0, 1, 2)
            grid.addWidget(line.sign, place, 0)
            grid.addWidget(line.label, place, 1)
            grid.addWidget(line.number, place, 2)
            self._lines[part] = line

    @property
    def left_out(self) -> LeftOut:
        """The parts that a person left out."""
        return self._left_out

    def box(self, part: ExportPart) -> QCheckBox:
        """The box of a part."""
        return self._lines[part].box

    def take_all(self) -> None:
        """Everything goes along again; says nothing."""
        self._left_out = WHOLE
        self._show_boxes()

    def tell(self, outlook: Outlook | None, format: str) -> None:
        """Show how much there is of each part, and which ones the format carries. None: nothing is known yet."""
        carried = None if format == BUNDLE else outgoing_format(format).carries
        for part, line in self._lines.items():
            aspect = Aspect(part.value)
            count = 0 if outlook is None else outlook.contents.get(aspect, 0)
            can = carried is None or aspect in carried
            line.box.setVisible(count > 0 and can)
            line.sign.setVisible(count > 0 and not can)
            line.label.setVisible(count > 0 and not can)
            line.number.setVisible(count > 0)
            line.number.set_text(f"{count:,}")
            line.label.setAccessibleDescription(f"{count:,}, not carried")
            line.box.setAccessibleDescription(f"{count:,}")

    def _on_toggled(self, part: ExportPart, on: bool) -> None:
        self._left_out = self._left_out - {part} if on else self._left_out | {part}
        self._show_boxes()
        self.changed.emit()

    def _show_boxes(self) -> None:
        """Turns cannot go along without their sessions."""
        alone = ExportPart.SESSIONS in self._left_out
        for part, line in self._lines.items():
            follows = part is ExportPart.EVENTS and alone
            line.box.blockSignals(True)
            line.box.setChecked(part not in self._left_out and not follows)
            line.box.blockSignals(False)
            line.box.setEnabled(not follows)
