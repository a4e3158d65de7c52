"""Portable Memory, the open format of folders named `.mem`."""
