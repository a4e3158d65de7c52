"""`store.doctor`: looking for damage, and mending it so that it can be taken back."""

from engramma.engine.doctor.doctor import Doctor

__all__ = ["Doctor"]
