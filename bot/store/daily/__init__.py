"""Stored deals of the days, their leaderboards and their posts."""
