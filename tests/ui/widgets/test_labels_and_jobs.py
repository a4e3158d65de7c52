"""Labels, badges, hints, empty states and the job indicator: what they say, offer and paint."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtWidgets import QAbstractButton, QLabel, QProgressBar, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from engramma.ui.theme import ThemeSource, motion, theme
from engramma.ui.widgets import (
    ElidedLabel,
    EmptyState,
    IconButton,
    IconLabel,
    JobIndicator,
    JobView,
    KeyButton,
    KeyHint,
    KindLabel,
    Spinner,
    StatusBadge,
    StrengthBar,
    Tag,
    TierBadge,
)
from engramma.ui.widgets.job_indicator import time_left
from engramma.ui.widgets.key_hint import key_words

LABELS: dict[str, Callable[[], QWidget]] = {
    "tier": lambda: TierBadge("long_term"),
    "kind": lambda: KindLabel("procedural"),
    "tag": lambda: Tag("payments"),
    "status": lambda: StatusBadge("High stakes: money", "warning", icon_name="warning"),
    "keys": lambda: KeyHint("Ctrl+K"),
    "elided": lambda: ElidedLabel("Webhook retries"),
    "icon button": lambda: IconButton("trash", "Move to Trash", keys="Del"),
    "key button": lambda: KeyButton("Undo", "Ctrl+Z"),
}


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("name", LABELS)
def test_every_label_names_itself_and_paints(
    theme_source: ThemeSource, qtbot: QtBot, name: str, ratio: float
) -> None:
    widget = LABELS[name]()
    qtbot.addWidget(widget)
    widget.resize(widget.sizeHint())
    assert widget.accessibleName()
    image = QImage(round(widget.width() * ratio), round(widget.height() * ratio), QImage.Format.Format_ARGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.magenta)
    widget.render(image)
    spots = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert len(spots) > 3


def test_tier_badges_say_long_and_short_words(theme_source: ThemeSource, qtbot: QtBot) -> None:
    long, short = TierBadge("long_term"), TierBadge("long_term", short=True)
    for badge in (long, short):
        qtbot.addWidget(badge)
    assert (long.word, short.word) == ("Long-term", "Long")
    assert short.sizeHint().width() < long.sizeHint().width()
    assert long.sizeHint().height() == 20
    long.set_tier("short_term")
    assert long.accessibleName() == "Tier: Short-term"


def test_the_strength_bar_speaks(theme_source: ThemeSource, qtbot: QtBot) -> None:
    bar = StrengthBar()
    qtbot.addWidget(bar)
    bar.set_strength(0.07, 0.1, tier="short_term", dormant=True)
    assert bar.accessibleName() == "Strength 0.07, threshold 0.10, dormant"
    bar.resize(bar.sizeHint())
    assert bar.grab().toImage().pixelColor(2, 6).name().upper() == theme().tokens.text_muted


def test_a_tip_of_its_own_survives_another_width_and_another_text(
    theme_source: ThemeSource, qtbot: QtBot
) -> None:
    label = ElidedLabel("2 Mar 2026")
    qtbot.addWidget(label)
    label.setToolTip("2026-03-02 09:30:00 UTC")
    label.resize(20, 18)
    label.show()
    label.resize(300, 18)
    label.set_text("today")
    assert label.toolTip() == "2026-03-02 09:30:00 UTC"
    label.setToolTip("")
    assert label.toolTip() == ""


def test_an_elided_label_tells_the_rest_on_hover(theme_source: ThemeSource, qtbot: QtBot) -> None:
    label = ElidedLabel("<b>Refunds</b> go back to the original payment method")
    qtbot.addWidget(label)
    label.resize(80, 20)
    label.show()
    document = QTextDocument()
    document.setHtml(label.toolTip())
    assert document.toPlainText() == label.text
    label.resize(label.sizeHint())
    assert label.toolTip() == ""


@pytest.mark.parametrize(
    ("keys", "words"),
    [("Ctrl+K", "Ctrl K"), ("Esc", "Esc"), ("Ctrl+Shift+M", "Ctrl Shift M"), ("Ctrl++", "Ctrl")],
)
def test_keys_as_shown(keys: str, words: str) -> None:
    assert key_words(keys).startswith(words)


def test_icon_buttons_are_reached_by_tab_and_say_their_keys(theme_source: ThemeSource, qtbot: QtBot) -> None:
    button = IconButton("trash", "Move to Trash", keys="Del")
    qtbot.addWidget(button)
    assert button.accessibleName() == "Move to Trash"
    assert "Del" in button.toolTip()
    assert button.focusPolicy() == Qt.FocusPolicy.TabFocus
    assert button.size() == QSize(28, 28)


def test_a_key_button_is_as_high_as_others_and_clicks(theme_source: ThemeSource, qtbot: QtBot) -> None:
    for size, height in (("small", 24), ("normal", 28), ("large", 44)):
        button = KeyButton("Keep 2", "2", icon_name="arrow-right", variant="primary", size=size)  # type: ignore[arg-type]
        qtbot.addWidget(button)
        button.ensurePolished()
        assert button.sizeHint().height() == height
    with qtbot.waitSignal(button.clicked):
        qtbot.keyClick(button, Qt.Key.Key_Space)


def test_an_empty_state_offers_one_action(theme_source: ThemeSource, qtbot: QtBot) -> None:
    empty = EmptyState(
        "tray", "No memories match", sentence="The search is narrow.", action="Clear the search"
    )
    qtbot.addWidget(empty)
    empty.show()
    button = empty.findChild(QPushButton)
    with qtbot.waitSignal(empty.action_triggered):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert {label.textFormat() for label in empty.findChildren(QLabel)} == {Qt.TextFormat.PlainText}
    empty.set_texts("Nothing here yet", sentence="No agent wrote anything.")
    assert not button.isVisible()
    assert empty.accessibleName() == "Nothing here yet"


@pytest.fixture
def indicator(theme_source: ThemeSource, qtbot: QtBot) -> JobIndicator:
    made = JobIndicator()
    qtbot.addWidget(made)
    return made


def test_a_job_is_shown_and_cancelled(indicator: JobIndicator, qtbot: QtBot) -> None:
    job = JobView("pass", "Consolidating, step 5 of 9", 0.6, 8.2)
    assert not indicator.isVisible()
    indicator.show_job(job)
    assert indicator.isVisible()
    assert indicator.accessibleDescription() == "60 percent, 8 s left"
    assert indicator.findChild(QProgressBar).value() == 600
    with qtbot.waitSignal(indicator.cancel_requested) as caught:
        qtbot.mouseClick(indicator.findChild(QToolButton), Qt.MouseButton.LeftButton)
    assert caught.args == [job]
    indicator.clear()
    assert not indicator.isVisible()
    assert indicator.job is None


def test_an_endless_job_that_cannot_be_cancelled(indicator: JobIndicator) -> None:
    indicator.show_job(JobView("load", "Loading the model", cancellable=False))
    assert indicator.findChild(QProgressBar).maximum() == 0
    assert not indicator.findChild(QToolButton).isVisible()


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(None, ""), (0.2, "1 s left"), (8.4, "8 s left"), (200, "3 min left"), (7300, "2 h left")],
)
def test_time_left(seconds: float | None, words: str) -> None:
    assert time_left(seconds) == words


@pytest.mark.parametrize(("reduced", "turns"), [(False, True), (True, False)])
def test_the_spinner_turns_unless_motion_is_reduced(
    theme_source: ThemeSource, qtbot: QtBot, reduced: bool, turns: bool
) -> None:
    motion.set_reduced_motion(reduced)
    spinner = Spinner(size=32)
    qtbot.addWidget(spinner)
    spinner.show()
    before = spinner.grab().toImage()
    qtbot.wait(300)
    assert (spinner.grab().toImage() != before) is turns
    motion.set_reduced_motion(None)


def test_an_icon_label_follows_the_theme(theme_source: ThemeSource, qtbot: QtBot) -> None:
    label = IconLabel("push-pin-fill", size=32, role="accent")
    qtbot.addWidget(label)
    label.show()
    seen = set()
    for mode in ("light", "dark"):
        theme_source.set_mode(mode)
        image = label.grab().toImage()
        names = [image.pixelColor(x, y).name().upper() for x in range(32) for y in range(32)]
        assert theme().tokens.accent in names
        seen.add(theme().tokens.accent)
    assert len(seen) == 2


def test_a_long_sentence_of_an_empty_state_shows_all_its_lines(
    theme_source: ThemeSource, qtbot: QtBot
) -> None:
    empty = EmptyState("tray", "Nothing", sentence="The search is narrower than the store. " * 5)
    qtbot.addWidget(empty)
    empty.resize(600, 400)
    empty.show()
    sentence = next(label for label in empty.findChildren(QLabel) if label.text().startswith("The search"))
    assert sentence.height() >= sentence.heightForWidth(sentence.width())
    assert sentence.height() > 2 * sentence.fontMetrics().height()


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
@pytest.mark.parametrize(
    "make", [lambda: IconButton("trash", "Move to Trash"), lambda: KeyButton("Undo", "Ctrl+Z")]
)
def test_buttons_are_pressed_by_enter_and_space(
    qtbot: QtBot, theme_source: ThemeSource, make: Callable[[], QAbstractButton], key: Qt.Key
) -> None:
    button = make()
    qtbot.addWidget(button)
    button.show()
    with qtbot.waitSignal(button.clicked, timeout=500):
        qtbot.keyClick(button, key)


def test_a_kind_without_room_for_its_word_is_its_icon(qtbot: QtBot, theme_source: ThemeSource) -> None:
    label = KindLabel("procedural")
    qtbot.addWidget(label)
    whole = label.sizeHint()

    def ink(width: int) -> int:
        label.setFixedSize(width, whole.height())
        image = label.grab().toImage()
        back = image.pixelColor(0, 0)
        points = [
            x for x in range(image.width()) for y in range(image.height()) if image.pixelColor(x, y) != back
        ]
        return max(points)

    assert ink(whole.width()) > 2 * ink(whole.width() - 12)
    assert ink(whole.width() - 12) < 20, "the word is left out, not cut"
