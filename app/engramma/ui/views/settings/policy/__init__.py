"""The memory policy in the settings: a row for every field, a preview of what a change would do, its history."""

from __future__ import annotations
