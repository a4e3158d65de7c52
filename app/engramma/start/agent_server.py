"""Starts the MCP server that `engramma mcp` names: checks its words before the protocol begins.

Loads the engine not at all: a client waits for the handshake, and gets it before that is there.
"""

from __future__ import annotations

import gc
from pathlib import Path

from engramma.engine.home import project_store, usual_store
from engramma.model.agent import Scope, checked_name
from engramma.model.errors import StoreError


def serve_agent(path: Path | None, name: str, *, scope: str, project: str = "") -> None:
    """Serve until standard input ends: the store at `path`, or that of `project`, or else the usual one.

    Raises InvalidValueError for a bad name, StoreError for a missing store.
    """
    agent = checked_name(name)
    store = path or (project_store(project) if project else usual_store())
    if not store.exists():
        if Scope(scope) is Scope.READ:
            raise StoreError(f"There is no store at {store}.", hint="An agent that may only read makes none.")
        if path is None:
            store.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    # The SDK makes some hundred thousand objects that stay; looking through them again and again takes 0.1 s.
    gc.disable()
    from engramma.agent.server import serve

    gc.freeze()
    gc.enable()
    serve(store, agent, scope=Scope(scope))
