"""The store doctor: what may be wrong in a store file, found by reading, and how each of it is mended."""
