"""Finds commands by a few letters of their titles, and says which letters fitted. Free of Qt."""

from __future__ import annotations

from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class FuzzyMatch:
    """How well letters fit a text: a higher score is better. `positions` are the indexes of the letters."""

    score: int
    positions: tuple[int, ...]


WORD_START, IN_A_ROW, PLAIN = 8, 5, 1
WHOLE_WORD = 40


def fuzzy_match(letters: str, text: str) -> FuzzyMatch | None:
    """Match `letters` in order within `text`, without regard to case; spaces in `letters` count for nothing.

    What stands there in one piece is preferred, best at the beginning of a word. None if they do not fit.
    """
    wanted = "".join(letters.casefold().split())
    if not wanted:
        return FuzzyMatch(0, ())
    lowered = _folded(text)
    whole = _in_one_piece(letters.casefold().strip(), lowered)
    return whole or _scattered(wanted, lowered)


def _folded(text: str) -> str:
    """Case folded, letter by letter, so that positions stay true."""
    return "".join(letter.casefold() if len(letter.casefold()) == 1 else letter for letter in text)


def _in_one_piece(letters: str, text: str) -> FuzzyMatch | None:
    best: FuzzyMatch | None = None
    start = text.find(letters)
    while start >= 0:
        score = WHOLE_WORD + len(letters) * IN_A_ROW + (WORD_START * 3 if _starts_word(text, start) else 0)
        score -= min(start, 20) // 4
        if best is None or score > best.score:
            best = FuzzyMatch(score, tuple(range(start, start + len(letters))))
        start = text.find(letters, start + 1)
    return best


def _scattered(letters: str, text: str) -> FuzzyMatch | None:
    """Greedy, but a letter prefers the beginning of a later word to a place inside the present one."""
    positions: list[int] = []
    score = 0
    at = 0
    for letter in letters:
        following = text.find(letter, at)
        if following < 0:
            return None
        in_a_row = bool(positions) and following == positions[-1] + 1
        if not in_a_row and not _starts_word(text, following):
            at_word = _next_word_start(text, letter, following)
            following = at_word if at_word >= 0 else following
        score += IN_A_ROW if in_a_row else WORD_START if _starts_word(text, following) else PLAIN
        positions.append(following)
        at = following + 1
    spread = positions[-1] - positions[0] + 1 - len(positions)
    return FuzzyMatch(score - spread // 3, tuple(positions)) if spread <= 4 * len(positions) else None


def _next_word_start(text: str, letter: str, at: int) -> int:
    while at >= 0 and not _starts_word(text, at):
        at = text.find(letter, at + 1)
    return at


def _starts_word(text: str, at: int) -> bool:
    return at == 0 or not text[at - 1].isalnum()
