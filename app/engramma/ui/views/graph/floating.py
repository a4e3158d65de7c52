"""The canvas with what floats over it: the notice on top, legend and zoom below. Keeps them in their corners."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from engramma.ui.graph.canvas import GraphCanvas
from engramma.ui.graph.painting import HULL_PADDING
from engramma.ui.theme import theme


class Stage(QWidget):
    """Holds a canvas; the margins of its picture keep clear of what floats."""

    def __init__(
        self, canvas: GraphCanvas, *, notice: QWidget, legend: QWidget, zoom: QWidget, cover: QWidget
    ) -> None:
        super().__init__()
        self._canvas = canvas
        self._notice, self._legend, self._zoom, self._cover = notice, legend, zoom, cover
        canvas.setParent(self)
        for part in (notice, legend, zoom, cover):
            part.setParent(self)
            part.raise_()
            part.installEventFilter(self)
        cover.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Everything stays in its corner."""
        super().resizeEvent(event)
        self.arrange()

    def event(self, event: QEvent) -> bool:
        """A part wants another size."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.arrange()
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A part comes and goes."""
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self.arrange()
        return super().eventFilter(watched, event)

    def arrange(self) -> None:
        """Put everything into its corner."""
        gap = theme().metrics.space_12
        width, height = self.width(), self.height()
        self._canvas.setGeometry(0, 0, width, height)
        self._cover.setGeometry(0, 0, width, height)
        notice = self._notice.sizeHint()
        self._notice.setGeometry(gap, gap, min(notice.width(), width - 2 * gap), notice.height())
        zoom, legend = self._zoom.sizeHint(), self._legend.sizeHint()
        self._zoom.setGeometry(
            width - gap - zoom.width(), height - gap - zoom.height(), zoom.width(), zoom.height()
        )
        room = width - 3 * gap - zoom.width()
        fits = legend.width() <= room and height > 3 * legend.height()
        self._legend.setGeometry(
            gap, height - gap - legend.height(), legend.width() if fits else 0, legend.height()
        )
        hull = theme().metrics.px(HULL_PADDING) + theme().metrics.px(22)
        top = float(2 * gap + (notice.height() if self._notice.isVisibleTo(self) else 0) + hull)
        bottom = float(2 * gap + max(zoom.height(), legend.height() if fits else 0) + hull / 2)
        margins = (2.0 * hull, top, 2.0 * hull, bottom)
        if margins != self._canvas.margins:
            self._canvas.set_margins(margins)

    @property
    def aspect(self) -> float:
        """Width by height of the room that the picture has, in wide steps: the same graph is to look the same."""
        left, top, right, bottom = self._canvas.margins
        share = max(100.0, self.width() - left - right) / max(100.0, self.height() - top - bottom)
        return round(min(2.0, max(0.6, share)) * 5) / 5
