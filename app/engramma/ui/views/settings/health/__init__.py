"""The health of a store in the settings: checks, repair, backups."""

from __future__ import annotations
