"""How a merge of two wordings is shown: whose words are whose, by tint and in words. No text gets these marks."""

from __future__ import annotations

from engramma.ui.inspector.near_changes import shortened
from engramma.ui.inspector.word_merge import Merge
from engramma.ui.widgets.span_text import Span


def marked(merge: Merge) -> tuple[str, tuple[Span, ...]]:
    """The merged text with the words of each side tinted; in a conflict both stand, mine first."""
    text, spans = "", []

    def add(piece: str, badge: str, *, underlined: bool = False) -> None:
        nonlocal text
        start = len(text) + len(piece) - len(piece.lstrip())
        if piece.strip():
            spans.append(Span(start, len(piece.strip()), badge, underlined=underlined))
        text += piece

    for place, part in enumerate(merge.parts):
        if part.side == "same":
            text += shortened(part.text, first=place == 0, last=place == len(merge.parts) - 1)
        elif part.side == "conflict":
            add(part.mine, "warning", underlined=True)
            text += "" if text.endswith(" ") else " "
            add(part.theirs, "warning")
        else:
            add(part.text, {"mine": "accent", "theirs": "ok"}.get(part.side, "neutral"))
    return text, tuple(spans)


def in_words(merge: Merge) -> str:
    """The merged text as a screen reader says it."""
    said = {
        "same": "{0}",
        "mine": "[yours: {0}]",
        "theirs": "[theirs: {1}]",
        "both": "{0}",
        "conflict": "[yours: {0}, theirs: {1}]",
    }
    return "".join(said[part.side].format(part.mine, part.theirs) for part in merge.parts)
