"""The window: menus, search bar, side bar, centre, inspector and status bar around the views, and what it keeps."""
