"""A thing that a statement names, and under which name it is known again."""

from __future__ import annotations

import unicodedata
from enum import StrEnum
from typing import NamedTuple

MOST_FOUND = 24


class EntityType(StrEnum):
    """What kind of thing a name stands for, the more telling kind first; `name` is a proper name and no more."""

    PERSON = "person"
    SERVICE = "service"
    PLACE = "place"
    FILE = "file"
    IDENTIFIER = "identifier"
    CODE = "code"
    TICKET = "ticket"
    VERSION = "version"
    HOST = "host"
    ADDRESS = "address"
    CHANNEL = "channel"
    HANDLE = "handle"
    NAME = "name"
    TERM = "term"


class FoundEntity(NamedTuple):
    """A thing as it is written, its place in the text (end exclusive), and its name for comparing."""

    name: str
    normal_name: str
    type: EntityType
    start: int
    end: int


def normal_name(name: str) -> str:
    """The name without case, blanks at its ends and doubled ones inside, and a full stop at its end."""
    if not name.isascii():
        name = unicodedata.normalize("NFC", name)
    return " ".join(name.casefold().split()).rstrip(".")
