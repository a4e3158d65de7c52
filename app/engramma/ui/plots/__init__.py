"""Plots: one style for all of them, fed by the theme, and the widgets that draw. Import them on first use only.

pyqtgraph takes a quarter of a second to import, so nothing that a window needs at its start may import this package's
`style`, `date_axis` or `decay_plot` modules at the top of a file.
"""
