"""The table within Discord: who is let in there, and where a link takes its place."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping

import pytest
from aiohttp import ClientSession

from bot.images import ImageRenderer
from bot.models.places import Place
from bot.service.play.games import Games
from bot.service.players.names import Names
from bot.service.tables import Sitting, Tables
from local_discord.fault_injection import HttpError, Refused
from local_discord.fixtures import APPLICATION_ID, USE_EMBEDDED_ACTIVITIES
from local_discord.payload import Payload, text_of
from local_discord.testing import Message
from tests.e2e.play.tables import serving_tables
from tests.e2e.player import Player
from tests.e2e.running_bot import RunningBot


@pytest.fixture
async def activity(bot: RunningBot, images: ImageRenderer) -> AsyncIterator[Tables]:
    """The bot's tables, which are its Activity."""
    async with serving_tables(bot, images, activity=True) as tables:
        yield tables


async def code_of(player: Player) -> str:
    """A code that Discord gives a player's page."""
    application = {"client_id": str(APPLICATION_ID), "response_type": "code"}
    return text_of((await player.rpc("AUTHORIZE", **application, scope=["identify"]))["code"])


async def enter(
    tables: Tables, code: object, instance: Payload, *, accepts: str = "en"
) -> tuple[int, Mapping[str, str]]:
    """What the server says to a code within an instance."""
    proof = {"code": code, "instance": instance["instance_id"]}
    headers = {"Accept-Language": accepts}
    async with ClientSession() as http:
        url = f"{tables.url}/session"
        async with http.post(url, json=proof, headers=headers) as answer:
            said: Mapping[str, str] = await answer.json() if answer.status != 503 else {}
            return answer.status, said


def link_in(message: Message) -> list[object]:
    """The addresses in a message."""
    return [one["url"] for one in message.components if "url" in one]


@pytest.mark.quick
async def test_whoever_launches_a_table_plays_their_game_there(
    bot: RunningBot, ada: Player, activity: Tables
) -> None:
    first = await ada.command("patience", "play", game="klondike", deal="11")
    await ada.command("patience", "play", game="spider", deal="5")
    instance = await ada.press_for_activity(first, label="Table")
    assert (await bot.services[Games].active(ada.id)).game.rules.id == "klondike"
    status, entered = await enter(activity, await code_of(ada), instance)
    assert status == 200
    assert (await activity.sitting(entered["session"])).player == ada.id
    await ada.rpc("AUTHENTICATE", access_token=entered["token"])


async def test_whoever_comes_without_a_game_is_dealt_one_where_they_are(
    bot: RunningBot, ben: Player, activity: Tables
) -> None:
    instance = await ben.launch("general")
    await enter(activity, await code_of(ben), instance)
    dealt = await bot.services[Games].active(ben.id)
    guild = bot.discord.state.channel(int(ben.channel("general"))).guild_id
    assert (await bot.services[Names].of([ben.id]))[ben.id] == "ben"
    assert (dealt.game.rules.id, dealt.place) == (
        "klondike",
        Place(int(ben.channel("general")), guild),
    )


@pytest.mark.quick
async def test_nobody_is_let_in_whom_discord_does_not_say_is_there(
    bot: RunningBot, ada: Player, ben: Player, activity: Tables
) -> None:
    there = await ada.launch("general")
    elsewhere = await ben.launch("daily")
    code = await code_of(ada)
    assert (await enter(activity, code, there))[0] == 200
    for bad in (code, "forged", "", 7, None):
        status, said = await enter(activity, bad, there, accepts="de")
        assert (status, "bestätigt nicht" in said["said"]) == (401, True)
    gone = there | {"instance_id": "i-1-gc-1-1"}
    outside = there | {"instance_id": "../@me"}
    for instance in (elsewhere, gone, outside):
        assert (await enter(activity, await code_of(ada), instance))[0] == 401
    bot.discord.refusals.clear()


async def test_while_discord_fails_a_page_is_told_to_come_back(
    bot: RunningBot, ada: Player, activity: Tables
) -> None:
    instance = await ada.launch("general")
    bot.discord.inject(HttpError(500), 1, path_contains="/oauth2/token")
    assert (await enter(activity, await code_of(ada), instance))[0] == 503
    assert (await enter(activity, await code_of(ada), instance))[0] == 200


async def test_a_wrong_secret_does_not_use_up_what_discord_allows(
    bot: RunningBot, ada: Player, activity: Tables, caplog: pytest.LogCaptureFixture
) -> None:
    bot.discord.grants.secret = "another"
    instance = await ada.launch("general")
    for _ in range(3):
        assert (await enter(activity, await code_of(ada), instance))[0] == 503
    assert [refusal.path for refusal in bot.discord.refusals] == ["/oauth2/token"]
    assert "401" in caplog.text
    bot.discord.refusals.clear()


async def test_where_a_table_cannot_be_launched_a_link_leads_there(
    bot: RunningBot, ben: Player, activity: Tables
) -> None:
    board = await ben.command("general", "play", game="klondike", deal="11")
    bot.discord.inject(Refused(50035), 1, path_contains="/callback")
    assert link_in(await ben.press(board, label="Table"))
    activity.arrive(ben.id, "")
    await bot.discord.deny_user(int(ben.channel("general")), ben.id, USE_EMBEDDED_ACTIVITIES)
    assert link_in(await ben.press(board, label="Table"))


async def test_who_presses_again_as_no_table_has_opened_gets_a_link(
    bot: RunningBot, ben: Player, activity: Tables
) -> None:
    board = await ben.command("general", "play", game="klondike", deal="11")
    await ben.press_for_activity(board, label="Table")
    assert link_in(await ben.press(board, label="Table"))
    instance = await ben.press_for_activity(board, label="Table")
    await enter(activity, await code_of(ben), instance)
    await ben.press_for_activity(board, label="Table")


async def test_only_our_page_and_discords_may_connect(activity: Tables) -> None:
    async with ClientSession() as http:
        for origin, status in (
            (f"https://{APPLICATION_ID}.discordsays.com", 101),
            ("null", 101),
            (activity.url, 101),
            ("https://1.discordsays.com", 403),
            ("https://elsewhere.example", 403),
        ):
            headers = {"Origin": origin, "Connection": "Upgrade", "Upgrade": "websocket"}
            headers |= {"Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "A" * 22 + "=="}
            async with http.get(f"{activity.url}/ws", headers=headers) as answer:
                assert (origin, answer.status) == (origin, status)


async def test_who_joins_a_channels_board_within_discord_sits_at_it_too(
    bot: RunningBot, ada: Player, ben: Player, activity: Tables
) -> None:
    board = await ada.command("patience", "together", game="klondike", mode="free")
    instance = await ada.press_for_activity(board, label="Table")

    async def sitting(player: Player, where: Payload) -> Sitting:
        status, entered = await enter(activity, await code_of(player), where)
        assert status == 200
        return await activity.sitting(entered["session"])

    shared = (await sitting(ada, instance)).owner
    assert shared != ada.id
    assert await sitting(ben, await ben.launch("patience")) == Sitting(ben.id, shared)
    # The page may be loaded again; an own board stays one's own.
    assert await sitting(ada, instance) == Sitting(ada.id, shared)
    own = await ben.command("patience", "play", game="klondike", deal="11")
    again = await ben.press_for_activity(own, label="Table")
    assert again["instance_id"] == instance["instance_id"]
    assert await sitting(ben, again) == Sitting(ben.id, ben.id)


async def test_a_channels_board_is_not_taken_to_another_channel(
    bot: RunningBot, ada: Player, ben: Player, activity: Tables
) -> None:
    board = await ada.command("patience", "together", game="klondike", mode="free")
    await ada.press_for_activity(board, label="Table")
    elsewhere = await ada.launch("general")
    for player in (ada, ben):
        await player.launch("general")
        _status, entered = await enter(activity, await code_of(player), elsewhere)
        assert not (await activity.sitting(entered["session"])).is_shared


async def test_one_of_several_processes_gives_a_link_to_a_channels_board(
    bot: RunningBot, ada: Player, activity: Tables
) -> None:
    activity.is_alone = False
    board = await ada.command("patience", "together", game="klondike", mode="free")
    assert link_in(await ada.press(board, label="Table"))
