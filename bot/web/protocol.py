"""What windows send: read, and refused if no page of ours sends it; why they are closed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import orjson
from aiohttp import WSMsgType

from bot.models.play import BoardVersion
from bot.web.view import Window

if TYPE_CHECKING:
    from aiohttp import web

PROTOCOL: Final = 1
MOST_BYTES: Final = 1024
"""How long a frame of a window may be."""
_SIZES: Final = (100, 10_000)
_DENSITIES: Final = (1.0, 4.0)

POLICY: Final = 1008
OVER: Final = 4001
OTHER_PROTOCOL: Final = 4002
TOO_MANY: Final = 4003
"""With which codes a connection is closed, as the page knows them."""


class BadFrame(Exception):
    """A window sent what no page of ours sends."""


async def receive(socket: web.WebSocketResponse) -> Mapping[str, Any] | None:
    """The next frame of a window; None at its end, or if it sent none of ours."""
    message = await socket.receive()
    if message.type is not WSMsgType.TEXT:
        return None
    try:
        frame = orjson.loads(message.data)
    except orjson.JSONDecodeError:
        frame = None
    if not isinstance(frame, dict) or not isinstance(frame.get("re", 0), int):
        await socket.close(code=POLICY)
        return None
    return frame


def board_in(frame: Mapping[str, Any]) -> BoardVersion:
    """The board that a frame is about."""
    game, version = frame.get("game"), frame.get("version")
    if type(game) is not int or type(version) is not int or not 0 <= game < 2**63:
        raise BadFrame
    return BoardVersion(game, version)


def window_in(frame: Mapping[str, Any]) -> Window:
    """The window that a frame tells of."""
    size, density = frame.get("size"), frame.get("dpr", 1)
    if not isinstance(size, list) or len(size) != 2:
        raise BadFrame
    width, height = (int(_number(length, *_SIZES)) for length in size)
    return Window(width, height, _number(density, *_DENSITIES))


def count_in(frame: Mapping[str, Any]) -> int:
    """How many cards a frame says that its player holds."""
    count = frame.get("count")
    return count if type(count) is int else 0


def _number(value: object, least: float, most: float) -> float:
    """A number that is not too small or too large."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise BadFrame
    return min(max(float(value), least), most)
