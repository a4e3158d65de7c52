"""Puts masks in the place of private words: the same for the same value everywhere, numbered as they were first met.

What is kept keeps its number, too, so that a decision about one value changes no other mask.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from engramma.exchange.redaction.finds import WRITTEN_MASK, Find, HitKind, Secret
from engramma.exchange.redaction.scanner import Scanner

_EVERYWHERE = 6
"""From so many characters on, a value is masked wherever it stands, whether its surroundings give it away or not."""

_GAPS = re.compile(r"[\s().\-/]+")


def secret_of(kind: HitKind, value: str) -> Secret:
    """The value whatever its spelling: e-mails and names in any case, numbers with any gaps."""
    if kind in (HitKind.EMAIL, HitKind.NAME):
        return Secret(kind, " ".join(value.casefold().split()))
    if kind in (HitKind.CARD, HitKind.ACCOUNT, HitKind.PHONE):
        return Secret(kind, _GAPS.sub("", value))
    return Secret(kind, value)


class Masks:
    """First `learn` every text, then `mask` them. `keeps` says which values stay as they are."""

    def __init__(self, scanner: Scanner, keeps: Callable[[Secret], bool]) -> None:
        self._scanner = scanner
        self._keeps = keeps
        self._numbers: dict[Secret, int] = {}
        self._counts: dict[HitKind, int] = {}
        self._spellings: dict[Secret, str] = {}
        self._values: dict[str, Secret] = {}
        # How long those are that begin so, longest first: few look-ups a place, however many values there are.
        self._lengths: dict[str, list[int]] = {}
        self.masked = 0
        """How many stretches were masked."""

    def learn(self, text: str) -> tuple[Find, ...]:
        """The finds in `text`; their values are known from now on."""
        finds = self._scanner.find(text)
        for find in finds:
            value = text[find.start : find.end]
            secret = secret_of(find.kind, value)
            self._number(secret)
            self._spellings.setdefault(secret, value)
            if len(value) >= _EVERYWHERE and value not in self._values:
                self._values[value] = secret
                lengths = self._lengths.setdefault(value[:_EVERYWHERE], [])
                if len(value) not in lengths:
                    lengths.append(len(value))
                    lengths.sort(reverse=True)
        return finds

    def name(self, secret: Secret) -> str:
        """`[email 1]`."""
        return f"[{secret.kind} {self._number(secret)}]"

    def legend(self) -> Iterator[tuple[str, str]]:
        """Each mask with the value that it stands for, as it was first spelt; without what is kept."""
        for secret, value in sorted(self._spellings.items(), key=self._order):
            if not self._keeps(secret):
                yield self.name(secret), value

    def _order(self, item: tuple[Secret, str]) -> tuple[str, int]:
        return item[0].kind, self._number(item[0])

    def mask(self, text: str) -> str:
        """`text` with masks."""
        return self.masked_spans(text)[0]

    def mask_again(self, text: str) -> str:
        """The same for a text whose masks are counted already."""
        before = self.masked
        done = self.mask(text)
        self.masked = before
        return done

    def masked_spans(self, text: str) -> tuple[str, tuple[tuple[int, int, int], ...]]:
        """`text` with masks, and for each of them start and end in the old text and the length of the mask."""
        parts: list[str] = []
        spans: list[tuple[int, int, int]] = []
        at = 0
        for start, end, secret in self._stretches(text):
            mask = self.name(secret)
            parts += (text[at:start], mask)
            spans.append((start, end, len(mask)))
            at = end
        self.masked += len(spans)
        return ("".join((*parts, text[at:])) if spans else text), tuple(spans)

    def left_in(self, text: str, *, trusted: Collection[str] = ()) -> int:
        """How many values are still in a text that was written: known ones, and what a new search is sure of."""
        left = sum(not self._keeps(secret) for _start, _end, secret in self._known_in(text))
        own = self._own_masks_in(text)
        for find in self._scanner.find(text):
            value = text[find.start : find.end]
            if any(start < find.end and find.start < end for start, end in own):
                continue
            if find.sure and value not in self._values and value not in trusted:
                left += not self._keeps(secret_of(find.kind, value))
        return left

    def _own_masks_in(self, text: str) -> list[tuple[int, int]]:
        """Where masks that were given out stand, whichever brackets they were written with."""
        return [
            found.span()
            for found in WRITTEN_MASK.finditer(text)
            if 1 <= int(found[2]) <= self._counts.get(HitKind(found[1]), 0)
        ]

    def _number(self, secret: Secret) -> int:
        number = self._numbers.get(secret)
        if number is None:
            number = self._counts[secret.kind] = self._counts.get(secret.kind, 0) + 1
            self._numbers[secret] = number
        return number

    def _known_in(self, text: str) -> Iterator[tuple[int, int, Secret]]:
        """Known values in a text from left to right, the longest at each place, none overlapping another."""
        lengths = self._lengths
        if not lengths:
            return
        end = 0
        places = [at for at in range(len(text) - _EVERYWHERE + 1) if text[at : at + _EVERYWHERE] in lengths]
        for at in places:
            if at < end:
                continue
            for length in lengths[text[at : at + _EVERYWHERE]]:
                secret = self._values.get(text[at : at + length])
                if secret is not None and at + length <= len(text):
                    end = at + length
                    yield at, end, secret
                    break

    def _stretches(self, text: str) -> list[tuple[int, int, Secret]]:
        """What is to be masked, in order, none overlapping another."""
        found = [
            (find.start, find.end, secret_of(find.kind, text[find.start : find.end]))
            for find in self._scanner.find(text)
        ]
        found += self._known_in(text)
        found = [item for item in found if not self._keeps(item[2])]
        found.sort(key=lambda item: (item[0], -item[1]))
        result: list[tuple[int, int, Secret]] = []
        for start, end, secret in found:
            if result and start < result[-1][1]:
                before = result[-1]
                result[-1] = (before[0], max(before[1], end), before[2])
            else:
                result.append((start, end, secret))
        return result
