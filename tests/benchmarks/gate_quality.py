"""Measures the attention gate on labelled statements: precision and recall, overall, by language and by role.

    python -m tests.benchmarks.gate_quality [--set 1|2|all|FILE] [--held-out] [--json FILE] [--errors]

The sets of tests/quality are spent: the weights were fitted on them, so that their figures only show that nothing
broke. A figure for a claim needs a FILE that neither the rules nor the weights have seen; its whole content is read.
Of the sets the parts "tune" are read, with `--held-out` the others. A line counts as kept when at least one statement
that the gate cuts from it is kept. The speed is given beside a bare loop of the same run, since machines differ.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from statistics import median
from typing import Any

from engramma.model.policy import DEFAULT_POLICY
from engramma.theory.gate import GateRules, Judged, Said, judge, load_rules

QUALITY = Path(__file__).parents[1] / "quality"
SETS = {
    "1": QUALITY / "gate_statements.jsonl",
    "2": QUALITY / "gate_statements_2.jsonl",
    "training": QUALITY / "gate_training.jsonl",
}
TRAINING = "training"
EVERY_SET = EVERY_SPLIT = "all"
LOOP = 1_000_000
ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Line:
    """One labelled statement. `before` is the previous turn, empty where the label does not depend on it."""

    id: str
    lang: str
    role: str
    text: str
    before: str
    keep: bool
    category: str
    set: str = ""
    split: str = ""

    @property
    def trains_only(self) -> bool:
        """Whether its writer knew the rules: of no worth for a figure."""
        return self.set == TRAINING

    @property
    def earlier(self) -> tuple[Said, ...]:
        """The previous turn, of the other side of the talk: the file does not name its role."""
        return (Said("agent" if self.role == "user" else "user", self.before),) if self.before else ()


@dataclass(frozen=True, slots=True)
class Figures:
    """How well a group of lines was judged; shares in 0..1."""

    group: str
    lines: int
    worth_keeping: int
    kept: int
    precision: float
    recall: float
    f1: float


def packaged_rules() -> GateRules:
    """The rules that come with Engramma."""
    folder = files("engramma.resources") / "gate"
    return load_rules(
        {f.name: f.read_text("utf-8") for f in folder.iterdir() if f.name.endswith((".toml", ".json"))}
    )


def read_lines(source: str | Path) -> list[Line]:
    """The lines of set "1", "2" or "training", or of any file with the same fields."""
    file, name = (SETS[source], source) if source in SETS else (Path(source), str(source))
    rows: Iterable[dict[str, Any]] = map(json.loads, file.read_text("utf-8").splitlines())
    names = ("id", "lang", "role", "text", "keep", "category")
    return [
        Line(
            **{key: row[key] for key in names},
            before=row.get("before", ""),
            set=str(name),
            split=row.get("split", ""),
        )
        for row in rows
    ]


def labelled(split: str, which: str = EVERY_SET) -> list[Line]:
    """The lines of one split, "tune", "held_out" or "all", of set "1", "2", both ("all") or of a file."""
    sources = [name for name in SETS if name != TRAINING] if which == EVERY_SET else [which]
    lines = [line for source in sources for line in read_lines(source)]
    return [line for line in lines if split in (EVERY_SPLIT, line.split)]


def verdicts(line: Line, rules: GateRules) -> tuple[Judged, ...]:
    return judge(
        line.text, role=line.role, before=line.earlier, rules=rules, threshold=DEFAULT_POLICY.gate_threshold
    )


def figures(group: str, judged: Iterable[tuple[Line, bool]]) -> Figures:
    """Precision and recall of (line, was kept) pairs; 1 where nothing could go wrong."""
    pairs = list(judged)
    kept = sum(was_kept for _, was_kept in pairs)
    worth = sum(line.keep for line, _ in pairs)
    right = sum(line.keep and was_kept for line, was_kept in pairs)
    precision = right / kept if kept else 1.0
    recall = right / worth if worth else 1.0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return Figures(group, len(pairs), worth, kept, precision, recall, f1)


def by_group(judged: list[tuple[Line, bool]], group_of: Callable[[Line], str]) -> list[Figures]:
    names = sorted({group_of(line) for line, _ in judged})
    return [figures(name, [pair for pair in judged if group_of(pair[0]) == name]) for name in names]


def category_agreement(lines: list[Line], rules: GateRules) -> float:
    """Share of the rightly kept lines whose best statement has the labelled category."""
    best = [
        (line, max(kept, key=lambda verdict: verdict.score))
        for line in lines
        if line.keep and (kept := [verdict for verdict in verdicts(line, rules) if verdict.kept])
    ]
    return sum(line.category == verdict.category for line, verdict in best) / max(1, len(best))


def importance_by_category(lines: list[Line], rules: GateRules) -> dict[str, tuple[int, float, float]]:
    """What is kept by category: how many statements, their middle score, which share may be promoted for it."""
    scores: dict[str, list[float]] = defaultdict(list)
    for verdict in (verdict for line in lines for verdict in verdicts(line, rules) if verdict.kept):
        scores[verdict.category.value].append(verdict.score)
    least = DEFAULT_POLICY.promotion_importance
    return {
        name: (len(found), median(found), sum(score > least for score in found) / len(found))
        for name, found in sorted(scores.items())
    }


def speed(lines: list[Line], rules: GateRules) -> tuple[float, float]:
    """Statements a second, and turns of an empty loop a second, in processor time."""
    begun = time.process_time()
    count = sum(len(verdicts(line, rules)) for _ in range(ROUNDS) for line in lines)
    judging = time.process_time() - begun
    begun = time.process_time()
    for _ in range(LOOP):
        pass
    return count / judging, LOOP / (time.process_time() - begun)


def print_errors(judged: list[tuple[Line, bool]], rules: GateRules) -> None:
    for line, was_kept in judged:
        if was_kept != line.keep:
            print(f"\n{line.id} {line.role} {'kept' if was_kept else 'dropped'} wrongly: {line.text}")
            for verdict in verdicts(line, rules):
                print(
                    f"    {verdict.score:.2f} "
                    + "; ".join(f"{name} {points:+.2f}" for name, points in verdict.reasons)
                )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--set", default=EVERY_SET, dest="which", help=f"{', '.join((*SETS, EVERY_SET))} or a file"
    )
    parser.add_argument("--held-out", action="store_true", help="the other half of set 1 and 2")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    parser.add_argument("--errors", action="store_true", help="list the lines that were judged wrongly")
    given = parser.parse_args()
    is_file = given.which not in (*SETS, EVERY_SET)
    split = EVERY_SPLIT if is_file else "held_out" if given.held_out else "tune"
    rules, lines = packaged_rules(), labelled(split, given.which)
    judged = [(line, any(verdict.kept for verdict in verdicts(line, rules))) for line in lines]
    table = [
        figures("all", judged),
        *by_group(judged, lambda line: line.lang),
        *by_group(judged, lambda line: line.role),
    ]
    print(f"{split:10} {'lines':>6} {'worth':>6} {'kept':>6} {'precision':>10} {'recall':>8} {'F1':>7}")
    for row in table:
        print(
            f"{row.group:10} {row.lines:6} {row.worth_keeping:6} {row.kept:6} {row.precision:10.3f} "
            f"{row.recall:8.3f} {row.f1:7.3f}"
        )
    agreement = category_agreement(lines, rules)
    statements, turns = speed(lines, rules)
    print(f"category as labelled, of the rightly kept: {agreement:.3f}")
    importance = importance_by_category(lines, rules)
    for name, (count, middle, above) in importance.items():
        print(
            f"kept as {name:12}{count:6}   importance {middle:.2f} in the middle, {above:4.0%} can be promoted for it"
        )
    print(
        f"{statements:,.0f} statements/s, one takes as long as {turns / statements:,.0f} turns of an empty loop"
    )
    if given.errors:
        print_errors(judged, rules)
    if given.json:
        report = {
            "set": given.which,
            "split": split,
            "figures": [asdict(row) for row in table],
            "category_agreement": agreement,
            "importance": importance,
            "statements_per_second": statements,
            "loop_turns_per_statement": turns / statements,
        }
        given.json.write_text(json.dumps(report, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
