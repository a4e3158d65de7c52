"""The page Overview: a store's health in plots, each of which follows the search and edits it."""
