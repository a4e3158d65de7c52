"""The desktop application: windows, views and widgets over the engine. Qt lives in this package and nowhere else."""
