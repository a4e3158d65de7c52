"""Switching between stores, one for each project, and carrying memories from one to another."""
