"""The inspector's form for one memory, section by section."""
