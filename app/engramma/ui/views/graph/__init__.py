"""The view Graph: what hangs together, drawn around the selection or the results of the search."""
