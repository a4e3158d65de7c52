"""The fields by which a pending change is named: which memory, which words, which proposal, which policy."""

from __future__ import annotations

from dataclasses import fields

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QSizePolicy,
    QWidget,
)

from engramma.model.plan import Proposal
from engramma.model.policy import Policy
from engramma.model.recall import RecallHit
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.theme import TextRole, set_field_size, set_text_role, theme

LABEL = 64
EDIT, MOST_ROWS = 58, 5
MOST_PROPOSALS = 200
SETTINGS = ("short_term_half_life", "long_term_half_life", "retrieval_threshold")
ID_ROLE = int(Qt.ItemDataRole.UserRole) + 1


class Field(QWidget):
    """A word, and a field right of it."""

    changed = Signal()

    def __init__(self, words: str) -> None:
        super().__init__()
        metrics = theme().metrics
        self._label = QLabel(words)
        set_text_role(self._label, TextRole.SMALL, tone="secondary")
        self._label.setFixedWidth(metrics.px(LABEL))
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(metrics.space_8)
        self.row.addWidget(self._label)

    def set_role(self, words: str) -> None:
        """Another word."""
        self._label.setText(words)

    def _said(self, _value: object = None) -> None:
        self.changed.emit()


class TargetChoice(Field):
    """One of the memories among the hits."""

    def __init__(self) -> None:
        super().__init__("Memory")
        self.box = _combo("Memory that is changed")
        self._hits: tuple[RecallHit, ...] = ()
        self.row.addWidget(self.box, 1)
        self.box.currentIndexChanged.connect(self._said)

    @property
    def memory_id(self) -> int | None:
        """The memory that is chosen."""
        return None if (hit := self._hit) is None else hit.id

    @property
    def text(self) -> str:
        """What it says."""
        return "" if (hit := self._hit) is None else hit.text

    @property
    def _hit(self) -> RecallHit | None:
        place = self.box.currentIndex()
        return self._hits[place] if 0 <= place < len(self._hits) else None

    def offer(self, hits: tuple[RecallHit, ...], current: int | None) -> None:
        """Offer these memories."""
        self._hits = hits
        self.box.blockSignals(True)
        self.box.clear()
        for hit in hits:
            self.box.addItem(f"{hit.label}  {single_line(hit.text)}")
        ids = [hit.id for hit in hits]
        if current in ids:
            self.box.setCurrentIndex(ids.index(current))
        self.box.blockSignals(False)


class WordingField(Field):
    """A text of several lines."""

    def __init__(self) -> None:
        super().__init__("Text")
        self.edit = QPlainTextEdit()
        self.edit.setAccessibleName("New text")
        self.edit.setTabChangesFocus(True)
        self.edit.setFixedHeight(theme().metrics.px(EDIT))
        self.row.setAlignment(self._label, Qt.AlignmentFlag.AlignTop)
        self.row.addWidget(self.edit, 1)
        self.edit.textChanged.connect(self._said)

    @property
    def text(self) -> str:
        """What it says, without the space around it."""
        return self.edit.toPlainText().strip()

    def put(self, text: str) -> None:
        """Another text, all of it selected."""
        self.edit.setPlainText(text)
        self.edit.selectAll()


class MergeList(Field):
    """Which of the other memories are merged."""

    def __init__(self) -> None:
        super().__init__("Merged")
        self.list = QListWidget()
        self.list.setAccessibleName("Memories that are merged into it")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.row.setAlignment(self._label, Qt.AlignmentFlag.AlignTop)
        self.row.addWidget(self.list, 1)
        self._hits: tuple[RecallHit, ...] = ()
        self.list.itemChanged.connect(self._said)

    @property
    def members(self) -> tuple[int, ...]:
        """The memories that are ticked."""
        items = (self.list.item(place) for place in range(self.list.count()))
        return tuple(item.data(ID_ROLE) for item in items if item.checkState() is Qt.CheckState.Checked)

    def offer(self, hits: tuple[RecallHit, ...], stays: int | None) -> None:
        """Offer these memories without the one that stays."""
        self._hits = hits
        self.leave_out(stays)

    def leave_out(self, stays: int | None) -> None:
        """Another one stays."""
        self.list.blockSignals(True)
        self.list.clear()
        for hit in self._hits:
            if hit.id == stays:
                continue
            item = QListWidgetItem(f"{hit.label}  {single_line(hit.text)}", self.list)
            item.setData(ID_ROLE, hit.id)
            item.setFlags(
                Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable
            )
            item.setCheckState(Qt.CheckState.Unchecked)
        rows = max(1, min(self.list.count(), MOST_ROWS))
        self.list.setFixedHeight(max(1, self.list.sizeHintForRow(0)) * rows + theme().metrics.space_6)
        self.list.blockSignals(False)


class ProposalChoice(Field):
    """One of the proposals that wait."""

    def __init__(self) -> None:
        super().__init__("Proposal")
        self.box = _combo("Proposal that is accepted")
        self._ids: tuple[int, ...] = ()
        self.row.addWidget(self.box, 1)
        self.box.currentIndexChanged.connect(self._said)

    @property
    def proposal_id(self) -> int | None:
        """The proposal that is chosen."""
        place = self.box.currentIndex()
        return self._ids[place] if 0 <= place < len(self._ids) else None

    def offer(self, proposals: tuple[Proposal, ...]) -> None:
        """Offer these."""
        offered = proposals[:MOST_PROPOSALS]
        kept = self.proposal_id
        self._ids = tuple(one.id for one in offered)
        self.box.blockSignals(True)
        self.box.clear()
        for one in offered:
            self.box.addItem(proposal_words(one))
        if kept in self._ids:
            self.box.setCurrentIndex(self._ids.index(kept))
        self.box.blockSignals(False)


class PolicyFields(Field):
    """The settings of the policy by which memories fade."""

    def __init__(self) -> None:
        super().__init__("Policy")
        self._label.hide()
        self._before = Policy()
        self.boxes: dict[str, QDoubleSpinBox] = {}
        known = {item.name: item.metadata for item in fields(Policy)}
        for name in SETTINGS:
            about, box = known[name], QDoubleSpinBox()
            in_days = about["unit"] == "days"
            box.setRange(about["low"], about["high"])
            box.setDecimals(1 if in_days else 2)
            box.setSingleStep(1.0 if in_days else 0.05)
            box.setSuffix(" days" if in_days else "")
            box.setAccessibleName(about["title"])
            set_field_size(box, "small")
            title = QLabel(about["title"])
            set_text_role(title, TextRole.SMALL, tone="secondary")
            self.row.addWidget(title)
            self.row.addWidget(box)
            box.valueChanged.connect(self._said)
            self.boxes[name] = box
        self.row.addStretch(1)

    @property
    def values(self) -> dict[str, float]:
        """What is set otherwise than now."""
        return {
            name: box.value()
            for name, box in self.boxes.items()
            if abs(box.value() - getattr(self._before, name)) > 0.004
        }

    def offer(self, policy: Policy) -> None:
        """The values that are in force."""
        self._before = policy
        for name, box in self.boxes.items():
            box.blockSignals(True)
            box.setValue(getattr(policy, name))
            box.blockSignals(False)


def proposal_words(proposal: Proposal) -> str:
    """A proposal in one line."""
    what = proposal.action.replace("_", " ")
    if " " not in what:
        what = f"{what} {', '.join(f'M-{target}' for target in proposal.targets[:4])}".strip()
    what = single_line(f"{what[:1].upper()}{what[1:]}")
    return f"{what}: {single_line(proposal.reason)}" if proposal.reason else what


def _combo(name: str) -> QComboBox:
    box = QComboBox()
    box.setAccessibleName(name)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(20)
    box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    set_field_size(box, "small")
    return box
