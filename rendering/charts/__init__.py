"""Charts, profiles and cards to share."""

from __future__ import annotations
