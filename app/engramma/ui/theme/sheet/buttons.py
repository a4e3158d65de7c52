"""Style rules of buttons: plain, primary, flat, danger, link; small and large; tool buttons; segments."""

from __future__ import annotations

from engramma.ui.theme.contrast import mix
from engramma.ui.theme.current import Theme

BOTH = "QPushButton{0}, QToolButton{0}"


def both(selector: str) -> str:
    """The selector applied to QPushButton and QToolButton alike."""
    return BOTH.format(selector)


def rules(theme: Theme) -> str:
    """Rules for buttons. The focus ring is a two pixel accent frame inside the same box, so nothing moves."""
    c, m = theme.tokens, theme.metrics
    inner, small = m.button - 2, m.button_small - 2
    pad, tight = m.space_12, m.space_8
    return f"""
{both("")} {{
    color: {c.text}; background: {c.raised}; border: 1px solid {c.button_border};
    border-radius: {m.radius_button}px; padding: 0 {pad}px; min-height: {inner}px;
}}
{both(":hover")} {{ background: {mix(c.text, c.raised, 0.05)}; }}
{both(":pressed")} {{ background: {c.fill}; }}
{both(":checked")} {{ background: {c.accent_tint}; border-color: {c.accent}; }}
{both(":disabled")} {{ color: {c.text_disabled}; border-color: {c.line}; background: transparent; }}
{both(":focus")} {{ border: 2px solid {c.accent}; padding: 0 {pad - 1}px; min-height: {inner - 2}px; }}

{both('[extent="small"]')} {{ padding: 0 {tight}px; min-height: {small}px; font-size: {m.px(12)}px; }}
{both('[extent="small"]:focus')} {{ padding: 0 {tight - 1}px; min-height: {small - 2}px; }}
{both('[extent="large"]')} {{
    padding: 0 {m.px(16)}px; min-height: {m.px(42)}px; border-radius: {m.radius_card}px;
}}
{both('[extent="large"]:focus')} {{ padding: 0 {m.px(15)}px; min-height: {m.px(40)}px; }}

QToolButton {{ background: transparent; border: 1px solid transparent; padding: 0 {m.space_6}px; }}
QToolButton:hover {{ background: {c.fill}; }}
QToolButton:pressed, QToolButton:open {{ background: {c.line}; }}
QToolButton:checked {{ background: {c.fill}; border-color: transparent; }}
QToolButton:disabled {{ background: transparent; border-color: transparent; }}
QToolButton:focus {{ border: 2px solid {c.accent}; padding: 0 {m.space_6 - 1}px; min-height: {inner - 2}px; }}
QToolButton[extent="small"] {{ min-height: {small}px; padding: 0 {m.space_4}px; }}
QToolButton[extent="small"]:focus {{ min-height: {small - 2}px; padding: 0 {m.space_4 - 1}px; }}
QToolButton[iconOnly="true"], QToolButton[iconOnly="true"]:focus {{ padding: 0; min-height: 0; }}
QToolButton::menu-indicator {{ image: none; width: 0; }}
QToolButton::menu-button {{ border: none; width: {m.px(14)}px; }}
QPushButton::menu-indicator {{
    image: url(engramma-icons:{theme.name}/caret-down.svg); width: {m.px(11)}px; height: {m.px(11)}px;
    subcontrol-position: right center; subcontrol-origin: padding; right: {m.space_8}px;
}}
QToolButton[variant="plain"] {{ background: {c.raised}; border: 1px solid {c.button_border}; }}

{both('[variant="primary"]')} {{
    color: {c.on_accent}; background: {c.accent}; border: 1px solid {c.accent}; font-weight: 600;
}}
{both('[variant="primary"]:hover')} {{ background: {mix(c.on_accent, c.accent, 0.10)}; }}
{both('[variant="primary"]:pressed')} {{ background: {mix(c.shadow, c.accent, 0.18)}; }}
{both('[variant="primary"]:disabled')} {{
    color: {c.text_disabled}; background: {c.fill}; border-color: {c.fill};
}}
{both('[variant="primary"]:focus')} {{ border: 2px solid {c.text}; }}
{both('[variant="flat"]')} {{ background: transparent; border: 1px solid transparent; }}
{both('[variant="flat"]:hover')} {{ background: {c.fill}; }}
{both('[variant="flat"]:pressed')} {{ background: {c.line}; }}
{both('[variant="flat"]:focus')} {{ border: 2px solid {c.accent}; }}
{both('[variant="danger"]')} {{ color: {c.danger}; }}
{both('[variant="danger"]:hover')} {{ background: {c.tint_danger}; }}
{both('[variant="link"]')} {{
    color: {c.accent}; background: transparent; border: 1px solid transparent; padding: 0 {m.space_2}px;
    min-height: {m.px(18)}px; font-size: {m.px(12)}px; font-weight: 500;
}}
{both('[variant="link"]:hover')} {{ text-decoration: underline; background: transparent; }}
{both('[variant="link"]:focus')} {{
    border: 1px solid {c.accent}; padding: 0 {m.space_2}px; min-height: {m.px(18)}px;
}}
QPushButton[hasMenu="true"], QPushButton[hasMenu="true"]:focus {{ padding-right: {m.px(24)}px; }}
{segments(theme)}
"""


def segments(theme: Theme) -> str:
    """Rules for the buttons of a segmented control: one shared frame, accent tint on the chosen one."""
    c, m = theme.tokens, theme.metrics
    radius, height = m.radius_button, m.button_small - 2
    return f"""
QToolButton[segment] {{
    background: {c.raised}; color: {c.text}; border: 1px solid {c.button_border}; border-left: none;
    border-radius: 0; padding: 0 {m.px(10)}px; min-height: {height}px; font-size: {m.px(12)}px;
}}
QToolButton[segment="first"], QToolButton[segment="only"] {{ border-left: 1px solid {c.button_border}; }}
QToolButton[segment="first"] {{
    border-top-left-radius: {radius}px; border-bottom-left-radius: {radius}px;
}}
QToolButton[segment="last"] {{
    border-top-right-radius: {radius}px; border-bottom-right-radius: {radius}px;
}}
QToolButton[segment="only"] {{ border-radius: {radius}px; }}
QToolButton[segment]:hover {{ background: {mix(c.text, c.raised, 0.05)}; }}
QToolButton[segment]:checked {{ background: {c.accent_tint}; color: {c.text}; font-weight: 600; }}
QToolButton[segment]:focus {{
    border: 2px solid {c.accent}; padding: 0 {m.px(10) - 1}px; min-height: {height - 2}px;
}}
QToolButton[segment]:disabled {{ color: {c.text_disabled}; border-color: {c.line}; }}
"""
