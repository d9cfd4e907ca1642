"""Tournaments: the leagues of servers."""
