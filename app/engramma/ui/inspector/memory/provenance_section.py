"""Where a memory comes from: the quoted turn with the remembered words tinted, or the file and line."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from engramma.model.memory import Provenance
from engramma.ui.inspector.memory.view_values import ShownMemory
from engramma.ui.inspector.words import role_icon, role_word
from engramma.ui.models.dates import moment_text
from engramma.ui.theme import set_variant, theme
from engramma.ui.widgets import SectionHeader
from engramma.ui.widgets.quote_block import Quote, QuoteBlock

if TYPE_CHECKING:
    from engramma.ui.bridge import WindowContext

MOST = 3
AROUND = 140


class ProvenanceSection(QWidget):
    """At most three quotes; with one, the link to its turn stands in the title."""

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        self._context = context
        self._shown: tuple[object, ...] = ()
        self._event_id: int | None = None
        self._head = SectionHeader("Provenance", foldable=False)
        self._open = QPushButton("Open turn →")
        self._open.setAccessibleName("Open turn")
        set_variant(self._open, "link")
        self._head.add_action_widget(self._open)
        self._open.clicked.connect(self._on_open)
        self._quotes = QVBoxLayout()
        self._quotes.setSpacing(metrics.space_6)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(metrics.space_4)
        column.addWidget(self._head)
        column.addLayout(self._quotes)

    def show_memory(self, shown: ShownMemory) -> None:
        """Show where a memory comes from; hidden when that is not known."""
        sources = shown.details.provenance
        look = (sources, shown.details.memory.tier, shown.now // 3_600_000_000)
        self.setVisible(bool(sources))
        if look == self._shown:
            return
        self._shown = look
        while (item := self._quotes.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        alone = len(sources) == 1
        self._event_id = sources[0].event_id if alone else None
        self._open.setVisible(self._event_id is not None)
        self._head.set_detail("" if alone else f"{min(MOST, len(sources))} of {len(sources)}")
        for source in sources[:MOST]:
            quote = quote_of(source, tier=shown.details.memory.tier.value, now=shown.now)
            block = QuoteBlock(quote, link="" if alone or source.event_id is None else "Open →")
            if source.event_id is not None:
                block.open_requested.connect(partial(self._context.show_event, source.event_id))
            self._quotes.addWidget(block)

    def _on_open(self) -> None:
        if self._event_id is not None:
            self._context.show_event(self._event_id)


def quote_of(source: Provenance, *, tier: str, now: int) -> Quote:
    """The words around the remembered span, shortened at both ends, and who said them where and when."""
    text, start, end = source.context, source.start, source.end
    if not text or start is None or end is None or not 0 <= start < end <= len(text):
        text = source.quote or text
        start, end = 0, len(text) if source.quote else 0
    first = max(0, start - AROUND)
    last = min(len(text), max(end, start) + AROUND)
    before = "…" if first > 0 else ""
    after = "…" if last < len(text) else ""
    return Quote(
        text=f"{before}{text[first:last]}{after}",
        start=start - first + len(before),
        length=end - start,
        tier=tier,
        source=source_words(source, now),
        source_icon=role_icon(source.role) if source.event_id is not None else "note",
    )


def source_words(source: Provenance, now: int) -> str:
    """ "User, turn 42 of “Webhook retries”, 28 May, 10:12", or the file and line."""
    parts = [] if source.of is None else [f"Said before M-{source.of} was corrected"]
    if source.event_id is not None:
        turn = "" if source.turn is None else f"turn {source.turn}"
        of = f"{turn} of “{source.session_title}”" if source.session_title else turn
        parts += [role_word(source.role, source.speaker), of]
    elif source.session_title:
        parts.append(f"“{source.session_title}”, its turn is gone")
    if source.source and source.event_id is None:
        parts.append(source.source if source.line is None else f"{source.source}, line {source.line}")
    if source.at is not None:
        parts.append(moment_text(source.at, now))
    return ", ".join(part for part in parts if part)
