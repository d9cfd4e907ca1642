"""Cards: faces, backs and their sprites."""

from __future__ import annotations
