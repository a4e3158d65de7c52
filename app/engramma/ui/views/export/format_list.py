"""The formats to choose from, each with what it cannot carry of what goes in."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QRadioButton, QVBoxLayout, QWidget

from engramma.engine.exporting.foreseeing import Foresight, Outlook, left_behind
from engramma.engine.transfer import BUNDLE
from engramma.exchange.writing.aspects import Aspect, Loss
from engramma.exchange.writing.formats import OUTGOING, outgoing_format
from engramma.model.export_parts import WHOLE, LeftOut
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.theme import TextRole, set_surface, set_text_role, theme
from engramma.ui.widgets import ElidedLabel, IconLabel

__all__ = ["BUNDLE", "SUFFIXES", "FormatList"]

BUNDLE_SUFFIX = ".engramma-bundle"
SUFFIXES = (BUNDLE_SUFFIX, *(known.suffix for known in OUTGOING if known.suffix))
_TITLES = {
    "mcp-memory": "MCP knowledge graph",
    "mem0": "mem0 memories",
    "portable-memory": "Portable Memory",
    "claude-memory": "Claude Code memory",
}
_SHORT = {
    Aspect.EVENTS: "turns",
    Aspect.STRENGTHS: "how they fade",
    Aspect.VERSIONS: "earlier wordings",
    Aspect.CREATED: "exact times",
    Aspect.UPDATED: "later changes",
    Aspect.QUALITIES: "notes on times",
    Aspect.LINE_BREAKS: "line breaks",
    Aspect.SUPERSEDED: "superseded memories",
    Aspect.TRASHED: "the Trash",
    Aspect.TIES: "associations",
    Aspect.VERDICTS: "verdicts of the gate",
    Aspect.ABOUT: "what they are about",
    Aspect.MORE_ABOUT: "all they are about",
    Aspect.POLICY: "the policy",
    Aspect.SAVED: "saved searches",
    Aspect.CHECKS: "recall checks",
}
_NAMED = 3


class FormatList(QWidget):
    """`changed` carries the name of the chosen format."""

    changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme().metrics.space_6, 0, theme().metrics.space_6, 0)
        column.setSpacing(0)
        self._group = QButtonGroup(self)
        self._rows: dict[str, FormatRow] = {}
        formats = [(BUNDLE, "Engramma bundle", BUNDLE_SUFFIX, "")]
        formats += [
            (known.name, _TITLES.get(known.name, known.title), known.suffix or "folder", known.note)
            for known in OUTGOING
        ]
        for name, title, suffix, note in formats:
            row = FormatRow(title, suffix, note)
            self._rows[name] = row
            self._group.addButton(row.button)
            column.addWidget(row)
        self._rows[BUNDLE].button.setChecked(True)
        self._rows[BUNDLE].mark(chosen=True)
        self._group.buttonToggled.connect(self._on_toggled)

    @property
    def value(self) -> str:
        """The name of the chosen format."""
        return next((name for name, row in self._rows.items() if row.button.isChecked()), BUNDLE)

    @property
    def row(self) -> QWidget:
        """The row of the chosen format."""
        return self._rows[self.value]

    @property
    def is_folder(self) -> bool:
        """Whether the chosen format is a folder of files."""
        return self.value != BUNDLE and outgoing_format(self.value).is_folder

    @property
    def suffix(self) -> str:
        """The ending of its name, "" for a bare folder."""
        return BUNDLE_SUFFIX if self.value == BUNDLE else outgoing_format(self.value).suffix

    def choose(self, name: str) -> None:
        """Choose one by name; an unknown name changes nothing."""
        if name in self._rows:
            self._rows[name].button.setChecked(True)

    def button(self, name: str) -> QRadioButton:
        """The button of a format."""
        return self._rows[name].button

    def show_outlook(self, outlook: Outlook | None, left_out: LeftOut = WHOLE) -> None:
        """What each format would lose, and what of that because a person leaves it out."""
        chosen = left_behind(left_out)
        for name, row in self._rows.items():
            own = chosen if name == BUNDLE else chosen & outgoing_format(name).carries
            row.tell(None if outlook is None else outlook.of(name), own)

    def _on_toggled(self, _button: object, checked: bool) -> None:
        for row in self._rows.values():
            row.mark(chosen=row.button.isChecked())
        if checked:
            self.changed.emit(self.value)


class FormatRow(QWidget):
    """One format. A click anywhere on it chooses it; the chosen one tells all of its losses."""

    def __init__(self, title: str, suffix: str, note: str) -> None:
        super().__init__()
        metrics = theme().metrics
        self._note = note
        self.button = QRadioButton(title)
        self.button.setAccessibleName(title)
        ending = ElidedLabel(suffix, TextRole.CAPTION, tone="muted", right=True)
        self._short = QLabel()
        self._short.setWordWrap(True)
        set_text_role(self._short, TextRole.SMALL, tone="secondary")
        self._long = QLabel()
        self._long.setWordWrap(True)
        set_text_role(self._long, TextRole.SMALL, tone="secondary")
        self._good = IconLabel("check-circle", size=metrics.icon_small, role="ok")
        self._bad = IconLabel("prohibit", size=metrics.icon_small, role="warning")
        head = QHBoxLayout()
        head.addWidget(self.button)
        head.addStretch(1)
        head.addWidget(ending)
        below = QHBoxLayout()
        below.setContentsMargins(metrics.px(24), 0, 0, 0)
        below.setSpacing(metrics.space_6)
        top = Qt.AlignmentFlag.AlignTop
        below.addWidget(self._good, 0, top)
        below.addWidget(self._bad, 0, top)
        below.addWidget(self._short, 1)
        below.addWidget(self._long, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(metrics.space_8, metrics.space_6, metrics.space_8, metrics.space_6)
        column.setSpacing(metrics.space_4)
        column.addLayout(head)
        column.addLayout(below)
        self._chosen = False
        self.tell(None)

    def mark(self, *, chosen: bool) -> None:
        """It is the chosen one, or not."""
        self._chosen = chosen
        set_surface(self, "tint" if chosen else "clear")
        self._arrange()

    def tell(self, foresight: Foresight | None, chosen: frozenset[Aspect] = frozenset()) -> None:
        """What it would lose, `chosen` by a person's choice; None while that is not known."""
        known, losses = foresight is not None, () if foresight is None else foresight.losses
        self._good.setVisible(known and not losses)
        self._bad.setVisible(bool(losses))
        words = ""
        if known:
            words = (
                f"Not in it: {', '.join(loss.words for loss in losses)}." if losses else "Carries everything."
            )
        long = f"{words} {self._note}".strip()
        self._long.setText(long)
        self._short.setText(_short(losses, chosen) if losses else words)
        self.setToolTip(tooltip(long))
        self.button.setAccessibleDescription(long)
        self._arrange()

    def _arrange(self) -> None:
        self._long.setVisible(self._chosen)
        self._short.setVisible(not self._chosen)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click anywhere chooses it."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.button.setChecked(True)
            self.button.setFocus()
        super().mouseReleaseEvent(event)


def _short(losses: tuple[Loss, ...], chosen: frozenset[Aspect]) -> str:
    """ "Cannot carry tiers, pins, tags and 9 more": first what most other formats do carry, last what was chosen."""
    own = tuple(loss for loss in losses if loss.aspect not in chosen)
    verb, losses = ("Cannot carry", own) if own else ("Leaves out", losses)
    rare = sorted(losses, key=lambda loss: sum(loss.aspect not in known.carries for known in OUTGOING))
    named = [_SHORT.get(loss.aspect, loss.aspect.value) for loss in rare[:_NAMED]]
    rest = f" and {len(losses) - _NAMED} more" if len(losses) > _NAMED else ""
    return f"{verb} {', '.join(named)}{rest}"
