"""A page of a ranking, whatever is ranked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

Line = TypeVar("Line")


@dataclass(frozen=True, slots=True)
class RankingPage(Generic[Line]):
    """A page of a ranking; ``own`` is the viewer's line on any page, None without one."""

    lines: tuple[Line, ...]
    own: Line | None
    players: int
