"""Watching a player's game, if they allow it."""

from __future__ import annotations

import pytest

from bot.chat.together.watching import show_watched
from bot.service.play.games import Games
from local_discord.testing import Message, Person
from tests.e2e.play.winning import WON_PHOENIX
from tests.e2e.running_bot import RunningBot

MOVES = WON_PHOENIX.split()


async def shown(bot: RunningBot, person: Person, message: Message) -> Message:
    """The message once the bot has had a look at watched games."""
    assert await bot.announce(show_watched)
    return await person.refresh(message)


@pytest.mark.quick
async def test_a_game_is_watched_once_its_player_allows_it_until_it_is_over(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await ada.command("patience", "play", game="phoenix", deal="47")
    asked = await ben.command("general", "together", player=ada.id)
    assert f"<@{ben.id}> would like to watch <@{ada.id}> play Phoenix." in asked.text
    note = await ben.press(asked, label="Let everybody watch")
    assert note.ephemeral
    assert "somebody else's game" in note.text or f"<@{ada.id}>" in note.text
    watched = await ada.press(asked, label="Let everybody watch")
    assert (watched.id, "0 moves" in watched.text) == (asked.id, True)
    assert watched.media
    games = bot.services[Games]
    for move in MOVES[:2]:
        await games.play(ada.id, move)
    assert "0 moves" in (await shown(bot, ben, watched)).text
    await games.play(ada.id, MOVES[2])
    assert "3 moves" in (await shown(bot, ben, watched)).text
    await games.give_up(ada.id)
    over = await shown(bot, ben, watched)
    assert "over" in over.text
    assert not over.buttons


async def test_secret_games_are_not_watched_and_nobody_watches_nothing(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    note = await ben.command("general", "together", player=ada.id)
    assert note.ephemeral
    assert note.text == "There is no game in progress to watch."


async def test_a_player_stops_being_watched(bot: RunningBot, ada: Person, ben: Person) -> None:
    await ada.command("patience", "play", game="phoenix", deal="47")
    own = await ada.command("general", "together", player=ada.id)
    watched = await ada.press(own, label="Let everybody watch")
    stopped = await ada.press(watched, label="Stop showing it")
    assert "plays on without spectators" in stopped.text
    for move in MOVES[:3]:
        await bot.services[Games].play(ada.id, move)
    assert "without spectators" in (await shown(bot, ben, watched)).text
