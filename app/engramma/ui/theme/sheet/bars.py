"""Style rules of bars: menu bar and menus, tool bars, status bar, tabs."""

from __future__ import annotations

from engramma.ui.theme.current import Theme


def rules(theme: Theme) -> str:
    """Rules for bars. They sit on `panel`; menus are raised with a one pixel frame."""
    c, m = theme.tokens, theme.metrics
    return f"""
QMenuBar {{ background: {c.panel}; color: {c.text}; border: none; padding: 0 {m.space_6}px; }}
QMenuBar::item {{
    background: transparent; padding: {m.space_4}px {m.space_8}px; border-radius: {m.radius_badge}px;
}}
QMenuBar::item:selected, QMenuBar::item:pressed {{ background: {c.fill}; color: {c.text}; }}
QMenu {{
    background: {c.raised}; color: {c.text}; border: 1px solid {c.button_border}; padding: {m.space_4}px;
}}
QMenu::item {{
    padding: {m.space_4}px {m.space_24}px {m.space_4}px {m.space_8}px;
    border-radius: {m.radius_badge}px; min-height: {m.px(18)}px;
}}
QMenu::item:selected {{ background: {c.accent_tint}; color: {c.text}; }}
QMenu::item:disabled {{ color: {c.text_disabled}; background: transparent; }}
QMenu::icon {{ padding-left: {m.space_6}px; }}
QMenu::separator {{ height: 1px; background: {c.line}; margin: {m.space_4}px {m.space_6}px; }}
QMenu::indicator {{ width: {m.px(15)}px; height: {m.px(15)}px; padding-left: {m.space_6}px; }}
QMenu::indicator:checked {{ image: url(engramma-icons:{theme.name}/check-plain.svg); }}
QMenu::right-arrow {{ image: url(engramma-icons:{theme.name}/caret-right.svg); width: {m.px(11)}px; }}
QToolBar {{ background: {c.panel}; border: none; border-bottom: 1px solid {c.line}; spacing: {m.space_6}px; }}
QToolBar::separator {{ background: {c.line}; width: 1px; margin: {m.space_6}px; }}
QStatusBar {{
    background: {c.panel}; color: {c.text_secondary}; border-top: 1px solid {c.line};
    min-height: {m.status - 1}px; font-size: {m.px(12)}px;
}}
QStatusBar::item {{ border: none; }}
QStatusBar QLabel {{ color: {c.text_secondary}; font-size: {m.px(12)}px; }}
QTabBar {{ background: transparent; border: none; qproperty-drawBase: 0; }}
QTabBar::tab {{
    color: {c.text_secondary}; background: transparent; padding: {m.space_4}px {m.space_12}px;
    border: none; border-bottom: 2px solid transparent;
}}
QTabBar::tab:hover {{ color: {c.text}; }}
QTabBar::tab:selected {{ color: {c.text}; border-bottom-color: {c.accent}; }}
QTabBar::tab:focus {{ border-bottom-color: {c.accent}; background: {c.accent_tint}; }}
QTabWidget::pane {{ border: none; border-top: 1px solid {c.line}; }}
"""
