"""Stored races, tournaments and ratings."""
