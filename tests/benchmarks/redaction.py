"""Measures redaction: planted secrets found, false alarms in the sample store, and speed.

python -m tests.benchmarks.redaction [--json FILE] [--alarms]

A planted secret counts as found when no eight characters of it in a row are left after masking. "detect-secrets
alone" is what its plugins find in the same texts. Whatever is found in the sample store is an alarm to be looked at:
nothing in it is a secret of anybody's.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.benchmarks.planted_secrets import KNOWN, Planted, planted

from engramma.exchange.redaction.finds import Find
from engramma.exchange.redaction.scanner import Scanner
from engramma.exchange.redaction.secret_plugins import known_secrets

_PIECE = 8


def is_found(item: Planted, finds: tuple[Find, ...] | list[Find]) -> bool:
    """Whether masking these finds leaves no piece of the secret."""
    left, at = [], 0
    for find in sorted(finds, key=lambda find: find.start):
        left.append(item.text[at : find.start])
        at = max(at, find.end)
    rest = "\0".join([*left, item.text[at:]])
    pieces = {item.secret[start : start + _PIECE] for start in range(max(1, len(item.secret) - _PIECE + 1))}
    return not any(piece in rest for piece in pieces)


def measure_planted() -> dict[str, Any]:
    """Found by kind, and what was missed."""
    scanner = Scanner()
    found: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    missed: list[str] = []
    items = planted()
    for item in items:
        if is_found(item, scanner.find(item.text)):
            found[item.kind] += 1
        else:
            missed.append(f"{item.kind}: {item.text[:100]}")
        alone[item.kind] += is_found(item, list(known_secrets(item.text)))
    return {
        "planted": len(items),
        "found": found.total(),
        "kinds": {kind: found[kind] for kind in dict.fromkeys(item.kind for item in items)},
        "unknown to detect-secrets": sorted({item.kind for item in items} - KNOWN),
        "detect-secrets alone": alone.total(),
        "missed": missed,
    }


def measure_sample() -> dict[str, Any]:
    """Finds in the sample store by kind; all are made up, and none of it is a secret."""
    from engramma.engine.sample import open_sample
    from engramma.model.clock import FixedClock, parse_iso

    with tempfile.TemporaryDirectory() as folder:
        store = open_sample(Path(folder), clock=FixedClock(parse_iso("2026-11-30T12:00:00Z")))
        started = time.perf_counter()
        found = store.transfer.find_private()
        seconds = time.perf_counter() - started
        store.close()
    return {
        "texts": found.texts,
        "characters": found.characters,
        "seconds": round(seconds, 2),
        "finds": sum(hit.count for hit in found.hits),
        "values": dict(Counter(hit.kind.value for hit in found.hits)),
        "listed": [
            f"{hit.kind} {'sure' if hit.sure else 'maybe'} {hit.count}x {hit.value!r} ({hit.label}): "
            f"{hit.places[0].before}>{hit.value}<{hit.places[0].after} in {hit.places[0].where}"
            for hit in found.hits
        ],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--alarms", action="store_true", help="list what was found in the sample store")
    options = parser.parse_args()
    result = {"planted": measure_planted(), "sample": measure_sample()}
    if not options.alarms:
        result["sample"].pop("listed")
    text = json.dumps(result, indent=2, ensure_ascii=False)
    print(text)
    if options.json:
        options.json.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
