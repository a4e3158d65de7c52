"""Files that ship with Engramma: icons, fonts, sample sources, help.

Holds data only: nothing here imports Qt or runs.
"""
