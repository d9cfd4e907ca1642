"""What a log on DEBUG holds after people played while everything went wrong."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

import pytest

from bot.logs import JsonLines, TextLines, set_up_logging
from bot.service.play.games import Games
from bot.store.solver.deals import save_winnable_deal
from local_discord.fault_injection import HttpError, RateLimited, Refused, ResetAfter
from local_discord.testing import InteractionFailed
from tests.e2e.messages import statistics
from tests.e2e.player import Player
from tests.e2e.running_bot import RunningBot
from tests.logging_state import logging_restored
from tests.waiting import until

NUMBER: Final = 4_611_686_018_427_400_254
"""The deal of a race."""


class Log:
    """Everything that is logged on DEBUG, in both formats."""

    def __init__(self) -> None:
        self.text, self.json = io.StringIO(), io.StringIO()

    def handlers(self) -> list[logging.Handler]:
        text, lines = logging.StreamHandler(self.text), logging.StreamHandler(self.json)
        text.setFormatter(TextLines(whole=True))
        lines.setFormatter(JsonLines(whole=True))
        return [text, lines]


@pytest.fixture
def log() -> Iterator[Log]:
    root, log = logging.getLogger(), Log()
    with logging_restored():
        before = [*root.handlers]
        set_up_logging("DEBUG")
        root.handlers = [*before, *log.handlers()]
        yield log


async def test_no_level_of_the_log_tells_of_players_tokens_or_deals(
    log: Log, bot: RunningBot, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = set[str]()
    interactions = bot.discord.interactions

    def note_tokens() -> None:
        tokens.update(interactions._by_token)

    await ada.command("patience", "play", game="klondike")
    for fault in (RateLimited(0.05), HttpError(500, html=True), ResetAfter(), Refused(50035)):
        bot.discord.inject(fault, path_contains="/callback")
        with suppress(InteractionFailed):
            await ada.command("patience", "board")
        note_tokens()
    await ada.choices("patience", "play", focused="game", game="klon")
    await ada.command("patience", "type move", play="nonsense")
    await statistics(ben, "patience", player=str(ada.id))
    await save_winnable_deal(bot.database, "klondike", NUMBER, datetime.now(UTC))
    challenge = await ada.command("patience", "race challenge", player=str(ben.id), game="klondike")
    asked = await ben.until(lambda one: one.id == challenge.id)
    await ben.press(asked, label="Accept")
    assert (await bot.services[Games].active(ben.id)).game.number == NUMBER

    async def fail(player: int, *_: object, **__: object) -> None:
        raise KeyError(player)

    monkeypatch.setattr(bot.services[Games], "play_all", fail)
    with suppress(InteractionFailed):
        await ada.command("patience", "type move", play="w t1")
    await bot.discord.gateway.send_corrupted()
    await until(lambda: "cannot be read" in log.text.getvalue())
    note_tokens()

    assert tokens
    assert "KeyError" in log.text.getvalue(), "The worst that can happen was logged."
    private = (*tokens, str(ada.id), str(ben.id), str(NUMBER))
    for written in (log.text.getvalue(), log.json.getvalue()):
        assert [one for one in private if one in written] == []
    bot.discord.refusals.clear()
