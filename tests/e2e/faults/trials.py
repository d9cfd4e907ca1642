"""One fault of Discord while a player acts or the bot posts, and what comes of it."""

from __future__ import annotations

import functools
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum

import pytest
from sqlalchemy import func, select

from bot.chat.responding import interactions as arrivals
from bot.chat.responding import responses
from bot.service.due import LONGEST_PAUSE
from bot.service.play.games import Games
from bot.store.play.schema import games
from local_discord.fault_injection import Fault
from local_discord.testing import Message
from tests.e2e.faults.actions import Action, Posting
from tests.e2e.faults.stage import Stage
from tests.e2e.player import Player, Word, board_of, moves_on, until_answered, until_told
from tests.e2e.running_bot import quiet

MOST_LINES = 4
"""How much a fault may log."""


class Outcome(Enum):
    """What a player meets, or a channel."""

    ANSWERED = "answered"
    SENTENCE = "a sentence"
    FAILED = "“This interaction failed”"
    THINKING = "“thinking …” until Discord gives up"
    TOLD = "posted"
    TOLD_LATER = "posted a minute later"
    NOT_TOLD = "not posted"


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of a fault.

    Attributes:
        action: what the player did, or the bot posted.
        outcome: what the player met, or the channel.
        seconds: how long the player waited for the first word.
        log: what was logged.
        wrong: what must not be, a sentence each.
    """

    action: str
    outcome: Outcome
    seconds: float
    log: tuple[str, ...]
    wrong: tuple[str, ...]


class Log(logging.Handler):
    """What the bot logs as it is set by default."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record."""
        is_quiet = record.name.startswith("discord") and record.levelno < logging.WARNING
        is_theirs = record.name.startswith(("aiohttp.server", "local_discord"))
        if not is_quiet and not is_theirs:
            self.records.append(record)

    @property
    def lines(self) -> tuple[str, ...]:
        """What was logged, a line each."""
        return tuple(map(_line, self.records))

    @property
    def tracebacks(self) -> int:
        """How many of the lines came with a traceback."""
        return sum(bool(one.exc_info) for one in self.records)


def _line(record: logging.LogRecord) -> str:
    line = f"{record.levelname} {record.name}: {record.getMessage()}"
    error = record.exc_info[1] if record.exc_info else None
    return line if error is None else f"{line} ({error!r})"


@contextmanager
def logged() -> Iterator[Log]:
    """Keep what is logged during the block."""
    log, root, ours = Log(), logging.getLogger(), logging.getLogger("bot")
    levels = (root.level, ours.level)
    root.addHandler(log)
    root.setLevel(logging.WARNING)
    ours.setLevel(logging.INFO)
    try:
        yield log
    finally:
        root.removeHandler(log)
        root.setLevel(levels[0])
        ours.setLevel(levels[1])


async def try_action(stage: Stage, action: Action, fault: Fault, deadline: float) -> Trial:
    """Let a fault happen to what a player does."""
    player, discord = stage.player, stage.bot.discord
    act = await action.prepare(stage)
    await until_answered()
    dealt = await _games(stage)
    request = action.request
    usual, discord.interactions.deadline = discord.interactions.deadline, deadline
    with pytest.MonkeyPatch.context() as patch, logged() as log:
        patch.setattr(responses, "DEFER_AFTER", 0.0 if action.late else deadline * 0.6)
        patch.setattr(arrivals, "ANSWER_WITHIN", deadline)
        injected = discord.inject(fault, method=request.method, path_contains=request.path)
        thinking = player.thinking
        word = await act()
        outcome = await _outcome(player, word, thinking)
        struck = injected.happened.is_set()
        injected.remaining = 0
    discord.interactions.deadline = usual
    wrong = [*_wrong_in(log, struck=struck)]
    wrong += await _wrong_with_game(stage, action, outcome, dealt)
    wrong += await _goes_on(stage)
    discord.refusals.clear()
    return Trial(action.name, outcome, word.seconds, log.lines, tuple(wrong))


async def try_posting(stage: Stage, posting: Posting, fault: Fault) -> Trial:
    """Let a fault happen to what the bot posts."""
    request, bot = posting.request, stage.bot
    # The bot's own passes wait.
    async with quiet(bot.client):
        await posting.prepare(stage)
        await until_answered()
        with logged() as log:
            injected = bot.discord.inject(fault, method=request.method, path_contains=request.path)
            await posting.post(bot.client)
            struck = injected.happened.is_set()
            injected.remaining = 0
        first = len(await posting.told(stage))
        for _ in range(2):
            bot.clock.advance(LONGEST_PAUSE)
            await posting.post(bot.client)
    told = len(await posting.told(stage))
    wrong = [*_wrong_in(log, struck=struck)]
    if told > 1:
        wrong.append(f"it was posted {told} times")
    outcome = Outcome.NOT_TOLD if not told else Outcome.TOLD if first else Outcome.TOLD_LATER
    bot.discord.refusals.clear()
    return Trial(posting.name, outcome, 0.0, log.lines, tuple(wrong))


async def _games(stage: Stage) -> int:
    """How many games the player has been dealt."""
    query = select(func.count()).where(games.c.player_id == stage.player.id)
    async with stage.bot.database.transaction() as connection:
        return (await connection.execute(query)).scalar_one()


def _wrong_in(log: Log, *, struck: bool) -> Iterator[str]:
    if not struck:
        yield "the request that was to fail was not made"
    if len(log.records) > MOST_LINES:
        yield f"{len(log.records)} lines were logged"
    if log.tracebacks:
        yield f"{log.tracebacks} tracebacks were logged"


async def _outcome(player: Player, word: Word, thinking: set[str]) -> Outcome:
    if not await until_told(player, before=thinking):
        return Outcome.THINKING
    if word.failed:
        return Outcome.FAILED
    answer = player.messages.get(word.message)
    if answer is None or board_of(answer) is not None or "/channels/" in answer.text:
        return Outcome.ANSWERED
    return Outcome.SENTENCE


async def _wrong_with_game(stage: Stage, action: Action, outcome: Outcome, dealt: int) -> list[str]:
    """What is wrong with the stored game: lost, or played twice."""
    snapshot = await stage.bot.services[Games].active(stage.player.id)
    wrong: list[str] = []
    if snapshot.version > action.version:
        wrong.append(f"the game is at version {snapshot.version}, not {action.version}")
    if await _games(stage) > dealt + 1:
        wrong.append("several games were dealt")
    if outcome is Outcome.ANSWERED and snapshot.version < action.version:
        wrong.append(f"what was answered is lost: version {snapshot.version}")
    boards = map(board_of, stage.player.messages.values())
    latest = max(
        (one.version for one in boards if one and one.game_id == snapshot.game_id), default=0
    )
    if latest > snapshot.version:
        wrong.append(f"version {latest} was shown, and {snapshot.version} is stored")
    return wrong


async def _goes_on(stage: Stage) -> list[str]:
    """What is wrong when the player presses the board they see, and asks for it again."""
    wrong: list[str] = []
    player = stage.player
    active = functools.partial(stage.bot.services[Games].active, player.id)
    snapshot = await active()
    seen = [one for one in await player.open("patience") if _is_of(one, snapshot.game_id)]
    if seen:
        pressed = await player.press(seen[-1], custom_id=moves_on(seen[-1])[0])
        now = await active()
        if board_of(pressed) != now.board_version:
            wrong.append(f"a press on the board shows {board_of(pressed)}, not {now.board_version}")
    board = await player.command("patience", "board")
    now = await active()
    if board_of(board) != now.board_version:
        wrong.append(f"/board shows {board_of(board)}, not {now.board_version}")
    pressed = await player.press(board, custom_id=moves_on(board)[0])
    if board_of(pressed) != (await active()).board_version:
        wrong.append("the board that /board shows is dead")
    return wrong


def _is_of(message: Message, game_id: int) -> bool:
    shown = board_of(message)
    return shown is not None and shown.game_id == game_id and bool(moves_on(message))
