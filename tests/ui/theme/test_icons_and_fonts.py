"""Icons exist, follow the theme and are sharp; the shipped font has its weights and tabular figures."""

from __future__ import annotations

from importlib.resources import files

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QFontInfo, QFontMetricsF, QIcon, QImage
from PySide6.QtWidgets import QApplication

from engramma.model.memory import Kind, Tier
from engramma.ui.theme import (
    TextRole,
    ThemeSource,
    app_icon,
    icon,
    kind_icon,
    pixmap,
    theme,
    tier_icon,
    tier_pixmap,
)
from engramma.ui.theme.fonts import FILES
from engramma.ui.theme.icon_font import UnknownIconError, icon_exists
from engramma.ui.theme.icon_names import KIND_ICONS, every_table


def strongest_colour(image: QImage) -> str:
    """The colour of the most opaque pixel."""
    spots = [(x, y) for x in range(image.width()) for y in range(image.height())]
    best = max(spots, key=lambda spot: image.pixelColor(*spot).alpha())
    return image.pixelColor(*best).name().upper()


def coverage(image: QImage) -> float:
    spots = [(x, y) for x in range(image.width()) for y in range(image.height())]
    return sum(image.pixelColor(*spot).alphaF() for spot in spots) / len(spots)


def close(first: str, second: str) -> bool:
    pairs = zip(bytes.fromhex(first[1:]), bytes.fromhex(second[1:]), strict=True)
    return all(abs(a - b) <= 3 for a, b in pairs)


def test_every_named_icon_exists() -> None:
    names = {name for table in every_table() for name in table.values()}
    assert not [name for name in names if not icon_exists(name)]
    assert set(KIND_ICONS) == {kind.value for kind in Kind}


def test_unknown_icons_are_refused(qapp: QApplication) -> None:
    with pytest.raises(UnknownIconError):
        icon("no-such-icon")


def test_an_icon_takes_the_colour_of_the_theme_when_it_paints(theme_source: ThemeSource) -> None:
    pin = icon("push-pin-fill", "accent")
    seen = []
    for mode in ("light", "dark"):
        theme_source.set_mode(mode)
        seen.append(strongest_colour(pin.pixmap(QSize(32, 32)).toImage()))
        assert close(seen[-1], theme().tokens.accent)
    assert seen[0] != seen[1]


def test_disabled_icons_are_disabled(theme_source: ThemeSource) -> None:
    image = icon("push-pin-fill", "accent").pixmap(QSize(32, 32), QIcon.Mode.Disabled).toImage()
    assert close(strongest_colour(image), theme().tokens.text_disabled)


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_pixmaps_have_device_pixels_and_fill_their_box(theme_source: ThemeSource, ratio: float) -> None:
    image = pixmap("warning", 15, "#7D5A00", ratio)
    assert image.width() == round(15 * ratio)
    assert image.devicePixelRatio() == ratio
    assert 0.08 < coverage(image.toImage()) < 0.6


def test_tier_glyphs_differ_by_fill(theme_source: ThemeSource) -> None:
    filled = [
        coverage(tier_pixmap(tier, 12, "#000000", 2.0).toImage())
        for tier in ("sensory", "short_term", "long_term")
    ]
    assert filled[0] < filled[1] < filled[2]
    assert filled[1] - filled[0] > 0.1


def test_icons_of_the_words_of_the_model(theme_source: ThemeSource) -> None:
    for tier in Tier:
        assert close(
            strongest_colour(tier_icon(tier).pixmap(QSize(32, 32)).toImage()), theme().tokens.tier(tier)
        )
    for kind in Kind:
        assert not kind_icon(kind).isNull()


def test_the_application_icon_draws_at_any_size(theme_source: ThemeSource) -> None:
    for size in (16, 64, 256):
        image = app_icon().pixmap(QSize(size, size)).toImage()
        assert image.width() == size
        assert image.pixelColor(size // 2, 2).name().upper() == "#0B6672"


def test_the_shipped_font_has_three_weights(theme_source: ThemeSource) -> None:
    widths = []
    for role in (TextRole.BODY, TextRole.MEDIUM, TextRole.STRONG):
        font = theme().font(role)
        assert QFontInfo(font).family() == "Inter"
        widths.append(QFontMetricsF(font).horizontalAdvance("Webhook signatures are checked before parsing"))
    assert widths[0] < widths[1] < widths[2]


def test_tabular_figures_align(theme_source: ThemeSource) -> None:
    plain = QFontMetricsF(theme().font(TextRole.TITLE))
    tabular = QFontMetricsF(theme().font(TextRole.TITLE, tabular=True))
    assert plain.horizontalAdvance("1111") < plain.horizontalAdvance("8888")
    assert tabular.horizontalAdvance("1111") == pytest.approx(tabular.horizontalAdvance("8888"))


def test_font_files_are_small_and_carry_their_licence() -> None:
    folder = files("engramma.resources") / "fonts"
    assert sum(len((folder / name).read_bytes()) for name in FILES) <= 1_500_000
    assert "SIL OPEN FONT LICENSE" in (folder / "Inter-LICENSE.txt").read_text("utf-8")
