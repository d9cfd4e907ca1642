"""What `make bench` runs: figures, never pass or fail."""

from __future__ import annotations
