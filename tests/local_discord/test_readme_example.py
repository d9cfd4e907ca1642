"""The example in local_discord's README runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

import local_discord

README = Path(local_discord.__file__).parent / "README.md"


async def test_the_example_test_of_a_bot_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    examples = re.findall(r"```python\n(.*?)```", README.read_text(), flags=re.DOTALL)
    (example,) = (code for code in examples if "test_ping" in code)
    namespace: dict[str, object] = {}
    exec(example, namespace)  # noqa: S102  # our own README
    test_ping = namespace["test_ping"]
    assert callable(test_ping)
    await test_ping()
