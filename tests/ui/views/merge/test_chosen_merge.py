"""What a person chose on the merge page so far: who stays and why, what is in the way, what they should know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engramma.engine import MemoryStore, open_store
from engramma.model.clock import FixedClock
from engramma.ui.views.merge.chosen_merge import ChosenMerge, changed_since
from engramma.ui.views.merge.result_words import fact_lines


@pytest.fixture
def store(store_path: Path, frozen_clock: FixedClock) -> Iterator[MemoryStore]:
    """An empty store."""
    with open_store(store_path, clock=frozen_clock, create=True) as opened:
        yield opened


@pytest.fixture
def chosen(store: MemoryStore) -> ChosenMerge:
    """Three: plain, edited by a person, procedural and pinned."""
    one = store.acting_as("agent:claude").memories.remember("Release on Monday.", tags=["a"]).id
    two = store.memories.remember("Release on Mondays.", tags=["b"], importance=0.9).id
    store.memories.edit(two, "We release on Mondays.")
    three = store.memories.remember("Release: on Monday.", kind="procedural").id
    store.memories.pin([three])
    return ChosenMerge(store.curation.preview_merge([one, two, three]))


def test_the_rule_chooses_until_a_person_does(chosen: ChosenMerge) -> None:
    one, two, three = (member.memory.id for member in chosen.preview.members)
    assert (chosen.survivor_id, chosen.why_survivor) == (three, "by rule: it is pinned")
    assert chosen.text == "Release: on Monday."
    mine = replace(chosen, survivor=one)
    assert (mine.survivor_id, mine.why_survivor) == (one, "you chose it")
    assert mine.toggled(one).survivor_id == three, "who takes no part cannot stay"
    assert chosen.toggled(three).survivor_id == two
    assert chosen.toggled(three).why_survivor == "by rule: a person edited it"


def test_what_is_in_the_way_is_said(chosen: ChosenMerge) -> None:
    one, two, three = (member.memory.id for member in chosen.preview.members)
    assert chosen.problem() == ""
    mine = replace(chosen, survivor=one)
    assert mine.problem() == f"M-{three} would be superseded although pinned"
    assert replace(mine, even_pinned=True).problem() == ""
    assert replace(chosen, written="  ").problem() == "The result needs some text"
    alone = chosen.toggled(one).toggled(two)
    assert alone.problem() == "A merge needs at least two memories"
    assert alone.choice() is None
    assert any("edited M-" in words for words in chosen.warnings())
    assert "Procedural memories never fade; the result will" in replace(chosen, survivor=one).warnings()


def test_the_text_is_written_or_that_of_a_member(chosen: ChosenMerge) -> None:
    one, _two, three = (member.memory.id for member in chosen.preview.members)
    other = replace(chosen, text_from=one)
    assert other.text == "Release on Monday."
    choice = other.choice()
    assert choice is not None
    assert choice.text == "Release on Monday."
    same = replace(chosen, text_from=three).choice()
    assert same is not None
    assert same.text is None, "the survivor keeps its own version"
    assert replace(other, written="Mine.").text == "Mine."


def test_a_new_look_keeps_what_was_chosen(chosen: ChosenMerge, store: MemoryStore) -> None:
    one, two, three = (member.memory.id for member in chosen.preview.members)
    mine = replace(chosen, text_from=one, without_tags=frozenset({"b"}), survivor=two)
    store.memories.trash([one])
    store.memories.tag([three], add=["c"])
    preview = store.curation.preview_merge([one, two, three])
    assert changed_since(chosen.preview, preview) == ((three,), (one,))
    again = mine.with_preview(preview)
    assert (again.survivor_id, again.text_from, again.without_tags) == (two, None, frozenset({"b"}))


def test_every_fact_names_its_source(chosen: ChosenMerge) -> None:
    _one, two, three = (member.memory.id for member in chosen.preview.members)
    result = chosen.result()
    assert result is not None
    lines = {line.name: (line.value, line.source) for line in fact_lines(result, chosen.preview.made_at)}
    assert lines["Importance"] == ("0.90", f"M-{two}")
    assert lines["Tier"] == ("Long-term", f"M-{three}")
    assert lines["Pinned"] == ("yes", f"M-{three}")
    assert lines["Last recall"] == ("never", "")
