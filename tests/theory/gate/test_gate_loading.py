"""Reading the rules: what is in them works, and each mistake is one sentence that names the entry."""

from __future__ import annotations

import pytest
from tests.theory.gate.gate_rules import packaged, texts

from engramma.theory.gate import RulesError, judge, load_rules

CUES = """
[[beginning]]
name = "a statement"
points = 0.25
category = "other"
kind = "episodic"

[[cue]]
id = "pet"
name = "about a pet"
points = 0.5
category = "fact"
kind = "semantic"

[[cue]]
id = "loud"
name = "loud"
points = -0.5
patterns = ['!!']
unless = ["pet"]

[[cue]]
id = "long"
name = "long"
points = 0.5
measure = "size"
from = 5
by_role = { agent = 0.1 }
"""
ENGLISH = """
name = "English"
markers = ["the"]
[phrases]
pet = ["the cat|dog"]
"""


def verdict(
    text: str, *, role: str = "user", cues: str = CUES
) -> tuple[float, tuple[tuple[str, float], ...]]:
    rules = load_rules({"cues.toml": cues, "en.toml": ENGLISH})
    (judged,) = judge(text, role=role, before=(), rules=rules, threshold=0.5)
    return judged.score, judged.reasons


def test_rules_are_data() -> None:
    assert verdict("the dog sleeps") == (0.75, (("a statement", 0.25), ("about a pet", 0.5)))
    assert verdict("a bird") == (0.25, (("a statement", 0.25),))


def test_a_cue_that_another_excludes_does_not_count() -> None:
    assert verdict("hey!!") == (0.0, (("a statement", 0.25), ("loud", -0.5), ("not below 0", 0.25)))
    assert verdict("the cat!!")[0] == 0.75


def test_points_may_differ_by_role_and_are_cut_off_at_one() -> None:
    text = "the cat is on the roof"
    assert verdict(text) == (
        1.0,
        (("a statement", 0.25), ("about a pet", 0.5), ("long", 0.5), ("at most 1", -0.25)),
    )
    assert verdict(text, role="agent")[0] == 0.85


@pytest.mark.parametrize(
    ("broken", "named"),
    [
        ({"en.toml": ENGLISH}, "no list of cues"),
        ({"cues.toml": "x = ["}, "cues.toml"),
        ({"cues.toml": CUES.replace('"fact"', '"gossip"')}, "gossip"),
        ({"cues.toml": CUES.replace("'!!'", "'('")}, "loud"),
        ({"cues.toml": CUES.replace('"size"', '"weight"')}, "weight"),
        ({"cues.toml": CUES.replace('unless = ["pet"]', 'unless = ["pets"]')}, "pets"),
        ({"cues.toml": CUES.replace("[[beginning]]", '[[beginning]]\nrole = "user"')}, "without a role"),
        ({"cues.toml": CUES, "en.toml": ENGLISH.replace("pet =", "pat =")}, "pat"),
        ({"cues.toml": CUES, "en.toml": ENGLISH.replace("the cat|dog", "...")}, "needs a word"),
        ({"cues.toml": "cue = 3"}, "cannot be read"),
    ],
)
def test_a_mistake_is_named(broken: dict[str, str], named: str) -> None:
    with pytest.raises(RulesError, match=named):
        load_rules(broken)


def test_the_packaged_rules_are_whole() -> None:
    rules = packaged()
    assert {language.name for language in rules.languages} == {
        "English",
        "German",
        "Spanish",
        "French",
        "Chinese",
    }
    assert len({cue.name for cue in rules.cues}) == len(rules.cues)
    assert all(cue.name and cue.points for cue in rules.cues)
    assert set(rules.beginnings) == {"", "user", "agent", "tool", "decision", "error", "note"}


CLASSES = """
name = "English"
markers = ["the"]
[classes]
beast = ["cat", "dog"]
[patterns]
loud = ["the {beast} (?:barks|purrs)", "^wow"]
[phrases]
pet = ["my {beast}"]
"""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("my dog", {"about a pet"}),
        ("my cow", set()),
        ("The DOG barks", {"loud"}),
        ("the cow barks", set()),
        ("Wow", {"loud"}),
        ("oh wow", set()),
    ],
)
def test_classes_stand_for_their_words_in_phrases_and_patterns(text: str, shown: set[str]) -> None:
    rules = load_rules({"cues.toml": CUES, "en.toml": CLASSES})
    (judged,) = judge(text, role="user", before=(), rules=rules, threshold=0.5)
    assert {name for name, _ in judged.reasons} & {"about a pet", "loud"} == shown


def test_a_missing_class_is_named() -> None:
    with pytest.raises(RulesError, match="beasts"):
        load_rules({"cues.toml": CUES, "en.toml": CLASSES.replace("my {beast}", "my {beasts}")})


def test_points_for_a_role_hold_without_a_beginning_of_its_own() -> None:
    cues = CUES.replace('unless = ["pet"]', 'roles = ["oracle"]')
    assert verdict("hey!!", cues=cues)[1] == (("a statement", 0.25),)
    assert ("loud", -0.5) in verdict("hey!!", role="oracle", cues=cues)[1]


def test_names_of_the_texts_may_lack_their_ending() -> None:
    bare = load_rules({name.removesuffix(".toml"): text for name, text in texts().items()})
    assert len(bare.cues) == len(packaged().cues)


WEIGHTS = """{
    "roles": {"user": 0.4, "": 0.3},
    "cues": {"pet": {"": 0.2, "agent": 0.1}, "loud": {"": -0.1}, "long": {"": 0.0}},
    "wording": {"w:sleeps": 0.05}
}"""


def weighted(text: str, *, role: str = "user") -> dict[str, float]:
    rules = load_rules({"cues.toml": CUES, "en.toml": ENGLISH, "weights.json": WEIGHTS})
    (judged,) = judge(text, role=role, before=(), rules=rules, threshold=0.5)
    return dict(judged.reasons)


def test_learned_points_count_instead_of_those_set_by_hand() -> None:
    assert weighted("the dog sleeps") == {
        "a statement": 0.4,
        "about a pet": 0.2,
        "its wording: “sleeps”": 0.05,
    }
    assert weighted("the dog", role="agent") == {"a statement": 0.3, "about a pet": 0.1}


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        ("{", "cannot be read"),
        ("[]", "cannot be read"),
        ('{"roles": {}}', "cues"),
        (WEIGHTS.replace('"pet"', '"bird"'), "'bird'"),
        (WEIGHTS.replace("0.05", '"much"'), "much"),
    ],
)
def test_wrong_weights_are_one_clear_error(broken: str, says: str) -> None:
    with pytest.raises(RulesError, match=says):
        load_rules({"cues.toml": CUES, "en.toml": ENGLISH, "weights.json": broken})


def test_the_least_score_of_a_cue_holds_for_its_roles_and_unless_another_is_shown() -> None:
    cues = CUES.replace(
        'kind = "semantic"',
        'kind = "semantic"\nat_least = { score = 0.9, roles = ["user"], unless = ["long"] }',
        1,
    )
    assert verdict("the dog sleeps", cues=cues)[0] == 0.9
    assert verdict("the dog sleeps", role="agent", cues=cues)[0] == 0.75
    assert verdict("the dog sleeps on its old mat", cues=cues)[0] == 1.0


def test_stakes_raise_what_is_kept_and_nothing_else() -> None:
    cues = "[stakes]\nfact = 0.1\n" + CUES
    assert verdict("the dog sleeps", cues=cues)[0] == 0.85
    assert verdict("a bird", cues=cues)[0] == 0.25
