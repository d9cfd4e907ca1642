"""Reaching Discord, and staying connected."""
