"""Taking records of foreign formats into a store: known or new, one operation, every leftover reported."""
