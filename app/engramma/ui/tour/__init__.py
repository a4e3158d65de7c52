"""Pictures of every view, drawn off screen: for the README, and for looking at a change without a display."""
