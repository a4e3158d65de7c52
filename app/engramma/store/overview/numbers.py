"""Whole numbers out of one text of SQLite's."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def parsed(text: str | int | None) -> NDArray[np.int64]:
    """The numbers of a text of `group_concat`; none for NULL."""
    return np.empty(0, dtype=np.int64) if text is None else np.fromstring(str(text), dtype=np.int64, sep=",")
