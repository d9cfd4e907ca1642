"""Ratings of the players of races."""
