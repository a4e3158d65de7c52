"""The arguments that several tools share, with the words by which a model understands them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engramma.agent.limits import LARGEST_BUDGET, LONGEST_MEMORY, LONGEST_QUESTION, MOST_HITS

MemoryName = Annotated[str, Field(description="The memory's id, as in M-12.", min_length=1, max_length=40)]
SessionName = Annotated[str, Field(description="The session's id, as in S-3.", min_length=1, max_length=40)]
Statement = Annotated[
    str,
    Field(
        description="One statement that can be understood on its own: who, what, since when.",
        min_length=1,
        max_length=LONGEST_MEMORY,
    ),
]
Question = Annotated[
    str,
    Field(
        description="What you want to know, in plain words, with names and times.",
        max_length=LONGEST_QUESTION,
    ),
]
Tags = Annotated[list[str], Field(description="Short lower-case labels.", max_length=20)]
Importance = Annotated[
    float | None,
    Field(description="0 to 1; leave it out unless you know. At most 0.79 counts.", ge=0, le=1),
]
Count = Annotated[int, Field(description="How many at most.", ge=1, le=MOST_HITS)]
Budget = Annotated[int, Field(description="Tokens that the answer may have.", ge=50, le=LARGEST_BUDGET)]
USUAL_BUDGET = 1_500
Kind = Annotated[
    Literal["semantic", "episodic", "procedural"],
    Field(description="semantic: what is known; episodic: what happened; procedural: how to do something."),
]
Category = Annotated[
    Literal["fact", "preference", "decision", "correction", "error", "instruction", "summary", "other"],
    Field(description="What sort of statement it is."),
]
