"""How a person answers a proposal."""

from __future__ import annotations

from enum import StrEnum


class Answer(StrEnum):
    """What a person does about what a proposal is about.

    `left` and `right` keep the first or the second of two memories, the other is superseded; `merged` supersedes both
    by a new wording; `into` merges into the memory that is named; the others act on all that the proposal is about.
    """

    ACCEPT = "accept"
    REJECT = "reject"
    LEFT = "left"
    RIGHT = "right"
    MERGED = "merged"
    INTO = "into"
    CORRECT = "correct"
    CONFIRM = "confirm"
    TRASH = "trash"
    RESTORE = "restore"
