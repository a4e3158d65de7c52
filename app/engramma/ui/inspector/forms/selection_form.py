"""Many memories, or all results of a search: what they have in common, and what can be done with all of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QGridLayout, QLabel, QMenu, QPushButton, QWidget

from engramma.model.memory import Category, Kind, Tier
from engramma.ui.inspector.form_pane import FormPane
from engramma.ui.inspector.forms.bars import BarGrid, Part, SplitBar
from engramma.ui.inspector.forms.selection_values import Counts, ShownSelection
from engramma.ui.inspector.memory.head import IMPORTANCES, TIERS
from engramma.ui.inspector.words import counted, word
from engramma.ui.models.dates import day_text
from engramma.ui.theme import TextRole, icon, set_text_role, set_variant, theme
from engramma.ui.theme.icon_names import ACTION_ICONS
from engramma.ui.widgets import IconLabel, SectionHeader

if TYPE_CHECKING:
    from engramma.ui.bridge import WindowContext

TIER_TOKENS = {"long_term": "long_term", "short_term": "short_term"}
MOST_TAGS = 8


class SelectionForm(FormPane):
    """Shows a `ShownSelection`; its buttons run the same commands as the menus, on the whole selection."""

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__("Selection", parent)
        metrics = theme().metrics
        self._context = context
        self._title, self._sentence = QLabel(), QLabel()
        set_text_role(self._title, TextRole.TITLE)
        set_text_role(self._sentence, TextRole.SMALL, tone="secondary")
        self._sentence.setWordWrap(True)
        self.head.addWidget(IconLabel("selection-all", size=metrics.icon_large))
        self.head.addWidget(self._title, 1)
        self.body.setSpacing(metrics.space_8)
        self.body.addWidget(self._sentence)
        self.restore = self._button("Restore", "restore", "memory.restore")
        self.trash = self._button("Move to Trash", "trash", "memory.trash")
        self._actions = self._make_actions()
        self.body.addWidget(self._actions)
        self._tiers = SplitBar()
        self._grids = {name: BarGrid() for name in ("Kind", "Category", "State", "Tags")}
        self._heads: dict[str, SectionHeader] = {}
        self._add_section("Tier", self._tiers)
        for name, grid in self._grids.items():
            self._add_section(name, grid)
        self.finish()

    def show_selection(self, shown: ShownSelection) -> None:
        """Show aggregates."""
        title = counted(shown.count, "memory", "memories")
        self._title.setText(f"All {title}" if shown.query is not None else title)
        self.setAccessibleName(self._title.text())
        self._sentence.setText(_sentence(shown))
        self._actions.setEnabled(shown.writable and shown.count > 0)
        self.restore.setEnabled(shown.trashed > 0)
        self.trash.setEnabled(shown.trashed < shown.count)
        parts = [
            Part(count, word(tier).lower(), TIER_TOKENS.get(tier, "sensory")) for tier, count in shown.tiers
        ]
        self._tiers.set_parts(parts)
        for name, counts in (
            ("Kind", shown.kinds),
            ("Category", shown.categories),
            ("State", shown.states),
            ("Tags", shown.tags[:MOST_TAGS]),
        ):
            self._show_counts(name, counts, shown.count)
        self.now_showing(shown.query if shown.query is not None else "ids")

    def _show_counts(self, name: str, counts: Counts, total: int) -> None:
        plain = name == "Tags"
        rows = [
            (value if plain else word(value), count / total if total else 0.0, f"{count:,}")
            for value, count in counts
        ]
        self._grids[name].set_rows(rows)
        self._grids[name].setVisible(bool(rows))
        self._heads[name].setVisible(bool(rows))

    def _add_section(self, title: str, content: QWidget) -> None:
        head = SectionHeader(title, foldable=False)
        self._heads[title] = head
        self.body.addWidget(head)
        self.body.addWidget(content)

    def _make_actions(self) -> QWidget:
        metrics = theme().metrics
        actions = QWidget()
        grid = QGridLayout(actions)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(metrics.space_6)
        buttons = (
            self._button("Pin", "pin", "memory.pin"),
            self._button("Take pins off", "unpin", "memory.unpin"),
            self._button("Tag…", "tag", "memory.tag"),
            self._button("Rehearse", "rehearse", "memory.rehearse"),
            self._menu(
                "Importance", "memory.set_importance", [(f"{value:.2f}", value) for value in IMPORTANCES]
            ),
            self._menu("Kind", "memory.set_kind", [(word(kind.value), kind.value) for kind in Kind]),
            self._menu(
                "Category", "memory.set_category", [(word(item.value), item.value) for item in Category]
            ),
            self._menu("Tier", "memory.set_tier", [(_tier_word(tier), tier.value) for tier in TIERS]),
            self._button("Merge…", "merge", "memory.merge"),
            self._button("Replace text…", "replace", "memory.replace"),
            self.restore,
            self.trash,
        )
        for position, button in enumerate(buttons):
            grid.addWidget(button, position // 2, position % 2)
        return actions

    def _button(self, text: str, icon_name: str, command: str) -> QPushButton:
        button = QPushButton(text)
        button.setIcon(icon(ACTION_ICONS[icon_name]))
        button.setAccessibleName(text)
        set_variant(button, "plain", size="small")
        button.clicked.connect(partial(self._run, command))
        return button

    def _menu(self, text: str, command: str, values: list[tuple[str, Any]]) -> QPushButton:
        button = QPushButton(text)
        button.setAccessibleName(f"Set {text.lower()}")
        set_variant(button, "plain", size="small")
        menu = QMenu(button)
        menu.setAccessibleName(text)
        for title, value in values:
            menu.addAction(title).triggered.connect(partial(self._run, command, value=value))
        button.setMenu(menu)
        return button

    def _run(self, command: str, _checked: bool = False, *, value: Any = None) -> None:
        if value is None:
            self._context.run(command)
        else:
            self._context.run(command, value=value)


def _tier_word(tier: Tier) -> str:
    return word(tier.value)


def _sentence(shown: ShownSelection) -> str:
    parts = []
    if shown.query is not None:
        parts.append("Every result of this search, also those that are not on the screen." if shown.query.strip()
                     else "Every active memory of the store.")  # fmt: skip
    if shown.importance is not None:
        low, mean, high = shown.importance
        spread = f"{low:.2f}" if high - low < 0.005 else f"{low:.2f} to {high:.2f}, {mean:.2f} on average"
        parts.append(f"Importance {spread}.")
    if shown.created is not None:
        oldest, newest = day_text(shown.created[0]), day_text(shown.created[1])
        parts.append(f"Created {oldest}." if oldest == newest else f"Created {oldest} to {newest}.")
    return " ".join(parts)
