"""The frame around a plot: title, legend, the plot or its table, a caption, and a menu to save and copy it.

Takes any widget that can draw itself and tell its table (see `plot_export.Drawable`). Knows no store and no window:
what it did or could not do it tells by signals.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import cast

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QMenu,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from engramma.model.errors import EngrammaError
from engramma.ui.plots.plot import Plot
from engramma.ui.plots.plot_export import CSV, PNG, SVG, Drawable, Words, clipboard_data, save_plot
from engramma.ui.plots.plot_legend import Entry, Legend
from engramma.ui.plots.plot_table import PlotTableView
from engramma.ui.theme import TextRole, icon, set_surface, set_text_role, theme
from engramma.ui.widgets import ElidedLabel, IconButton

FORMATS = ((PNG, "Save as picture (PNG)…"), (SVG, "Save as drawing (SVG)…"), (CSV, "Save numbers (CSV)…"))
FILTERS = {PNG: "Pictures (*.png)", SVG: "Drawings (*.svg)", CSV: "Tables (*.csv)"}


class PlotCard(QWidget):
    """`PlotCard("Growth", LinePlot("Growth"))`. Call `refresh_table` after the plot shows other numbers.

    `said` carries a line for a toast, `failed` an EngrammaError, `table_shown` whether the table is in front.
    """

    said = Signal(str)
    failed = Signal(object)
    table_shown = Signal(bool)

    def __init__(
        self,
        title: str,
        plot: QWidget,
        *,
        caption: str = "",
        framed: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.plot = plot
        self.title = title
        self.file_stem = title.lower().replace(" ", "-")
        self.folder: Path | None = None
        self.table = PlotTableView()
        self.menu_button = IconButton("dots-three", f"{title}: table, save, copy", size="small")
        self._detail = ElidedLabel("", TextRole.SMALL, tone="secondary")
        self._legend = Legend()
        self._caption = ElidedLabel(caption, TextRole.SMALL, tone="muted")
        self._empty = QLabel()
        self._empty.setWordWrap(True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        set_text_role(self._empty, TextRole.SMALL, tone="muted")
        self._shows_table = False
        set_surface(self, "card" if framed else "base")
        if isinstance(plot, Plot):
            plot.ground = "raised" if framed else "base"
        self.setAccessibleName(title)
        self._lay_out()
        self.menu_button.clicked.connect(self._open_menu)

    def _lay_out(self) -> None:
        metrics = theme().metrics
        self._heading = QLabel(self.title)
        set_text_role(self._heading, TextRole.STRONG)
        head = QHBoxLayout()
        head.setSpacing(metrics.space_8)
        head.addWidget(self._heading)
        head.addWidget(self._detail)
        head.addStretch(1)
        head.addWidget(self._legend)
        head.addWidget(self.menu_button)
        self._stack = QStackedLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(metrics.pane_padding, metrics.space_6, metrics.space_8, metrics.space_8)
        column.setSpacing(metrics.space_4)
        column.addLayout(head)
        column.addLayout(self._stack, 1)
        # Only now has the stack a parent: before, its first widget would flash up as a window.
        for widget in (self.plot, self.table, self._empty):
            self._stack.addWidget(widget)
        column.addWidget(self._caption)
        self._caption.setVisible(bool(self._caption.text))
        self._legend.hide()

    @property
    def caption(self) -> str:
        """What the figure means, in a line."""
        return self._caption.text

    def set_caption(self, text: str) -> None:
        """Say what the figure means."""
        self._caption.set_text(text)
        self._caption.setVisible(bool(text))

    def set_detail(self, text: str) -> None:
        """Words beside the title."""
        self._detail.set_text(text)
        self._fit_head()

    def set_legend(self, *entries: Entry) -> None:
        """Say which series is which."""
        self._legend.show_entries(entries)
        self._fit_head()

    def set_empty(self, words: str) -> None:
        """Say why there is nothing to draw; "" shows the plot again."""
        self._empty.setText(words)
        self._show_front()

    @property
    def empty_words(self) -> str:
        """Why there is nothing to draw, "" when there is."""
        return self._empty.text()

    @property
    def shows_table(self) -> bool:
        """Whether the table is in front."""
        return self._shows_table

    def show_table(self, shown: bool) -> None:
        """Bring the table to the front, or the plot."""
        if shown == self._shows_table:
            return
        had_focus = self.plot.hasFocus() or self.table.hasFocus()
        self._shows_table = shown
        self.refresh_table()
        self._show_front()
        if had_focus:
            (self.table if shown else self.plot).setFocus()
        self.table_shown.emit(shown)

    def refresh_table(self) -> None:
        """The plot shows other numbers: so does the table, if it is in front."""
        if self._shows_table:
            self.table.show_table(self._drawable.table())

    def save(self, path: Path) -> None:
        """Write the plot as the suffix says; tells `said` or `failed`."""
        try:
            save_plot(self._drawable, path, self.size(), self._words())
        except EngrammaError as error:
            self.failed.emit(error)
        else:
            self.said.emit(f"Saved {path.name}")

    def ask_where(self, suffix: str) -> None:
        """Ask for a file of this suffix, and save."""
        dialog = QFileDialog(self.window(), f"Save “{self.title}”")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setNameFilter(FILTERS[suffix])
        dialog.setDefaultSuffix(suffix)
        if self.folder is not None:
            dialog.setDirectory(str(self.folder))
        dialog.selectFile(f"{self.file_stem}{suffix}")
        dialog.finished.connect(dialog.deleteLater)
        dialog.fileSelected.connect(self._on_place)
        dialog.open()

    def copy(self) -> None:
        """Put picture and numbers on the clipboard."""
        data = clipboard_data(self._drawable, self.size(), self._words())
        QApplication.clipboard().setMimeData(data)
        self.said.emit(f"Copied “{self.title}” as picture and numbers")

    def make_menu(self) -> QMenu:
        """What can be done with the plot."""
        menu = QMenu(self)
        menu.setAccessibleName(self.title)
        table = menu.addAction("Show as plot" if self._shows_table else "Show as table")
        table.setIcon(icon("columns"))
        table.triggered.connect(self._turn)
        menu.addSeparator()
        for suffix, words in FORMATS:
            menu.addAction(words).triggered.connect(functools.partial(self._on_format, suffix))
        menu.addSeparator()
        copied = menu.addAction("Copy")
        copied.setIcon(icon("copy"))
        copied.triggered.connect(self.copy)
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The same menu by the right button and the menu key."""
        self._popup(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """T turns between plot and table."""
        if event.key() == Qt.Key.Key_T and not event.modifiers():
            self._turn()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The words beside the title give way to the legend."""
        super().resizeEvent(event)
        self._fit_head()

    def _fit_head(self) -> None:
        metrics, legend = theme().metrics, 0 if self._legend.isHidden() else self._legend.sizeHint().width()
        taken = self._heading.sizeHint().width() + legend + self.menu_button.width()
        room = self.width() - taken - metrics.pane_padding - 5 * metrics.space_8
        self._detail.setVisible(bool(self._detail.text) and self._detail.sizeHint().width() <= room)

    @property
    def _drawable(self) -> Drawable:
        return cast("Drawable", self.plot)

    def _words(self) -> Words:
        return Words(self.title, self.caption, self._legend.entries)

    def _show_front(self) -> None:
        if self._empty.text():
            self._stack.setCurrentWidget(self._empty)
        else:
            self._stack.setCurrentWidget(self.table if self._shows_table else self.plot)

    def _turn(self) -> None:
        self.show_table(not self._shows_table)

    def _on_format(self, suffix: str, _checked: bool = False) -> None:
        self.ask_where(suffix)

    def _on_place(self, name: str) -> None:
        self.save(Path(name))

    def _open_menu(self) -> None:
        self._popup(self.menu_button.mapToGlobal(QPoint(0, self.menu_button.height())))

    def _popup(self, point: QPoint) -> None:
        menu = self.make_menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(point)
