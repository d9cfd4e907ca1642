"""Races, which begin at an open table or with a challenge."""
