"""The table: the same games in a browser, with cards that can be dragged."""
