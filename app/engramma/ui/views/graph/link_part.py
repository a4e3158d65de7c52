"""What joins the two memories that are selected, on the side of the Graph: every link with its weight and its age."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.inspector.link_row import LinkLine, LinkRow
from engramma.ui.inspector.words import counted
from engramma.ui.theme import TextRole, set_text_role, theme
from engramma.ui.views.graph.reading import ShownLinks, read_links
from engramma.ui.views.graph.words import link_line
from engramma.ui.widgets import KeyButton, SectionHeader

KEY = "graph.link"


class LinkPart(QWidget):
    """Shown while just two memories are selected, by a click on the line between them or one by one."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__()
        metrics = theme().metrics
        self._context = context
        self.header = SectionHeader("Between these two", foldable=False)
        self._nothing = QLabel("Nothing joins them.")
        set_text_role(self._nothing, TextRole.SMALL, tone="secondary")
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        self.link = KeyButton("Link these two", icon_name="link", size="small")
        self.unlink = KeyButton("Unlink", "X", icon_name="link-break", size="small")
        self.unlink.setToolTip("Take away what links them; where one came from the other stays")
        buttons = QHBoxLayout()
        buttons.setContentsMargins(0, metrics.space_6, 0, 0)
        buttons.setSpacing(metrics.space_6)
        buttons.addWidget(self.link)
        buttons.addWidget(self.unlink)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(metrics.space_2)
        column.addWidget(self.header)
        column.addLayout(self._rows)
        column.addWidget(self._nothing)
        column.addLayout(buttons)
        self.link.clicked.connect(functools.partial(context.run, "memory.link"))
        self.unlink.clicked.connect(self.take_away)
        self.hide()

    @property
    def lines(self) -> tuple[LinkLine, ...]:
        """What the rows say: both ends, then each link."""
        return tuple(row.line for row in self.findChildren(LinkRow) if not row.isHidden())

    def follow(self, ids: Sequence[int]) -> None:
        """Read what joins two memories; of fewer or more nothing is shown."""
        store = self._context.store
        if len(ids) != 2 or store is None:
            self._context.jobs.drop(KEY)
            self.show_links(None)
            return
        work = functools.partial(read_links, store, ids[0], ids[1])
        self._context.jobs.read("Read links", work, self.show_links, key=KEY)

    def take_away(self, _checked: bool = False) -> None:
        """Unlink them, if there is anything to take away."""
        if not self.isHidden() and self.unlink.isEnabled():
            self._context.run("memory.unlink")

    def show_links(self, shown: ShownLinks | None) -> None:
        """Show both ends, which lead to them, and the links; or nothing."""
        self._clear()
        self.setVisible(shown is not None)
        if shown is None:
            return
        links = shown.links
        for memory in shown.ends:
            end = LinkRow(LinkLine(memory.text, tier=memory.tier.value, word=f"M-{memory.id}"))
            end.clicked.connect(functools.partial(self._choose, memory.id))
            self._rows.addWidget(end)
        store = self._context.store
        now = 0 if store is None else store.clock.now()
        for link in links:
            self._rows.addWidget(LinkRow(link_line(link, now), leads=False))
        writable = store is not None and not store.read_only
        self.header.set_detail(counted(len(links), "link", "links") if links else "")
        self._nothing.setVisible(not links)
        self.link.setEnabled(writable)
        self.unlink.setEnabled(writable and any(link.removable for link in links))

    def _clear(self) -> None:
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _choose(self, key: int, _checked: bool = False) -> None:
        self._context.select(Selection.one("memory", key))
