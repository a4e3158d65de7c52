"""`replace`: a dry run first, then one operation that `undo` takes back; pinned memories only when asked."""

from __future__ import annotations

import pytest


@pytest.fixture
def three(ask) -> None:
    for text in ("Deploys run from jenkins.", "Jenkins has 4 workers.", "Never turn jenkins off."):
        ask("remember", text)
    ask("pin", "3")


def test_a_dry_run_then_all_but_pinned_and_back(ask, engramma, three) -> None:
    dry = engramma("replace", "jenkins", "CI", "--dry-run")
    assert dry.out.splitlines() == [
        "M-2: CI has 4 workers.",
        "M-1: Deploys run from CI.",
        "Would replace 2 places in 2 memories.",
    ]
    assert "left alone without --all: M-3" in dry.err
    assert ask("show", "1")["text"] == "Deploys run from jenkins."

    done = ask("replace", "jenkins", "CI")
    assert (done["places"], done["guarded"]) == (2, ["M-3"])
    assert ask("show", "2")["text"] == "CI has 4 workers."
    assert ask("show", "3")["text"] == "Never turn jenkins off."
    assert ask("undo")["undone"] == done["operation"]
    assert ask("show", "2")["text"] == "Jenkins has 4 workers."


def test_pattern_query_and_all(ask, engramma, three) -> None:
    done = ask("replace", r"(\d+) workers", r"\1 hands", "--regex", "--query", "jenkins")
    assert done["replaced"] == [
        {"label": "M-2", "before": "Jenkins has 4 workers.", "after": "Jenkins has 4 hands."}
    ]
    assert ask("replace", "jenkins", "CI", "--all", "--match-case")["places"] == 2
    assert engramma("replace", "nowhere", "x").out == "Nothing to replace.\n"
    assert "cannot be read" in engramma("replace", "(", "x", "--regex").complaint
