"""Corrections to published win rates, with their evidence."""
