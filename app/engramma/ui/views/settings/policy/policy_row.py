"""A field of the policy as a row: slider, number, unit, and a way back to the default."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engramma.model.records import dataclass
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.theme import TextRole, icon, set_text_role, set_variant, theme
from engramma.ui.views.settings.policy.draft import DEFAULTS, PolicyDraft
from engramma.ui.views.settings.policy.fields import about_of, details_of
from engramma.ui.views.settings.policy.number_field import NumberField, ValueSlider
from engramma.ui.views.settings.policy.scale import scale_of
from engramma.ui.views.settings.setting_row import CONTROLS, SettingRow

TRACK, RESET, ENOUGH_FOR_TRACK = 128, 52, 500


@dataclass(frozen=True, slots=True)
class FieldEdited:
    """A person gave a field of the policy a value."""

    name: str
    value: float


class PolicyRow(SettingRow):
    """`edited` carries a FieldEdited."""

    edited = Signal(object)

    def __init__(self, name: str, help_line: str) -> None:
        details = details_of(name)
        self.name, self._help = name, help_line
        self._scale = scale = scale_of(name)
        default = DEFAULTS[name]
        title, unit = str(details["title"]), str(details["unit"])
        self.slider = ValueSlider(scale, default)
        self.slider.setAccessibleName(f"{title}, slider")
        self.field = NumberField(scale)
        self.field.setAccessibleName(title)
        reach = f"{scale.text(scale.low)} to {scale.text(scale.high)} {unit}"
        self.field.setAccessibleDescription(f"{details['help']} {reach}, {scale.text(default)} by default.")
        words = QLabel(unit)
        set_text_role(words, TextRole.BODY, tone="secondary")
        words.setFixedWidth(theme().metrics.px(72))
        self.reset = QPushButton(scale.text(default))
        self.reset.setIcon(icon("arrow-counter-clockwise", "text_secondary"))
        set_variant(self.reset, "flat", size="small")
        self.reset.setFixedWidth(theme().metrics.px(RESET))
        self.reset.setAccessibleName(f"Reset {title} to {scale.text(default)}")
        self.reset.setToolTip(tooltip(f"Reset to the default, {scale.text(default)} {unit}"))
        track = self._track(unit)
        full = f"{details['help']} {reach[:1].upper()}{reach[1:]}; {scale.text(default)} by default."
        super().__init__(
            title,
            about_of(name, default, help_line),
            full=full,
            terms=f"{name.replace('_', ' ')} {name} {unit}",
            controls=(track, self.field, words, self.reset),
        )
        self._track_box = track
        self.reset.setVisible(False)
        keep = self.reset.sizePolicy()
        keep.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(keep)
        self.slider.valueChanged.connect(self._on_slider)
        self.slider.stepped.connect(self.field.stepBy)
        self.field.valueChanged.connect(self._on_field)
        self.reset.clicked.connect(self._on_reset)

    def _track(self, unit: str) -> QWidget:
        """The slider with its range below."""
        metrics = theme().metrics
        box = QWidget()
        box.setFixedWidth(metrics.px(TRACK))
        low, high = QLabel(f"{self._scale.low:g}"), QLabel(self._range_end(unit))
        for label in (low, high):
            set_text_role(label, TextRole.CAPTION, tone="muted")
        ends = QHBoxLayout()
        ends.setSpacing(0)
        ends.addWidget(low)
        ends.addStretch(1)
        ends.addWidget(high)
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.slider, 0, Qt.AlignmentFlag.AlignBottom)
        column.addLayout(ends)
        return box

    def _range_end(self, unit: str) -> str:
        text = f"{self._scale.high:,g}"
        return f"{text} {unit}" if self._scale.bent else text

    def show_draft(self, draft: PolicyDraft, *, enabled: bool) -> None:
        """The value as it would be, and whether it is changed."""
        value, unapplied = draft.value(self.name), self.name in draft.changed
        with QSignalBlocker(self.slider), QSignalBlocker(self.field):
            # A number that is being typed is left as it is written.
            if self.field.value() != value:
                self.field.setValue(value)
            if not self.slider.isSliderDown():
                self.slider.setValue(self._scale.position(value))
        self.words.set_strong(strong=unapplied)
        self.words.set_about(about_of(self.name, value, self._help))
        self.reset.setVisible(value != DEFAULTS[self.name])
        for widget in (self.slider, self.field, self.reset):
            widget.setEnabled(enabled)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room the words have it, not the slider."""
        super().resizeEvent(event)
        metrics = theme().metrics
        roomy = self.width() >= metrics.px(ENOUGH_FOR_TRACK)
        self._track_box.setVisible(roomy)
        self.side.setFixedWidth(metrics.px(CONTROLS if roomy else CONTROLS - TRACK - 8))

    def take_keys(self) -> None:
        """The number has them, ready to be written over."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def _on_slider(self, position: int) -> None:
        self.edited.emit(FieldEdited(self.name, self._scale.value(position)))

    def _on_field(self, value: float) -> None:
        self.edited.emit(FieldEdited(self.name, value))

    def _on_reset(self) -> None:
        self.edited.emit(FieldEdited(self.name, DEFAULTS[self.name]))
        self.field.setFocus()
