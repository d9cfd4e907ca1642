"""Databases: opened, migrated, copied, and reached by transactions."""
