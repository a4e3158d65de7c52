"""`remember` and `show`: a statement in, all about it out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

SHOWN = {
    "id", "label", "text", "kind", "tier", "category", "state", "pinned", "importance", "strength", "fades_at",
    "created_at", "recalls", "tags", "version", "segments", "provenance", "associations", "history",
}  # fmt: skip


def test_remember_gives_an_id_and_makes_the_store(ask, store_path: Path) -> None:
    done = ask("remember", "Totals are integer cents.")
    assert set(done) == {"id", "label", "created"}
    assert (len(done["id"]), done["label"], done["created"]) == (26, "M-1", True)
    assert store_path.is_file()


def test_an_equal_statement_is_reinforced(ask) -> None:
    first = ask("remember", "Totals are integer cents.")
    second = ask("remember", "totals are  integer cents", now="2026-03-05T09:30:00Z")
    assert second == {"id": first["id"], "label": "M-1", "created": False}
    assert ask("stats")["memories"]["total"] == 1


def test_show_has_the_keys_that_scripts_rely_on(ask) -> None:
    uid = ask(
        "remember", "Deploys run on Tuesdays.", "--kind", "procedural", "--tier", "long", "--category", "decision",
        "--importance", "0.8", "--tag", "deploy", "--tag", "gift cards",
    )["id"]  # fmt: skip
    shown = ask("show", "M-1")
    assert set(shown) == SHOWN
    assert shown["id"] == uid
    assert (shown["kind"], shown["tier"], shown["category"]) == ("procedural", "long_term", "decision")
    assert (shown["importance"], shown["tags"]) == (0.8, ["deploy", "gift cards"])
    assert (shown["strength"], shown["fades_at"], shown["state"], shown["pinned"]) == (
        1.0,
        None,
        "active",
        False,
    )
    assert shown["created_at"] == "2026-03-02T09:30:00Z"
    assert shown["segments"] == [
        {"t0": "2026-03-02T09:30:00Z", "s0": 1.0, "half_life": None, "reason": "created"}
    ]
    (made,) = shown["history"]
    assert {key: made[key] for key in ("at", "actor", "label", "undone")} == {
        "at": "2026-03-02T09:30:00Z", "actor": "cli", "label": "new memory M-1", "undone": False,
    }  # fmt: skip


def test_strength_is_that_of_the_time_asked_about(ask) -> None:
    ask("remember", "Fades in a week or three.")
    week_later = ask("show", "1", now="2026-03-09T09:30:00Z")
    assert week_later["strength"] == pytest.approx(0.5)
    assert week_later["segments"][0]["half_life"] == 7.0
    assert week_later["fades_at"].startswith("2026-03-25T")


@pytest.mark.parametrize("name", ["1", "M-1", "m-1", "m1"])
def test_any_unique_name_will_do(ask, name: str) -> None:
    uid = ask("remember", "Named in many ways.")["id"]
    assert ask("show", name)["id"] == uid
    assert ask("show", uid)["id"] == ask("show", uid[:22].lower())["id"] == uid


def test_text_comes_from_standard_input(ask) -> None:
    ask("remember", "-", stdin="\ufeffFirst line\nzweite Zeile: Größe\n".encode())
    assert ask("show", "1")["text"] == "First line\nzweite Zeile: Größe"


def test_standard_input_that_is_no_text_is_refused(engramma, store_path: Path) -> None:
    done = engramma("remember", "-", stdin=b"\xff\xfe\x00")
    assert done.code == 2
    assert "not UTF-8" in done.complaint
    assert not store_path.exists()


def test_a_memory_shows_its_turn(ask, locomo: Path) -> None:
    ask("import", locomo)
    session = ask("sessions", "S-1")
    ask("remember", "Ada likes the harbour.", "--session", session["id"])
    (found,) = ask("show", "1")["provenance"]
    assert (found["session"], found["event"], found["quote"]) == (session["id"], None, "")
    assert ask("sessions", "1")["memories"] == [ask("show", "1")["id"]]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("remember", " \n "), 1, "needs some text"),
        (("remember", "x", "--importance", "2"), 2, "not in the range"),
        (("remember", "x", "--importance", "nan"), 1, "between 0 and 1"),
        (("remember", "x", "--kind", "rumour"), 2, "rumour"),
        (("remember", "x", "--tier", "sensory"), 2, "sensory"),
        (("remember", "x", "--tag", " "), 1, "tag needs"),
        (("remember", "x", "--session", "S-9"), 1, "no session S-9"),
        (("remember",), 2, "TEXT"),
        (("remember", "x", "y"), 2, "unexpected"),
    ],
)
def test_what_cannot_be_remembered_makes_no_store(engramma, store_path: Path, arguments, code, said) -> None:
    done = engramma(*arguments)
    assert (done.code, done.out) == (code, "")
    assert said in done.complaint
    assert list(store_path.parent.glob("store.engramma*")) == []


def test_a_failure_leaves_the_store_as_it_was(engramma, ask, content) -> None:
    ask("remember", "Stays.")
    before = content()
    assert engramma("remember", "").code == 1
    assert engramma("show", "M-7").complaint == "There is no memory M-7. Search for it to see its id."
    assert engramma("show", "nonsense!").code == 1
    assert content() == before


def test_an_id_that_fits_two_is_refused(engramma, ask) -> None:
    first, second = ask("remember", "One.")["id"], ask("remember", "Two.")["id"]
    common = next(first[:size] for size in range(25, 0, -1) if second.startswith(first[:size]))
    done = engramma("show", common)
    assert done.code == 1
    assert "More than one memory id begins with" in done.complaint


def test_people_read_the_same_without_control_characters(engramma, ask) -> None:
    text = "Red \x1b[31malert\x1b[0m\x07\nand \u202eright to left\u202c, C1 \x9b2J"
    ask("remember", text, "--tag", "a\x1b[1mb")
    for done in (engramma("show", "1"), engramma("search"), engramma("history")):
        assert done.code == 0
        assert not set(done.out) & set("\x1b\x07\x9b\u202e\u202c")
    assert "␛[31malert" in engramma("show", "1").out
    raw = engramma("show", "1", "--json").out
    assert not set(raw) & set("\x1b\x07\x9b\u202e\u202c")
    assert json.loads(raw)["text"] == text
