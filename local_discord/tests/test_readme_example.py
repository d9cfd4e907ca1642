"""The example in the README runs."""

from __future__ import annotations

import re
from pathlib import Path

from local_discord import LocalDiscord
from local_discord.testing.pytest_fixtures import Connect

README = Path(__file__).parents[1] / "README.md"


async def test_the_example_test_of_a_bot_passes(
    local_discord: LocalDiscord, person: Connect
) -> None:
    examples = re.findall(r"```python\n(.*?)```", README.read_text(), flags=re.DOTALL)
    (example,) = (code for code in examples if "test_ping" in code)
    namespace: dict[str, object] = {}
    exec(example, namespace)  # noqa: S102  # our own README
    test_ping = namespace["test_ping"]
    assert callable(test_ping)
    await test_ping(local_discord, person)
