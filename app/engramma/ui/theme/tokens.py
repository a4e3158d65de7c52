"""The colour tokens: one name for every colour the window may use, as Qt-free `#RRGGBB` strings.

Exists so that palette, style sheet, delegates, plots and graph all draw from one table. Must not hold
values of a particular theme (see `schemes`) and must not import Qt.
"""

from __future__ import annotations

from engramma.model.records import dataclass

SURFACES = ("window", "panel", "base", "raised")
TEXT_SURFACES = ("window", "panel", "base", "selection", "fill")
TEXTS = (
    "text",
    "text_secondary",
    "text_muted",
    "accent",
    "sensory",
    "short_term",
    "long_term",
    "episodic",
    "semantic",
    "procedural",
    "ok",
    "warning",
    "danger",
)
SCORE_PARTS = ("text", "meaning", "date", "activation", "strength", "importance", "recency")
BADGES = ("sensory", "short_term", "long_term", "ok", "warning", "danger", "accent", "neutral")


@dataclass(frozen=True, slots=True)
class Tokens:
    """Every colour of one scheme. All values are `#RRGGBB`.

    `series` is the order for plots and communities.
    """

    window: str
    panel: str
    base: str
    raised: str
    hover: str
    accent_tint: str
    selection: str
    fill: str
    line: str
    button_border: str
    field_border: str
    grid: str

    text: str
    text_secondary: str
    text_muted: str
    text_disabled: str
    accent: str
    on_accent: str
    sensory: str
    short_term: str
    long_term: str
    episodic: str
    semantic: str
    procedural: str
    ok: str
    warning: str
    danger: str

    tint_sensory: str
    tint_short_term: str
    tint_long_term: str
    tint_ok: str
    tint_warning: str
    tint_danger: str

    score_text: str
    score_meaning: str
    score_date: str
    score_activation: str
    score_strength: str
    score_importance: str
    score_recency: str

    shadow: str

    @property
    def series(self) -> tuple[str, ...]:
        """Colours of plot series and graph communities, in order.

        Never without a label or shape beside them.
        """
        return (self.accent, self.short_term, self.long_term, self.episodic, self.procedural, self.sensory)

    def tier(self, tier: str) -> str:
        """Text and line colour of a tier (`sensory`, `short_term`, `long_term`).

        Raises KeyError for other words.
        """
        return {"sensory": self.sensory, "short_term": self.short_term, "long_term": self.long_term}[tier]

    def kind(self, kind: str) -> str:
        """Icon colour of a kind (`episodic`, `semantic`, `procedural`). Raises KeyError for other words."""
        return {"episodic": self.episodic, "semantic": self.semantic, "procedural": self.procedural}[kind]

    def badge(self, badge: str) -> tuple[str, str]:
        """(text colour, tint) of a badge named in `BADGES`. Raises KeyError for other words."""
        return {
            "sensory": (self.sensory, self.tint_sensory),
            "short_term": (self.short_term, self.tint_short_term),
            "long_term": (self.long_term, self.tint_long_term),
            "ok": (self.ok, self.tint_ok),
            "warning": (self.warning, self.tint_warning),
            "danger": (self.danger, self.tint_danger),
            "accent": (self.accent, self.accent_tint),
            "neutral": (self.text_secondary, self.fill),
        }[badge]

    def score_part(self, part: str) -> str:
        """Bar colour of a score part named in `SCORE_PARTS`. Raises KeyError for other words."""
        return {
            "text": self.score_text,
            "meaning": self.score_meaning,
            "date": self.score_date,
            "activation": self.score_activation,
            "strength": self.score_strength,
            "importance": self.score_importance,
            "recency": self.score_recency,
        }[part]
