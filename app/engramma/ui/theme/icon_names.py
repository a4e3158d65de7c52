"""Which icon stands for what: names of the `ph.` set for views, kinds, states, actors and actions.

Exists so that one thing has one icon everywhere. Tiers have painted glyphs instead (see `glyphs`).
"""

from __future__ import annotations

VIEW_ICONS = {
    "memories": "rows",
    "sessions": "chats",
    "tiers": "stack",
    "decay": "trend-down",
    "graph": "share-network",
    "recall": "flask",
    "review": "check-square-offset",
    "activity": "clock-counter-clockwise",
    "overview": "chart-bar",
    "live": "robot",
    "import": "download-simple",
    "export": "export",
    "settings": "sliders",
}

KIND_ICONS = {
    "episodic": "clock-counter-clockwise",
    "semantic": "lightbulb",
    "procedural": "list-numbers",
}

STATE_ICONS = {
    "pinned": "push-pin",
    "fades": "hourglass-medium",
    "dormant": "moon",
    "superseded": "arrow-bend-up-left",
    "trashed": "trash",
    "conflict": "warning",
    "stale": "hourglass-medium",
}

ACTOR_ICONS = {
    "person": "user",
    "agent": "robot",
    "worker": "gear",
    "cli": "terminal",
    "import": "download-simple",
}

ACTION_ICONS = {
    "pin": "push-pin",
    "unpin": "push-pin-fill",
    "trash": "trash",
    "restore": "arrow-counter-clockwise",
    "edit": "pencil-simple",
    "correct": "pencil-line",
    "merge": "git-merge",
    "split": "arrows-out-simple",
    "replace": "swap",
    "rehearse": "lightning",
    "tag": "tag",
    "filter": "funnel",
    "save-search": "bookmark-simple",
    "consolidate": "flow-arrow",
    "search": "magnifying-glass",
    "undo": "arrow-u-up-left",
    "redo": "arrow-u-up-right",
    "close": "x",
    "more": "dots-three",
    "add": "plus",
    "commands": "command",
    "sidebar": "square-half",
    "help": "question",
    "star": "star",
    "columns": "columns",
    "sort": "sort-descending",
    "comfortable": "rows",
    "compact": "list-bullets",
    "copy": "copy",
    "open": "folder-open",
    "drop": "tray",
    "sample": "storefront",
    "store": "database",
    "local": "lock-simple",
    "embedding": "cube",
    "secret": "key",
    "propose": "hand",
    "drag": "hand-grabbing",
    "pause": "pause",
    "link": "link",
    "event": "chat-circle-text",
    "info": "info",
    "check": "check",
    "done": "check-circle",
    "refused": "prohibit",
    "look": "eye",
    "expand": "caret-right",
    "collapse": "caret-down",
    "job": "spinner",
}


def every_table() -> tuple[dict[str, str], ...]:
    """Every table of icon names, for completeness checks."""
    return (VIEW_ICONS, KIND_ICONS, STATE_ICONS, ACTOR_ICONS, ACTION_ICONS)
