"""The embedding model in the settings: which one, how far it is, another one."""

from __future__ import annotations
