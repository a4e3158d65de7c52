"""Pure maths on values and arrays: forgetting, fusion, duplicates, planning.

No files, no SQL, no Qt, no clock: everything comes in as an argument, so that each rule can be tested alone.
"""
