"""Recall Lab: a question as an agent would ask it, every hit with the parts of its score, now and at another date."""
