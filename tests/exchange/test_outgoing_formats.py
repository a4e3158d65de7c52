"""What is written comes back through the readers of the same formats: all that was not announced as lost."""

from __future__ import annotations

import stat
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from portable_memory.validator import BundleValidator
from tests.exchange.outgoing_samples import Load, a_memory

from engramma.exchange.sniffer import format_named, open_source, survey
from engramma.exchange.writing.aspects import Aspect
from engramma.exchange.writing.formats import OUTGOING, outgoing_format
from engramma.exchange.writing.front_matter import front_matter
from engramma.model.errors import ExportFileError
from engramma.model.memory import Category, Kind, Tier
from engramma.model.outgoing import Outgoing, Thing, ThingTie, Tie
from engramma.model.progress import Cancelled, CancelToken
from engramma.model.transfer import EntityRecord, MemoryRecord, RelationRecord

CHECKOUT, STRIPE, GHOST = (
    Thing(1, "Checkout", "service"),
    Thing(2, "Stripe", "vendor"),
    Thing(3, "Ghost", ghost=True),
)


def load() -> Load:
    one = a_memory(1, "Totals are integer cents.\n\nNever floats.", pinned=True, kind=Kind.PROCEDURAL)
    two = a_memory(2, "Card data goes to Stripe only.", tier=Tier.SHORT_TERM, category=Category.FACT)
    three = a_memory(3, "- a list\n# and a heading\n- [fact] of it #tag", kind=Kind.EPISODIC, tags=())
    return Load(
        (
            Outgoing(one, things=(CHECKOUT, STRIPE), ties=(Tie("related", "needs", 0.5, 2, two.uid),)),
            Outgoing(two, things=(STRIPE,)),
            Outgoing(three),
        ),
        (CHECKOUT, STRIPE, GHOST),
        (ThingTie(1, "charges through", 2), ThingTie(1, "haunted by", 3)),
    )


def written(name: str, cargo: Load, folder: Path) -> Path:
    format_ = outgoing_format(name)
    path = folder / f"out{format_.suffix}"
    format_.write(path, cargo)
    return path


def read_back(path: Path, name: str) -> list[object]:
    found = survey(path).found
    assert {item.format for item in found} == {name}
    return [
        record
        for item in found
        for record in format_named(item.format).read(open_source(item.path), cancel=CancelToken())
    ]


def memories(records: list[object]) -> list[MemoryRecord]:
    return sorted((item for item in records if isinstance(item, MemoryRecord)), key=lambda item: item.text)


READABLE = ("memory-transfer", "mcp-memory", "basic-memory", "claude-memory", "mem0", "portable-memory")


@pytest.mark.parametrize("name", READABLE)
def test_only_what_was_announced_is_lost(name: str, tmp_path: Path) -> None:
    cargo = load()
    carries = outgoing_format(name).carries
    records = read_back(written(name, cargo, tmp_path), name)
    told = memories(records)
    texts = [item.memory.text for item in cargo.items]
    if Aspect.LINE_BREAKS not in carries:
        texts = [" ".join(text.split()) for text in texts]
    assert [item.text for item in told] == sorted(texts)
    by_text = dict(zip(texts, (item.memory for item in cargo.items), strict=True))
    for item in told:
        memory = by_text[item.text]
        for aspect, read, kept in (
            (Aspect.KINDS, item.kind, memory.kind.value),
            (Aspect.TIERS, item.tier, memory.tier.value),
            (Aspect.CATEGORIES, item.category, memory.category.value),
            (Aspect.IMPORTANCE, item.importance, memory.importance),
            (Aspect.PINS, item.pinned, memory.pinned),
            (Aspect.TAGS, tuple(sorted(item.tags)), memory.tags),
            (Aspect.CREATED, item.time.at, memory.created_at),
        ):
            assert aspect not in carries or read == kept, aspect
    things = {item.key: item.name for item in records if isinstance(item, EntityRecord)}
    relations = {
        (things[item.source_key], item.relation, things[item.target_key])
        for item in records
        if isinstance(item, RelationRecord) and item.source_key in things
    }
    if Aspect.RELATIONS in carries:
        assert relations == {
            ("Checkout", "charges through", "Stripe"),
            ("Checkout", "haunted by", "Ghost"),
        }
    if Aspect.ABOUT in carries:
        about = {
            thing.name
            for item in cargo.items
            for thing in item.things[: 2 if Aspect.MORE_ABOUT in carries else 1]
        }
        assert {things.get(key, "") for item in told for key in item.entities} >= about
        first = next(item for item in told if by_text[item.text].id == 1)
        assert ("Stripe" in {things.get(key, "") for key in first.entities}) == (Aspect.MORE_ABOUT in carries)
    if Aspect.TIES in carries:
        ties = [
            item for item in records if isinstance(item, RelationRecord) and item.source_key not in things
        ]
        assert [(tie.relation, tie.weight) for tie in ties] == [("needs", 0.5)]


def test_a_validator_of_others_accepts_the_portable_folder(tmp_path: Path) -> None:
    result = BundleValidator().validate(written("portable-memory", load(), tmp_path))
    assert result.issues == []
    assert result.manifest is not None
    assert result.manifest.counts == {"episode": 3, "entity": 3, "edge": 2, "episodeLink": 1}


@pytest.mark.parametrize("format_", OUTGOING, ids=lambda item: item.name)
def test_the_same_bytes_for_the_owner_only_and_nothing_when_cancelled(format_, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    first, second = tmp_path / "a", tmp_path / "b"
    for folder in (first, second):
        folder.mkdir()
        written(format_.name, load(), folder)
    files = sorted(file for file in first.rglob("*") if file.is_file())
    assert files
    for file in files:
        assert file.read_bytes() == (second / file.relative_to(first)).read_bytes()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    left = tmp_path / "c"
    left.mkdir()
    with pytest.raises(Cancelled):
        written(format_.name, replace(load(), stop=2), left)
    assert list(left.iterdir()) == []


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    theirs = tmp_path / "out" / "note.md"
    theirs.parent.mkdir()
    theirs.write_text("mine")
    with pytest.raises(ExportFileError, match="not empty"):
        written("basic-memory", load(), tmp_path)
    assert theirs.read_text() == "mine"
    with pytest.raises(ExportFileError, match="cannot be written"):
        written("csv", load(), tmp_path / "nowhere")


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    texts=st.lists(
        st.text("aZ9 -#[]:`~*>|\"'\\\n\u00e4\u2028\U0001f600", min_size=1, max_size=40), max_size=4
    )
)
def test_any_text_comes_back_from_the_formats_of_data(
    texts: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    wanted = sorted({text.strip() for text in texts if text.strip()})
    cargo = Load(tuple(Outgoing(a_memory(number, text)) for number, text in enumerate(wanted, 1)))
    for name in ("mcp-memory", "mem0", "portable-memory"):
        if wanted:
            told = memories(read_back(written(name, cargo, tmp_path_factory.mktemp("any")), name))
            assert [item.text for item in told] == wanted


@settings(max_examples=60)
@given(
    text=st.text()
    | st.sampled_from(("null", "Yes", "1e-5", "2026-01-02", "- a", "a: b", "plain word", "~", "\x85")),
    number=st.floats(0, 1),
)
def test_any_property_comes_back_from_the_head_of_a_note(text: str, number: float) -> None:
    values = {"title": text, "tags": [text, "x"], "none": [], "more": {"importance": number, "pinned": True}}
    assert next(yaml.safe_load_all(front_matter(values))) == values
