"""Questions for a time, texts that name one; hits that say the same; what counts when nothing is asked."""

from __future__ import annotations

import numpy as np
import pytest

from engramma.model.clock import MINUTE
from engramma.theory.ranking.cues import asks_for_time, names_time
from engramma.theory.ranking.folding import fold, much_alike
from engramma.theory.ranking.working import working_scores


@pytest.mark.parametrize(
    "question",
    [
        "When did we move?", "since when is it broken", "How long did it take?", "What date was it?",
        "In which year did she start?", "Wann war das?", "¿Cuándo fue?",
        "Quand est-ce que c'était ?", "什么时候搬的？",
    ],
)  # fmt: skip
def test_a_question_for_a_time(question: str) -> None:
    assert asks_for_time(question)


@pytest.mark.parametrize(
    "question", ["Who moved?", "What did she say when asked?", "Which port?", "whenever", ""]
)
def test_no_question_for_a_time(question: str) -> None:
    assert not asks_for_time(question)


@pytest.mark.parametrize(
    "text",
    ["I moved yesterday.", "two weeks ago", "on 2025-01-02", "letzte Woche", "hace dos años", "昨天来的"],
)
def test_a_text_that_names_a_time(text: str) -> None:
    assert names_time(text)


@pytest.mark.parametrize("text", ["I moved.", "The port is 8080.", "you may go"])
def test_a_text_that_names_none(text: str) -> None:
    assert not names_time(text)


def test_equal_words_fold_into_the_best() -> None:
    texts = [
        "The port is 8080.",
        "something else",
        "the PORT is 8080",
        "The port is 8081.",
        "something else!",
    ]
    assert fold(texts) == (0, 1, 0, 3, 1)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Use the cache in all of the tests of the shop, please, as it is.", "Do not use the cache in all tests."),
        ("We deploy on Mondays to the big cluster of the shop at night, always and ever.",
         "We never deploy on Mondays to the big cluster of the shop at night, always and ever."),
        ("Ann paid Bob", "Bob paid Ann"),
        ("version 1.2 of the long named library is used here today",
         "version 1.3 of the long named library is used here today"),
    ],
)  # fmt: skip
def test_what_says_something_else_stays_apart(one: str, other: str) -> None:
    assert fold([one, other]) == (0, 1)


def test_a_statement_is_much_like_the_turn_that_it_was_taken_from() -> None:
    assert much_alike("The port is 8080 now.", "OK, the port is 8080 now!")
    assert not much_alike(
        "The port is 8080.", "The port is 8080, and the cache has four layers of which two are slow."
    )


def test_working_scores_follow_the_model() -> None:
    found = working_scores(
        importance=np.array([1.0, 0.5, 0.5], np.float32),
        strength=np.array([0.5, 0.9, 0.9], np.float32),
        recalls=np.array([20, 0, 5]),
        since=np.array([0, 0, 0]),
        own_session=np.array([False, False, True]),
        now=5 * MINUTE,
    )
    np.testing.assert_allclose(found, [0.5 + 0.15 + 0.2, 0.25 + 0.27, 0.25 + 0.15 + 0.1], rtol=1e-6)
