"""The keys of commands in the settings: found, recorded, given back."""

from __future__ import annotations
