"""Deals of well-known games that are winnable, to deal until the solver is ready."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

KNOWN_WINNABLE: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {
        "saratoga": (262, 368, 477, 708),
        "cassim": (116, 665, 923, 966),
        "phoenix": (143, 164, 222, 817),
        "saxony": (2, 6, 130, 633),
        "klondike": (297, 793, 894, 984),
        "klondike-3": (210, 553, 695, 985),
        "freecell": (23, 202, 393, 964),
        "spider-1": (271, 340, 425, 959),
        "spider-2": (601, 611, 725, 838),
        "canfield": (386, 429, 464, 862),
        "golf": (190, 314, 367, 563),
    }
)
"""Numbers of winnable deals by the id of their game."""
