"""Search: whether a board can be won, and how.

Two searches share the games between them, by what their declarations allow; each says ``WON`` with
a line that wins, ``LOST`` after an exhaustive search, or ``UNKNOWN``. Loading this package compiles
nothing yet; the first search does, or finds what was compiled before on disk.
"""

from __future__ import annotations
