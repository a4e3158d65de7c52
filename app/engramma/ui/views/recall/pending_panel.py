"""Names a change that is not made yet, so that B can be asked with it. Makes nothing."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engramma.model.pending_change import ChangeKind, PendingChange, correction, merging, policy_change
from engramma.model.plan import Proposal
from engramma.model.policy import Policy
from engramma.model.recall import RecallHit
from engramma.ui.theme import TextRole, set_edge, set_surface, set_text_role, theme
from engramma.ui.views.recall.pending_fields import (
    MergeList,
    PolicyFields,
    ProposalChoice,
    TargetChoice,
    WordingField,
)
from engramma.ui.widgets import IconButton, KeyButton, Segment, SegmentedControl

KINDS = (
    Segment(ChangeKind.CORRECT.value, "Correct", tip="A new wording takes the place of a memory"),
    Segment(ChangeKind.TRASH.value, "Trash", tip="A memory goes to the Trash"),
    Segment(ChangeKind.PIN.value, "Pin", tip="A memory is pinned"),
    Segment(ChangeKind.MERGE.value, "Merge", tip="Memories become one"),
    Segment(ChangeKind.REMEMBER.value, "New memory", tip="A memory that is not there yet"),
    Segment(ChangeKind.ACCEPT.value, "Proposal", tip="A proposal that waits is accepted"),
    Segment(ChangeKind.POLICY.value, "Policy", tip="Memories fade by other rules"),
)
ON_ONE = (ChangeKind.CORRECT, ChangeKind.TRASH, ChangeKind.PIN, ChangeKind.MERGE)


class PendingPanel(QWidget):
    """`tried` carries the PendingChange; `closed`: nothing is wanted.

    `needed`: proposals and policy are to be read.
    """

    tried = Signal(object)
    closed = Signal()
    needed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "bottom")
        self.setAccessibleName("Pending change for B")
        title = QLabel("What if")
        set_text_role(title, TextRole.SECTION, tone="secondary")
        self.kind = SegmentedControl(KINDS, "Kind of change")
        self.close_button = IconButton("x", "No pending change", size="small")
        self.target, self.wording = TargetChoice(), WordingField()
        self.merge, self.proposal, self.policy = MergeList(), ProposalChoice(), PolicyFields()
        self._why_not = QLabel("")
        set_text_role(self._why_not, TextRole.SMALL, tone="secondary")
        self.try_button = KeyButton("Try it in B", "Ctrl+Enter", icon_name="play", variant="primary")
        head = QHBoxLayout()
        head.setSpacing(metrics.space_8)
        head.addWidget(title)
        head.addWidget(self.kind)
        head.addStretch(1)
        head.addWidget(self.close_button)
        foot = QHBoxLayout()
        foot.addWidget(self._why_not, 1)
        foot.addWidget(self.try_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(
            metrics.pane_padding, metrics.space_8, metrics.pane_padding, metrics.space_8
        )
        column.setSpacing(metrics.space_8)
        column.addLayout(head)
        for field in (self.target, self.merge, self.wording, self.proposal, self.policy):
            column.addWidget(field)
        column.addLayout(foot)
        self.kind.changed.connect(self._on_kind)
        self.target.changed.connect(self._on_target)
        self.close_button.clicked.connect(self.closed)
        self.try_button.clicked.connect(self.try_it)
        for field in (self.wording, self.merge, self.proposal, self.policy):
            field.changed.connect(self._check)
        self._on_kind()

    def open_on(self, hits: tuple[RecallHit, ...], current: int | None) -> None:
        """Show it over these memories, the one with id `current` chosen."""
        self.target.offer(hits, current)
        self.merge.offer(hits, self.target.memory_id)
        self.wording.put(self.target.text)
        self.needed.emit()
        self.show()
        self._on_kind()
        first = self.wording.edit if self.wording.isVisibleTo(self) else self.kind
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def offer(self, proposals: tuple[Proposal, ...], policy: Policy) -> None:
        """The proposals that wait, and the policy that is in force."""
        self.proposal.offer(proposals)
        self.policy.offer(policy)
        self._check()

    @property
    def change(self) -> PendingChange | None:
        """The change as it is named now, None as long as something is missing."""
        kind, target = ChangeKind(self.kind.value), self.target.memory_id
        match kind:
            case ChangeKind.REMEMBER:
                return PendingChange(kind, text=self.wording.text) if self.wording.text else None
            case ChangeKind.ACCEPT:
                chosen = self.proposal.proposal_id
                return None if chosen is None else PendingChange(kind, proposal_id=chosen)
            case ChangeKind.POLICY:
                return policy_change(self.policy.values) if self.policy.values else None
        if target is None:
            return None
        if kind is ChangeKind.CORRECT:
            new = self.wording.text
            return correction(target, new) if new and new != self.target.text.strip() else None
        if kind is ChangeKind.MERGE:
            return merging(target, self.merge.members) if self.merge.members else None
        return PendingChange(kind, (target,))

    def try_it(self) -> None:
        """Ask B with it."""
        if (change := self.change) is not None:
            self.tried.emit(change)

    def _on_kind(self, _kind: str = "") -> None:
        kind = ChangeKind(self.kind.value)
        self.target.setVisible(kind in ON_ONE)
        self.target.set_role("Stays" if kind is ChangeKind.MERGE else "Memory")
        self.merge.setVisible(kind is ChangeKind.MERGE)
        self.wording.setVisible(kind in (ChangeKind.CORRECT, ChangeKind.REMEMBER))
        self.proposal.setVisible(kind is ChangeKind.ACCEPT)
        self.policy.setVisible(kind is ChangeKind.POLICY)
        if kind is ChangeKind.REMEMBER and self.wording.text == self.target.text.strip():
            self.wording.put("")
        elif kind is ChangeKind.CORRECT and not self.wording.text:
            self.wording.put(self.target.text)
        self._check()

    def _on_target(self) -> None:
        self.merge.leave_out(self.target.memory_id)
        if self.kind.value == ChangeKind.CORRECT.value:
            self.wording.put(self.target.text)
        self._check()

    def _check(self) -> None:
        change = self.change
        self.try_button.setEnabled(change is not None)
        self._why_not.setText(
            "Nothing is written; the change is made on a copy." if change is not None else self._missing()
        )

    def _missing(self) -> str:
        kind = ChangeKind(self.kind.value)
        if kind in ON_ONE and self.target.memory_id is None:
            return "Ask a question first: the change is made on one of its hits."
        return {
            ChangeKind.CORRECT: "Write what is true instead.",
            ChangeKind.MERGE: "Tick the memories that become part of the one that stays.",
            ChangeKind.REMEMBER: "Write what is to be remembered.",
            ChangeKind.ACCEPT: "No proposal waits in Review.",
            ChangeKind.POLICY: "Set another value.",
        }.get(kind, "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter tries it, Escape gives up."""
        held = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and held:
            self.try_it()
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)
