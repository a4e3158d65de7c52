"""The section of the memory policy: its rows and its history. Shows a draft; the desk decides what comes of it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from engramma.model.policy import DEFAULT_POLICY
from engramma.ui.theme import icon, set_surface, set_variant, theme
from engramma.ui.views.settings.policy.draft import PolicyDraft
from engramma.ui.views.settings.policy.fields import GROUPS
from engramma.ui.views.settings.policy.history_rows import HistoryRow
from engramma.ui.views.settings.policy.policy_row import PolicyRow
from engramma.ui.views.settings.policy.reading import PolicyLook
from engramma.ui.views.settings.section import SettingsSection, group_head


class PolicySection(SettingsSection):
    """`edited` carries a FieldEdited; `undo_wanted` the id of an operation."""

    key = "policy"
    title = "Memory policy"
    icon_name = "sliders"
    widest = 1_200
    edited = Signal(object)
    undo_wanted = Signal(object)
    reset_wanted = Signal()
    other_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, PolicyRow] = {}
        self._unapplied = 0
        size = theme().metrics.icon
        self.other = QPushButton("From another store…")
        self.reset = QPushButton("Reset all")
        for button, name, glyph in (
            (self.other, "Take the policy of another store", "copy"),
            (self.reset, "Reset the whole policy to the defaults", "arrow-counter-clockwise"),
        ):
            set_variant(button, "flat" if button is self.other else "plain", size="small")
            button.setIcon(icon(glyph, "text_secondary"))
            button.setIconSize(QSize(size, size))
            button.setAccessibleName(name)
            self.add_action(button)
        for group in GROUPS:
            rows = [PolicyRow(name, words) for name, words in group.fields]
            for row in rows:
                self.fields[row.name] = row
                row.edited.connect(self.edited)
            self.add_group(group.title, group.about, rows)
        self.history = QWidget()
        set_surface(self.history, "base")
        self._steps = QVBoxLayout(self.history)
        self._steps.setContentsMargins(0, 0, 0, theme().metrics.space_24)
        self._steps.setSpacing(0)
        self.add_widget(self.history)
        self.other.clicked.connect(self.other_wanted)
        self.reset.clicked.connect(self.reset_wanted)

    @property
    def unapplied(self) -> int:
        """How many fields are changed and not applied."""
        return self._unapplied

    def show_draft(self, draft: PolicyDraft | None, *, store: str, read_only: bool) -> None:
        """The values of a draft; without one there is no store."""
        self._unapplied = 0 if draft is None else len(draft.changed)
        enabled = draft is not None and not read_only
        for button in (self.other, self.reset):
            button.setEnabled(enabled)
        for row in self.fields.values():
            row.show_draft(draft or PolicyDraft(DEFAULT_POLICY), enabled=enabled)
        self.say(_about(self._unapplied, store=store, read_only=read_only))
        self.counted.emit()

    def show_history(self, look: PolicyLook | None) -> None:
        """How the policy came about."""
        while (item := self._steps.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if look is None or not look.history:
            return
        self._steps.addWidget(group_head("Changes so far", "each is one step that can be taken back"))
        for step in look.history:
            row = HistoryRow(step, now=look.now)
            row.undo_wanted.connect(self.undo_wanted)
            self._steps.addWidget(row)
        self.area.fit()


def _about(unapplied: int, *, store: str, read_only: bool) -> str:
    if not store:
        return "of a store; none is open"
    if read_only:
        return f"of {store}, which is open read-only"
    return f"of {store}, {unapplied} not applied" if unapplied else f"of {store}"
