"""Stored deals that are winnable, and how games could have been won."""
