"""What a change of the policy would do, before it is applied: counts, the strengths of all, a few examples."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engramma.model.clock import DAY
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.theme import TextRole, icon, set_edge, set_surface, set_text_role, set_variant, theme
from engramma.ui.views.settings.policy.draft import PolicyDraft
from engramma.ui.views.settings.policy.example_row import ExampleRow
from engramma.ui.views.settings.policy.preview_words import CountRow, count_rows, headline, sentence
from engramma.ui.views.settings.policy.reading import EffectShown
from engramma.ui.views.settings.policy.strengths_plot import StrengthsPlot
from engramma.ui.widgets import ElidedLabel, IconLabel, Segment, SegmentedControl, ViewHead
from engramma.ui.widgets.content_area import ContentArea
from engramma.ui.widgets.key_hint import key_words

AHEAD = {"now": 0, "30": 30 * DAY}


class PreviewPane(QWidget):
    """`day_changed`: for another day; `apply_wanted`, `discard_wanted`, `show_wanted` are its buttons."""

    day_changed = Signal()
    apply_wanted = Signal()
    discard_wanted = Signal()
    show_wanted = Signal()
    memory_wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        set_surface(self, "panel")
        set_edge(self, "left")
        self.setAccessibleName("Preview of the memory policy")
        self._of = ElidedLabel("", TextRole.SMALL, tone="secondary")
        self.days = SegmentedControl(
            (
                Segment("now", "Now", tip="What would change now"),
                Segment("30", "In 30 days", tip="What would be different in 30 days"),
            ),
            "For which day the preview is",
        )
        self._headline, self._sentence = QLabel(), QLabel()
        self.counts = CountTable()
        self.plot = StrengthsPlot()
        self._examples = QVBoxLayout()
        self._example_head = self._head_of_examples()
        self._promise = QLabel()
        self.apply_button, self.discard_button = QPushButton(" Apply to this store"), QPushButton("Discard")
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head())
        area = ContentArea("Preview")
        area.setWidget(self._body())
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area = area
        column.addWidget(area, 1)
        column.addWidget(self._foot())
        self.days.changed.connect(self._on_day)
        self.apply_button.clicked.connect(self.apply_wanted)
        self.discard_button.clicked.connect(self.discard_wanted)
        self.show_draft(None, may_apply=False)

    def _head(self) -> QWidget:
        eye = IconLabel("eye", size=theme().metrics.icon, role="accent")
        head = ViewHead("Preview", surface="panel", role=TextRole.STRONG, lead=eye, even=True)
        head.put(self._of, self.days)
        return head

    def _body(self) -> QWidget:
        metrics = theme().metrics
        body = QWidget()
        set_surface(body, "panel")
        set_text_role(self._headline, TextRole.FIGURE)
        set_text_role(self._sentence, TextRole.SMALL, tone="secondary")
        for label in (self._headline, self._sentence):
            label.setWordWrap(True)
        self._legend = QWidget()
        legend = QHBoxLayout(self._legend)
        legend.setContentsMargins(0, 0, 0, 0)
        legend.setSpacing(metrics.space_6)
        name = QLabel("Strength of all")
        set_text_role(name, TextRole.SECTION, tone="secondary")
        legend.addWidget(name, 1)
        for words, sign, tone in (("now", "━", "primary"), ("after", "■", "accent")):
            mark, label = QLabel(sign), QLabel(words)
            set_text_role(mark, TextRole.CAPTION, tone="accent" if tone == "accent" else "primary")
            set_text_role(label, TextRole.SMALL, tone="secondary")
            legend.addWidget(mark)
            legend.addWidget(label)
        column = QVBoxLayout(body)
        padding = metrics.pane_padding
        column.setContentsMargins(padding, metrics.space_12, padding, metrics.space_12)
        column.setSpacing(metrics.space_4)
        column.addWidget(self._headline)
        column.addWidget(self._sentence)
        column.addSpacing(metrics.space_8)
        column.addWidget(self.counts)
        column.addSpacing(metrics.space_12)
        column.addWidget(self._legend)
        column.addWidget(self.plot)
        column.addSpacing(metrics.space_8)
        column.addWidget(self._example_head)
        self._examples.setSpacing(0)
        column.addLayout(self._examples)
        column.addStretch(1)
        return body

    def _head_of_examples(self) -> QWidget:
        head = QWidget()
        name = QLabel("For example")
        set_text_role(name, TextRole.SECTION, tone="secondary")
        self._show_all = QPushButton()
        set_variant(self._show_all, "link")
        self._show_all.clicked.connect(self.show_wanted)
        row = QHBoxLayout(head)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(name, 1)
        row.addWidget(self._show_all)
        return head

    def _foot(self) -> QWidget:
        metrics = theme().metrics
        foot = QWidget()
        set_surface(foot, "panel")
        set_edge(foot, "top")
        set_text_role(self._promise, TextRole.SMALL, tone="secondary")
        self._promise.setWordWrap(True)
        set_variant(self.apply_button, "primary")
        self.apply_button.setIcon(icon("check", "on_accent"))
        self.apply_button.setIconSize(QSize(metrics.icon, metrics.icon))
        self.apply_button.setAccessibleName("Apply to this store")
        self.apply_button.setToolTip(tooltip(f"Apply to this store  {key_words('Ctrl+Return')}"))
        self.discard_button.setAccessibleName("Discard the changes of the policy")
        buttons = QHBoxLayout()
        buttons.setSpacing(metrics.space_8)
        buttons.addWidget(self.apply_button)
        buttons.addWidget(self.discard_button)
        buttons.addStretch(1)
        column = QVBoxLayout(foot)
        padding = metrics.pane_padding
        column.setContentsMargins(padding, metrics.space_12, padding, metrics.space_12)
        column.setSpacing(metrics.space_12)
        column.addWidget(self._promise)
        column.addLayout(buttons)
        return foot

    @property
    def ahead(self) -> int:
        """How far ahead the preview looks, in µs."""
        return AHEAD[self.days.value]

    @property
    def headline(self) -> str:
        """What it says first."""
        return self._headline.text()

    def show_draft(self, draft: PolicyDraft | None, *, may_apply: bool) -> None:
        """How much is changed; the figures follow."""
        count = 0 if draft is None else len(draft.changed)
        self._of.set_text("1 change" if count == 1 else f"{count} changes" if count else "")
        self.apply_button.setEnabled(bool(count) and may_apply)
        self.discard_button.setEnabled(bool(count))

    def clear(self, headline_text: str, words: str = "") -> None:
        """Only words: there is nothing to count, or not yet."""
        self._say(headline_text, words)
        self._show_examples(None)
        self._promise.setText("Nothing is written before Apply.")
        for part in (self.counts, self._legend, self.plot):
            part.hide()
        self._area.fit()

    def _say(self, headline_text: str, words: str) -> None:
        self._headline.setText(headline_text)
        self._sentence.setText(words)
        self._sentence.setVisible(bool(words))

    def show_effect(
        self,
        draft: PolicyDraft,
        shown: EffectShown,
        *,
        promotions: tuple[int, int] | None,
        counting: bool,
    ) -> None:
        """The figures."""
        effect = shown.effect
        rise = None if promotions is None else promotions[1] - promotions[0]
        if draft.changed:
            self._say(headline(effect, rise), sentence(draft, effect))
        else:
            self._say(
                "Nothing is changed",
                "Move a slider to see what it would do. Nothing is written before Apply.",
            )
        self.counts.show_rows(count_rows(effect, promotions, counting=counting))
        thresholds = (draft.current.retrieval_threshold, draft.policy.retrieval_threshold)
        self.plot.show_strengths(effect.before.strengths, effect.after.strengths, thresholds=thresholds)
        self._show_examples(shown)
        for part in (self.counts, self._legend, self.plot):
            part.show()
        moved = f"Moves {effect.moved:,} fading {'date' if effect.moved == 1 else 'dates'} in one step."
        self._promise.setText(
            f"{moved if effect.moved else 'One step.'} Pinned and procedural ones stay. Ctrl Z takes it back."
        )
        self._area.fit()

    def _show_examples(self, shown: EffectShown | None) -> None:
        while (item := self._examples.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._example_head.setVisible(shown is not None and bool(shown.examples))
        if shown is None:
            return
        for example in shown.examples:
            row = ExampleRow(example, at=shown.effect.at)
            row.wanted.connect(self.memory_wanted)
            self._examples.addWidget(row)
        words = f"Show all {shown.effect.moved:,}"
        self._show_all.setText(words)
        self._show_all.setAccessibleName(f"{words} in Memories")

    def _on_day(self, _key: str) -> None:
        self.day_changed.emit()


class CountTable(QWidget):
    """One row for each count: icon, name, now, arrow, after, change."""

    def __init__(self) -> None:
        super().__init__()
        metrics = theme().metrics
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(metrics.space_6)
        self._grid.setHorizontalSpacing(metrics.space_4)
        self._grid.setColumnStretch(1, 1)
        for column, words in ((2, "now"), (4, "after"), (5, "change")):
            self._grid.addWidget(ElidedLabel(words, TextRole.CAPTION, tone="muted", right=True), 0, column)
        for column, width in ((2, 26), (4, 26), (5, 36)):
            self._grid.setColumnMinimumWidth(column, metrics.px(width))
        self._cells: dict[str, tuple[ElidedLabel, ElidedLabel, ElidedLabel]] = {}
        self.setAccessibleName("Counts now and after")

    def show_rows(self, rows: tuple[CountRow, ...]) -> None:
        """Show them; the names stay the same from one time to the next."""
        for row in rows:
            if row.words not in self._cells:
                self._cells[row.words] = self._add(row)
            now, after, change = self._cells[row.words]
            if row.before is None or row.after is None:
                for cell in (now, after, change):
                    cell.set_text("…")
                continue
            by = row.after - row.before
            now.set_text(f"{row.before:,}")
            after.set_text(f"{row.after:,}")
            change.set_text(f"+{by:,}" if by > 0 else f"−{-by:,}" if by else "0")
            change.set_tone("accent" if by else "muted")

    def value(self, words: str) -> str:
        """What is shown after a change, by the name of the row."""
        return self._cells[words][1].text

    def _add(self, row: CountRow) -> tuple[ElidedLabel, ElidedLabel, ElidedLabel]:
        metrics, place = theme().metrics, len(self._cells) + 1
        cells = (
            ElidedLabel("", TextRole.BODY, tone="secondary", tabular=True, right=True),
            ElidedLabel("", TextRole.STRONG, tabular=True, right=True),
            ElidedLabel("", TextRole.SMALL, tone="secondary", tabular=True, right=True),
        )
        arrow = QLabel("→")
        set_text_role(arrow, TextRole.SMALL, tone="muted")
        self._grid.addWidget(IconLabel(row.icon, size=metrics.icon), place, 0)
        self._grid.addWidget(ElidedLabel(row.words, TextRole.BODY), place, 1)
        self._grid.addWidget(cells[0], place, 2)
        self._grid.addWidget(arrow, place, 3)
        self._grid.addWidget(cells[1], place, 4)
        self._grid.addWidget(cells[2], place, 5)
        return cells
