"""The import page: what files hold, what would become of it, and one button that does it."""
