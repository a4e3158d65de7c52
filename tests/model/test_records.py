"""Our `dataclass` makes the same classes as the standard library's, faster; what it cannot make it refuses."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from engramma.model.records import dataclass

Make = Callable[..., Callable[[type], type]]
STANDARD: Make = dataclasses.dataclass
OURS: Make = dataclass


def point(make: Make, **options: Any) -> type:
    @make(frozen=True, slots=True, **options)
    class Point:
        """A place."""

        x: int
        y: int = 2
        tags: tuple[str, ...] = ()
        seen: list[int] = dataclasses.field(default_factory=list, compare=False, repr=False)

        @property
        def sum(self) -> int:
            """Both."""
            return self.x + self.y

    return Point


def nothing(make: Make) -> type:
    @make(frozen=True, slots=True)
    class Nothing:
        """Has no field."""

    return Nothing


def single(make: Make) -> type:
    @make(frozen=True, slots=True)
    class Single:
        """Has one field."""

        only: object

    return Single


def own(make: Make) -> type:
    @make(frozen=True, slots=True)
    class Own:
        """Compares and shows itself in its own way."""

        name: str

        def __eq__(self, other: object) -> bool:
            return isinstance(other, type(self)) and self.name.casefold() == other.name.casefold()

        def __hash__(self) -> int:
            return hash(self.name.casefold())

        def __repr__(self) -> str:
            return f"<{self.name}>"

    return Own


@dataclass(frozen=True, slots=True)
class Kept:
    """Lies in a module, as a pickle wants it."""

    name: str
    parts: tuple[int, ...] = (1, 2)


@pytest.mark.parametrize("make", [STANDARD, OURS], ids=["standard", "ours"])
class TestBoth:
    """What holds for the standard library's holds for ours."""

    def test_fields_are_arguments_with_their_defaults(self, make: Make) -> None:
        value = point(make)(1)
        assert (value.x, value.y, value.tags, value.seen, value.sum) == (1, 2, (), [], 3)
        assert point(make)(3, tags=("a",), y=4).sum == 7
        assert point(make)(1).seen is not point(make)(1).seen
        with pytest.raises(TypeError, match=r"__init__\(\) missing 1 required positional argument: 'x'"):
            point(make)()
        with pytest.raises(TypeError, match="unexpected keyword argument 'z'"):
            point(make)(1, z=1)

    def test_values_compare_and_hash_by_what_they_hold(self, make: Make) -> None:
        kind = point(make)
        assert kind(1) == kind(1, 2, (), [9])
        assert hash(kind(1)) == hash(kind(1, seen=[9])) == hash((1, 2, ()))
        assert kind(1) != kind(2)
        assert kind(1) != point(make)(1)
        assert kind(1) != (1, 2, ())
        gap = float("nan")
        alone = single(make)
        assert alone(gap) == alone(gap)
        assert hash(alone(5)) == hash((5,))
        assert nothing(make) != nothing(make)
        kind = nothing(make)
        assert kind() == kind()
        assert hash(kind()) == hash(())

    def test_without_eq_a_value_is_only_itself(self, make: Make) -> None:
        kind = point(make, eq=False)
        value = kind(1)
        assert value == value
        assert value != kind(1)
        assert len({value, kind(1)}) == 2

    def test_a_value_shows_its_fields(self, make: Make) -> None:
        assert repr(point(make)(1)).endswith("Point(x=1, y=2, tags=())")
        assert repr(nothing(make)()).endswith("Nothing()")
        assert "object at" in repr(point(make, repr=False)(1))

    def test_own_methods_stay(self, make: Make) -> None:
        kind = own(make)
        assert repr(kind("A")) == "<A>"
        assert kind("A") == kind("a")
        assert len({kind("A"), kind("a")}) == 1

    def test_nothing_can_be_changed_or_added(self, make: Make) -> None:
        value = point(make)(1)
        with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'x'"):
            value.x = 2
        with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'x'"):
            del value.x
        with pytest.raises((dataclasses.FrozenInstanceError, TypeError, AttributeError)):
            value.z = 2
        assert not hasattr(value, "__dict__")

    def test_the_tools_for_dataclasses_work(self, make: Make) -> None:
        kind = point(make)
        value = kind(1, tags=("a",))
        assert dataclasses.is_dataclass(value)
        assert [item.name for item in dataclasses.fields(value)] == ["x", "y", "tags", "seen"]
        assert dataclasses.replace(value, y=5) == kind(1, 5, ("a",))
        assert dataclasses.asdict(value) == {"x": 1, "y": 2, "tags": ("a",), "seen": []}
        assert copy.copy(value) == value
        assert copy.deepcopy(value) == value
        assert kind.__match_args__ == ("x", "y", "tags", "seen")
        assert list(inspect.signature(kind).parameters) == ["x", "y", "tags", "seen"]
        assert (kind.__doc__, kind.__name__, kind.__module__) == ("A place.", "Point", __name__)
        match value:
            case kind(1, y=2):
                pass
            case _:
                pytest.fail("the pattern does not fit")


def test_a_value_can_be_pickled() -> None:
    value = Kept("a")
    assert pickle.loads(pickle.dumps(value)) == value


@pytest.mark.parametrize("options", [{"frozen": True, "slots": False}, {"frozen": False, "slots": True}])
def test_only_frozen_values_with_slots(options: dict[str, bool]) -> None:
    with pytest.raises(TypeError, match=r"use dataclasses\.dataclass"):
        OURS(**options)


def test_what_is_no_plain_value_is_refused() -> None:
    class Base:
        pass

    class Heir(Base):
        x: int

    class Shared:
        x: int
        count: ClassVar[int] = 0

    class Careful:
        x: int

        def __post_init__(self) -> None:
            raise AssertionError

    class Named:
        x: int = dataclasses.field(kw_only=True)

    for cls in (Heir, Shared, Careful, Named):
        with pytest.raises(TypeError, match=r"use dataclasses\.dataclass"):
            OURS(frozen=True, slots=True)(cls)
