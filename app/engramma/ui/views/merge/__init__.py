"""The merge workbench, and the page that merges exact duplicates."""
