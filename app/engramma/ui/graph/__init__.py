"""The canvas that draws graphs: arrays in, clicks and keys out. It knows no store and no memory."""
