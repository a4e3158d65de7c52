"""Style rules of containers: windows, surfaces, cards, docks, splitters, tooltips, scroll bars."""

from __future__ import annotations

from engramma.ui.theme.current import Theme

EDGES = ("top", "right", "bottom", "left")


def rules(theme: Theme) -> str:
    """Rules for backgrounds and frames. Lines between panes are the `line` colour, one pixel."""
    c, m = theme.tokens, theme.metrics
    surfaces = {
        "window": c.window,
        "panel": c.panel,
        "base": c.base,
        "raised": c.raised,
        "fill": c.fill,
        "tint": c.accent_tint,
        "clear": "transparent",
    }
    plain = "\n".join(
        f'QWidget[surface="{name}"] {{ background-color: {colour}; }}' for name, colour in surfaces.items()
    )
    edges = "\n".join(f'QWidget[edge~="{edge}"] {{ border-{edge}: 1px solid {c.line}; }}' for edge in EDGES)
    bar, inset = m.px(10), m.px(2)
    return f"""
QMainWindow, QDialog {{ background-color: {c.window}; }}
{plain}
QWidget[surface="card"] {{
    background-color: {c.raised}; border: 1px solid {c.line}; border-radius: {m.radius_card}px;
}}
{edges}
QMainWindow::separator {{ background: {c.line}; width: 1px; height: 1px; }}
QMainWindow::separator:hover {{ background: {c.accent}; }}
QSplitter::handle {{ background: {c.line}; }}
QSplitter::handle:horizontal {{ width: 1px; }}
QSplitter::handle:vertical {{ height: 1px; }}
QSplitter::handle:hover {{ background: {c.accent}; }}
QDockWidget {{ color: {c.text}; border: none; }}
QDockWidget::title {{
    background: {c.panel}; padding: {m.space_6}px {m.pane_padding}px; border-bottom: 1px solid {c.line};
}}
QFrame[frameShape="4"], QFrame[frameShape="5"] {{ color: {c.line}; border: none; background: {c.line}; }}
QFrame[frameShape="4"] {{ max-height: 1px; }}
QFrame[frameShape="5"] {{ max-width: 1px; }}
QScrollArea {{ background: transparent; border: none; }}
QScrollArea > QWidget > QWidget[surface=""] {{ background: transparent; }}
QToolTip {{
    color: {c.text}; background-color: {c.raised}; border: 1px solid {c.button_border};
    padding: {m.space_4}px {m.space_6}px; font-size: {m.px(12)}px;
}}
QScrollBar {{ background: transparent; border: none; margin: 0; }}
QScrollBar:vertical {{ width: {bar}px; }}
QScrollBar:horizontal {{ height: {bar}px; }}
QScrollBar::handle {{
    background: {c.button_border}; border-radius: {(bar - 2 * inset) // 2}px; margin: {inset}px;
}}
QScrollBar::handle:vertical {{ min-height: {m.px(28)}px; }}
QScrollBar::handle:horizontal {{ min-width: {m.px(28)}px; }}
QScrollBar::handle:hover, QScrollBar::handle:pressed {{ background: {c.field_border}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; border: none; background: none; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: none; }}
QAbstractScrollArea::corner {{ background: transparent; border: none; }}
"""
