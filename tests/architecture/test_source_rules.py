"""Every source file keeps the rules, and every rule finds the offence that it is there for."""

from __future__ import annotations

import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
import source_rules as rules
from source_rules import Rule, Source

# Signals that carry plain values on purpose: `name = Signal(type)` and the reason.
ALLOWED_SIGNALS: dict[str, str] = {}
CLOCK = "app/engramma/model/clock.py"


def offences(rule: Rule, sources: list[Source]) -> list[str]:
    return [offence for source in sources for offence in rule(source)]


@pytest.mark.parametrize(
    "rule",
    [rules.is_random_without_seed, rules.unpickles, rules.has_a_vague_name, rules.uses_unwanted_qt],
    ids=lambda rule: rule.__name__,
)
def test_the_program_keeps_the_rule(rule: Rule, app_sources: list[Source]) -> None:
    assert app_sources
    assert offences(rule, app_sources) == []


@pytest.mark.parametrize("rule", [rules.has_no_docstring, rules.is_too_long], ids=lambda rule: rule.__name__)
def test_all_that_is_delivered_keeps_the_rule(rule: Rule, own_sources: list[Source]) -> None:
    assert offences(rule, own_sources) == []


def test_only_the_clock_reads_the_wall_clock(app_sources: list[Source]) -> None:
    assert CLOCK in {source.path for source in app_sources}
    assert offences(rules.reads_the_wall_clock, [s for s in app_sources if s.path != CLOCK]) == []


def test_signals_carry_frozen_values(app_sources: list[Source]) -> None:
    found = offences(rules.signals_convert_values, [s for s in app_sources if "/ui/" in s.path])
    assert [text for text in found if not any(allowed in text for allowed in ALLOWED_SIGNALS)] == []


def test_the_model_imports_the_standard_library_only(app_sources: list[Source]) -> None:
    model = [source for source in app_sources if "/model/" in source.path]
    foreign = [
        f"{source.path}: {module}"
        for source in model
        for _node, module in rules.imported_modules(source)
        if module.partition(".")[0] not in sys.stdlib_module_names and not module.startswith("engramma.model")
    ]
    assert model
    assert foreign == []


def test_every_library_is_a_declared_dependency(app_sources: list[Source], project_root: Path) -> None:
    project = tomllib.loads((project_root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    requirements = [*project["dependencies"], *project["optional-dependencies"]["embeddings"]]
    declared = {name_of(requirement) for requirement in requirements} | {"shiboken6"}
    owners = packages_distributions()
    undeclared = []
    for source in app_sources:
        for _node, module in rules.imported_modules(source):
            top = module.partition(".")[0]
            if top in sys.stdlib_module_names or top == "engramma":
                continue
            if not {name_of(owner) for owner in owners.get(top, [])} & declared:
                undeclared.append(f"{source.path}: {module}")
    assert undeclared == []


def name_of(requirement: str) -> str:
    """The normalised project name at the start of a requirement."""
    name = requirement.replace("_", "-").lower()
    return "".join(char if char.isalnum() or char == "-" else " " for char in name).split()[0]


def test_every_folder_of_modules_is_a_package(project_root: Path) -> None:
    for top in ("app/engramma", "resources"):
        folders = {file.parent for file in (project_root / top).rglob("*.py")}
        assert [str(folder) for folder in folders if not (folder / "__init__.py").exists()] == []


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        (rules.reads_the_wall_clock, "import datetime\nx = datetime.datetime.now(datetime.UTC)"),
        (rules.reads_the_wall_clock, "import time\nx = time.time()"),
        (rules.reads_the_wall_clock, "from time import time_ns"),
        (rules.reads_the_wall_clock, "sql = 'update t set at = CURRENT_TIMESTAMP'"),
        (rules.reads_the_wall_clock, "new = str(ULID())"),
        (rules.is_random_without_seed, "import random\nx = random.choice([1])"),
        (rules.is_random_without_seed, "x = random.Random()"),
        (rules.is_random_without_seed, "x = np.random.default_rng()"),
        (rules.is_random_without_seed, "x = np.random.rand(3)"),
        (rules.is_random_without_seed, "from random import shuffle"),
        (rules.unpickles, "import pickle"),
        (rules.unpickles, "connection.recv()"),
        (rules.unpickles, "self.connection.send({})"),
        (rules.unpickles, "np.load(file, allow_pickle=True)"),
        (rules.signals_convert_values, "class A:\n    changed = Signal(dict)"),
        (rules.signals_convert_values, "class A:\n    moved = QtCore.Signal(int, object)"),
        (rules.signals_convert_values, "class A:\n    memory_id = Signal(str)"),
        (rules.uses_unwanted_qt, "from PySide6.QtCore import QThread"),
        (rules.uses_unwanted_qt, "label.setTextFormat(Qt.TextFormat.RichText)"),
        (rules.has_no_docstring, "x = 1"),
        (rules.is_too_long, "x = 1\n" * 451),
    ],
)
def test_the_rule_finds_its_offence(rule: Rule, text: str) -> None:
    assert list(rule(Source.parse(text)))


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        (rules.reads_the_wall_clock, "import time\nx = time.monotonic() + clock.now()"),
        (rules.reads_the_wall_clock, "x = ULID.from_timestamp(clock.now() / 1e6)"),
        (rules.is_random_without_seed, "x = Random(7).choice([1])\ny = np.random.default_rng(7).random()"),
        (rules.unpickles, "connection.send_bytes(b'')\nnp.load(file, allow_pickle=False)"),
        (rules.signals_convert_values, "class A:\n    changed = Signal(object)\n    typed = Signal(str)"),
        (rules.has_a_vague_name, "x = 1"),
    ],
)
def test_the_rule_leaves_good_text_alone(rule: Rule, text: str) -> None:
    assert list(rule(Source.parse(text))) == []


def test_vague_names_are_found() -> None:
    assert list(rules.has_a_vague_name(Source.parse("", path="app/engramma/ui/view_manager.py")))
