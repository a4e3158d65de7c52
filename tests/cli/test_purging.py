"""`purge` from the command line: the preview, the question, and what is said afterwards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.engine.purge_histories import bytes_left

from engramma.engine import open_store

SECRET = "The vault code is q777777xylophone."


def test_it_shows_every_place_and_asks(engramma: Callable[..., Any], ask: Callable[..., Any]) -> None:
    made = ask("remember", SECRET, "--tag", "vault")
    shown = engramma("purge", "M-1", stdin="n\n")
    assert shown.code == 1
    assert "Wordings" in shown.out + shown.err
    assert "Erase M-1 for good?" in shown.err
    assert "Nothing was erased." in shown.err
    assert ask("show", made["id"])["text"] == SECRET


def test_no_answer_is_no(engramma: Callable[..., Any], ask: Callable[..., Any]) -> None:
    ask("remember", SECRET)
    assert engramma("purge", "M-1").code == 1
    assert ask("show", "M-1")["text"] == SECRET


def test_yes_erases_without_asking(
    engramma: Callable[..., Any], ask: Callable[..., Any], store_path: Path
) -> None:
    ask("remember", SECRET)
    done = engramma("purge", "M-1", "--yes")
    assert (done.code, done.out, done.err) == (0, "Erased M-1 for good.\n", "")
    assert bytes_left(store_path, [SECRET]) == []
    assert engramma("show", "M-1").code == 1
    assert engramma("undo", "2").complaint == "What was erased for good cannot be brought back."


def test_the_answer_yes_erases(engramma: Callable[..., Any], ask: Callable[..., Any]) -> None:
    ask("remember", SECRET)
    assert engramma("purge", "1", stdin="y\n").code == 0
    assert engramma("show", "M-1").code == 1


def test_the_document(ask: Callable[..., Any], store_path: Path) -> None:
    made = ask("remember", SECRET)
    other = ask("remember", f"Bob said so: {SECRET}")
    pinned = ask("remember", "The depot opens at nine.")
    ask("pin", pinned["id"])
    backup = store_path.with_name(f"{store_path.name}.before-2.backup")
    backup.write_bytes(b"copy")
    document = ask("purge", made["id"], pinned["id"], "--yes")
    assert document["purged"] == [made["id"]]
    assert document["labels"] == ["M-1"]
    assert document["pinned"] == ["M-3"]
    assert document["still_said"] == ["M-2"]
    assert document["pending"] is False
    places = {place["name"]: place for place in document["places"]}
    assert places["memory"]["count"] == 2
    assert places["backup"] == {
        "name": "backup",
        "count": 1,
        "treatment": "named",
        "memories": [],
        "paths": [str(backup)],
    }
    history = ask("history")["operations"]
    assert history[0]["label"] == "purge of M-1"
    assert document["operation"] == history[0]["id"]
    assert ask("show", other["id"])["text"].endswith(SECRET)


def test_pinned_ones_need_their_own_option(engramma: Callable[..., Any], ask: Callable[..., Any]) -> None:
    ask("remember", SECRET)
    ask("pin", "M-1")
    assert "pinned" in engramma("purge", "M-1", "--yes").complaint
    assert ask("purge", "M-1", "--yes", "--include-pinned")["labels"] == ["M-1"]


def test_the_source_can_be_kept(ask: Callable[..., Any], store_path: Path) -> None:
    with open_store(store_path, create=True) as store:
        session_id = store.sessions.start("Depot")
        store.sessions.append(session_id, "user", SECRET)
        memory_id = store.memories.remember(SECRET).id
    document = ask("purge", f"M-{memory_id}", "--yes", "--keep-source")
    assert "event" not in {place["name"] for place in document["places"]}
    with open_store(store_path) as store:
        assert store.sessions.events(store.sessions.event_ids(session_id))[0].text == SECRET


def test_an_undone_memory_can_be_purged(
    engramma: Callable[..., Any], ask: Callable[..., Any], store_path: Path
) -> None:
    ask("remember", SECRET)
    ask("undo")
    assert engramma("show", "M-1").code == 1
    assert ask("purge", "M-1", "--yes")["labels"] == ["M-1"]
    assert bytes_left(store_path, [SECRET]) == []


def test_what_is_not_there(engramma: Callable[..., Any], ask: Callable[..., Any]) -> None:
    ask("remember", SECRET)
    assert "no memory M-7" in engramma("purge", "M-7", "--yes").complaint
    assert engramma("purge").code == 2


def test_undo_names_what_it_passed_over(ask: Callable[..., Any], engramma: Callable[..., Any]) -> None:
    ask("remember", SECRET)
    ask("remember", "The depot opens at nine.")
    ask("trash", "M-1", "M-2")
    ask("purge", "M-1", "--yes")
    done = engramma("undo")
    assert done.code == 0
    assert "M-1" in done.err
    ask("trash", "M-2")
    assert "erased" not in ask("undo")


def test_split_takes_a_merge_back(engramma: Callable[..., Any], ask: Callable[..., Any]) -> None:
    first = ask("remember", "The depot opens at nine.")["id"]
    second = ask("remember", "The depot opens at 9 a.m.")["id"]
    ask("merge", first, second)
    assert ask("show", second)["state"] == "superseded"
    document = ask("split", "M-1")
    assert document == {"id": first, "label": "M-1", "split": [second], "labels": ["M-2"], "erased": []}
    assert ask("show", second)["state"] == "active"
    assert "Nothing was merged" in engramma("split", "M-1").complaint


def test_links_are_made_and_taken_away(engramma: Callable[..., Any], ask: Callable[..., Any]) -> None:
    first = ask("remember", "The depot opens at nine.")["id"]
    second = ask("remember", "The vault is in the depot.")["id"]
    made = ask("link", first, second, "--relation", "part of")
    assert made == {
        "ids": [first, second],
        "labels": ["M-1", "M-2"],
        "type": "related",
        "relation": "part of",
    }
    assert [item["relation"] for item in ask("show", first)["associations"]] == ["part of"]
    assert ask("unlink", "M-1", "M-2")["removed"] == 1
    assert ask("show", first)["associations"] == []
    assert "Nothing links M-1 and M-2" in engramma("unlink", "M-1", "M-2").complaint
    assert engramma("link", "M-1", "M-1").code == 1
    assert engramma("link", "M-1").code == 2
