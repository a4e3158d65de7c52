"""How meaning stands, in the status bar: "Meaning: ready", "1,204 waiting", "embedding 34 %"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QPushButton

from engramma.ui.bridge import WindowContext
from engramma.ui.bridge.embedding_watch import Meaning, embedding_watch
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.theme import icon, set_variant, theme

if TYPE_CHECKING:
    from engramma.ui.window.status.embedding_popup import EmbeddingPopup


class EmbeddingButton(QPushButton):
    """Hidden until something is known."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__()
        self._context = context
        self._watch = embedding_watch(context)
        self.popup: EmbeddingPopup | None = None
        metrics = theme().metrics
        set_variant(self, "flat", size="small")
        self.setIconSize(QSize(metrics.icon, metrics.icon))
        self.setFixedHeight(metrics.px(22))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Meaning")
        self.clicked.connect(self.open)
        self._watch.changed.connect(self.show_meaning)
        self.show_meaning(self._watch.meaning)

    def show_meaning(self, meaning: Meaning | None) -> None:
        """Say how it stands."""
        self.setVisible(meaning is not None)
        if meaning is None:
            if self.popup is not None:
                self.popup.close()
            return
        bad = meaning.status.changed or (meaning.status.failed and not meaning.status.waiting)
        self.setIcon(icon("cube", "warning" if bad else "text_secondary"))
        self.setText(f" Meaning: {meaning.words}")
        self.setAccessibleName(f"Meaning: {meaning.words}")
        self.setToolTip(tooltip(meaning.status.notice or "How many texts can be found by what they mean"))
        if self.popup is not None and self.popup.isVisible():
            self.popup.show_meaning(meaning, running=self._watch.running)

    def open(self) -> None:
        """Show what is behind it."""
        meaning = self._watch.meaning
        if meaning is None:
            return
        if self.popup is None:
            from engramma.ui.window.status.embedding_popup import EmbeddingPopup

            self.popup = EmbeddingPopup(self)
            self.popup.run_wanted.connect(self._on_run)
            self.popup.retry_wanted.connect(self._on_retry)
            self.popup.cancel_wanted.connect(self._watch.cancel)
            self.popup.settings_wanted.connect(self._on_settings)
            self.popup.item_wanted.connect(self._on_item)
        self.popup.show_meaning(meaning, running=self._watch.running)
        self.popup.open_above(self)
        self._watch.look()

    def _on_run(self) -> None:
        self._watch.run()
        self._watch.look()

    def _on_retry(self) -> None:
        self._watch.run(retry=True)
        self._watch.look()

    def _on_settings(self) -> None:
        self._context.run("view.settings", section="model")

    def _on_item(self, item: tuple[str, int]) -> None:
        owner, owner_id = item
        if owner == "memory":
            self._context.show_memory(owner_id)
        else:
            self._context.show_event(owner_id)
