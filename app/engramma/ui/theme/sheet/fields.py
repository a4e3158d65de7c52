"""Style rules of fields: line edits, text edits, combo boxes, spin boxes, sliders, progress bars."""

from __future__ import annotations

from engramma.ui.theme.current import Theme

FIELDS = "QLineEdit, QAbstractSpinBox, QComboBox, QPlainTextEdit, QTextEdit"


def states(state: str) -> str:
    """The selector of all fields in one state."""
    return ", ".join(f"{name.strip()}{state}" for name in FIELDS.split(","))


def rules(theme: Theme) -> str:
    """Rules for input. Borders keep 3.1 contrast; focus is a two pixel accent frame in the same box."""
    c, m = theme.tokens, theme.metrics
    inner, pad = m.field - 2, m.space_8
    icons = f"engramma-icons:{theme.name}"
    return f"""
{FIELDS} {{
    color: {c.text}; background: {c.base}; border: 1px solid {c.field_border};
    border-radius: {m.radius_field}px; padding: 0 {pad}px; min-height: {inner}px;
}}
{states(":focus")} {{ border: 2px solid {c.accent}; padding: 0 {pad - 1}px; min-height: {inner - 2}px; }}
{states(":disabled")} {{ color: {c.text_disabled}; border-color: {c.line}; background: {c.panel}; }}
QLineEdit, QPlainTextEdit, QTextEdit {{ placeholder-text-color: {c.text_muted}; }}
QLineEdit:read-only, QPlainTextEdit:read-only, QTextEdit:read-only {{
    background: {c.panel}; border-color: {c.line};
}}
QPlainTextEdit, QTextEdit {{ padding: {m.space_4}px; }}
QPlainTextEdit:focus, QTextEdit:focus {{ padding: {m.space_4 - 1}px; }}
QLineEdit[extent="search"] {{ min-height: {m.search - 2}px; }}
QLineEdit[extent="search"]:focus {{ min-height: {m.search - 4}px; }}
QLineEdit[extent="small"], QComboBox[extent="small"], QAbstractSpinBox[extent="small"] {{
    min-height: {m.button_small - 2}px;
}}
QLineEdit[extent="small"]:focus, QComboBox[extent="small"]:focus, QAbstractSpinBox[extent="small"]:focus {{
    min-height: {m.button_small - 4}px;
}}
QLineEdit[invalid="true"], QAbstractSpinBox[invalid="true"] {{ border-color: {c.danger}; }}
QLineEdit[frameless="true"], QLineEdit[frameless="true"]:focus {{
    border: none; background: transparent; padding: 0;
}}
QComboBox QLineEdit, QComboBox QLineEdit:focus {{
    border: none; background: transparent; padding: 0; min-height: 0;
}}
QComboBox::drop-down, QDateEdit::drop-down, QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{
    subcontrol-origin: border; border: none; background: transparent; width: {m.px(20)}px;
}}
QComboBox::down-arrow, QDateEdit::down-arrow, QAbstractSpinBox::down-arrow {{
    image: url({icons}/caret-down.svg); width: {m.px(11)}px; height: {m.px(11)}px;
}}
QAbstractSpinBox::up-arrow {{ image: url({icons}/caret-up.svg); width: {m.px(11)}px; height: {m.px(11)}px; }}
QAbstractSpinBox::up-button {{ subcontrol-position: top right; top: 1px; }}
QAbstractSpinBox::down-button {{ subcontrol-position: bottom right; bottom: 1px; }}
QComboBox QAbstractItemView {{
    background: {c.raised}; color: {c.text}; border: 1px solid {c.button_border}; padding: {m.space_4}px;
    selection-background-color: {c.accent_tint}; selection-color: {c.text}; outline: none;
}}
QSlider::groove:horizontal {{
    height: {m.space_4}px; background: {c.button_border}; border-radius: {m.space_2}px;
}}
QSlider::sub-page:horizontal {{ background: {c.accent}; border-radius: {m.space_2}px; }}
QSlider::handle:horizontal {{
    width: {m.px(10)}px; height: {m.px(10)}px; margin: -{m.px(5)}px 0; background: {c.base};
    border: 2px solid {c.accent}; border-radius: {m.px(10) // 2 + 2}px;
}}
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus {{ background: {c.accent_tint}; }}
QSlider::groove:horizontal:disabled {{ background: {c.line}; }}
QSlider::sub-page:horizontal:disabled {{ background: {c.text_disabled}; }}
QSlider::handle:horizontal:disabled {{ background: {c.panel}; border-color: {c.text_disabled}; }}
QProgressBar {{
    background: {c.fill}; border: none; border-radius: {m.space_2}px; max-height: {m.space_4}px;
    min-height: {m.space_4}px; text-align: center; color: transparent;
}}
QProgressBar::chunk {{ background: {c.accent}; border-radius: {m.space_2}px; }}
"""
