"""Migrations to the tables of all subjects."""

from __future__ import annotations
