"""One setting: words at the left, what sets it at the right, in one line of the page. Knows how to be found."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from engramma.ui.theme import set_edge, set_surface, set_variant, theme
from engramma.ui.views.settings.row_words import RowWords

ROW, LOW_ROW, CONTROLS = 45, 34, 350


def small_button(words: str, name: str) -> QPushButton:
    """A plain button for a row, with the name by which it is told aloud."""
    button = QPushButton(words)
    button.setAccessibleName(name)
    set_variant(button, "plain", size="small")
    return button


class SettingRow(QWidget):
    """`terms` are further words by which a search finds it. `wide` controls take the room that they need."""

    def __init__(
        self,
        title: str,
        about: str = "",
        *,
        full: str = "",
        terms: str = "",
        controls: tuple[QWidget, ...] = (),
        wide: bool = False,
    ) -> None:
        super().__init__()
        metrics = theme().metrics
        set_surface(self, "base")
        set_edge(self, "bottom")
        self.setMinimumHeight(metrics.px(ROW if about else LOW_ROW))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.words = RowWords(title, about, full=full)
        self._terms = f"{full} {terms}"
        row = QHBoxLayout(self)
        padding = metrics.pane_padding
        row.setContentsMargins(padding, metrics.space_4, padding, metrics.space_4)
        row.setSpacing(metrics.space_12)
        row.addWidget(self.words, 1)
        side = QWidget()
        self._controls = QHBoxLayout(side)
        self._controls.setContentsMargins(0, 0, 0, 0)
        self._controls.setSpacing(metrics.space_8)
        if not wide:
            side.setFixedWidth(metrics.px(CONTROLS))
        for widget in controls:
            self._controls.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        if not wide:
            self._controls.addStretch(1)
        row.addWidget(side)
        self.side = side

    def add_control(self, widget: QWidget) -> None:
        """One more thing at the right."""
        self._controls.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)

    @property
    def title(self) -> str:
        """What it is called."""
        return self.words.title

    def fits(self, wanted: str) -> bool:
        """Whether all words that are searched for are found in it; an empty text fits everything."""
        hay = f"{self.words.title} {self.words.about} {self._terms}".casefold()
        return all(word in hay for word in wanted.casefold().split())

    def mark(self, words: str) -> None:
        """Tint these words in it."""
        self.words.mark(words)

    def set_current(self, *, current: bool) -> None:
        """The keys are in it, or not."""
        set_surface(self, "tint" if current else "base")

    def take_keys(self) -> None:
        """Let its first control have the keys."""
        for widget in self.findChildren(QWidget):
            if (
                widget.focusPolicy() & Qt.FocusPolicy.TabFocus
                and widget.isVisibleTo(self)
                and widget.isEnabled()
            ):
                widget.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return
