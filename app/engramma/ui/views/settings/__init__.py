"""The page of the settings: what belongs to a store (its policy) and what belongs to this computer."""

from __future__ import annotations
