"""The page of the settings: sections at the left, rows in the middle, and for the policy a preview at the right.

A field on top finds rows in all sections. What a section sets is its own business; nothing here is written.
"""

from __future__ import annotations

import functools
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from engramma.ui.bridge import WindowContext
from engramma.ui.theme import set_surface, theme
from engramma.ui.views.plan.head import PlanNotice
from engramma.ui.views.settings.page_head import SettingsHead
from engramma.ui.views.settings.policy.policy_desk import PolicyDesk
from engramma.ui.views.settings.policy.policy_section import PolicySection
from engramma.ui.views.settings.policy.preview_pane import PreviewPane
from engramma.ui.views.settings.section import SettingsSection
from engramma.ui.views.settings.section_nav import SectionNav
from engramma.ui.views.settings.sections import SECTIONS, section_makers
from engramma.ui.views.settings.setting_row import SettingRow
from engramma.ui.views.settings.tools import SettingsTools
from engramma.ui.widgets import lead_keys

NAV, NARROW_NAV, SIDE, NARROW_SIDE = 196, 190, 344, 324
ENOUGH_FOR_SIDE, ENOUGH_FOR_NAV = 860, 1100
REST_AFTER = 80


class SettingsPage(QWidget):
    """`left`: back to the view before."""

    view_name = "settings"
    left = Signal()

    def __init__(self, context: WindowContext, tools: SettingsTools, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        set_surface(self, "base")
        self.setAccessibleName("Settings")
        self.head, self.notice = SettingsHead(), PlanNotice()
        self.policy, self.preview = PolicySection(), PreviewPane()
        self.desk = PolicyDesk(context, self.policy, self.preview)
        self.nav = SectionNav(SECTIONS)
        self._makers = section_makers(context, tools)
        self._made: dict[str, SettingsSection] = {}
        self._stack = QStackedWidget()
        self._take_in(self.policy)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_AFTER)
        self._rest.timeout.connect(self._make_next)
        self._matches: list[SettingRow] = []
        self._place = 0
        body = QHBoxLayout()
        body.setSpacing(0)
        body.addWidget(self.nav)
        body.addWidget(self._stack, 1)
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.notice)
        column.addLayout(body, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(column, 1)
        row.addWidget(self.preview)
        lead_keys(self, self.nav.list)
        self.head.searched.connect(self._on_searched)
        self.head.stepped.connect(self._on_stepped)
        self.head.entered.connect(self._on_entered)
        self.head.left.connect(self.left)
        self.nav.chosen.connect(self._on_chosen)
        self.nav.typed.connect(self._on_typed)
        self.desk.noticed.connect(self._on_noticed)
        self.policy.other_wanted.connect(functools.partial(tools.choose_store, self.desk.take_from))
        context.store_changed.connect(self._on_store)
        self.nav.choose(PolicySection.key)
        self.desk.forget()

    # What the window asks

    def activate(self) -> None:
        """It came to the front."""
        self._section.activate()
        self.nav.list.setFocus()

    def save_state(self) -> dict[str, Any]:
        """The section."""
        return {"section": self.nav.current}

    def restore_state(self, state: dict[str, Any]) -> None:
        """The section that was in front."""
        section = state.get("section")
        if isinstance(section, str):
            self.nav.choose(section)

    def open_section(self, key: str) -> None:
        """Go to a section, such as "model"; for links from elsewhere."""
        self.head.field.clear()
        self.nav.choose(key)
        self._section.activate()

    def propose(self, name: str, value: float) -> None:
        """Set a field of the policy in the draft; nothing is applied. Raises InvalidValueError out of range."""
        self.open_section(PolicySection.key)
        self.desk.propose(name, value)

    def refresh(self) -> None:
        """Look at everything anew."""
        self._section.activate()
        if self._section is self.policy:
            self.desk.look()

    @property
    def _section(self) -> SettingsSection:
        return self.section(self.nav.current)

    # Sections

    def section(self, key: str) -> SettingsSection:
        """A section by its key, made if need be. Raises KeyError."""
        if key not in self._made:
            self._take_in(self._makers[key]())
        return self._made[key]

    def _take_in(self, section: SettingsSection) -> None:
        self._made[section.key] = section
        self._stack.addWidget(section)
        section.counted.connect(self._count)
        section.search(self.head.field.text())

    def _everything(self) -> list[SettingsSection]:
        """All sections, in order; a search looks into each."""
        return [self.section(kind.key) for kind in SECTIONS]

    def _make_next(self) -> None:
        """Make the others one by one while nobody waits for them, so that a search finds them made."""
        missing = next((kind.key for kind in SECTIONS if kind.key not in self._made), None)
        if missing is not None and self.isVisible():
            self.section(missing)
            self._rest.start()
        elif missing is None:
            self.head.say(sum(len(section.rows) for section in self._made.values()))

    def _on_chosen(self, key: str) -> None:
        section = self.section(key)
        self._stack.setCurrentWidget(section)
        self._arrange()
        if self.isVisible():
            section.activate()
            self._show_desk()

    def _show_desk(self) -> None:
        if self._section is self.policy and self.isVisible():
            self.desk.show()
        else:
            self.desk.hide()
            self._context.set_results_text("")

    def _arrange(self) -> None:
        """In a narrow window the preview gives way to the rows."""
        metrics = theme().metrics
        wide = self.width() >= metrics.px(ENOUGH_FOR_NAV)
        self.nav.setFixedWidth(metrics.px(NAV if wide else NARROW_NAV))
        self.preview.setFixedWidth(metrics.px(SIDE if wide else NARROW_SIDE))
        self.preview.setVisible(self._section is self.policy and self.width() >= metrics.px(ENOUGH_FOR_SIDE))

    def _count(self) -> None:
        searching = bool(self.head.field.text().strip())
        counts = {
            key: len(section.matches(self.head.field.text())) if searching else section.unapplied
            for key, section in self._made.items()
        }
        self.nav.show_counts(counts, searching=searching)

    # Searching

    def _on_searched(self, text: str) -> None:
        sections = self._everything() if text.strip() else list(self._made.values())
        for section in sections:
            section.search(text)
        self._matches = [row for section in sections for row in section.matches(text)]
        here = [place for place, row in enumerate(self._matches) if row in self._section.rows]
        self._place = here[0] if here else 0
        self._count()
        if self._matches and not here:
            self._show_match()
        self.head.show_places(self._place + 1, len(self._matches))

    def _on_typed(self, text: str) -> None:
        self.head.field.setFocus()
        self.head.field.setText(text)

    def _on_stepped(self, by: int) -> None:
        if self._matches:
            self._place = (self._place + by) % len(self._matches)
            self._show_match()
            self.head.show_places(self._place + 1, len(self._matches))

    def _on_entered(self) -> None:
        if self._matches:
            self._show_match()
            self._matches[self._place].take_keys()

    def _show_match(self) -> None:
        row = self._matches[self._place]
        for section in self._everything():
            if row in section.rows:
                self.nav.choose(section.key)
                section.show_row(row)

    # Following

    def _on_store(self) -> None:
        self.notice.hide()
        self.desk.forget()
        for section in self._made.values():
            section.store_changed()
        if self.isVisible():
            self._section.activate()

    def _on_noticed(self, sentence: str) -> None:
        self.notice.tell(sentence)

    def showEvent(self, event: QShowEvent) -> None:
        """Previews are made while somebody looks."""
        super().showEvent(event)
        self._show_desk()
        self._rest.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """And no longer."""
        super().hideEvent(event)
        self.desk.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The side pane needs room."""
        super().resizeEvent(event)
        self._arrange()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F3 goes from match to match, Ctrl+Enter applies the policy."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.key() == Qt.Key.Key_F3:
            self._on_stepped(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if self._section is self.policy:
                self.desk.apply()
        else:
            super().keyPressEvent(event)
