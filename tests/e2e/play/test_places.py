"""Where people play: threads, groups, servers without the bot, missing permissions, deletions."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.chat.settings.guilds import follow_guilds
from bot.images import ImageRenderer
from bot.models.daily import DailyDeal
from bot.service.daily.posts import DayMessages
from bot.store.daily.daily import save_daily_deal
from bot.store.preferences import Owner, save_preferences
from local_discord.fixtures import (
    ATTACH_FILES,
    GUILDS,
    MEMBER_PERMISSIONS,
    SEND_IN_THREADS,
    SEND_MESSAGES,
    VIEW_CHANNEL,
)
from local_discord.testing import InteractionFailed, Message, Person
from rendering import Picture, Scene, Style
from tests.e2e.clocks import NOON, Clock
from tests.e2e.daily.daily_deals import days_of, prove_nothing
from tests.e2e.messages import statistics
from tests.e2e.play.boards import until_refused
from tests.e2e.running_bot import RunningBot, running_patience
from tests.store.finished_games import play_to_the_end

TABLE, OWLS = GUILDS
PHOENIX = {"game": "phoenix", "deal": "7"}


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_file: Path, clock: Clock
) -> AsyncIterator[RunningBot]:
    """A bot with a daily deal for today and for yesterday."""
    async with running_patience(
        images, migrated_file, days=days_of(prove_nothing, clock), clock=clock
    ) as bot:
        for day in (NOON.date(), NOON.date().replace(day=15)):
            deal = DailyDeal(day, "saratoga", 42, 1, 112)
            await save_daily_deal(bot.database, deal, NOON)
        yield bot


async def plays_yesterday(bot: RunningBot, guild: int) -> None:
    """Let somebody of a guild have a result to be posted."""
    store, yesterday = bot.database, NOON - timedelta(days=1)
    await play_to_the_end(store, guild, day=yesterday.date(), guild=guild, at=yesterday, moves=9)


async def wants_posts(bot: RunningBot, guild: int, channel: str) -> None:
    await plays_yesterday(bot, guild)
    store = bot.database
    await save_preferences(store, Owner.GUILD, guild, {"daily_channel": channel})
    await bot.services[DayMessages].touch(guild)


async def post(bot: RunningBot) -> None:
    await bot.do_due()


def refused(bot: RunningBot) -> list[int]:
    """The error codes of the refused requests, which the test expects; clears them."""
    codes = [refusal.code for refusal in bot.discord.refusals]
    bot.discord.refusals.clear()
    return codes


def warnings_of(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The warnings logged about announcements."""
    return [
        one.message
        for one in caplog.records
        if one.levelno >= logging.WARNING and one.name == "bot.chat.responding.loop"
    ]


async def moves_on(person: Person, board: Message) -> Message:
    """Press the first pile that can move and, if asked, its first target."""
    pile = next(one for one in board.buttons if ":tap:" in one.custom_id and not one.disabled)
    return await person.press(board, custom_id=pile.custom_id)


async def plays_everything(person: Person, channel: str) -> None:
    """Use everything that is offered in a place without the bot."""
    board = await person.command(channel, "play", **PHOENIX)
    assert "1 move ·" in (await person.press(board, label="6")).text
    assert "Phoenix" in (await person.command(channel, "board")).text
    daily = await person.command(channel, "daily play")
    assert "16 November 2026" in daily.text
    assert (await moves_on(person, daily)).id == daily.id
    await person.press(await person.command(channel, "type giveup"), label="Give up")
    assert "Not won" in (await person.command(channel, "daily play")).text
    assert "1 game" in (await statistics(person, channel)).text
    assert (await person.command(channel, "settings")).ephemeral
    assert (await person.command(channel, "help")).ephemeral


# Gone: messages, channels, servers


@pytest.mark.parametrize("elsewhere", ["patience", "general", "lounge", "dm"])
async def test_a_board_whose_message_was_deleted_comes_back_anywhere(
    bot: RunningBot, ada: Person, elsewhere: str
) -> None:
    board = await ada.press(await ada.command("patience", "play", **PHOENIX), label="6")
    await ada.delete(board)
    with pytest.raises(InteractionFailed):
        await ada.press(board, label="Undo")
    back = await ada.command(elsewhere, "board")
    await until_refused(bot, 10008)
    assert await back.picture()
    assert "1 move ·" in back.text
    assert "0 moves ·" in (await ada.press(back, label="Undo")).text


async def test_a_move_whose_message_was_deleted_meanwhile_is_shown_in_a_new_one(
    bot: RunningBot, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await ada.command("patience", "play", **PHOENIX)
    draw, drawing, gone = ImageRenderer.draw, asyncio.Event(), asyncio.Event()

    async def slow(self: ImageRenderer, scene: Scene, style: Style) -> Picture:
        drawing.set()
        await gone.wait()
        return await draw(self, scene, style)

    with monkeypatch.context() as slowed:
        slowed.setattr(ImageRenderer, "draw", slow)
        pressing = asyncio.create_task(ada.press(board, label="6"))
        await drawing.wait()
        await ada.delete(board)
        gone.set()
        shown = await pressing
    # The answer, and the edit that would say where the game goes on.
    await until_refused(bot, 10008, 10008)
    assert "1 move ·" in shown.text
    assert "where to?" in (await ada.press(shown, label="3")).text


@pytest.mark.quick
async def test_a_board_whose_channel_was_deleted_comes_back(bot: RunningBot, ada: Person) -> None:
    board = await ada.press(await ada.command("general", "play", **PHOENIX), label="6")
    await bot.discord.delete_channel(int(board.channel))
    assert "1 move ·" in (await ada.command("patience", "board")).text
    await until_refused(bot, 10008)
    assert "1 move ·" in (await ada.command("dm", "board")).text


async def test_results_for_a_deleted_channel_are_given_up_and_others_are_posted(
    bot: RunningBot, ada: Person, caplog: pytest.LogCaptureFixture
) -> None:
    await bot.discord.delete_channel(int(ada.channel("daily")))
    await wants_posts(bot, TABLE.id, ada.channel("daily"))
    await wants_posts(bot, OWLS.id, ada.channel("lounge"))
    for _ in range(2):
        await post(bot)
    assert refused(bot) == [10003]
    [posted] = await ada.open("lounge")
    assert "16 November 2026" in posted.text
    [answer] = warnings_of(caplog)
    assert ada.channel("daily") in answer


async def test_results_for_a_server_without_the_bot_are_given_up_and_others_are_posted(
    bot: RunningBot, ada: Person, caplog: pytest.LogCaptureFixture
) -> None:
    # Once the bot has noted its removal, which it looks for at its start, it does not even try.
    await bot.client.wait_until_ready()
    await bot.announce(follow_guilds)
    await bot.discord.leave(TABLE.id)
    await wants_posts(bot, TABLE.id, ada.channel("daily"))
    await wants_posts(bot, OWLS.id, ada.channel("lounge"))
    for _ in range(2):
        await post(bot)
    assert refused(bot) == [50001]
    assert len(await ada.open("lounge")) == 1
    [answer] = warnings_of(caplog)
    assert ada.channel("daily") in answer


@pytest.mark.quick
async def test_a_game_outlives_the_removal_of_the_bot_from_its_server(
    bot: RunningBot, ada: Person
) -> None:
    board = await ada.press(await ada.command("patience", "play", **PHOENIX), label="6")
    await bot.discord.leave(TABLE.id)
    assert "0 moves ·" in (await ada.press(board, label="Undo")).text
    for elsewhere in ("patience", "lounge", "dm"):
        assert "0 moves ·" in (await ada.command(elsewhere, "board")).text


# Where the bot belongs to a person's account


async def test_all_can_be_played_in_a_server_where_the_bot_is_not(
    bot: RunningBot, ben: Person
) -> None:
    await bot.discord.leave(TABLE.id)
    await bot.restart()
    await ben.until_online()
    assert bot.client.get_guild(TABLE.id) is None
    await plays_everything(ben, "patience")
    assert f"<@{ben.id}>" in (await ben.command("patience", "daily board")).text
    assert "1 game" in (await ben.command("patience", "server")).text
    # Nothing is posted, which Discord would refuse.
    await bot.do_due()


async def test_all_can_be_played_in_a_group(bot: RunningBot, ada: Person, ben: Person) -> None:
    group = str(bot.discord.open_group(ada.id, ben.id).id)
    await plays_everything(ada, group)
    assert "for servers" in (await ada.command(group, "daily board")).text
    assert "Only servers have these statistics" in (await ada.command(group, "server")).text
    with pytest.raises(InteractionFailed, match="a group"):
        await ada.command(group, "setup")
    board = await ada.command(group, "play", **PHOENIX)
    await ben.open(group)
    assert "Type /play" in (await ben.press(board, label="6")).text


async def test_all_can_be_played_in_direct_messages(ada: Person) -> None:
    await plays_everything(ada, "dm")


async def test_a_server_without_the_bot_is_refused_as_a_place_for_posts(
    bot: RunningBot, ada: Person
) -> None:
    await bot.discord.leave(TABLE.id)
    page = await ada.command("patience", "setup")
    answer = await ada.select(
        page, [ada.channel("daily")], custom_id="patience:setup:daily_channel"
    )
    assert answer.ephemeral
    assert "Add it to this server" in answer.text


async def test_the_channel_of_the_day_has_its_first_message_as_soon_as_it_is_chosen(
    bot: RunningBot, ada: Person
) -> None:
    menu = "patience:setup:daily_channel"
    page = await ada.command("patience", "setup")
    chosen = await ada.select(page, [ada.channel("daily")], custom_id=menu)
    assert f"Today's message comes to <#{ada.channel('daily')}> at once" in chosen.text
    await post(bot)
    assert len(await ada.open("daily")) == 1
    chosen = await ada.select(chosen, [ada.channel("general")], custom_id=menu)
    assert f"Today's message stays in <#{ada.channel('daily')}>. The first in" in chosen.text
    await post(bot)
    assert len(await ada.open("general")) == 0


# Threads


async def test_a_board_in_a_thread_is_played_there(bot: RunningBot, ada: Person) -> None:
    thread = str((await bot.discord.open_thread(int(ada.channel("patience")), "a thread")).id)
    await plays_everything(ada, thread)
    assert all(message.channel == thread for message in await ada.open(thread))


async def test_channels_with_public_boards_include_their_threads(
    bot: RunningBot, ada: Person
) -> None:
    page = await ada.command("patience", "setup")
    await ada.select(page, [ada.channel("general")], custom_id="patience:setup:channels")
    within = await bot.discord.open_thread(int(ada.channel("general")), "inside")
    beside = await bot.discord.open_thread(int(ada.channel("patience")), "beside")
    assert not (await ada.command(str(within.id), "play", **PHOENIX)).ephemeral
    assert (await ada.command(str(beside.id), "board")).ephemeral


# Permissions


@pytest.mark.parametrize(
    ("denied", "permission"),
    [
        (VIEW_CHANNEL, "View Channel"),
        (SEND_MESSAGES, "Send Messages"),
        (SEND_MESSAGES | VIEW_CHANNEL, "View Channel"),
    ],
)
async def test_a_channel_that_denies_posting_is_refused_and_the_permission_named(
    bot: RunningBot, ada: Person, denied: int, permission: str
) -> None:
    await plays_yesterday(bot, TABLE.id)
    await bot.discord.deny(int(ada.channel("daily")), denied)
    page = await ada.command("patience", "setup")
    menu = "patience:setup:daily_channel"
    answer = await ada.select(page, [ada.channel("daily")], custom_id=menu)
    assert answer.ephemeral
    assert "\n" not in answer.text
    assert f"it needs the {permission} permission there" in answer.text
    assert set(refused(bot)) <= {50001}, "A channel that cannot be seen cannot be asked about."
    await post(bot)
    await bot.discord.deny(int(ada.channel("daily")), 0)
    await ada.select(page, [ada.channel("daily")], custom_id=menu)
    await post(bot)
    assert len(await ada.open("daily")) == 1


async def test_posting_needs_no_permission_but_to_see_the_channel_and_to_write(
    bot: RunningBot, ada: Person
) -> None:
    await plays_yesterday(bot, TABLE.id)
    needed = VIEW_CHANNEL | SEND_MESSAGES
    await bot.discord.deny(int(ada.channel("daily")), MEMBER_PERMISSIONS & ~needed)
    page = await ada.command("patience", "setup")
    await ada.select(page, [ada.channel("daily")], custom_id="patience:setup:daily_channel")
    for _ in range(2):
        await post(bot)
    [posted] = await ada.open("daily")
    # The picture in it needs one more.
    assert posted.attachments == []
    assert refused(bot) == [50013]


async def test_a_permission_taken_later_is_logged_and_the_post_given_up(
    bot: RunningBot, ada: Person, caplog: pytest.LogCaptureFixture
) -> None:
    await wants_posts(bot, TABLE.id, ada.channel("daily"))
    await bot.discord.deny(int(ada.channel("daily")), SEND_MESSAGES)
    for _ in range(2):
        await post(bot)
    assert refused(bot) == [50013]
    [answer] = warnings_of(caplog)
    assert "may not post" in answer
    assert ada.channel("daily") in answer


async def test_answers_need_no_permission(bot: RunningBot, ada: Person) -> None:
    everything = VIEW_CHANNEL | SEND_MESSAGES | ATTACH_FILES | SEND_IN_THREADS
    await bot.discord.deny(int(ada.channel("patience")), everything)
    thread = await bot.discord.open_thread(int(ada.channel("patience")), "a thread")
    await plays_everything(ada, "patience")
    board = await ada.command(str(thread.id), "play", **PHOENIX)
    assert "1 move ·" in (await ada.press(board, label="6")).text


async def test_the_bot_asks_for_guilds_and_no_privileged_intent(bot: RunningBot) -> None:
    guilds = 1 << 0
    assert bot.discord.gateway.intents == guilds
