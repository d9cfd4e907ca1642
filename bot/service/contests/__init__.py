"""Races and tournaments, and the ratings that follow from races."""
