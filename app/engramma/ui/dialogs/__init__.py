"""Small windows and popups in which a person says something: a name, tags, a new memory, a choice. None is modal."""
