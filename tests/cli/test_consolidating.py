"""`consolidate`, `proposals` and changes of the policy from the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engramma.engine import open_store
from engramma.engine.recalls import record_recall
from engramma.model.clock import FixedClock, parse_iso
from engramma.model.errors import AskedError

LATER = "2026-11-24T12:00:00Z"


def prepared(store_path: Path, ask: Callable[..., Any]) -> tuple[str, str]:
    """A memory to be promoted, and one that will be dormant for long."""
    known = ask("remember", "Staging runs on port 5433.")["id"]
    idle = ask("remember", "The office is painted white.")["id"]
    with open_store(store_path, clock=FixedClock(parse_iso("2026-03-03T12:00:00Z"))) as store:
        for _time in range(2):
            record_recall(store.workspace, "which port?", [store.memories.resolve(known)])
    return known, idle


def test_a_dry_run_says_what_a_pass_would_do_and_a_pass_does_it(
    store_path: Path, ask: Callable[..., Any], content: Callable[..., Any]
) -> None:
    known, idle = prepared(store_path, ask)
    before = content()
    plan = ask("consolidate", "--dry-run", now=LATER)
    assert content() == before
    assert plan["counts"]["promote"] == 1
    first = plan["items"][0]
    assert {name: first[name] for name in ("step", "action", "targets", "reason", "mode")} == {
        "step": "promote",
        "action": "promote",
        "targets": [known],
        "reason": "relevant: 2 recalls among the first 3 hits",
        "mode": "auto",
    }
    done = ask("consolidate", now=LATER)
    assert {(item["action"], item["targets"][0], item["mode"]) for item in done["items"]} == {
        ("promote", known, "applied"),
        ("trash", idle, "proposed"),
        ("confirm", idle, "proposed"),
        ("confirm", known, "proposed"),
    }
    assert ask("show", known)["tier"] == "long_term"
    assert ask("consolidate", now=LATER) == {"items": [], "counts": {}}


def test_proposals_are_listed_accepted_and_rejected(
    store_path: Path, ask: Callable[..., Any], engramma: Callable[..., Any]
) -> None:
    _known, idle = prepared(store_path, ask)
    assert "Nothing waits" in engramma("proposals").out
    shown = engramma("consolidate", "--apply", "all", now=LATER)
    assert shown.code == 0
    assert "relevant: 2 recalls" in shown.out
    waiting = ask("proposals", now=LATER)["proposals"]
    trash = next(item for item in waiting if item["action"] == "trash")
    assert (trash["status"], trash["targets"]) == ("pending", [idle])
    assert "The office" not in engramma("proposals", now=LATER).out
    accepted = ask("proposals", "--accept", str(trash["id"]), now=LATER)["proposals"]
    assert accepted[0]["status"] == "accepted"
    assert ask("show", idle)["state"] == "trashed"
    again = engramma("proposals", "--reject", str(trash["id"]), now=LATER)
    assert again.code == 1
    assert again.complaint == f"Proposal {trash['id']} was accepted already."
    assert engramma("proposals", "--accept", "1", "--reject", "2").code == 2
    assert engramma("proposals", "--accept", "999").complaint == "There is no proposal 999."


def test_the_policy_is_set_and_reset(ask: Callable[..., Any], engramma: Callable[..., Any]) -> None:
    known = ask("remember", "Staging runs on port 5433.")["id"]
    before = ask("show", known)["fades_at"]
    changed = ask("policy", "set", "short_term_half_life=14", "capacity=7")
    assert changed == {"policy": {"short_term_half_life": 14.0, "capacity": 7}}
    assert ask("policy", "get", "capacity") == {"policy": {"capacity": 7}}
    assert ask("show", known)["fades_at"] > before
    assert ask("policy", "reset", "capacity") == {"policy": {"capacity": 0}}
    assert ask("policy", "reset")["policy"]["short_term_half_life"] == 7.0
    assert ask("show", known)["fades_at"] == before
    assert engramma("policy", "set", "capacity").code == 2
    assert engramma("policy", "set", "capacity=many").code == 2
    refused = engramma("policy", "set", "retrieval_threshold=2")
    assert refused.code == 1
    assert refused.complaint == "Retrieval threshold must be between 0.01 and 0.9 (strength), not 2."
    assert engramma("policy", "set", "luck=1").complaint == "The policy has no setting named luck."
    assert engramma("policy", "reset", "luck").code == 1


def test_conflicts_are_listed_and_resolved(ask: Callable[..., Any], engramma: Callable[..., Any]) -> None:
    old = ask("remember", "The subscription costs 49 € a month.")["id"]
    new = ask("remember", "The subscription costs 60 € a month.", now="2026-03-04T12:00:00Z")["id"]
    assert "No conflict waits" in engramma("conflicts").out
    ask("consolidate", now="2026-03-05T12:00:00Z")
    (found,) = ask("conflicts")["conflicts"]
    assert (found["left"], found["right"], found["what"], found["stakes"]) == (old, new, "number", "high")
    assert found["found_at"] == "2026-03-04T12:00:00Z"
    assert "49 €" in engramma("conflicts").out
    number = str(found["id"])
    assert engramma("resolve", number).code == 2
    assert engramma("resolve", number, "--keep", "left", "--text", "x").code == 2
    assert engramma("resolve", "999", "--keep", "both").complaint == "There is no conflict 999."
    told = engramma("resolve", number, "--keep", "right")
    assert told.code == 0
    assert "counts instead of" in told.out
    assert ask("show", old)["state"] == "superseded"
    assert ask("conflicts") == {"conflicts": []}
    engramma("undo")
    assert ask("show", old)["state"] == "active"
    made = ask("resolve", number, "--text", "49 € a month, 60 € with support.")
    assert made["conflict"]["resolution"] == "merged"
    assert ask("show", made["memory"])["category"] == "correction"


def test_an_item_of_a_pass_is_taken_back_alone(ask: Callable[..., Any], engramma: Callable[..., Any]) -> None:
    for text in (
        "The subscription costs 49 € a month.",
        "The subscription costs 60 € a month.",
        "The rent is 900 € a month.",
        "The rent is 950 € a month.",
    ):
        ask("remember", text)
    done = ask("consolidate")
    assert [item["action"] for item in done["items"]].count("conflict") == 2
    number = [item["action"] for item in done["items"]].index("conflict") + 1
    operation = next(item for item in ask("history")["operations"] if "consolidation pass" in str(item))
    assert engramma("undo", "--item", str(number)).code == 2
    told = engramma("undo", operation["id"], "--item", str(number))
    assert told.code == 0
    assert f"item {number} of operation" in told.out
    assert len(ask("conflicts")["conflicts"]) == 1
    assert "undone already" in engramma("undo", operation["id"], "--item", str(number)).complaint
    ask("undo", operation["id"])
    assert ask("conflicts")["conflicts"] == []


def test_what_an_agent_asks_for_is_shown_and_done(
    store_path: Path, ask: Callable[..., Any], engramma: Callable[..., Any]
) -> None:
    ask("remember", "Staging runs on port 5433.")
    ask("remember", "Mira runs staging.")
    with open_store(store_path, actor="agent:planner") as store:
        for change in (
            lambda hands: hands.memories.remember("Deploys happen on Tuesdays.", tags=["ops"]),
            lambda hands: hands.associations.link(2, 1, relation="who to ask"),
        ):
            with pytest.raises(AskedError):
                change(store.proposing())
    listed = engramma("proposals").out
    assert "“Deploys happen on" in listed
    assert "“related who to" in listed
    new, link = ask("proposals")["proposals"]
    assert (new["action"], new["asked"]["text"], new["asked"]["tags"]) == (
        "remember",
        "Deploys happen on Tuesdays.",
        ["ops"],
    )
    assert link["asked"] == {"type": "related", "relation": "who to ask"}
    for item in (new, link):
        ask("proposals", "--accept", str(item["id"]))
    assert ask("show", "M-3")["text"] == "Deploys happen on Tuesdays."
    assert [edge["relation"] for edge in ask("show", "M-2")["associations"]] == ["who to ask"]
