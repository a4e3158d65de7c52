"""What views show, as Qt models and ready-made row values: read by jobs, cached by id, never the whole store.

Models know the engine and no widget. Sorting, filtering and counting stay in SQL.
"""
