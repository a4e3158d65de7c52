"""Judges an event: its statements with score, verdict and reasons.

The one entry point for the engine. A verdict depends on the event and at most three events before it, never on when
or how often it is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engramma.model.session import Role
from engramma.theory.gate.features import Reading, read_statement
from engramma.theory.gate.rules import GateRules
from engramma.theory.gate.scoring import Scored, raw_output, score
from engramma.theory.gate.statements import Shape, Statement, cut
from engramma.theory.gate.tool_output import MOST_KEPT, notable_lines
from engramma.theory.gate.verdicts import Judged, Said

REMEMBERED_EVENTS = 3


def judge(
    event_text: str, *, role: str, before: Sequence[Said], rules: GateRules, threshold: float
) -> tuple[Judged, ...]:
    """The judged statements of an event, in the order of the text; empty for a text without letters and digits.

    `before` are the session's earlier events, the newest last; only the last three matter. A statement is kept when
    its score (0..1) reaches `threshold`. Output of a tool is not judged statement by statement: only its notable
    lines are returned, or the whole as one dropped statement when there are none.
    """
    found = readings(event_text, role=role, before=before, rules=rules)
    judged = tuple(
        _verdict(statement, score(reading, role=role, rules=rules), threshold=threshold)
        for statement, reading in found
    )
    return _judge_tool(event_text, judged, rules=rules, threshold=threshold) if role == Role.TOOL else judged


def readings(
    event_text: str, *, role: str, before: Sequence[Said], rules: GateRules
) -> list[tuple[Statement, Reading]]:
    """What is found in each statement of an event; of a tool's output in its notable lines. Nothing is scored."""
    recent = tuple(before[-REMEMBERED_EVENTS:])
    tool = role == Role.TOOL
    statements = (
        notable_lines(event_text, before=recent, rules=rules) if tool else cut(event_text, rules=rules)
    )
    carried = _carried(statements, role=role, before=recent, rules=rules)
    return [
        (
            statement,
            read_statement(
                statement.text,
                role=role,
                shape=statement.shape,
                before=recent,
                rules=rules,
                carried=carried.get(statement.lead, ()),
            ),
        )
        for statement in statements
    ]


def _verdict(statement: Statement, scored: Scored, *, threshold: float) -> Judged:
    return Judged(
        start=statement.start,
        end=statement.end,
        text=statement.text,
        score=scored.score,
        kept=scored.score >= threshold,
        category=scored.category,
        kind=scored.kind,
        reasons=scored.reasons,
    )


def _carried(
    statements: Sequence[Statement], *, role: str, before: Sequence[Said], rules: GateRules
) -> dict[int | None, frozenset[int]]:
    """By the position of each line that announces a list: its cues that hold for the items below it as well."""
    leads = {statement.lead for statement in statements if statement.lead is not None}
    found: dict[int | None, frozenset[int]] = {}
    for lead in leads:
        announcing = statements[lead]
        reading = read_statement(
            announcing.text, role=role, shape=announcing.shape, before=before, rules=rules
        )
        found[lead] = frozenset(number for number in reading.shown if rules.cues[number].carries)
    return found


def _judge_tool(
    event_text: str, judged: Sequence[Judged], *, rules: GateRules, threshold: float
) -> tuple[Judged, ...]:
    best = sorted((verdict for verdict in judged if verdict.kept), key=_best_first)[:MOST_KEPT]
    if best:
        return tuple(sorted(best, key=_in_order))
    whole = event_text.strip()
    if not any(character.isalnum() for character in whole):
        return ()
    start = event_text.index(whole)
    closest = min(judged, key=_best_first, default=None)
    if closest is None:
        raw = Statement(start, start + len(whole), whole, Shape.CODE)
        return (_verdict(raw, raw_output(rules), threshold=threshold),)
    return (replace(closest, start=start, end=start + len(whole), text=whole),)


def _best_first(verdict: Judged) -> tuple[float, int]:
    return -verdict.score, verdict.start


def _in_order(verdict: Judged) -> int:
    return verdict.start
