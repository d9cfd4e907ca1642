"""Shared boards, on which everybody in a channel plays one game."""
