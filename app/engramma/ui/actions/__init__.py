"""The command table and what shows it: menus, tool bar, context menus, palette and cheat sheet.

One command has one id, one title, one set of keys and one reason why it may not run, wherever it appears.
"""

from __future__ import annotations

from engramma.ui.actions.command import Command, Situation
from engramma.ui.actions.table import CommandTable, UnavailableError, UnknownCommandError

__all__ = ["Command", "CommandTable", "Situation", "UnavailableError", "UnknownCommandError"]
