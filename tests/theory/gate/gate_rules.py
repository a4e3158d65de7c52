"""The rules that come with Engramma, read once for all tests of the gate, and a few ways to ask them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from engramma.theory.gate import GateRules, Judged, Said, judge, load_rules

THRESHOLD = 0.5


@cache
def texts() -> dict[str, str]:
    folder = files("engramma.resources") / "gate"
    return {f.name: f.read_text("utf-8") for f in folder.iterdir() if f.name.endswith((".toml", ".json"))}


@cache
def packaged() -> GateRules:
    return load_rules(texts())


def ask(text: str, *, role: str = "user", before: Sequence[Said] = ()) -> tuple[Judged, ...]:
    return judge(text, role=role, before=before, rules=packaged(), threshold=THRESHOLD)


def best(text: str, *, role: str = "user", before: Sequence[Said] = ()) -> Judged:
    return max(ask(text, role=role, before=before), key=lambda verdict: verdict.score)


def is_kept(text: str, *, role: str = "user", before: Sequence[Said] = ()) -> bool:
    return any(verdict.kept for verdict in ask(text, role=role, before=before))
