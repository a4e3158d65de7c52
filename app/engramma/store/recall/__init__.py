"""What recall reads of a store: rows as arrays, words found, hits in full. Reads only; ranks nothing."""

from __future__ import annotations
