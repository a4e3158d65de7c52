"""The bottom of the window and what it tells: store, results, jobs, toasts, notices."""
