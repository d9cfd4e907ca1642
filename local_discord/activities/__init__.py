"""Activities: their instances, what users let them know, what they ask the client, their proxy."""

from __future__ import annotations
