"""Sizes: spaces, radii, heights and type sizes, all scaled by one factor from the platform's font size.

Exists so that nobody writes a bare pixel number in a view. Values are logical pixels (Qt multiplies by the
device pixel ratio). Must not import Qt: reading the platform font is the theme source's business.
"""

from __future__ import annotations

from dataclasses import fields
from enum import StrEnum

from engramma.model.records import dataclass

BASE_PX = 13
SMALLEST_SCALE, LARGEST_SCALE = 1.0, 2.5


class TextRole(StrEnum):
    """The type scale. Size, weight and line height of each role are in `TYPE_SCALE`."""

    BODY = "body"
    MEDIUM = "medium"
    STRONG = "strong"
    TITLE = "title"
    READING = "reading"
    SMALL = "small"
    SMALL_MEDIUM = "small-medium"
    SECTION = "section"
    CAPTION = "caption"
    BADGE = "badge"
    CARD = "card"
    FIGURE = "figure"
    WELCOME = "welcome"
    MONO = "mono"


@dataclass(frozen=True, slots=True)
class TypeStyle:
    """Unscaled type of one role: size and line height in px at 96 dpi, weight 400, 500 or 600."""

    size: float
    line: int
    weight: int = 400


TYPE_SCALE = {
    TextRole.BODY: TypeStyle(13, 18),
    TextRole.MEDIUM: TypeStyle(13, 18, 500),
    TextRole.STRONG: TypeStyle(13, 18, 600),
    TextRole.TITLE: TypeStyle(14, 20, 600),
    TextRole.READING: TypeStyle(14, 20),
    TextRole.SMALL: TypeStyle(12, 16),
    TextRole.SMALL_MEDIUM: TypeStyle(12, 16, 500),
    TextRole.SECTION: TypeStyle(12, 16, 600),
    TextRole.CAPTION: TypeStyle(11, 14),
    TextRole.BADGE: TypeStyle(11.5, 14, 500),
    TextRole.CARD: TypeStyle(16, 24),
    TextRole.FIGURE: TypeStyle(22, 28, 600),
    TextRole.WELCOME: TypeStyle(26, 32, 600),
    TextRole.MONO: TypeStyle(11, 14),
}


@dataclass(frozen=True, slots=True)
class Metrics:
    """Sizes at one scale, in logical pixels. The defaults are the design's values at scale 1.

    Use `Metrics.at`.
    """

    scale: float = 1.0

    space_2: int = 2
    space_4: int = 4
    space_6: int = 6
    space_8: int = 8
    space_12: int = 12
    space_14: int = 14
    space_20: int = 20
    space_24: int = 24
    pane_padding: int = 14

    radius_tag: int = 4
    radius_badge: int = 5
    radius_row: int = 5
    radius_button: int = 6
    radius_field: int = 6
    radius_card: int = 8
    radius_dialog: int = 10
    radius_chip: int = 11

    menu: int = 26
    tool_bar: int = 46
    chip_row: int = 34
    view_header: int = 38
    page_header: int = 52
    table_header: int = 28
    row: int = 46
    row_compact: int = 28
    view_item: int = 26
    facet: int = 22
    status: int = 26
    button: int = 28
    button_small: int = 24
    field: int = 28
    search: int = 32
    toast: int = 40
    chip: int = 22
    badge: int = 20
    tag: int = 18

    icon_small: int = 13
    icon: int = 15
    icon_large: int = 17
    glyph: int = 12
    gutter: int = 30

    @classmethod
    def at(cls, scale: float) -> Metrics:
        """All sizes multiplied by `scale`, rounded to whole pixels; the scale is kept within 1..2.5."""
        scale = min(LARGEST_SCALE, max(SMALLEST_SCALE, scale))
        design = cls()
        names = [item.name for item in fields(cls) if item.name != "scale"]
        sizes = {name: max(1, round(getattr(design, name) * scale)) for name in names}
        return cls(scale=scale, **sizes)

    def px(self, value: float) -> int:
        """A design length in px at 96 dpi, scaled and rounded (at least 1 for positive lengths)."""
        scaled = round(value * self.scale)
        return max(1, scaled) if value > 0 else scaled

    def text_px(self, role: TextRole) -> int:
        """Font size of a role in whole pixels, halves rounded up: Qt takes no fractions."""
        return int(TYPE_SCALE[role].size * self.scale + 0.5)

    def line_px(self, role: TextRole) -> int:
        """Line height of a role in logical pixels."""
        return self.px(TYPE_SCALE[role].line)


def scale_of(font_px: float) -> float:
    """The scale for a platform font of `font_px` pixels, in steps of 0.05: near misses of 13 px stay at 1."""
    return min(LARGEST_SCALE, max(SMALLEST_SCALE, round(font_px / BASE_PX * 20) / 20))
