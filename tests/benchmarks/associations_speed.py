"""How long finding entities, the associate step and reading the graph take on a generated store that names things.

    python -m tests.benchmarks.associations_speed [--memories N] [--store FILE] [--json FILE]

Seconds are wall-clock and processor time of the same work: on a busy machine only the second says something.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

from tests.benchmarks import generate as generated
from tests.benchmarks.generate import SYLLABLES, generate

from engramma.engine import MemoryStore, open_store
from engramma.engine.associations.finding import entity_finder
from engramma.model.plan import PlanStep

Value = TypeVar("Value")
GIVEN = [
    "Maria",
    "Jonas",
    "Priya",
    "Hannah",
    "Tom",
    "Aisha",
    "Lukas",
    "Camille",
    "Lucía",
    "Javier",
    "Théo",
    "Sabine",
    "Mehmet",
    "Deborah",
]
FAMILY = [
    "Lopez",
    "Krüger",
    "Chen",
    "Novak",
    "Moreau",
    "Weber",
    "Silva",
    "Costa",
    "Okafor",
    "Lindqvist",
    "Ibáñez",
    "Garnier",
    "Yilmaz",
]
SERVICES = [
    "Redis",
    "PostgreSQL",
    "Docker",
    "Kubernetes",
    "Python",
    "Django",
    "Grafana",
    "GitHub",
    "Kafka",
    "nginx",
]
SENTENCES = (
    "The {0} fails when the token of {1} has expired.",
    "We decided that {0} is the only place that rounds.",
    "Ask {0} before you change anything in {1}, since it is read at night.",
    "Since Tuesday {0} takes four minutes and nobody knows why it does.",
    "The old value of the limit stood in {0}, the new one stands in {1} for good.",
    "Nothing a customer typed is lost when the checkout shows an error.",
    "I prefer small pull requests with one change each, said {0}.",
    "Orders paid before noon leave the same day if the courier comes.",
)


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured: seconds in all, or the median of several times; `note` says of how much."""

    what: str
    wall: float
    processor: float
    note: str = ""


def things(rng: random.Random) -> list[str]:
    """Names by frequency: few services are named everywhere, most things in one or two memories."""
    rare = [f"{given} {family}" for given in GIVEN for family in FAMILY]
    rare += [f"{one}{other}-service" for one in SYLLABLES[:40] for other in SYLLABLES[40:60]]
    rare += [f"src/{one}{other}/views.py" for one in SYLLABLES for other in SYLLABLES[30:60]]
    rare += [f"{one}_{other}" for one in SYLLABLES for other in SYLLABLES]
    rare += [f"E{number}" for number in range(1000, 3000)] + [f"SHOP-{number}" for number in range(1, 3000)]
    rng.shuffle(rare)
    return SERVICES + rare


class _NamingMaker(generated._Maker):
    """Makes statements that name things, Zipf-distributed, where the usual one strings words together."""

    def texts(self, count: int, low: int, high: int) -> list[str]:
        if (low, high) != (6, 26):
            return super().texts(count, low, high)
        names = things(random.Random(1))
        weights = generated.zipf(len(names), exponent=1.0)
        chosen = self.rng.choice(len(names), (count, 2), p=weights)
        sentences = self.rng.integers(0, len(SENTENCES), count)
        return [
            f"{SENTENCES[sentence].format(names[one], names[other])} Number {number}."
            for number, (sentence, (one, other)) in enumerate(zip(sentences, chosen, strict=True))
        ]


def timed(what: str, work: Callable[[], Value], *, note: str = "") -> tuple[Figure, Value]:
    """The figure of one piece of work, and what came of it."""
    wall, processor = time.perf_counter(), time.process_time()
    value = work()
    return Figure(what, time.perf_counter() - wall, time.process_time() - processor, note), value


def median(what: str, work: Callable[[], object], *, times: int = 12) -> Figure:
    """The median figure of several runs."""
    figures = [timed(what, work)[0] for _time in range(times)]
    walls, processors = sorted(one.wall for one in figures), sorted(one.processor for one in figures)
    return Figure(what, walls[times // 2], processors[times // 2], f"median of {times}")


def measured(store: MemoryStore) -> list[Figure]:
    """All figures of a store in which nothing was associated yet."""
    rng = random.Random(3)
    ids = store.search.order("is:active OR is:superseded OR is:trashed").ids.tolist()
    texts = [line.memory.text for line in store.memories.page(ids[:10_000])]
    finder = entity_finder()
    finding, _found = timed("finding entities", lambda: [finder.find(text) for text in texts])
    planning, plan = timed(
        "plan",
        lambda: store.consolidation.plan(steps=[PlanStep.ASSOCIATE]),
        note=f"{len(ids):,} new memories",
    )
    applying, _applied = timed(
        "apply", lambda: store.consolidation.apply(plan), note=f"{len(plan.items):,} items"
    )
    again, _empty = timed(
        "plan with nothing new", lambda: store.consolidation.plan(steps=[PlanStep.ASSOCIATE])
    )
    associations = store.associations

    def around(count: int, depth: int) -> Callable[[], object]:
        return lambda: associations.neighbourhood(rng.sample(ids, count), depth=depth, limit=500)

    return [
        Figure(
            finding.what, finding.wall, finding.processor, f"{len(texts) / finding.processor:,.0f} a second"
        ),
        planning,
        applying,
        again,
        median("associations of one", lambda: associations.of(rng.choice(ids))),
        median("graph around 1, one step", around(1, 1)),
        median("graph around 1, three steps, 500", around(1, 3)),
        median("graph of 500, no step", around(500, 0)),
        median("the 50 most mentioned", lambda: associations.entities(limit=50)),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument(
        "--store", type=Path, help="Where the store is made; in a temporary folder if not given."
    )
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    generated._Maker = _NamingMaker  # type: ignore[misc]
    with tempfile.TemporaryDirectory() as folder:
        path = given.store or Path(folder) / "named.engramma"
        generate(path, memories=given.memories, events=given.memories // 50)
        with open_store(path) as store:
            figures = measured(store)
    for figure in figures:
        print(f"{figure.what:36}{figure.wall:10.4f} s {figure.processor:10.4f} s processor   {figure.note}")
    if given.json:
        given.json.write_text(json.dumps([asdict(figure) for figure in figures], indent=1))


if __name__ == "__main__":
    main()
