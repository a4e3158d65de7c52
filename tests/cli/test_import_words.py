"""`import --map-kind` and `--map-tier`: a file's own words become the kinds and tiers that were asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

COLUMNS = "csv:text=Note,kind=Sort"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Three notes; `rule` is known as procedural, `recipe` is nothing that is known."""
    path = tmp_path / "bread.csv"
    path.write_text("Note;Sort\nRye keeps;recipe\nSalt before oil;rule\nBought a mill;recipe\n", "utf-8")
    return path


def test_a_dry_run_shows_what_the_words_become(engramma, ask, table: Path, store_path: Path) -> None:
    words = ("--format", COLUMNS, "--map-kind", "recipe=episodic", "--map-tier", "long=short")
    (item,) = ask("import", table, "--dry-run", *words)["files"]
    assert item["mapping"] == {
        "kinds": [
            {"from": "recipe", "read_as": "semantic", "to": "episodic", "count": 2},
            {"from": "rule", "read_as": "procedural", "to": "procedural", "count": 1},
        ],
        "tiers": [{"from": "long_term", "to": "short_term", "count": 3}],
    }
    assert not store_path.exists()
    lines = engramma("import", table, "--dry-run", *words).out.splitlines()
    assert [line.split() for line in lines[2:]] == [
        ["NEW", "CALLED", "COUNT", "COMES", "IN", "AS"],
        ["kind", "recipe", "2", "episodic"],
        ["kind", "rule", "1", "procedural"],
        ["tier", "long_term", "3", "short_term"],
        ["This", "was", "a", "dry", "run;", "nothing", "was", "written."],
    ]


def test_memories_come_in_as_mapped_and_an_unmet_word_is_named(engramma, ask, table: Path) -> None:
    done = engramma(
        "import", table, "--json", "--format", COLUMNS,
        "--map-kind", "rule=semantic", "--map-kind", "recip=episodic", "--map-tier", "long-term=short",
    )  # fmt: skip
    assert done.code == 0
    assert done.complaint == "No new memory is called recip. Here are recipe, rule."
    assert ask("stats")["memories"]["by_kind"] == {"episodic": 0, "procedural": 0, "semantic": 3}
    assert ask("stats")["memories"]["by_tier"]["short_term"] == 3


def test_without_the_options_no_words_are_told(ask, table: Path) -> None:
    (item,) = ask("import", table, "--format", COLUMNS)["files"]
    assert "mapping" not in item


@pytest.mark.parametrize("pair", ["recipe", "=semantic", "recipe=story"])
@pytest.mark.parametrize("option", ["--map-kind", "--map-tier"])
def test_a_wrong_pair_is_wrong_usage(engramma, table: Path, store_path: Path, option: str, pair: str) -> None:
    done = engramma("import", table, option, pair)
    assert (done.code, done.out) == (2, "")
    assert not store_path.exists()


def test_a_bundle_keeps_its_kinds(engramma, ask, table: Path, tmp_path: Path) -> None:
    ask("import", table, "--format", COLUMNS)
    bundle = tmp_path / "all.engramma-bundle"
    ask("export", bundle)
    done = engramma("import", bundle, "--store", tmp_path / "other.engramma", "--map-tier", "long=short")
    assert "A bundle keeps the kinds and tiers that it has." in done.err
