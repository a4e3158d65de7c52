"""The page of find and replace."""
