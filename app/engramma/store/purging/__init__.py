"""Erasing for good: finding every place of a text, emptying it, and freeing the bytes in the file."""
