"""Everything that only several processes of one bot need."""

from __future__ import annotations
