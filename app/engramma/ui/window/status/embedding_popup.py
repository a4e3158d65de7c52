"""What is behind "Meaning" in the status bar: the model, what has a vector, what waits, what failed, and the job."""

from __future__ import annotations

import functools
import importlib.util

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engramma.model.embedding import EmbeddingFailure, EmbeddingStatus
from engramma.ui.bridge.embedding_watch import OFF, Meaning
from engramma.ui.theme import TextRole, set_surface, set_text_role, set_variant, theme
from engramma.ui.widgets import ElidedLabel

WIDTH, FAILURES, LONGEST_NAME = 400, 132, 30
OWNERS = {"memory": ("memory", "memories"), "event": ("turn", "turns")}
LETTERS = {"memory": "M", "event": "E"}


class EmbeddingPopup(QWidget):
    """`item_wanted` carries (owner type, id) of a text that failed."""

    run_wanted = Signal()
    retry_wanted = Signal()
    cancel_wanted = Signal()
    settings_wanted = Signal()
    item_wanted = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        metrics = theme().metrics
        set_surface(self, "raised")
        self.setAccessibleName("Meaning")
        title = QLabel("Meaning")
        set_text_role(title, TextRole.SECTION, tone="secondary")
        self.sentence = QLabel("")
        self.sentence.setWordWrap(True)
        set_text_role(self.sentence, TextRole.SMALL)
        self._facts = QGridLayout()
        self._facts.setHorizontalSpacing(metrics.space_12)
        self._facts.setVerticalSpacing(metrics.space_4)
        self._facts.setColumnStretch(1, 1)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(metrics.px(4))
        self.bar.setRange(0, 1_000)
        self.bar.setAccessibleName("Texts with a vector")
        self._failed = QWidget()
        set_surface(self._failed, "raised")
        self._rows = QVBoxLayout(self._failed)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(metrics.space_2)
        self._area = QScrollArea()
        self._area.setWidget(self._failed)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setAccessibleName("Texts that failed")
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.run = self._button("", "primary")
        self.retry = self._button("Try the failed ones again", "plain")
        self.cancel = self._button("Cancel", "plain")
        self.settings = self._button("Change model…", "plain")
        buttons = QHBoxLayout()
        buttons.setSpacing(metrics.space_8)
        buttons.addWidget(self.settings)
        buttons.addStretch(1)
        for button in (self.retry, self.cancel):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(metrics.space_14, metrics.space_12, metrics.space_14, metrics.space_12)
        column.setSpacing(metrics.space_8)
        column.addWidget(title)
        column.addWidget(self.sentence)
        column.addLayout(self._facts)
        column.addWidget(self.bar)
        column.addWidget(self._area)
        column.addWidget(self.run)
        column.addLayout(buttons)
        self.setFixedWidth(metrics.px(WIDTH))
        self.run.clicked.connect(self.run_wanted)
        self.retry.clicked.connect(self.retry_wanted)
        self.cancel.clicked.connect(self.cancel_wanted)
        self.settings.clicked.connect(self._on_settings)
        self._shown: Meaning | None = None

    def show_meaning(self, meaning: Meaning, *, running: bool) -> None:
        """Bring it up to date."""
        status = meaning.status
        self.sentence.setText(sentence_of(meaning))
        _clear(self._facts)
        for row, (name, value) in enumerate(facts_of(status)):
            label = QLabel(name)
            set_text_role(label, TextRole.SMALL, tone="secondary")
            self._facts.addWidget(label, row, 0)
            self._facts.addWidget(ElidedLabel(value, TextRole.SMALL, tabular=True), row, 1)
        self.bar.setVisible(status.kind != OFF)
        self.bar.setValue(round(meaning.share * 1_000))
        if self._shown is None or self._shown.failures != meaning.failures:
            self._show_failures(meaning.failures)
        self._area.setVisible(bool(meaning.failures))
        words = offer_of(status)
        self.run.setText(words)
        self.run.setAccessibleName(words)
        self.run.setVisible(bool(words) and not running)
        self.retry.setVisible(status.failed > 0 and not running and not status.changed and status.kind != OFF)
        self.cancel.setVisible(running)
        self.settings.setVisible(has_settings())
        self._shown = meaning
        self.adjustSize()

    def open_above(self, anchor: QWidget) -> None:
        """Show it, its right edge at the anchor's."""
        self.adjustSize()
        corner = anchor.mapToGlobal(QPoint(anchor.width() - self.width(), 0))
        self.move(max(0, corner.x()), max(0, corner.y() - self.height() - theme().metrics.space_4))
        self.show()

    def _show_failures(self, failures: tuple[EmbeddingFailure, ...]) -> None:
        _clear(self._rows)
        for failure in failures:
            self._rows.addWidget(self._failure(failure))
        self._rows.addStretch(1)
        metrics = theme().metrics
        self._area.setFixedHeight(min(metrics.px(FAILURES), metrics.px(24) * len(failures) + 2))

    def _failure(self, failure: EmbeddingFailure) -> QWidget:
        box = QWidget()
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme().metrics.space_8)
        label = f"{LETTERS.get(failure.owner_type, '')}-{failure.owner_id}"
        link = QPushButton(label)
        set_variant(link, "link", size="small")
        link.setAccessibleName(f"Show {label}, which has no vector")
        link.clicked.connect(functools.partial(self._on_item, failure.owner_type, failure.owner_id))
        row.addWidget(link)
        row.addWidget(ElidedLabel(failure.error, TextRole.SMALL, tone="secondary"), 1)
        tried = "tried once" if failure.attempts == 1 else f"tried {failure.attempts} times"
        row.addWidget(ElidedLabel(tried, TextRole.SMALL, tone="muted"))
        return box

    def _on_item(self, owner: str, owner_id: int, _checked: bool = False) -> None:
        self.close()
        self.item_wanted.emit((owner, owner_id))

    def _on_settings(self) -> None:
        self.close()
        self.settings_wanted.emit()

    def _button(self, words: str, variant: str) -> QPushButton:
        button = QPushButton(words)
        button.setAccessibleName(words)
        set_variant(button, "primary" if variant == "primary" else "plain", size="small")
        return button

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)


def sentence_of(meaning: Meaning) -> str:
    """How it stands, for a person."""
    status = meaning.status
    if meaning.problem:
        return meaning.problem
    if status.changed:
        return "The vectors come from another model. Until all is embedded anew, recall goes by words."
    if status.notice:
        return status.notice
    if meaning.moving and status.waiting:
        return "New texts get their vectors; until then they are found by their words."
    if status.waiting:
        return "Some texts have no vector yet; until then they are found by their words."
    if status.failed:
        return "Some texts got no vector; they are found by their words."
    if not status.embedded:
        return "There is nothing to embed yet."
    return "Everything can be found by what it means."


def facts_of(status: EmbeddingStatus) -> tuple[tuple[str, str], ...]:
    """(name, value) of what there is."""
    model = status.store_model
    found = []
    if model is not None:
        found.append(("Model", f"{model.name}, {model.dimensions} numbers a text"))
    if model is None or status.changed:
        found.append(("Chosen" if status.changed else "Model", status.wanted_model))
    found.append(("Vectors", _counted(status, "embedded")))
    if status.waiting:
        found.append(("Waiting", _counted(status, "waiting")))
    if status.failed:
        found.append(("Failed", _counted(status, "failed")))
    if status.damaged:
        found.append(("Damaged", f"{status.damaged:,}, made anew by the next job"))
    return tuple(found)


def offer_of(status: EmbeddingStatus) -> str:
    """What the job would do, "" when there is nothing to do."""
    if status.kind == OFF:
        return ""
    if status.changed:
        name = status.wanted_model
        short = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
        return f"Re-embed {status.waiting:,} texts with {short}"
    if status.damaged:
        return "Make them anew"
    return "Embed now" if status.waiting else ""


def has_settings() -> bool:
    """Whether there is a page on which another model can be chosen."""
    return importlib.util.find_spec("engramma.ui.views.settings") is not None


def _counted(status: EmbeddingStatus, field: str) -> str:
    parts = [
        (getattr(part, field), OWNERS.get(part.owner_type, (part.owner_type, part.owner_type)))
        for part in status.counts
    ]
    told = [f"{count:,} {one if count == 1 else many}" for count, (one, many) in parts if count]
    return ", ".join(told) or "none"


def _clear(layout: QGridLayout | QVBoxLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
