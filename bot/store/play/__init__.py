"""Stored games, their logs and their results."""
