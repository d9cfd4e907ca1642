"""What a player had played before a game was dealt, as a column of a query of games."""

from __future__ import annotations

from typing import Final

from sqlalchemy import case, exists

from bot.models import Experience
from bot.store.schema import games

_earlier: Final = games.alias("earlier")
_played_earlier: Final = exists().where(
    _earlier.c.player_id == games.c.player_id,
    _earlier.c.id < games.c.id,
    _earlier.c.version > 0,
)

experience: Final = case(
    (_played_earlier.where(_earlier.c.rules_id == games.c.rules_id), Experience.SAME_GAME),
    (_played_earlier, Experience.OTHER_GAMES),
    else_=Experience.NONE,
).label("experience")
