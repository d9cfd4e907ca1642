"""Requests to Discord: how they fail, when to repeat them, and how fast to send them."""
