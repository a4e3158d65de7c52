"""Style rules of item views: tables, headers, lists, trees. Rows with a delegate of ours paint themselves."""

from __future__ import annotations

from engramma.ui.theme.current import Theme


def rules(theme: Theme) -> str:
    """Rules for views. `::item` rules are kept to plain lists and trees.

    They would slow down every table cell.
    """
    c, m = theme.tokens, theme.metrics
    icons = f"engramma-icons:{theme.name}"
    return f"""
QTableView, QListView, QTreeView {{
    background: {c.base}; color: {c.text}; border: none; outline: none; gridline-color: {c.grid};
    selection-background-color: {c.selection}; selection-color: {c.text};
    alternate-background-color: {c.panel};
}}
QTableView[surface="panel"], QListView[surface="panel"], QTreeView[surface="panel"] {{
    background: {c.panel};
}}
QListView[rows="plain"]::item, QTreeView[rows="plain"]::item {{
    min-height: {m.view_item}px; padding: 0 {m.space_8}px; border: none; border-radius: {m.radius_row}px;
}}
QListView[rows="plain"]::item:hover, QTreeView[rows="plain"]::item:hover {{ background: {c.hover}; }}
QListView[rows="plain"]::item:selected, QTreeView[rows="plain"]::item:selected {{
    background: {c.accent_tint}; color: {c.text};
}}
QTreeView::branch:has-children:closed {{ image: url({icons}/caret-right.svg); }}
QTreeView::branch:has-children:open {{ image: url({icons}/caret-down.svg); }}
QHeaderView {{ background: {c.panel}; border: none; }}
QHeaderView::section {{
    background: {c.panel}; color: {c.text_secondary}; border: none; border-bottom: 1px solid {c.line};
    padding: 0 {m.px(7)}px; min-height: {m.table_header - 1}px; font-size: {m.px(12)}px; font-weight: 400;
}}
QHeaderView::section:hover {{ color: {c.text}; background: {c.fill}; }}
QHeaderView::up-arrow {{ image: url({icons}/caret-up.svg); width: {m.px(9)}px; height: {m.px(9)}px; }}
QHeaderView::down-arrow {{ image: url({icons}/caret-down.svg); width: {m.px(9)}px; height: {m.px(9)}px; }}
QHeaderView::up-arrow, QHeaderView::down-arrow {{ subcontrol-position: center right; right: {m.space_2}px; }}
QTableCornerButton::section {{ background: {c.panel}; border: none; }}
"""
