"""Ending what has passed its deadline, again and again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.errors import StoreError
from bot.service.claims import Claims

_PAUSE: Final = 15.0
"""Seconds between two checks for passed deadlines."""

_log = logging.getLogger(__name__)


async def keep_settled(settle: Callable[[], Awaitable[object]], claims: Claims, name: str) -> None:
    """Settle every few seconds until cancelled, unless another process does.

    Args:
        settle: ends some of what is overdue, and returns something true if there may be more.
        claims: this process's claims.
        name: what is settled, in the plural.
    """
    while True:
        try:
            async with claims.lease(f"settling {name}") as is_ours:
                while is_ours and await settle():
                    pass
        except StoreError as error:
            _log.warning("Could not settle %s: %s", name, error)
        except Exception:
            # Nothing awaits this task, so nothing else would log it.
            _log.exception("Could not settle %s", name)
        await asyncio.sleep(_PAUSE)
