"""What a statement is about, found without a model: names, files, identifiers, codes, hosts, quoted terms."""

from engramma.theory.entities.finder import EntityFinder
from engramma.theory.entities.found import MOST_FOUND, EntityType, FoundEntity, normal_name
from engramma.theory.entities.words import EntityWords, parse_entity_words

__all__ = [
    "MOST_FOUND",
    "EntityFinder",
    "EntityType",
    "EntityWords",
    "FoundEntity",
    "normal_name",
    "parse_entity_words",
]
