"""Wrong clocks, wrong numbers and circles by the command line: one clear sentence or an answer, no traceback."""

from __future__ import annotations

from pathlib import Path

from engramma.engine import open_store
from engramma.model.clock import FixedClock, parse_iso

PORT, OTHER = "Staging runs on port 5433.", "Staging runs on port 5434."


def test_a_store_from_the_future_answers_every_command(engramma, ask, store_path: Path) -> None:
    """As after a clock that was set back by years."""
    with open_store(store_path, clock=FixedClock(parse_iso("2091-03-03T12:00:00Z")), create=True) as store:
        store.memories.remember(PORT)
        store.memories.remember("The subscription costs 49 € a month.")
    assert ask("show", "1")["strength"] == 1.0
    assert PORT in engramma("search", "port").out
    assert ask("recall", "which", "port?", "--rehearse")["hits"]
    ask("consolidate")
    corrected = ask("correct", "1", OTHER)
    assert ask("show", corrected["id"])["strength"] == 1.0
    assert engramma("consolidate", "--json").code == 0
    assert engramma("undo").code == 0


def test_what_is_no_memory_is_refused_in_a_sentence(engramma, ask) -> None:
    ask("remember", PORT)
    for arguments, said in (
        (("remember", "\u200b"), "needs some text"),
        (("remember", "x", "--importance", "nan"), "between 0 and 1"),
        (("correct", "1", " "), "needs some text"),
        (("edit", "1", "\ufeff"), "needs some text"),
    ):
        done = engramma(*arguments)
        assert done.code != 0
        assert said in done.complaint
        assert "Traceback" not in done.complaint
    long = engramma("remember", "x " * 500_001)
    assert long.code == 1
    assert "at most 1,000,000 characters" in long.complaint


def test_a_correction_makes_no_circle(engramma, ask) -> None:
    ask("remember", PORT)
    ask("correct", "1", OTHER)
    again = engramma("correct", "1", "Staging runs on port 5435.")
    assert again.code == 1
    assert "superseded already" in again.complaint
    back = ask("correct", "2", PORT)
    assert ask("show", "2")["state"] == "superseded"
    assert ask("show", back["id"])["state"] == "active"
