"""Migrations to the tables of :mod:`bot.store.schema`."""

from __future__ import annotations
