"""Races and tournaments, and the ratings that follow from races."""

from __future__ import annotations
