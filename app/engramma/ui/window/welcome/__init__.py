"""The welcome page: what to do without a store."""
