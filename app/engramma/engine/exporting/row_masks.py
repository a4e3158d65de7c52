"""Every text of a bundle's row, to be searched or masked; and the spans that point into texts that became others.

Fixed words (kinds, states, ids) and numbers are no texts. JSON in a column is searched string by string, so that
it stays JSON.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from engramma.exchange.redaction.masks import Masks
from engramma.store.identity import folded

Text = Callable[[str], str]
Spans = tuple[tuple[int, int, int], ...]

_FIXED = frozenset(
    {
        "uid",
        "kind",
        "tier",
        "category",
        "state",
        "role",
        "time_quality",
        "mode",
        "format",
        "sha256",
        "actor",
        "status",
        "what",
        "stakes",
        "step",
        "action",
        "targets",
        "normal_name",
    }
)
_FIXED_IN = frozenset(
    {
        ("association", "type"),
        ("segment", "reason"),
        ("policy_setting", "field"),
        ("policy_setting", "value"),
    }
)
_JSON = frozenset(
    {
        "original",
        "detail",
        "topics",
        "report",
        "reasons",
        "parts",
        "expected",
        "rejected",
        "payload",
        "last_result",
    }
)


def with_texts(table: str, row: Mapping[str, Any], change: Text) -> dict[str, Any]:
    """The row with `change` applied to every text of it."""
    changed = dict(row)
    for name, value in row.items():
        if not isinstance(value, str) or not value or name in _FIXED or (table, name) in _FIXED_IN:
            continue
        changed[name] = _in_json(value, change) if name in _JSON else change(value)
    if table == "entity" and changed["name"] != row["name"]:
        changed["normal_name"] = folded(changed["name"])
    return changed


class RowMasks:
    """Masks rows table by table in the order of a bundle: turns of sessions before what points into them."""

    def __init__(self, masks: Masks) -> None:
        self._masks = masks
        self._spans: dict[int, Spans] = {}

    def mask(self, table: str, row: Mapping[str, Any], place: int) -> dict[str, Any]:
        """The row at `place` of its table, with masks."""
        if table == "event":
            text, spans = self._masks.masked_spans(row["text"])
            changed = with_texts(table, {**row, "text": ""}, self._masks.mask) | {"text": text}
            if spans:
                self._spans[place] = spans
            return changed
        changed = with_texts(table, row, self._masks.mask)
        if table in ("provenance", "gate_verdict") and row.get("event_id") in self._spans:
            spans = self._spans[row["event_id"]]
            for name, at_end in (("start_char", False), ("end_char", True)):
                if changed.get(name) is not None:
                    changed[name] = moved(changed[name], spans, at_end=at_end)
        return changed


def moved(at: int, spans: Spans, *, at_end: bool) -> int:
    """Where the place `at` is in the masked text; inside a mask it goes to that mask's beginning or end."""
    shift = 0
    for start, end, length in spans:
        if at <= start:
            break
        if at < end:
            return start + shift + (length if at_end else 0)
        shift += length - (end - start)
    return at + shift


def strings_of(value: Any) -> list[str]:
    """All strings inside a value of JSON, names of fields among them; not deeper than JSON text can be read."""
    found: list[str] = []
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            found.append(item)
        elif isinstance(item, dict):
            waiting += [*item.keys(), *item.values()]
        elif isinstance(item, list):
            waiting += item
    return found


def _in_json(text: str, change: Text) -> str:
    try:
        value = json.loads(text)
        changed = _changed(value, change)
    except (ValueError, RecursionError):
        return change(text)
    return text if changed == value else json.dumps(changed, ensure_ascii=False)


def _changed(value: Any, change: Text) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {change(str(key)): _changed(item, change) for key, item in value.items()}
    if isinstance(value, list):
        return [_changed(item, change) for item in value]
    return value
