"""The side of Live: one act as a whole. Of a recall why a hit came, what it changed and what the agent read."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from engramma.model.watching import Act, Did, Touched
from engramma.ui.delegates.plain_text import clean
from engramma.ui.models.dates import day_text, time_text
from engramma.ui.theme import TextRole, set_edge, set_surface, set_text_role, theme
from engramma.ui.views.activity.change_words import ChangeWords, readable
from engramma.ui.views.live.act_words import about, counted, verb_of
from engramma.ui.views.live.reading import ActChanges, ActLine, HitLine
from engramma.ui.views.recall.part_bars import PartTable
from engramma.ui.widgets import (
    ElidedLabel,
    FlowLayout,
    IconLabel,
    KeyButton,
    KindLabel,
    SectionHeader,
    StatusBadge,
    TierBadge,
    ViewHead,
)
from engramma.ui.widgets.diff_text import DiffText
from engramma.ui.widgets.span_text import SpanText

WIDTH = 344
MOST_READ, MOST_MEMORIES = 2_000, 6
WHAT_STANDS_HERE = (
    "Choose a line of the list. Of a recall you see here why each memory was sent and what the agent read; "
    "of a write, what it changed and how to take it back."
)


class LiveSide(QWidget):
    """`wanted` carries the key of a button: pin, correct, edit, show, ask, undo, accept, reject, review, activity."""

    wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "left")
        self.setFixedWidth(metrics.px(WIDTH))
        self.setAccessibleName("The act")
        self._icon = IconLabel("lightning", size=metrics.icon_large, role="accent")
        self._head = ViewHead("", surface="panel", role=TextRole.STRONG, lead=self._icon, even=True)
        self._title = self._head.title
        self._meta = ElidedLabel("", TextRole.SMALL, tone="secondary", tabular=True)
        self._head.put(self._meta)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setAccessibleName("What belongs to the act")
        self._foot = QWidget()
        set_edge(self._foot, "top")
        self._flow = FlowLayout(self._foot, gap=metrics.space_8, line_gap=metrics.space_6)
        self._flow.setContentsMargins(
            metrics.pane_padding, metrics.space_8, metrics.pane_padding, metrics.space_8
        )
        self.buttons: dict[str, KeyButton] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(self._area, 1)
        column.addWidget(self._foot)
        self._shown: object = None
        self.show_act(None)

    def show_act(
        self,
        line: ActLine | None,
        *,
        place: int = 1,
        changes: ActChanges | None = None,
        writable: bool = True,
    ) -> None:
        """Show an act, of a recall with the hit at `place`; None for none."""
        wanted = (line, place, changes, writable)
        if wanted == self._shown and self._area.widget() is not None:
            return
        same = isinstance(self._shown, tuple) and line is not None and self._shown[0] == line
        scrolled = self._area.verticalScrollBar().value() if same else 0
        self._shown = wanted
        body, column = _body()
        if line is None:
            self._icon.hide()
            self._title.setText("Nothing chosen")
            self._meta.set_text("")
            column.addWidget(_wrapped(WHAT_STANDS_HERE, tone="muted"))
            buttons: list[tuple[str, KeyButton]] = []
        else:
            self._name_head(line.act)
            if line.act.recall is not None:
                hit = next((one for one in line.hits if one.place == place), None)
                self._fill_recall(column, line, hit)
                buttons = _recall_buttons(hit, writable=writable)
            else:
                self._fill_write(column, line, changes)
                buttons = _write_buttons(line.act, writable=writable)
        column.addStretch(1)
        self._area.setWidget(body)
        self._area.verticalScrollBar().setValue(scrolled)
        self._show_buttons(buttons)

    def _name_head(self, act: Act) -> None:
        verb = verb_of(act)
        self._icon.show()
        self._icon.set_icon(verb.icon)
        self._title.setText("Recall" if act.recall is not None else verb.word.capitalize())
        at = act.operation.at
        self._meta.set_text(f"{act.agent}, {time_text(at)}, {day_text(at)}")

    def _show_buttons(self, buttons: Sequence[tuple[str, KeyButton]]) -> None:
        self._flow.clear()
        self.buttons = dict(buttons)
        for key, button in buttons:
            button.setProperty("act", key)
            button.clicked.connect(self._on_button)
            self._flow.addWidget(button)
        self._foot.setVisible(bool(buttons))

    def _on_button(self) -> None:
        button = self.sender()
        if button is not None:
            self.wanted.emit(str(button.property("act")))

    def _fill_recall(self, column: QVBoxLayout, line: ActLine, hit: HitLine | None) -> None:
        recall = line.act.recall
        assert recall is not None
        column.addWidget(SpanText(about(line.act), role=TextRole.READING))
        words = [recall.mode, counted(len(line.hits), "hit"), f"{line.tokens:,} tokens"]
        if recall.budget:
            words.append(f"budget {recall.budget:,}")
        column.addWidget(_badges(words))
        if hit is not None:
            header = SectionHeader(f"Why hit {hit.place}", foldable=False)
            header.set_detail(f"{hit.label}   {hit.score:.2f}")
            column.addWidget(header)
            column.addWidget(SpanText(clean(hit.text) or "It is no longer there.", role=TextRole.READING))
            if hit.explained:
                table = PartTable()
                table.show_parts(hit.parts)
                column.addWidget(table)
            else:
                column.addWidget(_line("info", "The parts of its score were not kept"))
            for icon_name, sentence in _facts(hit):
                column.addWidget(_line(icon_name, sentence))
        column.addWidget(SectionHeader("What the recall changed", foldable=False))
        for icon_name, sentence in changed_words(line):
            column.addWidget(_line(icon_name, sentence))
        if line.hits:
            header = SectionHeader("What the agent read", foldable=False)
            header.set_detail(f"{line.tokens:,} tokens, as it reads now")
            column.addWidget(header)
            column.addWidget(_read(line.hits))

    def _fill_write(self, column: QVBoxLayout, line: ActLine, changes: ActChanges | None) -> None:
        act = line.act
        column.addWidget(SpanText(about(act), role=TextRole.READING))
        made = act.proposal
        if made is not None:
            column.addWidget(_badges(["waits for you" if made.waits else made.status]))
            if made.reason:
                column.addWidget(_line("info", made.reason))
        elif act.operation.undone:
            column.addWidget(_badges(["undone"]))
        words = [] if changes is None else readable(changes.changes)
        if words:
            column.addWidget(SectionHeader("What it changed", foldable=False))
            for word in words[:MOST_MEMORIES]:
                column.addWidget(_change(word))
        if act.touched:
            column.addWidget(SectionHeader("The memories as they are now", foldable=False))
            for memory in act.touched[:MOST_MEMORIES]:
                column.addWidget(_memory(memory))
            more = len(act.touched) - MOST_MEMORIES
            if more > 0:
                column.addWidget(_line("dots-three", f"and {more} more"))


def changed_words(line: ActLine) -> tuple[tuple[str, str], ...]:
    """(icon, sentence) of what a recall did to the memories that it sent."""
    rehearsed = sum(1 for hit in line.hits if hit.rehearsed)
    if not rehearsed:
        return (("eye", "Nothing: no memory was among its first five hits"),)
    memories = sum(1 for hit in line.hits if hit.memory is not None)
    told = [
        ("lightning", f"{counted(rehearsed, 'memory', 'memories')} rehearsed: strength 1.00 from then on")
    ]
    if memories > 1:
        # At most eight of them are tied to each other.
        tied = min(memories, 8)
        told.append(("link", f"{counted(tied * (tied - 1) // 2, 'link')} “recalled together” grew"))
    if line.act.operation.undone:
        told.append(("arrow-u-up-left", "That was taken back"))
    return tuple(told)


def _facts(hit: HitLine) -> tuple[tuple[str, str], ...]:
    memory = hit.memory
    if memory is None:
        return (("chats", "A turn of a session, not a memory"),) if hit.text else ()
    facts = []
    if memory.pinned:
        facts.append(("push-pin-fill", "Pinned"))
    if memory.disputed:
        facts.append(("warning", "In an open conflict"))
    if memory.state == "superseded":
        facts.append(("arrow-bend-up-left", "Superseded since: it is recalled no more"))
    if memory.state == "trashed":
        facts.append(("trash", "In the Trash since"))
    return tuple(facts)


def _recall_buttons(hit: HitLine | None, *, writable: bool) -> list[tuple[str, KeyButton]]:
    found = [("ask", KeyButton("Ask again as this agent", "L", icon_name="flask"))]
    if hit is None or hit.memory is None:
        return found
    if hit.memory.state == "active":
        found.insert(0, ("correct", KeyButton("Correct…", "C", icon_name="pencil-line")))
        if not hit.memory.pinned:
            found.insert(0, ("pin", KeyButton(f"Pin {hit.label}", "P", icon_name="push-pin")))
    if hit.memory.disputed:
        found.append(("review", KeyButton("Resolve conflict…", icon_name="warning")))
    found.append(("show", KeyButton("Show in Memories", "M", icon_name="rows")))
    for key, button in found:
        button.setEnabled(writable or key in ("ask", "show", "review"))
    return found


def _write_buttons(act: Act, *, writable: bool) -> list[tuple[str, KeyButton]]:
    found: list[tuple[str, KeyButton]] = []
    if act.proposal is not None and act.proposal.waits:
        if act.proposal.undoable:
            found.append(("accept", KeyButton("Accept", "A", icon_name="check")))
        found.append(("reject", KeyButton("Reject", "R", icon_name="x")))
        found.append(("review", KeyButton("Open Review", icon_name="check-square-offset")))
    elif act.did is Did.WRITE and not act.operation.undone:
        found.append(("undo", KeyButton("Undo", "U", icon_name="arrow-u-up-left")))
    if act.touched and act.touched[0].state == "active" and act.proposal is None:
        found.append(("correct", KeyButton("Correct…", "C", icon_name="pencil-line")))
        if not act.touched[0].pinned:
            found.append(("pin", KeyButton(f"Pin {act.touched[0].label}", "P", icon_name="push-pin")))
    for key, button in found:
        button.setEnabled(writable or key == "review")
    if act.touched:
        found.append(("show", KeyButton("Show in Memories", "M", icon_name="rows")))
    found.append(("activity", KeyButton("Show in Activity", icon_name="clock-counter-clockwise")))
    return found


def _body() -> tuple[QWidget, QVBoxLayout]:
    metrics = theme().metrics
    body = QWidget()
    set_surface(body, "panel")
    column = QVBoxLayout(body)
    column.setContentsMargins(metrics.pane_padding, metrics.space_12, metrics.pane_padding, metrics.space_12)
    column.setSpacing(metrics.space_8)
    return body, column


def _badges(words: Sequence[str]) -> QWidget:
    box = QWidget()
    flow = FlowLayout(box)
    for word in words:
        flow.addWidget(StatusBadge(word, "neutral"))
    return box


def _line(icon_name: str, words: str) -> QWidget:
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme().metrics.space_8)
    sign = IconLabel(icon_name, size=theme().metrics.icon_small, role="text_secondary")
    row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(_wrapped(words), 1)
    return box


def _wrapped(words: str, tone: str = "secondary") -> QLabel:
    label = QLabel(words)
    label.setWordWrap(True)
    set_text_role(label, TextRole.SMALL, tone="muted" if tone == "muted" else "secondary")
    return label


def _read(hits: Sequence[HitLine]) -> QWidget:
    """The texts in the order in which they went out."""
    text = "\n".join(f"[{hit.label}] {clean(hit.text)}" for hit in hits)
    shown = text if len(text) <= MOST_READ else f"{text[:MOST_READ]}…"
    box = QWidget()
    set_surface(box, "card")
    label = QLabel(shown)
    set_text_role(label, TextRole.MONO, tone="secondary")
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setAccessibleName("What the agent read")
    column = QVBoxLayout(box)
    metrics = theme().metrics
    column.setContentsMargins(metrics.space_12, metrics.space_8, metrics.space_12, metrics.space_8)
    column.addWidget(label)
    return box


def _memory(memory: Touched) -> QWidget:
    box = QWidget()
    metrics = theme().metrics
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, metrics.space_4)
    column.setSpacing(metrics.space_4)
    head = QHBoxLayout()
    head.setSpacing(metrics.space_8)
    label = ElidedLabel(memory.label, TextRole.MONO, tone="secondary")
    head.addWidget(TierBadge(memory.tier))
    head.addWidget(KindLabel(memory.kind))
    if memory.state != "active":
        head.addWidget(StatusBadge(memory.state, "warning"))
    head.addStretch(1)
    head.addWidget(label)
    column.addLayout(head)
    column.addWidget(SpanText(clean(memory.text), role=TextRole.READING))
    return box


def _change(word: ChangeWords) -> QWidget:
    name = f"{word.field} of M-{word.memory_id}" if word.memory_id is not None else word.field
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, theme().metrics.space_4)
    column.setSpacing(theme().metrics.space_2)
    column.addWidget(_wrapped(name))
    if word.prose:
        column.addWidget(DiffText(word.before, word.after, role=TextRole.READING))
    else:
        label = QLabel(f"{word.before or 'none'} → {word.after or 'none'}")
        set_text_role(label, TextRole.BODY)
        label.setWordWrap(True)
        column.addWidget(label)
    return box
