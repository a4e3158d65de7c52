"""The export page: what goes out, in which format, with which masks, and where to."""
