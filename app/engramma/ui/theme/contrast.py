"""Colour arithmetic on `#RRGGBB` strings: WCAG contrast and mixing.

Pure functions, no Qt, no theme values.
"""

from __future__ import annotations


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue, 0..255, of a `#RRGGBB` string. Raises ValueError for any other form."""
    if len(colour) != 7 or not colour.startswith("#"):
        raise ValueError(f"not a #RRGGBB colour: {colour!r}")
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def luminance(colour: str) -> float:
    """Relative luminance 0..1 (WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance)."""
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in channels(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    """Contrast ratio 1..21 of two colours, in either order."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def mix(foreground: str, background: str, share: float) -> str:
    """`share` (0..1) of `foreground` laid over `background`, as an opaque colour."""
    pairs = zip(channels(foreground), channels(background), strict=True)
    red, green, blue = (round(front * share + back * (1 - share)) for front, back in pairs)
    return f"#{red:02X}{green:02X}{blue:02X}"
