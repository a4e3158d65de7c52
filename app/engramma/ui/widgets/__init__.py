"""Small reusable widgets.

They show what they are given as plain text, name themselves, and decide nothing. Those that lay out long text
(`diff_text`, `span_text`, `quote_block`) are imported from their own files: they bring Qt's text engine along.
"""

from __future__ import annotations

from engramma.ui.widgets.badge_labels import KindLabel, StatusBadge, StrengthBar, Tag, TierBadge
from engramma.ui.widgets.chip import Chip
from engramma.ui.widgets.elided_label import ElidedLabel
from engramma.ui.widgets.empty_state import EmptyState
from engramma.ui.widgets.flow_layout import FlowLayout
from engramma.ui.widgets.icon_button import IconButton
from engramma.ui.widgets.icon_label import IconLabel, Spinner
from engramma.ui.widgets.job_indicator import JobIndicator, JobView
from engramma.ui.widgets.key_button import KeyButton
from engramma.ui.widgets.key_hint import KeyHint
from engramma.ui.widgets.key_lead import lead_keys, led_to
from engramma.ui.widgets.section_header import SectionHeader
from engramma.ui.widgets.segmented_control import Segment, SegmentedControl
from engramma.ui.widgets.toast import Toast, ToastMessage
from engramma.ui.widgets.view_head import ViewHead

__all__ = [
    "Chip",
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
    "SectionHeader",
    "Segment",
    "SegmentedControl",
    "Spinner",
    "StatusBadge",
    "StrengthBar",
    "Tag",
    "TierBadge",
    "Toast",
    "ToastMessage",
    "ViewHead",
    "lead_keys",
    "led_to",
]
