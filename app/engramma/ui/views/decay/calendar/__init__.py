"""The forgetting calendar: what fades, grows stale or may go on each day to come, and acting on a day."""
