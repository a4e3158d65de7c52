"""How long laying out a graph, finding its communities and reading it take, and how good what comes of it is.

    python -m tests.benchmarks.graph_layout [--sizes N ...] [--memories N] [--json FILE]

Graphs with planted groups and three edges a node; then a generated store that names things, associated, of which the
neighbourhood of 500, a path, the whole as communities and an activation are read.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from dataclasses import asdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tests.benchmarks import generate as generated
from tests.benchmarks.associations_speed import Figure, _NamingMaker, median, timed
from tests.benchmarks.generate import generate

from engramma.engine import MemoryStore, open_store
from engramma.model.plan import PlanStep
from engramma.theory.communities import find_communities, modularity
from engramma.theory.graph_layout import LayoutRun

Array = NDArray[np.int64]


def planted(count: int, groups: int, *, seed: int = 1) -> tuple[Array, NDArray[np.float64], Array]:
    """Ends, weights and groups of a graph with three edges a node, one in twelve of them to anywhere."""
    rng = np.random.default_rng(seed)
    group = np.sort(rng.choice(groups, count, p=rng.dirichlet(np.full(groups, 3.0))))
    start = np.searchsorted(group, np.arange(groups))
    size = np.bincount(group, minlength=groups)
    one = np.repeat(np.arange(count), 3)
    # Early members of a group are met more often, as hubs are.
    inside = start[group[one]] + (size[group[one]] * rng.random(len(one)) ** 2).astype(np.int64)
    other = np.where(rng.random(len(one)) < 1 / 12, rng.integers(0, count, len(one)), inside)
    return np.stack([one, other], axis=1), rng.uniform(0.1, 1.0, len(one)), group


def laid_out(count: int) -> list[Figure]:
    """Communities and layout of a planted graph."""
    ends, weights, group = planted(count, max(6, count // 500))
    finding, found = timed(
        f"{count:,} nodes: communities",
        lambda: find_communities(count, ends, weights),
    )
    told = f"{found.max() + 1} found, modularity {modularity(ends, weights, found):.3f}, "
    told += f"planted {modularity(ends, weights, group):.3f}"
    run = LayoutRun(count, ends, weights, groups=found)
    steps = 0

    def calm() -> None:
        nonlocal steps
        while not run.step().calm:
            steps += 1

    calming, _none = timed(f"{count:,} nodes: to a calm picture", calm)
    run.reheat()
    stepping = median(f"{count:,} nodes: a step", run.step, times=20)
    points = run.positions
    centre = np.stack([np.bincount(found, points[:, axis]) / np.bincount(found) for axis in (0, 1)], axis=1)
    large = np.flatnonzero(np.bincount(found) >= 5)
    nearest = np.linalg.norm(points[:, None] - centre[None, large], axis=2).argmin(axis=1)
    own = float((large[nearest] == found)[np.isin(found, large)].mean())
    return [
        Figure(finding.what, finding.wall, finding.processor, told),
        Figure(
            calming.what,
            calming.wall,
            calming.processor,
            f"{steps + 1} steps, {own:.1%} of the nodes nearest to the middle of their own group",
        ),
        stepping,
    ]


def read(store: MemoryStore) -> list[Figure]:
    """Reads of an associated store."""
    rng = random.Random(3)
    ids = store.search.order("is:active").ids.tolist()
    graph = store.graph
    reading = median("around 1, six steps, 500", lambda: graph.around(rng.sample(ids, 1), depth=6, limit=500))
    searching = median("of a search, first 500", lambda: graph.of_query("", top=500, limit=500))
    part = graph.around(rng.sample(ids, 1), depth=6, limit=500)
    shown = [node.id for node in part.nodes]
    whole, found = timed("the whole as communities", graph.whole)
    return [
        reading,
        searching,
        Figure("(that neighbourhood)", 0, 0, f"{len(part.nodes)} memories, {len(part.edges):,} edges"),
        median("its communities, named", lambda: graph.communities(part)),
        median("expanding one of 500", lambda: graph.expand(shown, [rng.choice(shown)])),
        median("path between two, 6 hops", lambda: graph.path(*rng.sample(ids, 2))),
        Figure(
            whole.what,
            whole.wall,
            whole.processor,
            f"{found.memories:,} memories, {len(found.groups)} communities, {len(found.orphans):,} alone",
        ),
        median("activation of a memory", lambda: graph.activation_of(rng.choice(ids), lexical=True)),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="*", default=[500, 5_000, 20_000])
    parser.add_argument("--memories", type=int, default=10_000, help="0 leaves the store out.")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    figures = [figure for count in given.sizes for figure in laid_out(count)]
    if given.memories:
        generated._Maker = _NamingMaker  # type: ignore[misc]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "named.engramma"
            generate(path, memories=given.memories, events=given.memories // 50)
            with open_store(path) as store:
                store.consolidation.apply(store.consolidation.plan(steps=[PlanStep.ASSOCIATE]))
                figures += read(store)
    for figure in figures:
        print(
            f"{figure.what:36}{figure.wall * 1e3:10.1f} ms{figure.processor * 1e3:10.1f} ms   {figure.note}"
        )
    if given.json:
        given.json.write_text(json.dumps([asdict(figure) for figure in figures], indent=1))


if __name__ == "__main__":
    main()
