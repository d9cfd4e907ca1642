"""Programs for developers, which write what is generated, and a PostgreSQL server for them."""

from __future__ import annotations
