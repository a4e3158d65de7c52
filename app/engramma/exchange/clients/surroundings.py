"""Where programs of this computer keep their settings: from the environment that is given, never from a guess.

Each client's own variables count, as they do for the client. Only names places; looks at nothing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The variables of a process, its user's home folder, and the platform as `sys.platform` names it."""

    variables: Mapping[str, str]
    home: Path
    platform: str

    def folder(self, variable: str, otherwise: Path) -> Path:
        """The folder that `variable` names, or else the usual one."""
        chosen = self.variables.get(variable, "").strip()
        if not chosen:
            return otherwise
        return self.home / chosen[2:] if chosen.startswith("~/") else Path(chosen).absolute()

    @property
    def claude(self) -> Path:
        """Claude Code's folder."""
        return self.folder("CLAUDE_CONFIG_DIR", self.home / ".claude")

    @property
    def claude_state(self) -> Path:
        """The file in which Claude Code keeps, among much else, the servers of its user."""
        moved = self.variables.get("CLAUDE_CONFIG_DIR", "").strip()
        return (self.claude if moved else self.home) / ".claude.json"

    @property
    def codex(self) -> Path:
        """Codex's folder."""
        return self.folder("CODEX_HOME", self.home / ".codex")

    @property
    def cursor(self) -> Path:
        """Cursor's folder."""
        return self.folder("CURSOR_CONFIG_DIR", self.home / ".cursor")

    @property
    def gemini(self) -> Path:
        """Gemini CLI's folder; its variable moves the home folder."""
        return self.folder("GEMINI_CLI_HOME", self.home) / ".gemini"

    @property
    def copilot(self) -> Path:
        """The folder that GitHub Copilot's programs share."""
        return self.folder("COPILOT_HOME", self.home / ".copilot")

    @property
    def application_data(self) -> Path:
        """Where programs with windows keep their data."""
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support"
        if self.platform == "win32":
            return self.folder("APPDATA", self.home / "AppData" / "Roaming")
        return self.folder("XDG_CONFIG_HOME", self.home / ".config")

    @property
    def vscode(self) -> Path:
        """VS Code's folder of what belongs to its user."""
        portable = self.variables.get("VSCODE_PORTABLE", "").strip()
        if portable:
            return Path(portable) / "user-data" / "User"
        return self.folder("VSCODE_APPDATA", self.application_data) / "Code" / "User"


def present_surroundings() -> Surroundings:
    """Those of this process."""
    return Surroundings(os.environ, Path.home(), sys.platform)
