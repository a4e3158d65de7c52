"""The search bar: the one place where the filter text is typed, coloured, completed, explained and saved."""
