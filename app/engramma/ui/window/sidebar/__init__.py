"""The side bar: views, saved searches and facets with their counts."""
