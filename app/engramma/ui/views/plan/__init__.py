"""The page of the consolidation plan: what a pass would do, item by item, before anything is written."""

from __future__ import annotations

from engramma.ui.views.plan.page import PlanPage

__all__ = ["PlanPage"]
