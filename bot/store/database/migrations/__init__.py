"""Migrations to the tables of all subjects."""
