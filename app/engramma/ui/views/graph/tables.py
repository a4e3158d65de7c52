"""The list behind the picture: every node and every edge in rows, for screen readers and whoever prefers it."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from engramma.model.graph import GraphEdge, GraphNode
from engramma.model.graph_communities import CommunityGraph
from engramma.ui.delegates.kit import LEFT, RIGHT, current_kit
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.theme import TextRole, qcolor, theme
from engramma.ui.views.graph.drawing import Drawing
from engramma.ui.views.graph.table_lines import Line, edge_lines, group_lines, node_lines
from engramma.ui.widgets import Segment, SegmentedControl

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
NODE_HEADS = ("Memory", "Text", "Kind", "Tier", "Links", "Hidden", "Steps", "Strength")
EDGE_HEADS = ("From", "Link", "To", "Weight", "Texts")
NUMBERS = frozenset({"Memories", "Linked to", "Links", "Hidden", "Steps", "Strength", "Weight"})
GROUP_HEADS = ("Community", "Memories", "Linked to")
STRETCHED = frozenset({"Text", "Texts", "Community"})
WIDTHS = {"Memory": 78, "From": 78, "To": 78, "Kind": 92, "Tier": 92, "Link": 118}


class LineModel(QAbstractTableModel):
    """Rows of words."""

    def __init__(self, heads: tuple[str, ...], parent: QObject) -> None:
        super().__init__(parent)
        self._heads = heads
        self._lines: tuple[Line, ...] = ()

    def show_lines(self, lines: tuple[Line, ...]) -> None:
        """Show others."""
        self.beginResetModel()
        self._lines = lines
        self.endResetModel()

    def line(self, row: int) -> Line | None:
        """The row at a place."""
        return self._lines[row] if 0 <= row < len(self._lines) else None

    def row_of(self, key: int) -> int | None:
        """The first row about a memory."""
        return next((row for row, line in enumerate(self._lines) if line.keys == (key,)), None)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """All rows."""
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        """As many as there are heads."""
        return 0 if parent.isValid() else len(self._heads)

    def data(self, index: Index, role: int = 0) -> object:
        """Words of a cell."""
        line = self.line(index.row()) if index.isValid() else None
        if line is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return line.cells[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(line.tip)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        """Titles."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._heads[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            right = self._heads[section] in NUMBERS
            side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None


class LineDelegate(QStyledItemDelegate):
    """Paints words with room at both sides; numbers stand right."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One cell."""
        kit = current_kit()
        tokens = kit.tokens
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(option.rect, qcolor(tokens.selection if chosen else tokens.base))
        head = str(index.model().headerData(index.column(), Qt.Orientation.Horizontal))
        box = QRectF(option.rect).adjusted(kit.px(8), 0, -kit.px(8), 0)
        role = TextRole.MONO if head in ("Memory", "From", "To") else TextRole.SMALL
        colour = tokens.text if head in STRETCHED else tokens.text_secondary
        align = RIGHT if head in NUMBERS else LEFT
        pen = kit.pen(role, tabular=True)
        kit.text(painter, str(index.data()), rect=box, pen=pen, colour=colour, align=align)


class LineTable(QTableView):
    """`chosen` carries the ids of the memories of the rows that are selected; `opened` those of one row."""

    chosen = Signal(object)
    opened = Signal(object)

    def __init__(self, name: str, heads: tuple[str, ...]) -> None:
        super().__init__()
        self.lines = LineModel(heads, self)
        self._telling = False
        self.setModel(self.lines)
        self.setItemDelegate(LineDelegate(self))
        metrics = theme().metrics
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(metrics.view_item)
        header = self.horizontalHeader()
        header.setFixedHeight(metrics.table_header)
        header.setHighlightSections(False)
        for column, head in enumerate(heads):
            if head in STRETCHED:
                header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
            else:
                self.setColumnWidth(column, metrics.px(WIDTHS.get(head, 72)))
        self.selectionModel().selectionChanged.connect(self._on_selection)
        self.activated.connect(self._on_activated)

    def show_lines(self, lines: tuple[Line, ...]) -> None:
        """Show others; nothing is said of it."""
        self._telling = True
        self.lines.show_lines(lines)
        if lines:
            self.setCurrentIndex(self.lines.index(0, 0))
            self.clearSelection()
        self._telling = False

    def select_key(self, key: int | None) -> None:
        """Stand on a memory."""
        row = None if key is None else self.lines.row_of(key)
        if row is None:
            return
        self._telling = True
        index = self.lines.index(row, 0)
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self._telling = False

    def _on_selection(self, _new: QItemSelection, _old: QItemSelection) -> None:
        if self._telling:
            return
        keys: dict[int, None] = {}
        for ranged in list(self.selectionModel().selection()):  # type: ignore[call-overload]
            for row in range(ranged.top(), ranged.bottom() + 1):
                line = self.lines.line(row)
                keys.update(dict.fromkeys(line.keys if line is not None else ()))
        if keys:
            self.chosen.emit(tuple(keys))

    def _on_activated(self, index: QModelIndex) -> None:
        line = self.lines.line(index.row())
        if line is not None:
            self.opened.emit(line.keys)


class GraphTables(QWidget):
    """Nodes or edges, whichever is chosen; filled when it is looked at."""

    chosen = Signal(object)
    opened = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        metrics = theme().metrics
        self.which = SegmentedControl(
            (Segment("nodes", "Memories"), Segment("edges", "Links")), "What the table lists", value="nodes"
        )
        self.nodes = LineTable("Memories of the graph", NODE_HEADS)
        self.edges = LineTable("Links of the graph", EDGE_HEADS)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.nodes)
        self.groups = LineTable("Communities of the store", GROUP_HEADS)
        self._pages.addWidget(self.edges)
        self._pages.addWidget(self.groups)
        top = QHBoxLayout()
        top.setContentsMargins(metrics.pane_padding, metrics.space_8, metrics.pane_padding, metrics.space_8)
        top.addWidget(self.which)
        top.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self._pages, 1)
        self.which.changed.connect(self._on_which)
        for table in (self.nodes, self.edges):
            table.chosen.connect(self.chosen)
        for table in (self.nodes, self.edges, self.groups):
            table.opened.connect(self.opened)

    def show_drawing(self, drawing: Drawing, current: int | None) -> None:
        """Show what is drawn, and stand on a memory."""
        if drawing.whole is not None:
            self.show_whole(drawing.whole)
        else:
            self.show_graph(drawing.nodes, drawing.edges)
            self.nodes.select_key(current)

    def show_whole(self, whole: CommunityGraph) -> None:
        """Show the store as communities."""
        self.groups.show_lines(group_lines(whole))
        self._pages.setCurrentWidget(self.groups)
        self.which.setEnabled(False)

    def show_graph(self, nodes: tuple[GraphNode, ...], edges: tuple[GraphEdge, ...]) -> None:
        """Show what is drawn."""
        self.which.setEnabled(True)
        self._on_which(self.which.value)
        self.nodes.show_lines(node_lines(nodes, edges))
        self.edges.show_lines(edge_lines(nodes, edges))

    def _on_which(self, key: str) -> None:
        self._pages.setCurrentWidget(self.edges if key == "edges" else self.nodes)
