"""Shows the difference of two texts.

Removed words struck on the danger tint, added ones underlined on the ok tint.
"""

from __future__ import annotations

from typing import Literal

from PySide6.QtWidgets import QWidget

from engramma.ui.theme import TextRole
from engramma.ui.widgets.span_text import Span, SpanText
from engramma.ui.widgets.word_diff import DiffPart, word_diff

Side = Literal["both", "before", "after"]


class DiffText(SpanText):
    """The earlier text, the later one, or both in one line of reading, with what differs marked."""

    def __init__(
        self,
        before: str = "",
        after: str = "",
        *,
        side: Side = "both",
        role: TextRole = TextRole.BODY,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(role=role, parent=parent)
        self._side = side
        self.set_texts(before, after)

    def set_texts(self, before: str, after: str) -> None:
        """Compare two other texts."""
        parts = word_diff(before, after)
        hidden = {"before": "added", "after": "removed"}.get(self._side)
        shown = [part for part in parts if part.op != hidden]
        text, spans = marked(shown)
        self.set_text(text, spans)
        self.setAccessibleName(in_words(shown))


def marked(parts: list[DiffPart]) -> tuple[str, tuple[Span, ...]]:
    """The joined parts, with a space between what is replaced and what replaces it, and a span a change."""
    text, spans, before = "", [], "same"
    for part in parts:
        if part.op == "added" and before == "removed" and not text.endswith(" "):
            text += " "
        start = len(text) + len(part.text) - len(part.text.lstrip())
        length = len(part.text.strip())
        if part.op == "removed":
            spans.append(Span(start, length, "danger", struck=True))
        elif part.op == "added":
            spans.append(Span(start, length, "ok", underlined=True))
        text += part.text
        before = part.op
    return text, tuple(spans)


def in_words(parts: list[DiffPart]) -> str:
    """The difference as a screen reader says it."""
    words = {"same": "{}", "removed": "[removed: {}]", "added": "[added: {}]"}
    return "".join(words[part.op].format(part.text) for part in parts)
