"""Benchmarks, run by ``make bench``: figures without a verdict."""

from __future__ import annotations
