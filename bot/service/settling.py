"""Ending what has passed its deadline, again and again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.errors import StoreError

_PAUSE: Final = 15.0
"""Seconds between two checks for passed deadlines."""

_log = logging.getLogger(__name__)


async def keep_settled(settle: Callable[[], Awaitable[object]]) -> None:
    """Settle every few seconds until cancelled.

    Args:
        settle: ends some of what is overdue, and returns something true if there may be more.
    """
    while True:
        try:
            while await settle():
                pass
        except StoreError as error:
            _log.warning("Could not settle races: %s", error)
        except Exception:
            # Nothing awaits this task, so nothing else would log it.
            _log.exception("Could not settle races")
        await asyncio.sleep(_PAUSE)
