"""Writes a plot as PNG, SVG or CSV, or puts it on the clipboard, in the colours of the theme in force.

Works with every widget that can `draw` itself and tell its `table`. Writes beside and renames, so that a file is
whole or not there.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData, QRect, QRectF, QSize
from PySide6.QtGui import QImage, QImageWriter, QPainter

from engramma.model.errors import ExportFileError
from engramma.model.records import dataclass
from engramma.ui.delegates.kit import LEFT, Kit, current_kit
from engramma.ui.plots.plot_legend import Entry, paint_entries
from engramma.ui.plots.plot_values import PlotTable
from engramma.ui.theme import TextRole, theme

PNG, SVG, CSV = ".png", ".svg", ".csv"
SUFFIXES = (PNG, SVG, CSV)
RATIO, MARGIN, HEAD = 2.0, 14, 26
LEAST = QSize(480, 280)


@dataclass(frozen=True, slots=True)
class Words:
    """What is written around an exported plot."""

    title: str
    caption: str = ""
    legend: tuple[Entry, ...] = ()


class Drawable(Protocol):
    """What can be exported. `draw` paints the plot into a rectangle of any painter, in logical px."""

    def draw(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the plot."""

    def table(self) -> PlotTable:
        """Its numbers."""


@runtime_checkable
class Lengthy(Protocol):
    """A Drawable that leaves out what has no room: an export gives it room for all."""

    def whole_height(self) -> int:
        """The least height (logical px) in which nothing is left out."""


def export_size(plot: Drawable, size: QSize, words: Words) -> QSize:
    """The size of an exported picture: that of the screen, or what the whole plot needs."""
    room = size.expandedTo(LEAST)
    if isinstance(plot, Lengthy):
        kit = current_kit()
        around = 2 * kit.px(MARGIN) + kit.px(HEAD) * (2 if words.caption else 1)
        room = room.expandedTo(QSize(0, plot.whole_height() + around))
    return room


def picture(plot: Drawable, size: QSize, words: Words, *, ratio: float = RATIO) -> QImage:
    """The plot with its words as an image of `size` logical px."""
    image = QImage(size * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(theme().colour("base"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _compose(painter, plot, size, words)
    painter.end()
    return image


def vector(plot: Drawable, size: QSize, words: Words) -> bytes:
    """The same as SVG; text stays text."""
    from PySide6.QtSvg import QSvgGenerator

    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(size)
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    generator.setTitle(words.title)
    generator.setDescription(words.caption)
    painter = QPainter(generator)
    painter.fillRect(QRectF(0, 0, size.width(), size.height()), theme().colour("base"))
    _compose(painter, plot, size, words)
    painter.end()
    buffer.close()
    return bytes(data.data())


def save_plot(plot: Drawable, path: Path, size: QSize, words: Words) -> None:
    """Write `path` as its suffix says. Raises ExportFileError."""
    suffix = path.suffix.lower()
    if suffix == CSV:
        # With a mark, since spreadsheets read a file without one as the platform's old encoding.
        data = b"\xef\xbb\xbf" + plot.table().csv().encode()
    elif suffix == SVG:
        data = vector(plot, export_size(plot, size, words), words)
    elif suffix == PNG:
        data = _png(picture(plot, export_size(plot, size, words), words))
    else:
        raise ExportFileError(
            f"“{path.name}” is no picture or table: choose a name that ends in .png, .svg or .csv."
        )
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_bytes(data)
        os.replace(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise ExportFileError(
            f"“{path.name}” cannot be written: {error.strerror}. Choose another place."
        ) from error


def clipboard_data(plot: Drawable, size: QSize, words: Words) -> QMimeData:
    """The plot for the clipboard: the picture for documents, its numbers for spreadsheets and text fields."""
    data = QMimeData()
    data.setImageData(picture(plot, export_size(plot, size, words), words))
    data.setText(plot.table().tsv())
    return data


def _png(image: QImage) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, b"png").write(image)
    buffer.close()
    return bytes(data.data())


def _compose(painter: QPainter, plot: Drawable, size: QSize, words: Words) -> None:
    kit = current_kit()
    edge = float(kit.px(MARGIN))
    width = size.width() - 2 * edge
    head = QRectF(edge, edge, width, kit.px(HEAD))
    top = edge + _line(painter, kit, words.title, head, strong=True)
    paint_entries(painter, kit, words.legend, right=head.right(), middle=head.center().y())
    bottom = size.height() - edge
    if words.caption:
        high = kit.px(HEAD)
        bottom -= _line(painter, kit, words.caption, QRectF(edge, bottom - high, width, high), strong=False)
    plot.draw(painter, QRectF(edge, top, width, bottom - top))


def _line(painter: QPainter, kit: Kit, text: str, box: QRectF, *, strong: bool) -> float:
    pen = kit.pen(TextRole.STRONG if strong else TextRole.SMALL)
    colour = kit.tokens.text if strong else kit.tokens.text_muted
    kit.text(painter, text, rect=box, pen=pen, colour=colour, align=LEFT)
    return box.height()
