"""Eight players at random while everything goes wrong.

What comes of it is held against the store, which is replayed by the rules: nothing that a player
was shown is lost or other than it was shown, nothing was played twice, every player's board works
at the end, and every interaction had a word in Discord's three seconds, unless the faults took it.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from bot.images import ImageRenderer
from bot.service.preferences import PreferenceService
from local_discord.enums import InteractionType
from local_discord.interactions import RESPONSE_SECONDS, Failed, Interaction
from local_discord.payload import payload_of, text_of
from local_discord.testing import InteractionFailed, Message
from tests.e2e.chaos.ledger import Ledger
from tests.e2e.chaos.players import CHANNELS, ChaosPlayer
from tests.e2e.chaos.weather import Weather
from tests.e2e.faults.trials import logged
from tests.e2e.player import NAMES, board_of, moves_on, until_answered
from tests.e2e.running_bot import running_patience

_LATE_SECONDS: Final = 15.0
"""Seconds in which a restart of the bot may lose an answer that is still to come."""
LINES: Final = 5
"""A fault logs fewer lines than this."""


@dataclass(frozen=True, slots=True)
class Report:
    """What came of it.

    Attributes:
        table: a summary in Markdown.
        wrong: what must not be, a sentence each.
        lines: what was logged.
    """

    table: str
    wrong: tuple[str, ...]
    lines: tuple[str, ...]


async def run_chaos(images: ImageRenderer, database: Path, seconds: float, seed: int) -> Report:
    """Let eight players play for some seconds."""
    async with AsyncExitStack() as stack:
        log = stack.enter_context(logged())
        bot = await stack.enter_async_context(running_patience(images, database))
        bot.discord.interactions.deadline = RESPONSE_SECONDS
        for name in NAMES[4:]:
            bot.discord.add_user(name)
        users = bot.discord.state.users
        # Who is not known in time is answered in the language of Discord.
        users.update({one.id: replace(one, locale="en-US") for one in users.values()})
        ledger = Ledger(bot)
        players = [
            await stack.enter_async_context(ChaosPlayer.connect(bot.discord.page_url, name))
            for name in NAMES
        ]
        for number, player in enumerate(players):
            await player.until_online()
            is_public = "no" if number % 3 == 2 else "yes"
            await bot.services[PreferenceService].save(
                player.id, boards_are_public=is_public, language="en"
            )
            player.begin(ledger, seed * 100 + number)
        weather = Weather(bot, seed)
        until = time.monotonic() + seconds
        await asyncio.gather(weather.blow(seconds), *(one.live(until) for one in players))
        # What is still tried to be delivered after that waits for long.
        with suppress(TimeoutError):
            await until_answered(seconds=5)
        wrong = [f"{one.name}: {sentence}" for one in players for sentence in one.wrong]
        lines, tracebacks = log.lines, log.tracebacks
        interactions = [*bot.discord.interactions._by_id.values()]
        wrong += _unanswered(interactions, weather)
        wrong += _thinking(players, interactions, weather)
        for player in players:
            wrong += [f"{player.name}: {one}" for one in await _stranded(player, ledger)]
            wrong += [f"{player.name}: {one}" for one in await player.misled()]
        faults = sum(weather.counts().values())
        if len(lines) >= LINES * faults:
            wrong.append(f"{len(lines)} lines were logged of {faults} faults")
        if tracebacks:
            wrong.append(f"{tracebacks} tracebacks were logged")
        bot.discord.refusals.clear()
        stored = sum([await ledger.played(one.id) for one in players])
        table = _summary(players, interactions, weather, stored, len(lines))
        return Report(table, tuple(wrong), lines)


def _path(interaction: Interaction) -> str:
    return f"/interactions/{interaction.id}/"


def _is_failed(interaction: Interaction) -> bool:
    outcome = interaction.outcome
    return outcome.done() and isinstance(outcome.result(), Failed)


def _unanswered(interactions: list[Interaction], weather: Weather) -> list[str]:
    """The interactions that had no word for another reason than a fault, a sentence each."""
    return [
        f"{one.user.name}'s {one.name or one.data.get('custom_id')} had no response, "
        f"after {weather.met(_path(one))}"
        for one in interactions
        if one.kind != InteractionType.AUTOCOMPLETE
        and _is_failed(one)
        and not weather.swallowed(_path(one))
        and not weather.troubled(one.created)
    ]


def _thinking(
    players: list[ChaosPlayer], interactions: list[Interaction], weather: Weather
) -> list[str]:
    """The messages that say "thinking …" for another reason than a fault, a sentence each."""
    by_id = {str(one.id): one for one in interactions}
    wrong = []
    for player in players:
        for message_id in player.thinking:
            origin = payload_of(player.messages[message_id].raw["interaction_metadata"])
            asked = by_id[text_of(origin["id"])]
            is_lost = weather.met(asked.token) or weather.troubled(asked.created, _LATE_SECONDS)
            if asked.user.id == player.id and not is_lost:
                wrong.append(f"{player.name}'s {asked.name} is “thinking …” for ever")
    return wrong


async def _stranded(player: ChaosPlayer, ledger: Ledger) -> list[str]:
    """What is wrong when a player presses the board they see and asks for it again."""
    if await ledger.active(player.id) is None:
        return ["was never dealt a game"]
    wrong = []
    try:
        for channel in CHANNELS:
            for seen in await player.open(channel):
                # A press may take an older board away.
                message = player.messages.get(seen.id)
                wrong += [] if message is None else await _dead(player, ledger, message)
        board = await player.command("general", "board")
        if board_of(board) != await ledger.active(player.id):
            wrong.append(f"/board shows {board_of(board)}, not {await ledger.active(player.id)}")
        wrong += await _dead(player, ledger, board)
    except (InteractionFailed, AssertionError, LookupError) as error:
        wrong.append(f"could not go on: {error!r}")
    return wrong


async def _dead(player: ChaosPlayer, ledger: Ledger, message: Message) -> list[str]:
    """What is wrong with a player's board that has buttons."""
    board, active = board_of(message), await ledger.active(player.id)
    if board is None or active is None or board.game_id != active.game_id or not moves_on(message):
        return []
    pressed = await player.press(message, custom_id=moves_on(message)[0])
    now = await ledger.active(player.id)
    return [] if board_of(pressed) == now else [f"a press shows {board_of(pressed)}, not {now}"]


def _summary(
    players: list[ChaosPlayer],
    interactions: list[Interaction],
    weather: Weather,
    stored: int,
    lines: int,
) -> str:
    answered = sorted(word.seconds for one in players for word in one.words if not word.failed)
    failed = [one for one in interactions if _is_failed(one)]
    typed = [one for one in failed if one.kind != InteractionType.AUTOCOMPLETE]
    again = [one for one in interactions if not _is_failed(one) and weather.met(_path(one))]
    cuts = statistics.quantiles(answered, n=100) if len(answered) > 1 else [0.0] * 99
    counts = weather.counts()
    rows = {
        "interactions": len(interactions),
        "answered": len(interactions) - len(failed),
        "answered although a fault met the response": len(again),
        "“This interaction failed”": len(typed),
        "autocomplete without choices": len(failed) - len(typed),
        "first word, median": f"{cuts[49]:.2f} s",
        "first word, 99th percentile": f"{cuts[98]:.2f} s",
        "boards shown and replayed": sum(len(one.shown) for one in players),
        "actions stored": stored,
        "lines logged": lines,
        "faults": sum(counts.values()),
        **{f"fault: {name}": count for name, count in sorted(counts.items())},
    }
    return "\n".join(
        ["| | |", "|---|---|", *(f"| {name} | {value} |" for name, value in rows.items())]
    )
