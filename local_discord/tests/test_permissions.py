"""Roles, overwrites and categories, and what members may do by them."""

from __future__ import annotations

import pytest

from local_discord import LocalDiscord
from local_discord.fixtures import (
    APP_PERMISSIONS,
    APPLICATION_ID,
    ATTACH_FILES,
    GUILDS,
    MANAGE_GUILD,
    MEMBER_PERMISSIONS,
    OWNER_PERMISSIONS,
    SEND_MESSAGES,
    USE_COMMANDS,
    USERS,
    VIEW_CHANNEL,
)
from local_discord.payload import Payload, payload_of, payloads_of
from local_discord.permissions import user_permissions
from local_discord.roles import (
    ADMINISTRATOR,
    ALL_PERMISSIONS,
    OF_MEMBER,
    OF_ROLE,
    Overwrite,
    with_overwrites,
)
from local_discord.testing import InteractionFailed, Person
from local_discord.tests.raw_client import RawClient

TABLE, OWLS = (guild.id for guild in GUILDS)
PATIENCE, GENERAL, DAILY = (channel.id for channel in GUILDS[0].channels)
ADA, BEN, *_ = USERS
COMMANDS = f"/applications/{APPLICATION_ID}/commands"
SEE, WRITE, FILES = VIEW_CHANNEL, SEND_MESSAGES, ATTACH_FILES
EVERYONE, RED, BLUE, ME = 1, 2, 3, 4


def granted(local: LocalDiscord, channel_id: int = PATIENCE) -> int:
    """Ben's permissions in a channel."""
    return user_permissions(local.state, BEN, local.state.channel(channel_id))


def of_role(*, allow: int = 0, deny: int = 0) -> Overwrite:
    return Overwrite(OF_ROLE, allow, deny)


@pytest.mark.parametrize(
    ("overwrites", "expected"),
    [
        ({}, SEE | WRITE),
        ({EVERYONE: of_role(deny=WRITE)}, SEE),
        ({EVERYONE: of_role(allow=FILES, deny=WRITE)}, SEE | FILES),
        ({EVERYONE: of_role(deny=WRITE), RED: of_role(allow=WRITE)}, SEE | WRITE),
        ({EVERYONE: of_role(allow=FILES), RED: of_role(deny=FILES)}, SEE | WRITE),
        # What one role allows, another one's denial does not take.
        ({RED: of_role(deny=WRITE), BLUE: of_role(allow=WRITE)}, SEE | WRITE),
        ({RED: of_role(allow=WRITE), ME: Overwrite(OF_MEMBER, deny=WRITE)}, SEE),
        ({RED: of_role(deny=WRITE), ME: Overwrite(OF_MEMBER, allow=WRITE)}, SEE | WRITE),
        ({9: of_role(deny=SEE)}, SEE | WRITE),
    ],
)
def test_overwrites_count_in_discords_order(
    overwrites: dict[int, Overwrite], expected: int
) -> None:
    assert with_overwrites(SEE | WRITE, overwrites, EVERYONE, [RED, BLUE], ME) == expected


def test_administrators_have_all_permissions_whatever_a_channel_denies() -> None:
    denied = {EVERYONE: of_role(deny=SEE)}
    assert with_overwrites(ADMINISTRATOR, denied, EVERYONE, [], ME) == ALL_PERMISSIONS


async def test_a_members_permissions_are_those_of_all_their_roles(local: LocalDiscord) -> None:
    assert granted(local) == MEMBER_PERMISSIONS
    steward = await local.add_role(TABLE, "Steward", MANAGE_GUILD)
    local.give_roles(TABLE, BEN.id, steward)
    assert granted(local) == MEMBER_PERMISSIONS | MANAGE_GUILD
    await local.change_role(TABLE, TABLE, VIEW_CHANNEL)
    assert granted(local) == VIEW_CHANNEL | MANAGE_GUILD
    assert granted(local, GUILDS[1].channels[0].id) == MEMBER_PERMISSIONS
    local.give_roles(TABLE, BEN.id)
    assert granted(local) == VIEW_CHANNEL


async def test_an_owner_and_an_administrator_have_all_permissions(local: LocalDiscord) -> None:
    await local.overwrite(PATIENCE, TABLE, deny=MEMBER_PERMISSIONS)
    local.give_roles(TABLE, BEN.id, await local.add_role(TABLE, "Admin", ADMINISTRATOR))
    assert granted(local) == ALL_PERMISSIONS
    assert user_permissions(local.state, ADA, local.state.channel(PATIENCE)) == OWNER_PERMISSIONS


async def test_a_role_that_may_not_see_a_channel_keeps_the_bot_out(
    local: LocalDiscord, raw: RawClient
) -> None:
    path = f"/channels/{PATIENCE}/messages"
    await local.overwrite(PATIENCE, TABLE, deny=VIEW_CHANNEL)
    assert (await raw.request("POST", path, {"content": "Hello"})).code == 50001
    await local.overwrite(PATIENCE, APPLICATION_ID, allow=VIEW_CHANNEL)
    assert (await raw.request("POST", path, {"content": "Hello"})).status == 200
    await local.overwrite(PATIENCE, TABLE, deny=SEND_MESSAGES)
    assert (await raw.request("POST", path, {"content": "Hello"})).code == 50013


async def test_the_bot_has_a_role_of_its_own(local: LocalDiscord, raw: RawClient) -> None:
    member = await raw.request("GET", f"/guilds/{TABLE}/members/{APPLICATION_ID}")
    guild = await raw.request("GET", f"/guilds/{TABLE}")
    [own] = [one for one in payloads_of(guild.body["roles"]) if [one["id"]] == member.body["roles"]]
    assert payload_of(own["tags"])["bot_id"] == str(APPLICATION_ID)
    assert own["managed"]
    assert own["permissions"] == str(APP_PERMISSIONS)
    assert local.state.permissions(local.state.channel(PATIENCE), APPLICATION_ID) == APP_PERMISSIONS


async def test_channels_keep_to_their_category_until_they_are_changed(local: LocalDiscord) -> None:
    club = await local.add_category(TABLE, "Club")
    await local.overwrite(club.id, TABLE, deny=SEND_MESSAGES)
    for channel in (PATIENCE, GENERAL):
        await local.move_channel(channel, club)
    assert not granted(local, PATIENCE) & SEND_MESSAGES
    steward = await local.add_role(TABLE, "Steward", 0)
    local.give_roles(TABLE, BEN.id, steward)
    await local.overwrite(GENERAL, steward.id, allow=SEND_MESSAGES)
    await local.overwrite(club.id, TABLE, deny=ATTACH_FILES)
    assert granted(local, PATIENCE) == MEMBER_PERMISSIONS & ~ATTACH_FILES
    # This one is not synced any more.
    assert granted(local, GENERAL) == MEMBER_PERMISSIONS
    assert granted(local, DAILY) == MEMBER_PERMISSIONS


async def test_a_bot_is_sent_roles_categories_and_overwrites(
    local: LocalDiscord, raw: RawClient
) -> None:
    await raw.identify()
    steward = await local.add_role(TABLE, "Steward", MANAGE_GUILD)
    created = await raw.event("GUILD_ROLE_CREATE")
    assert (created["guild_id"], payload_of(created["role"])["name"]) == (str(TABLE), "Steward")
    await local.change_role(TABLE, steward.id, 0)
    changed = await raw.event("GUILD_ROLE_UPDATE")
    assert payload_of(changed["role"])["permissions"] == "0"
    club = await local.add_category(TABLE, "Club")
    assert (await raw.event("CHANNEL_CREATE"))["type"] == 4
    await local.move_channel(PATIENCE, club)
    assert (await raw.event("CHANNEL_UPDATE"))["parent_id"] == str(club.id)
    await local.overwrite(club.id, steward.id, allow=SEND_MESSAGES)
    events = [await raw.event("CHANNEL_UPDATE") for _ in range(2)]
    assert [one["id"] for one in events] == [str(club.id), str(PATIENCE)]
    [overwrite] = payloads_of(events[1]["permission_overwrites"])
    assert overwrite == {"id": str(steward.id), "type": 0, "allow": "2048", "deny": "0"}


@pytest.fixture
async def registered(raw: RawClient) -> None:
    wanted: dict[str, str | None] = {
        "open": None,
        "setup": str(MANAGE_GUILD),
        "both": str(MANAGE_GUILD | ATTACH_FILES),
        "nobody": "0",
    }
    commands: list[Payload] = [
        {"name": name, "description": "Do", "default_member_permissions": permissions}
        for name, permissions in wanted.items()
    ]
    assert (await raw.request("PUT", COMMANDS, commands)).status == 200


async def refused(person: Person, command: str, channel: str = "patience") -> bool:
    """Whether Discord refuses a command; the bot is not connected."""
    with pytest.raises(InteractionFailed) as failed:
        await person.command(channel, command)
    return "permission" in str(failed.value)


NAMES = ("open", "setup", "both", "nobody")


@pytest.mark.usefixtures("registered")
async def test_a_command_is_for_members_with_all_of_its_permissions(local: LocalDiscord) -> None:
    async with Person.connect(local.page_url, "Ben") as ben:
        assert [await refused(ben, name) for name in NAMES] == [False, True, True, True]
        local.give_roles(TABLE, BEN.id, await local.add_role(TABLE, "S", MANAGE_GUILD))
        assert [await refused(ben, name) for name in NAMES] == [False, False, False, True]
        await local.overwrite(PATIENCE, BEN.id, deny=ATTACH_FILES)
        assert [await refused(ben, name) for name in NAMES] == [False, False, True, True]
        local.give_roles(TABLE, BEN.id, await local.add_role(TABLE, "A", ADMINISTRATOR))
        assert [await refused(ben, name) for name in NAMES] == [False] * 4


@pytest.mark.usefixtures("registered")
async def test_a_server_may_open_a_command_to_every_member(local: LocalDiscord) -> None:
    async with Person.connect(local.page_url, "Ben") as ben:
        local.open_command(TABLE, "setup")
        assert [await refused(ben, name) for name in NAMES] == [False, False, True, True]


@pytest.mark.usefixtures("registered")
async def test_in_direct_messages_and_for_an_app_on_an_account_anybody_has_its_commands(
    local: LocalDiscord,
) -> None:
    async with Person.connect(local.page_url, "Ben") as ben:
        assert not await refused(ben, "setup", "dm")
        await local.leave(OWLS)
        assert not await refused(ben, "setup", "lounge")


async def test_a_command_of_a_menu_is_for_members_with_its_permissions(
    local: LocalDiscord, raw: RawClient
) -> None:
    warn = {"name": "Warn", "type": 2, "default_member_permissions": str(MANAGE_GUILD)}
    assert (await raw.request("POST", COMMANDS, warn)).status == 201
    async with Person.connect(local.page_url, "Ben") as ben:
        with pytest.raises(InteractionFailed, match="permission to use"):
            await ben.menu("patience", "Warn", ADA.id)


@pytest.mark.usefixtures("registered")
async def test_without_the_permission_for_commands_there_are_none(local: LocalDiscord) -> None:
    async with Person.connect(local.page_url, "Ben") as ben:
        await local.overwrite(PATIENCE, TABLE, deny=USE_COMMANDS)
        assert await refused(ben, "open")
