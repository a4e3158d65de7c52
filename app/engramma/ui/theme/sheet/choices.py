"""Style rules of check boxes and radio buttons, also inside lists."""

from __future__ import annotations

from engramma.ui.theme.current import Theme


def rules(theme: Theme) -> str:
    """Rules for choices: a 15 px box with a field border, filled with the accent when chosen."""
    c, m = theme.tokens, theme.metrics
    size = m.px(13)
    icons = f"engramma-icons:{theme.name}"
    boxes = ("QCheckBox::indicator", "QAbstractItemView::indicator", "QGroupBox::indicator")

    def every(state: str) -> str:
        return ", ".join(box + state for box in boxes)

    return f"""
QCheckBox, QRadioButton {{ color: {c.text}; spacing: {m.space_8}px; background: transparent; }}
QCheckBox:disabled, QRadioButton:disabled {{ color: {c.text_disabled}; }}
{every("")} {{
    width: {size}px; height: {size}px; background: {c.base};
    border: 1px solid {c.field_border}; border-radius: {m.radius_tag}px;
}}
{every(":hover")} {{ border-color: {c.accent}; }}
{every(":checked")} {{ background: {c.accent}; border-color: {c.accent}; image: url({icons}/check.svg); }}
{every(":indeterminate")} {{
    background: {c.accent}; border-color: {c.accent}; image: url({icons}/dash.svg);
}}
{every(":disabled")} {{ background: {c.fill}; border-color: {c.line}; }}
QRadioButton::indicator {{
    width: {size}px; height: {size}px; background: {c.base};
    border: 1px solid {c.field_border}; border-radius: {(size + 2) // 2}px;
}}
QRadioButton::indicator:hover {{ border-color: {c.accent}; }}
QRadioButton::indicator:checked {{ border-color: {c.accent}; image: url({icons}/dot.svg); }}
QRadioButton::indicator:disabled {{ background: {c.fill}; border-color: {c.line}; }}
QCheckBox:focus, QRadioButton:focus {{ outline: none; color: {c.accent}; }}
QCheckBox::indicator:focus, QRadioButton::indicator:focus {{ border: 2px solid {c.accent}; }}
QGroupBox {{ border: none; margin-top: {m.space_20}px; font-weight: 600; }}
QGroupBox::title {{ subcontrol-origin: margin; color: {c.text_secondary}; padding: 0; }}
"""
