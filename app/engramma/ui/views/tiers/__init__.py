"""The view Tiers: how memories move from the sensory register to the short-term and the long-term tier."""

from engramma.ui.views.tiers.view import TiersView

__all__ = ["TiersView"]
