"""The secrets that a file's new items would bring, each by its kind and where it stands; never the whole value."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engramma.engine.exporting.values import Hit
from engramma.ui.theme import TextRole, set_text_role, set_variant, theme
from engramma.ui.views.export.kind_words import KIND_ICONS
from engramma.ui.widgets import ElidedLabel, IconLabel, SectionHeader
from engramma.ui.window.importing.plan import PlannedFile

MOST = 8
HINT = "They come in as they stand. An export can mask them."


class SecretsFound(QWidget):
    """`search_wanted`: the file is large and was not searched unasked."""

    search_wanted = Signal()

    def __init__(self, file: PlannedFile) -> None:
        super().__init__()
        metrics = theme().metrics
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(metrics.space_6)
        hits = file.secrets.findings.hits if file.secrets is not None else ()
        column.addWidget(SectionHeader("Secrets found", detail=file.secrets_text, foldable=False))
        if file.secrets is None and not file.searching:
            button = QPushButton("Search for secrets")
            button.setAccessibleName("Search for secrets")
            set_variant(button, "plain", size="small")
            button.clicked.connect(self.search_wanted)
            column.addWidget(button)
        elif not hits:
            column.addWidget(_words(file.secrets_tip))
        for hit in hits[:MOST]:
            column.addWidget(_line(hit))
        if len(hits) > MOST:
            column.addWidget(_words(f"and {len(hits) - MOST:,} more"))
        if hits:
            column.addWidget(_words(HINT))


def _line(hit: Hit) -> QWidget:
    metrics = theme().metrics
    line = QWidget()
    grid = QGridLayout(line)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(metrics.space_8)
    grid.setVerticalSpacing(0)
    grid.setColumnStretch(1, 1)
    doubt = "" if hit.sure else ", perhaps"
    more = f" and {hit.count - 1:,} more" if hit.count > 1 else ""
    grid.addWidget(IconLabel(KIND_ICONS[hit.kind], size=metrics.icon), 0, 0)
    grid.addWidget(ElidedLabel(f"{hit.label}{doubt}", TextRole.SMALL), 0, 1)
    grid.addWidget(ElidedLabel(f"{hit.places[0].where}{more}", TextRole.CAPTION, tone="muted"), 1, 1)
    return line


def _words(text: str) -> QLabel:
    label = QLabel(text)
    label.setWordWrap(True)
    set_text_role(label, TextRole.CAPTION, tone="muted")
    return label
