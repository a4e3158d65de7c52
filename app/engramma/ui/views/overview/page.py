"""Overview: growth, tiers, recalls, categories, retention, things, in cards that obey the search and edit it."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from engramma.model.overview import MemoryFigures, RecallFigures
from engramma.ui.bridge import WindowContext
from engramma.ui.bridge.embedding_watch import embedding_watch
from engramma.ui.bridge.pacing import PacedTimer
from engramma.ui.models.dates import day_text
from engramma.ui.plots.bars import BarPlot
from engramma.ui.plots.lines import LinePlot
from engramma.ui.plots.plot_card import PlotCard
from engramma.ui.plots.plot_values import Brushed, Picked
from engramma.ui.plots.row_bars import RowBars
from engramma.ui.theme import TextRole, set_surface, set_text_role, theme
from engramma.ui.views.overview import drawing
from engramma.ui.views.overview.asking import Asking
from engramma.ui.views.overview.figure_strip import FigureStrip
from engramma.ui.views.overview.head import SPANS, OverviewHead
from engramma.ui.views.overview.reading import (
    StoreFigures,
    read_memory_figures,
    read_recall_figures,
    read_store_figures,
)
from engramma.ui.views.settings.file_sizes import size_text

REFRESH_AFTER, REFRESH_GAP = 400, 4_000
CARD_HEIGHT, THREE, TWO = 236, 900, 560
HINT = (
    "Click a bar or drag in a plot: it goes into the search, and every view follows. "
    "Every plot can be read as a table (T)."
)
CAPTIONS = {
    "growth": "Kept: active on that day. Made: all there ever were.",
    "tiers": "Tier on each day; dormant by today's threshold.",
    "recalls": "Recalls by agents and the command line, by local day.",
    "categories": "Memories found now, whatever the span.",
    "retention": "Just before each recall: 0.5 or more, less, dormant.",
    "things": "Memories found now; one may mention several things.",
}


class OverviewPage(QWidget):
    """Follows the window's search and store."""

    view_name = "overview"

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._dirty = True
        self._columns = 0
        self._memories: MemoryFigures | None = None
        self._woke: int | None = None
        self._file: StoreFigures | None = None
        self.asking = Asking(context, self)
        set_surface(self, "window")
        self.setObjectName("overview-page")
        self.setAccessibleName("Overview")
        self.head = OverviewHead()
        self.strip = FigureStrip()
        self.growth, self.tiers = LinePlot("Growth"), LinePlot("Tiers over time")
        self.recalls, self.retention = BarPlot("Recalls a day"), BarPlot("Retention")
        self.categories, self.things = RowBars("Categories"), RowBars("Top entities")
        plots = {
            "growth": self.growth,
            "tiers": self.tiers,
            "recalls": self.recalls,
            "categories": self.categories,
            "retention": self.retention,
            "things": self.things,
        }
        self.cards = {
            key: PlotCard(plot.accessibleName(), plot, caption=CAPTIONS[key]) for key, plot in plots.items()
        }
        self._lay_out()
        self._timer = PacedTimer(self, soon=REFRESH_AFTER, gap=REFRESH_GAP)
        self._timer.timeout.connect(self.refresh)
        self._connect()

    def _lay_out(self) -> None:
        metrics = theme().metrics
        content = QWidget()
        set_surface(content, "window")
        self._grid = QGridLayout()
        self._grid.setSpacing(metrics.space_14)
        hint = QLabel(HINT)
        hint.setWordWrap(True)
        set_text_role(hint, TextRole.SMALL, tone="muted")
        column = QVBoxLayout(content)
        column.setContentsMargins(
            metrics.pane_padding, metrics.pane_padding, metrics.pane_padding, metrics.space_8
        )
        column.setSpacing(metrics.space_14)
        column.addWidget(self.strip)
        column.addLayout(self._grid, 1)
        column.addWidget(hint)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFrameShape(QScrollArea.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setAccessibleName("Plots")
        self.area.setWidget(content)
        self.cards["growth"].set_legend(*drawing.GROWTH_LEGEND)
        self.cards["tiers"].set_legend(*drawing.TIER_LEGEND)
        self.cards["retention"].set_legend(*drawing.RETENTION_LEGEND)
        self.cards["things"].set_legend(*drawing.THING_LEGEND)
        for card in self.cards.values():
            card.setMinimumHeight(metrics.px(CARD_HEIGHT))
        self._place_cards(3)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.head)
        outer.addWidget(self.area, 1)

    def _place_cards(self, columns: int) -> None:
        if columns == self._columns:
            return
        for number in range(max(columns, self._columns)):
            self._grid.setColumnStretch(number, 1 if number < columns else 0)
        self._columns = columns
        for number, card in enumerate(self.cards.values()):
            self._grid.addWidget(card, number // columns, number % columns)

    def _connect(self) -> None:
        context, asking = self._context, self.asking
        context.store_changed.connect(self._on_store)
        context.query_changed.connect(self._on_query)
        context.data_changed.connect(self._on_data)
        embedding_watch(context).changed.connect(self._show_file)
        self.head.spans.changed.connect(self._on_span)
        self.head.as_tables.toggled.connect(self._on_tables)
        self.head.save_wanted.connect(self._ask_folder)
        self.strip.wanted.connect(self._on_tile)
        for plot in (self.growth, self.tiers):
            plot.brushed.connect(asking.created)
        self.tiers.picked.connect(asking.tier)
        self.categories.picked.connect(asking.category)
        self.things.picked.connect(asking.thing)
        for bars in (self.recalls, self.retention):
            bars.brushed.connect(self._on_recalls_brushed)
        self.recalls.picked.connect(self._on_recalls_picked)
        self.retention.picked.connect(self._on_retention_picked)
        for card in self.cards.values():
            card.said.connect(functools.partial(context.toast, icon="check"))
            card.failed.connect(context.report_error)

    # What the window asks

    def activate(self) -> None:
        """It came to the front."""
        if self._dirty:
            self.refresh()
        self._tell_results()

    def refresh(self) -> None:
        """Read everything anew."""
        store, query, days = self._context.store, self._context.query, self.head.days
        if store is None:
            return
        self._dirty = False
        jobs = self._context.jobs
        of_memories = functools.partial(read_memory_figures, store, query, days)
        of_recalls = functools.partial(read_recall_figures, store, query, days)
        of_file = functools.partial(read_store_figures, store)
        # In the lane of counts: no row of any list waits for them.
        jobs.count("Count recalls", of_recalls, self._on_recalls, key="overview.recalls")
        jobs.count("Count memories", of_memories, self._on_memories, key="overview.memories")
        jobs.count("Look at the file", of_file, self._on_file, key="overview.file")

    def save_state(self) -> dict[str, Any]:
        """The span, and whether tables are shown."""
        return {"span": self.head.spans.value, "tables": self.head.as_tables.isChecked()}

    def restore_state(self, state: Mapping[str, Any]) -> None:
        """Take what `save_state` gave."""
        if state.get("span") in SPANS:
            self.head.spans.set_value(str(state["span"]))
        self.head.as_tables.setChecked(state.get("tables") is True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Three cards in a row, two, or one."""
        px, width = theme().metrics.px, event.size().width()
        self._place_cards(3 if width >= px(THREE) else 2 if width >= px(TWO) else 1)
        super().resizeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """T turns all plots into tables and back, wherever in the page the keys are; a card turns only itself."""
        if event.key() == Qt.Key.Key_T and not event.modifiers():
            self.head.as_tables.toggle()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Heights scale with the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "cards"):
            for card in self.cards.values():
                card.setMinimumHeight(theme().metrics.px(CARD_HEIGHT))

    # Reading

    def _on_memories(self, figures: MemoryFigures) -> None:
        self._memories = figures
        totals = figures.totals
        self.growth.show_figure(drawing.growth_figure(figures))
        self.tiers.show_figure(drawing.tiers_figure(figures.course))
        self.categories.show_figure(drawing.categories_figure(figures.categories))
        self.things.show_figure(drawing.things_figure(figures.things))
        self._show_retention(figures)
        span = self.asking.brushed_days()
        self.growth.show_brush(span)
        self.tiers.show_brush(span)
        none = "" if figures.course.made[-1] else self._nothing()
        for key in ("growth", "tiers", "categories"):
            self.cards[key].set_empty(none)
        nothing = "Nothing is known yet of what these memories are about: a consolidation finds it."
        self.cards["things"].set_empty(none or ("" if figures.things else nothing))
        self.cards["categories"].set_detail(_memories(totals.memories))
        self.cards["growth"].set_detail("memories")
        self._fresh("growth", "tiers", "categories", "things", "retention")
        self.strip.show_figure("memories", f"{totals.memories:,}", f"{totals.made_lately:+,} in 30 days")
        self.strip.show_figure(
            "fading", f"{totals.fading:,}", f"{totals.fading_important:,} of them important"
        )
        self._show_dormant()
        self._tell_about()
        self._tell_results()

    def _show_retention(self, figures: MemoryFigures) -> None:
        retention, card = figures.retention, self.cards["retention"]
        self.retention.show_figure(drawing.retention_figure(retention))
        card.set_empty("" if retention.recalled else self._nobody())
        share = 100 * sum(retention.strong) / retention.recalled if retention.recalled else 0
        card.set_detail(f"{share:.0f} % strong" if retention.recalled else "")

    def _nobody(self) -> str:
        if self._context.query:
            return "Nobody recalled a memory of this search in this span."
        return "Nothing was recalled in this span."

    def _on_recalls(self, figures: RecallFigures) -> None:
        counts = figures.counts
        self._woke = figures.woke
        self.recalls.show_figure(drawing.recalls_figure(counts))
        self.cards["recalls"].set_legend(*drawing.recalls_legend(counts))
        self.cards["recalls"].set_detail(f"{len(counts.stops) - 1} days")
        asked = self._context.query
        self.cards["recalls"].set_caption(
            "Recalls that sent a memory of this search." if asked else CAPTIONS["recalls"]
        )
        self.cards["recalls"].set_empty("" if counts.total else self._nobody())
        self._fresh("recalls")
        self.strip.show_figure("recalls", f"{figures.week:,}", f"{figures.today:,} today, so far")
        self._show_dormant()

    def _show_dormant(self) -> None:
        if self._memories is not None:
            woke = "" if self._woke is None else f"{self._woke:,} woke in 30 days"
            self.strip.show_figure("dormant", f"{self._memories.totals.dormant:,}", woke)

    def _on_file(self, figures: StoreFigures) -> None:
        self._file = figures
        self._show_file()

    def _show_file(self, _meaning: object = None) -> None:
        if self._file is None:
            return
        meaning = embedding_watch(self._context).meaning
        waiting = meaning.status.waiting if meaning is not None else 0
        self.strip.show_figure(
            "file", size_text(self._file.bytes), f"{waiting:,} to be embedded" if waiting else "one file"
        )
        asks = "nothing to decide" if not self._file.waiting else "whole store"
        self.strip.show_figure("review", f"{self._file.waiting:,}", asks)

    def _fresh(self, *keys: str) -> None:
        for key in keys:
            self.cards[key].refresh_table()

    def _nothing(self) -> str:
        return "No memory fits this search." if self._context.query else "There are no memories yet."

    def _on_store(self) -> None:
        self._dirty = True
        self._memories = self._file = self._woke = None
        if self.isVisible():
            self.refresh()

    def _on_query(self) -> None:
        self._dirty = True
        if not self.asking.names_recalled():
            self.recalls.show_brush(None)
            self.retention.show_brush(None)
        if self.isVisible():
            self.refresh()

    def _on_data(self, _notice: object) -> None:
        if self.isVisible():
            self._timer.start()
        else:
            self._dirty = True

    def _on_span(self, _key: str) -> None:
        self._dirty = True
        if self.isVisible():
            self.refresh()

    def _on_tables(self, shown: bool) -> None:
        for card in self.cards.values():
            card.show_table(shown)

    def _tell_about(self) -> None:
        if self._memories is not None:
            course = self._memories.course
            of = "results of the search" if self._context.query else "whole store"
            self.head.about.set_text(f"{of}, {day_text(course.at[0])} to {day_text(course.at[-1])}")

    def _tell_results(self) -> None:
        if self.isVisible() and self._memories is not None:
            self._context.set_results_text(_memories(self._memories.totals.memories))

    # Searching

    def _on_recalls_brushed(self, brushed: Brushed) -> None:
        self.asking.recalled(brushed.start, brushed.end, actor="", mode=brushed.mode)

    def _on_recalls_picked(self, picked: Picked) -> None:
        stops = self.recalls.stops
        self.asking.recalled(
            stops[picked.number], stops[picked.number + 1], actor=picked.key, mode=picked.mode
        )

    def _on_retention_picked(self, picked: Picked) -> None:
        stops = self.retention.stops
        self.asking.recalled(stops[picked.number], stops[picked.number + 1], actor="", mode=picked.mode)

    def _on_tile(self, key: str) -> None:
        texts = {"memories": "", "recalls": "recalled:<7d", "fading": "fades:<7d", "dormant": "is:dormant"}
        if key == "review":
            self._context.open_view("review")
        elif key == "file":
            self._context.open_view("settings")
        else:
            self.asking.text(texts[key])

    # Saving

    def save_all(self, folder: Path, suffix: str) -> None:
        """Write every plot into a folder."""
        store = self._context.store
        name = store.name if store is not None else "overview"
        for card in self.cards.values():
            card.save(folder / f"{name}-{card.file_stem}{suffix}")
        self._context.toast(f"{len(self.cards)} files saved in {folder.name}", icon="check")

    def _ask_folder(self, suffix: str) -> None:
        dialog = QFileDialog(self.window(), "The folder for the plots")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.finished.connect(dialog.deleteLater)
        dialog.fileSelected.connect(functools.partial(self._on_folder, suffix))
        dialog.open()

    def _on_folder(self, suffix: str, name: str) -> None:
        self.save_all(Path(name), suffix)


def _memories(count: int) -> str:
    return "1 memory" if count == 1 else f"{count:,} memories"
