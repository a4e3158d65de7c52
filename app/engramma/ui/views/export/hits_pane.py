"""The middle of the export page: whether private words are masked, each of them in its surroundings, own words."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from engramma.engine.exporting.values import Findings
from engramma.ui.theme import TextRole, set_edge, set_surface, set_text_role, theme
from engramma.ui.views.export.decisions import Decisions
from engramma.ui.views.export.hit_list import KEYS, HitList
from engramma.ui.views.export.names_bar import NamesBar
from engramma.ui.views.merge.layout import KeyFoot
from engramma.ui.widgets import ElidedLabel, EmptyState, KeyButton, lead_keys

ICONS = {"searching": "magnifying-glass", "off": "eye", "none": "shield-check", "failed": "warning"}


class HitsPane(QWidget):
    """`switched`: masking was turned on or off; `names_changed`: other own words are to be found."""

    switched = Signal()
    names_changed = Signal()

    def __init__(self, decisions: Decisions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._decisions = decisions
        self._findings: Findings | None = None
        set_surface(self, "base")
        self.setAccessibleName("Redaction review")
        self.switch = QCheckBox("Mask private words")
        self.switch.setAccessibleName("Mask private words")
        self.switch.setChecked(True)
        self._count = ElidedLabel("", TextRole.SMALL, tone="secondary")
        self.sure = KeyButton("Mask all sure", "A", size="small")
        self.list, self.names = HitList(decisions), NamesBar()
        self._middle = QStackedWidget()
        self._middle.addWidget(self.list)
        self._states = {
            name: EmptyState(sign, name, sentence="Nothing is written yet.") for name, sign in ICONS.items()
        }
        for state in self._states.values():
            self._middle.addWidget(state)
        self.foot = KeyFoot(KEYS)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._make_head())
        column.addWidget(self._middle, 1)
        column.addWidget(self.names)
        column.addWidget(self.foot)
        self.switch.toggled.connect(self._on_switch)
        self.sure.clicked.connect(self.list.mask_sure)
        self.names.changed.connect(self.names_changed)
        self.list.decided.connect(self.count)
        lead_keys(self, self.list)

    def _make_head(self) -> QWidget:
        metrics = theme().metrics
        head = QWidget()
        set_surface(head, "base")
        set_edge(head, "bottom")
        head.setFixedHeight(metrics.px(42))
        row = QHBoxLayout(head)
        row.setContentsMargins(metrics.pane_padding, 0, metrics.pane_padding, 0)
        row.setSpacing(metrics.space_8)
        title = QLabel("Redaction review")
        set_text_role(title, TextRole.STRONG)
        row.addWidget(title)
        row.addWidget(self._count, 1)
        row.addWidget(self.switch)
        row.addSpacing(metrics.space_8)
        row.addWidget(self.sure)
        return head

    @property
    def masking(self) -> bool:
        """Whether private words are masked."""
        return self.switch.isChecked()

    def show_searching(self) -> None:
        """A search is on its way."""
        self._findings = None
        self.names.show_missing(())
        self._tell(
            "searching", "Searching for private words…", "Nothing is written. Cancel it in the status bar."
        )

    def show_off(self) -> None:
        """Nothing is looked for."""
        self._findings = None
        self.list.show_hits(())
        self._tell(
            "off",
            "Nothing is masked",
            "Keys, addresses and names go out as they are. For a backup of your own that is right; "
            "for anybody else let private words be masked.",
        )

    def show_failed(self, words: str) -> None:
        """The search did not come to its end."""
        self._findings = None
        self._tell("failed", "The search was stopped", words)

    def show_findings(self, findings: Findings) -> None:
        """What was found."""
        self._findings = findings
        self.names.show_missing(name for name in self.names.names if not findings.found_of(name))
        self.list.show_hits(findings.hits)
        if findings.hits:
            self._middle.setCurrentWidget(self.list)
        else:
            self._tell(
                "none",
                "Nothing private was found",
                f"Looked at {findings.texts:,} texts, {findings.characters:,} characters. "
                "Add words of your own below.",
            )
        self.count()

    def count(self) -> None:
        """Say how many are decided."""
        found = self._findings
        if found is None or not found.hits:
            self._count.set_text("" if found is None else "no hits")
        else:
            hits, total = found.hits, len(found.hits)
            decided = total - self._decisions.sum(hits).open
            self._count.set_text(f"{total:,} {'hit' if total == 1 else 'hits'}, {decided:,} decided")
        self.sure.setVisible(found is not None and any(hit.sure for hit in found.hits))

    def _tell(self, state: str, title: str, sentence: str) -> None:
        self._states[state].set_texts(title, sentence=sentence)
        self._middle.setCurrentWidget(self._states[state])
        self.count()

    def _on_switch(self, on: bool) -> None:
        self.names.setVisible(on)
        self.foot.setVisible(on)
        self.switched.emit()
