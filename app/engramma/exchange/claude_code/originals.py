"""The original line of a turn, kept for provenance: whole when short, else its envelope; never a picture."""

from __future__ import annotations

import hashlib
from typing import Any

from engramma.exchange.cleaning import clean_text
from engramma.exchange.parsing import compact_json

ORIGINAL_CHARACTERS = 20_000

_ENVELOPE = (
    "type",
    "subtype",
    "role",
    "id",
    "parent",
    "parentId",
    "uuid",
    "parentUuid",
    "logicalParentUuid",
    "sessionId",
    "timestamp",
    "cwd",
    "gitBranch",
    "version",
    "requestId",
    "agentId",
    "isSidechain",
    "isMeta",
    "isCompactSummary",
)
_PICTURE_CHARACTERS = 200


def original_of(text: str, value: dict[str, Any]) -> str:
    """`text`, the line that was decoded to `value`, without pictures and at most `ORIGINAL_CHARACTERS` long.

    Of a longer line ids, times and flags stay, with its length and SHA-256; what was said is in the event.
    """
    if len(text) <= ORIGINAL_CHARACTERS and '"base64"' not in text:
        return clean_text(text)[0]
    slim = compact_json(_without_pictures(value))
    if len(slim) <= ORIGINAL_CHARACTERS:
        return slim
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    short = {key: value[key] for key in _ENVELOPE if isinstance(value.get(key), str | bool)}
    return compact_json(short | {"left_out": {"characters": len(text), "sha256": digest}})


def _without_pictures(value: Any, key: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _without_pictures(item, name) for name, item in value.items()}
    if isinstance(value, list):
        return [_without_pictures(item, key) for item in value]
    if isinstance(value, str) and key in ("data", "base64") and len(value) > _PICTURE_CHARACTERS:
        return f"[{len(value):,} characters of a picture left out]"
    return value
