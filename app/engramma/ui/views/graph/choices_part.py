"""The choices on the side of the Graph: how far, how strong, until when, what colour and size mean, which links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QLabel, QSlider, QVBoxLayout, QWidget

from engramma.model.association import AssociationType
from engramma.model.clock import DAY
from engramma.ui.models.dates import day_text
from engramma.ui.theme import TextRole, set_field_size, set_text_role, theme
from engramma.ui.views.graph.drawing import Drawing
from engramma.ui.views.graph.looks import ColourBy, Look, SizeBy
from engramma.ui.views.graph.reading import ALL_TYPES, DEEPEST, OFF_AT_FIRST
from engramma.ui.widgets import SectionHeader

SETTLES_AFTER, WEIGHT_STEPS = 250, 20
T = AssociationType
LINKS: tuple[tuple[str, frozenset[str]], ...] = (
    ("Recalled together", frozenset({T.CO_RECALLED.value})),
    ("About the same", frozenset({T.ABOUT.value})),
    ("Follows", frozenset({T.FOLLOWS.value})),
    ("Same session", frozenset({T.SAME_SESSION.value})),
    ("Corrects, contradicts", frozenset({T.CORRECTS.value, T.CONTRADICTS.value})),
    ("Derived from", frozenset({T.DERIVED_FROM.value})),
    ("Linked by hand", frozenset({T.RELATED.value})),
    ("Similar (computed)", frozenset({T.SIMILAR.value})),
)
COLOURS = (
    (ColourBy.COMMUNITY, "Community"),
    (ColourBy.TIER, "Tier"),
    (ColourBy.KIND, "Kind"),
    (ColourBy.SESSION, "Session"),
)
SIZES = ((SizeBy.LINKS, "Number of links"), (SizeBy.STRENGTH, "Strength"))


class ChoicesPart(QWidget):
    """`depth_changed`, `types_changed`: another part is wanted; `look_changed`: this one is to look different."""

    depth_changed = Signal()
    types_changed = Signal()
    look_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        metrics = theme().metrics
        self._oldest = self._newest = 0
        self._silent = False
        self.depth_slider = _slider("Depth in steps", 1, DEEPEST, 1)
        self.weight_slider = _slider("Least weight of a link", 0, WEIGHT_STEPS, 0)
        self.before_slider = _slider("Created before", 0, 1, 1)
        self.colour_box, self.size_box = QComboBox(), QComboBox()
        for box, name, choices in (
            (self.colour_box, "Colour by", COLOURS),
            (self.size_box, "Size by", SIZES),
        ):
            box.setAccessibleName(name)
            set_field_size(box, "small")
            for value, title in choices:
                box.addItem(title, str(value))
        self._depth_words, self._weight_words, self._before_words = QLabel(), QLabel(), QLabel()
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(metrics.space_8)
        grid.setVerticalSpacing(metrics.space_6)
        grid.setColumnStretch(1, 1)
        grid.setColumnMinimumWidth(2, metrics.px(74))
        for row, (title, slider, words) in enumerate(
            (
                ("Depth", self.depth_slider, self._depth_words),
                ("Link weight", self.weight_slider, self._weight_words),
                ("Created before", self.before_slider, self._before_words),
            )
        ):
            grid.addWidget(_label(title), row, 0)
            grid.addWidget(slider, row, 1)
            set_text_role(words, TextRole.SMALL, tabular=True)
            words.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(words, row, 2)
        for row, (title, box) in enumerate(
            (("Colour by", self.colour_box), ("Size by", self.size_box)), start=3
        ):
            grid.addWidget(_label(title), row, 0)
            grid.addWidget(box, row, 1, 1, 2)
        self.links: dict[str, QCheckBox] = {}
        self._counts: dict[str, QLabel] = {}
        links = QGridLayout()
        links.setContentsMargins(0, 0, 0, 0)
        links.setVerticalSpacing(metrics.space_4)
        links.setColumnStretch(0, 1)
        for row, (title, types) in enumerate(LINKS):
            tick, count = QCheckBox(title), QLabel()
            tick.setChecked(not types & OFF_AT_FIRST)
            tick.setAccessibleName(title)
            tick.toggled.connect(partial(self._on_link, title))
            set_text_role(count, TextRole.SMALL, tone="secondary", tabular=True)
            self.links[title], self._counts[title] = tick, count
            links.addWidget(tick, row, 0)
            links.addWidget(count, row, 1, Qt.AlignmentFlag.AlignRight)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(metrics.space_8)
        column.addWidget(SectionHeader("Neighbourhood", foldable=False))
        column.addLayout(grid)
        column.addSpacing(metrics.space_4)
        column.addWidget(SectionHeader("Links", foldable=False))
        column.addLayout(links)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLES_AFTER)
        self._timer.timeout.connect(self._on_settled)
        self._deeper = False
        self.depth_slider.valueChanged.connect(self._on_depth)
        self.weight_slider.valueChanged.connect(self._on_look)
        self.before_slider.valueChanged.connect(self._on_look)
        self.colour_box.currentIndexChanged.connect(self._on_look)
        self.size_box.currentIndexChanged.connect(self._on_look)
        self._describe()

    @property
    def types(self) -> frozenset[str] | None:
        """The types of links that are followed; None for all."""
        wanted = frozenset().union(*(types for title, types in LINKS if self.links[title].isChecked()))
        return None if wanted >= frozenset(ALL_TYPES) else wanted

    @property
    def cutoff(self) -> int | None:
        """The moment up to which memories are drawn, UTC µs; None at the right end."""
        if self.before_slider.value() >= self.before_slider.maximum():
            return None
        return self._oldest + (self.before_slider.value() + 1) * DAY

    def look(self, hidden: frozenset[int]) -> Look:
        """The choices that need no reading."""
        return Look(
            colour=ColourBy(self.colour_box.currentData()),
            size=SizeBy(self.size_box.currentData()),
            least=self.weight_slider.value() / WEIGHT_STEPS,
            before=self.cutoff,
            hidden=hidden,
        )

    def show_counts(self, counts: Counter[str]) -> None:
        """How many links of each type there are in the part."""
        for title, types in LINKS:
            shown = f"{sum(counts[one] for one in types):,}" if self.links[title].isChecked() else "off"
            self._counts[title].setText(shown)
            self.links[title].setAccessibleDescription(f"{shown} links" if shown != "off" else "off")

    def show_drawing(self, drawing: Drawing) -> None:
        """What there is to choose among in what was read."""
        self.show_whole(drawing.whole is not None)
        if drawing.read is not None and drawing.whole is None:
            self.show_counts(Counter(edge.type for edge in drawing.read.part.edges))
            self.show_span(drawing.read.oldest, drawing.read.newest)

    def show_whole(self, whole: bool) -> None:
        """Of the store as communities depth, weight, colour and size mean nothing; its links are not counted."""
        for widget in (self.depth_slider, self.weight_slider, self.colour_box, self.size_box):
            widget.setEnabled(not whole)
        for label in (self._depth_words, self._weight_words, *self._counts.values()):
            label.setEnabled(not whole)
        if whole:
            for title, label in self._counts.items():
                label.setText("")
                self.links[title].setAccessibleDescription("")

    def show_span(self, oldest: int, newest: int) -> None:
        """From when to when the memories of the part were made; the slider goes from day to day."""
        before = self.cutoff
        self._silent = True
        self._oldest, self._newest = oldest, newest
        days = max(1, -(-(newest - oldest) // DAY))
        self.before_slider.setRange(0, days)
        place = days if before is None else min(days, max(0, (before - oldest) // DAY - 1))
        self.before_slider.setValue(int(place))
        self.before_slider.setPageStep(max(1, days // 12))
        self._silent = False
        self._describe()

    def show_depth(self, depth: int) -> None:
        """So many steps; nothing is said of it."""
        self._silent = True
        self.depth_slider.setValue(depth)
        self._silent = False
        self._describe()

    def save_state(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "depth": self.depth_slider.value(),
            "weight": self.weight_slider.value(),
            "colour": self.colour_box.currentData(),
            "size": self.size_box.currentData(),
            "off": [title for title, tick in self.links.items() if not tick.isChecked()],
        }

    def restore_state(self, state: Mapping[str, Any]) -> None:
        """Take what `save_state` gave; what does not fit is left as it is."""
        self._silent = True
        for slider, name in ((self.depth_slider, "depth"), (self.weight_slider, "weight")):
            value = state.get(name)
            if isinstance(value, int):
                slider.setValue(value)
        for box, name in ((self.colour_box, "colour"), (self.size_box, "size")):
            place = box.findData(state.get(name))
            if place >= 0:
                box.setCurrentIndex(place)
        off = state.get("off")
        if isinstance(off, list):
            for title, tick in self.links.items():
                tick.setChecked(title not in off)
        self._silent = False
        self._describe()

    def _on_depth(self, _value: int) -> None:
        self._describe()
        if not self._silent:
            self._deeper = True
            self._timer.start()

    def _on_settled(self) -> None:
        deeper, self._deeper = self._deeper, False
        (self.depth_changed if deeper else self.types_changed).emit()

    def _on_link(self, _title: str, _on: bool) -> None:
        if not self._silent:
            self._timer.start()

    def _on_look(self, _value: int) -> None:
        self._describe()
        if not self._silent:
            self.look_changed.emit()

    def _describe(self) -> None:
        steps = self.depth_slider.value()
        self._depth_words.setText("1 step" if steps == 1 else f"{steps} steps")
        least = self.weight_slider.value() / WEIGHT_STEPS
        self._weight_words.setText(f"from {least:.2f}" if least else "all")
        cutoff = self.cutoff
        self._before_words.setText("any day" if cutoff is None else day_text(cutoff))
        for slider, label in (
            (self.depth_slider, self._depth_words),
            (self.weight_slider, self._weight_words),
            (self.before_slider, self._before_words),
        ):
            slider.setAccessibleDescription(label.text())


def _label(text: str) -> QLabel:
    label = QLabel(text)
    set_text_role(label, TextRole.BODY)
    return label


def _slider(name: str, least: int, most: int, value: int) -> QSlider:
    slider = QSlider(Qt.Orientation.Horizontal)
    slider.setRange(least, most)
    slider.setValue(value)
    slider.setPageStep(1)
    slider.setAccessibleName(name)
    return slider
