"""The views in the centre of the window: one folder each, all fed by a `WindowContext`."""
