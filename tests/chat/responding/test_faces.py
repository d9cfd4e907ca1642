"""Faces: whom Discord does not know is asked for once, and leaves a picture to the others."""

from __future__ import annotations

import discord

from bot.chat.responding.faces import Faces
from local_discord import LocalDiscord
from local_discord.fixtures import USERS
from local_discord.testing.discord_py import pointed_at

_UNKNOWN_USER = 10013
_DELETED = 1


async def test_whoever_is_unknown_is_asked_for_once_and_the_others_have_their_faces() -> None:
    ada, faces = USERS[0].id, Faces()
    async with LocalDiscord() as local:
        local.state.set_avatar(ada, b"a picture")
        with pointed_at(local):
            async with discord.Client(intents=discord.Intents.none()) as client:
                await client.login("local")
                for _ in range(2):
                    assert await faces.of(client, [_DELETED, ada]) == {ada: b"a picture"}
        assert [refused.code for refused in local.refusals] == [_UNKNOWN_USER]
