"""The view Decay: the selection's curves with what if, the strengths of a search, and the forgetting calendar."""

from __future__ import annotations

from engramma.ui.views.decay.view import DecayView

__all__ = ["DecayView"]
