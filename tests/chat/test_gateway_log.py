"""What the library logs of its connections, and what of it is left out."""

from __future__ import annotations

import inspect
import logging
import re

import pytest
from discord.gateway import KeepAliveHandler

from bot.chat.connection.gateway_socket import StallsOfTheLoop


@pytest.mark.parametrize("stack", ["", "\nLoop thread traceback (most recent call last):"])
def test_a_loop_that_stands_still_is_not_told_by_the_heartbeat_of_every_shard(stack: str) -> None:
    [message] = re.findall(r"block_msg: str = '(.*)'", inspect.getsource(KeepAliveHandler))
    record = logging.makeLogRecord({"msg": message + stack, "args": (3, 10)})
    assert "heartbeat" in record.getMessage()
    assert not StallsOfTheLoop().filter(record)


def test_whatever_else_the_library_says_is_logged() -> None:
    assert StallsOfTheLoop().filter(logging.makeLogRecord({"msg": "Can't keep up, shard ID %s"}))
