"""The dynamic properties that the style sheet reads: surface, button variant, text role and tone.

Exists so that views say what a widget is and never what colour it has. Properties set after the widget was
shown are polished again here; nothing else is needed.
"""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QLabel, QMenu, QPushButton, QWidget

from engramma.ui.theme.current import theme
from engramma.ui.theme.metrics import TextRole

Surface = Literal["window", "panel", "base", "raised", "card", "fill", "tint", "clear"]
Variant = Literal["plain", "primary", "flat", "danger", "link"]
ButtonSize = Literal["normal", "small", "large"]
FieldSize = Literal["normal", "small", "search"]
Tone = Literal["primary", "secondary", "muted", "accent", "ok", "warning", "danger"]


def set_property(widget: QWidget, name: str, *, value: object) -> None:
    """Set a property that style sheet selectors use and restyle the widget if the value is new.

    A widget that no style has seen yet is not restyled: it will be polished before it is measured or shown.
    """
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    if not widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        return
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)
    widget.update()


def set_surface(widget: QWidget, surface: Surface) -> None:
    """Give a container the background of a surface.

    "card" adds border and radius, "tint" is the accent tint.
    """
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, True)
    set_property(widget, "surface", value=surface)


def set_edge(widget: QWidget, *edges: Literal["top", "right", "bottom", "left"]) -> None:
    """Draw a hairline at the given edges of a surface, such as the line below a view header."""
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, True)
    set_property(widget, "edge", value=" ".join(edges))


def set_variant(button: QAbstractButton, variant: Variant, *, size: ButtonSize = "normal") -> None:
    """Style a QPushButton or QToolButton. One "primary" a view."""
    set_property(button, "extent", value=size)
    set_property(button, "variant", value=variant)


def set_menu(button: QPushButton, menu: QMenu) -> None:
    """Give a push button a menu and leave room for its caret."""
    button.setMenu(menu)
    set_property(button, "hasMenu", value="true")


def set_field_size(field: QWidget, size: FieldSize) -> None:
    """Make a line edit, combo box or spin box small (24), or a line edit as high as the search bar (32).

    Call it for every spin box: style sheets cannot pad the line edit inside of one.
    """
    set_property(field, "extent", value=size)
    if isinstance(field, QAbstractSpinBox):
        field.lineEdit().setTextMargins(theme().metrics.space_6, 0, 0, 0)


def set_invalid(field: QWidget, *, invalid: bool) -> None:
    """Frame a field in the danger colour, or no longer; say the reason in words beside it."""
    set_property(field, "invalid", value="true" if invalid else "false")


def set_text_role(label: QLabel, role: TextRole, *, tone: Tone = "primary", tabular: bool = False) -> None:
    """Give a label its type and colour, and make it plain text: memories must never be read as HTML.

    `tabular` aligns digits with those of labels above and below.
    """
    label.setTextFormat(Qt.TextFormat.PlainText)
    if tabular or role is TextRole.MONO:
        label.setFont(theme().font(role, tabular=tabular))
    set_property(label, "textRole", value=role.value)
    set_property(label, "tone", value=tone)
