"""Names communities by the tags of their memories and the things they are about, or by words of their texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engramma.store.associations.words import WordOf, read_beginnings, read_words
from engramma.store.database import Reading
from engramma.theory.community_names import spoken, telling_words
from engramma.theory.entities import EntityType

# So many communities get a name of their own; of a large one so many memories are asked, evenly spread. So many are
# named by texts, for want of tags and things.
MOST_NAMED = 600
MEMBERS = 120
_TEXTS = 30
_BY_TEXT = 60
_TITLE_CHARS = 40


def name_groups(reading: Reading, groups: Sequence[Sequence[int]]) -> list[str]:
    """A name for each group of memory ids, largest first; never empty."""
    asked = [_spread(ids, MEMBERS) for ids in groups[:MOST_NAMED]]
    words = read_words(reading, sorted({one for ids in asked for one in ids}))
    spelled = _spelled(word for own in words.values() for word in own)
    names = telling_words(
        [len(ids) for ids in asked],
        [_counts({spelled[_key(word.name)] for word in words.get(one, ())} for one in ids) for ids in asked],
    )
    bare = [place for place, name in enumerate(names) if not name]
    if bare:
        _by_texts(reading, groups, names, bare[:_BY_TEXT])
    names.extend(() for _rest in groups[MOST_NAMED:])
    return [spoken(name) or f"Group {place + 1}" for place, name in enumerate(names)]


def _key(name: str) -> str:
    """What is the same for a tag and the thing of that name: "gift-cards" and "Gift cards"."""
    return " ".join(name.casefold().replace("-", " ").replace("_", " ").split()) or name


def _spelled(words: Iterable[WordOf]) -> dict[str, str]:
    """How each word is written: as the thing is, where it has a proper name, else as the tag."""
    spelled: dict[str, tuple[int, str]] = {}
    for word in words:
        proper = word.type not in ("", EntityType.NAME, EntityType.TERM)
        rank = 0 if proper else 1 if not word.type else 2
        name = word.name if word.type else word.name.replace("-", " ").replace("_", " ")
        key = _key(word.name)
        spelled[key] = min(spelled.get(key, (rank, name)), (rank, name))
    return {key: name for key, (_rank, name) in spelled.items()}


def _by_texts(
    reading: Reading, groups: Sequence[Sequence[int]], names: list[tuple[str, ...]], bare: Sequence[int]
) -> None:
    """Give those at the places `bare` a name by their texts; where no word comes up twice, that of the first."""
    from engramma.engine.associations.text_terms import terms_in

    asked = [_spread(groups[place], _TEXTS) for place in bare]
    texts = read_beginnings(reading, sorted({one for ids in asked for one in ids}))
    counts = [_counts(terms_in(texts.get(one, "")) for one in ids) for ids in asked]
    found = telling_words([len(ids) for ids in asked], counts, share=0.0)
    for place, ids, name in zip(bare, asked, found, strict=True):
        names[place] = name or (_title(texts.get(ids[0], "")),)


def _spread(ids: Sequence[int], most: int) -> Sequence[int]:
    if len(ids) <= most:
        return ids
    return [ids[place * len(ids) // most] for place in range(most)]


def _counts(words: Iterable[Iterable[str]]) -> Counter[str]:
    """In how many members each word is."""
    counts: Counter[str] = Counter()
    for own in words:
        counts.update(set(own))
    return counts


def _title(text: str) -> str:
    line = " ".join(text.split())
    if len(line) <= _TITLE_CHARS:
        return line
    return line[:_TITLE_CHARS].rsplit(" ", 1)[0] + "…"
