"""What runs in a solver process, and what sends it there."""

from __future__ import annotations
