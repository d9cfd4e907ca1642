"""How little of the library is used beyond its documentation, and what is left out of its log."""

from __future__ import annotations

import ast
import inspect
import logging
import re
from pathlib import Path

import pytest
from discord.gateway import KeepAliveHandler

from bot.chat.connection.library import LibraryNoise


@pytest.mark.parametrize("stack", ["", "\nLoop thread traceback (most recent call last):"])
def test_a_blocked_event_loop_is_not_logged_for_every_shard(stack: str) -> None:
    [message] = re.findall(r"block_msg: str = '(.*)'", inspect.getsource(KeepAliveHandler))
    record = logging.makeLogRecord({"msg": message + stack, "args": (3, 10)})
    assert "heartbeat" in record.getMessage()
    assert not LibraryNoise().filter(record)


def test_whatever_else_the_library_says_is_logged() -> None:
    assert LibraryNoise().filter(logging.makeLogRecord({"msg": "Can't keep up, shard ID %s"}))


CHAT = Path(__file__).parents[3] / "bot" / "chat"
DOCUMENTED = re.compile(r"discord(\.(ui|utils|app_commands|ext|ext\.commands|types\.\w+))?")
UNDOCUMENTED = {"_connection", "_get_state", "_handlers", "_hooks", "_listeners", "http", "ws"}


def below_documentation(file: Path) -> set[str]:
    """What a module uses of the library below its documentation."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    imported = {one.module or "" for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)}
    used = {one.attr for one in ast.walk(tree) if isinstance(one, ast.Attribute)}
    of_library = {one for one in imported if one.partition(".")[0] == "discord"}
    return {one for one in of_library if not DOCUMENTED.fullmatch(one)} | used & UNDOCUMENTED


def test_one_module_alone_uses_the_library_below_its_documentation() -> None:
    found = {file.name for file in CHAT.rglob("*.py") if below_documentation(file)}
    assert found == {"library.py"}
