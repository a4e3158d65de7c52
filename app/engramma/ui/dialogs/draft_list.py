"""Lists the unsaved drafts that wait, each with what becomes of it: resume or discard. Saves none of them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engramma.model.draft import Draft
from engramma.ui.bridge import WindowContext
from engramma.ui.delegates.plain_text import single_line, tooltip
from engramma.ui.inspector.words import clock_text, counted
from engramma.ui.theme import TextRole, set_surface, set_text_role, set_variant, theme
from engramma.ui.widgets import ElidedLabel
from engramma.ui.widgets.content_area import ContentArea

WIDTH, MOST_HEIGHT = 560, 520
LONGEST = 300
ELSEWHERE = "being written in another window"


class DraftList(QDialog):
    """`resumed` carries the Draft that a person goes on with. Closes when none is left."""

    resumed = Signal(object)

    def __init__(self, parent: QWidget, context: WindowContext) -> None:
        super().__init__(parent)
        self._context = context
        metrics = theme().metrics
        self.setWindowTitle("Unsaved drafts")
        self.setAccessibleName("Unsaved drafts")
        self._lead = QLabel()
        self._lead.setWordWrap(True)
        set_text_role(self._lead, TextRole.BODY, tone="secondary")
        body = QWidget()
        set_surface(body, "card")
        self._rows = QVBoxLayout(body)
        self._rows.setContentsMargins(metrics.space_12, metrics.space_8, metrics.space_12, metrics.space_8)
        self._rows.setSpacing(metrics.space_8)
        self._area = ContentArea("Drafts")
        self._area.setWidget(body)
        close = QPushButton("Close")
        close.setAccessibleName("Close")
        close.setAutoDefault(False)
        close.clicked.connect(self.reject)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(close)
        column = QVBoxLayout(self)
        margin = metrics.space_20
        column.setContentsMargins(margin, margin, margin, metrics.space_14)
        column.setSpacing(metrics.space_12)
        column.addWidget(self._lead)
        column.addWidget(self._area, 1)
        column.addLayout(foot)
        context.drafts.changed.connect(self._show)
        context.store_changed.connect(self.reject)
        self._show()
        height = 128 + 54 * (len(context.drafts.waiting) + len(context.drafts.elsewhere))
        self.resize(metrics.px(WIDTH), metrics.px(min(height, MOST_HEIGHT)))

    def _show(self) -> None:
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        waiting, store = self._context.drafts.waiting, self._context.store
        elsewhere = self._context.drafts.elsewhere
        if store is None or not (waiting or elsewhere):
            self.reject()
            return
        were = counted(len(waiting), "text was", "texts were")
        self._lead.setText(f"{were} not saved. Nothing is applied until you save it yourself.")
        if not waiting:
            self._lead.setText("What is being written in another window is left to it.")
        for draft in (*waiting, *elsewhere):
            self._rows.addWidget(self._row(draft, now=store.clock.now()))
        self._rows.addStretch(1)
        self._area.fit()

    def _row(self, draft: Draft, *, now: int) -> QWidget:
        metrics = theme().metrics
        row = QWidget()
        texts = QVBoxLayout()
        texts.setSpacing(metrics.space_2)
        title = ElidedLabel(draft.title, TextRole.MEDIUM)
        text = ElidedLabel(single_line(draft.text[:LONGEST]), TextRole.BODY, tone="secondary")
        text.setToolTip(tooltip(draft.text))
        head = QHBoxLayout()
        head.addWidget(title, 1)
        head.addWidget(
            ElidedLabel(
                ELSEWHERE if draft.elsewhere else f"from {clock_text(draft.updated_at, now)}",
                TextRole.CAPTION,
                tone="muted",
                right=True,
            )
        )
        texts.addLayout(head)
        texts.addWidget(text)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, metrics.space_4, 0, metrics.space_4)
        line.setSpacing(metrics.space_8)
        line.addLayout(texts, 1)
        acts = () if draft.elsewhere else (("Resume", self._resume), ("Discard", self._discard))
        for words, act in acts:
            button = QPushButton(words)
            button.setAccessibleName(f"{words} {draft.title}")
            button.setAutoDefault(True)
            set_variant(button, "plain", size="small")
            button.clicked.connect(partial(act, draft))
            line.addWidget(button)
        return row

    def _resume(self, draft: Draft, _checked: bool = False) -> None:
        self.accept()
        self.resumed.emit(draft)

    def _discard(self, draft: Draft, _checked: bool = False) -> None:
        self._context.drafts.dismiss(draft)
