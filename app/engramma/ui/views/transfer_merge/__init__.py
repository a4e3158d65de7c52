"""The page on which another store, or a bundle, is merged into the one that is open."""
