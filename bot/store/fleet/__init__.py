"""What the processes of one bot agree on."""

from __future__ import annotations
