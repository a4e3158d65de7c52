"""Small reusable widgets.

They show what they are given as plain text, name themselves, and decide nothing.
"""

from __future__ import annotations

from engramma.ui.widgets.badge_labels import KindLabel, StatusBadge, StrengthBar, Tag, TierBadge
from engramma.ui.widgets.chip import Chip
from engramma.ui.widgets.diff_text import DiffText
from engramma.ui.widgets.elided_label import ElidedLabel
from engramma.ui.widgets.empty_state import EmptyState
from engramma.ui.widgets.flow_layout import FlowLayout
from engramma.ui.widgets.icon_button import IconButton
from engramma.ui.widgets.icon_label import IconLabel, Spinner
from engramma.ui.widgets.job_indicator import JobIndicator, JobView
from engramma.ui.widgets.key_button import KeyButton
from engramma.ui.widgets.key_hint import KeyHint
from engramma.ui.widgets.quote_block import Quote, QuoteBlock
from engramma.ui.widgets.section_header import SectionHeader
from engramma.ui.widgets.segmented_control import Segment, SegmentedControl
from engramma.ui.widgets.span_text import Span, SpanText
from engramma.ui.widgets.toast import Toast, ToastMessage
from engramma.ui.widgets.word_diff import DiffPart, word_diff

__all__ = [
    "Chip",
    "DiffPart",
    "DiffText",
    "ElidedLabel",
    "EmptyState",
    "FlowLayout",
    "IconButton",
    "IconLabel",
    "JobIndicator",
    "JobView",
    "KeyButton",
    "KeyHint",
    "KindLabel",
    "Quote",
    "QuoteBlock",
    "SectionHeader",
    "Segment",
    "SegmentedControl",
    "Span",
    "SpanText",
    "Spinner",
    "StatusBadge",
    "StrengthBar",
    "Tag",
    "TierBadge",
    "Toast",
    "ToastMessage",
    "word_diff",
]
