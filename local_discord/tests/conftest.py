"""A local Discord, the demo bot connected to it, and Ada at its page.

Hypothesis draws the same examples whenever `CI` is set.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator

import pytest
from hypothesis import settings

from local_discord import LocalDiscord
from local_discord.rate_limits import UNLIMITED
from local_discord.testing import Person
from local_discord.testing.discord_py import running
from local_discord.tests.clock import Clock
from local_discord.tests.demo_bot import DemoBot
from local_discord.tests.raw_client import RawClient, raw_client

settings.register_profile("patient", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("patient")

pytest_plugins = ["local_discord.pytest_plugin"]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord() as discord_here:
        # Rate limits have tests of their own.
        discord_here.limits = UNLIMITED
        discord_here.gateway.session_start_limit.seconds = 0
        yield discord_here


@pytest.fixture
async def bot(local: LocalDiscord) -> AsyncIterator[DemoBot]:
    client = DemoBot()
    async with running(client, local):
        yield client


@pytest.fixture
async def ada(local: LocalDiscord, bot: DemoBot) -> AsyncIterator[Person]:
    async with Person.connect(local.page_url, "Ada") as person:
        await person.until_online()
        yield person


@pytest.fixture
async def raw(local: LocalDiscord) -> AsyncIterator[RawClient]:
    async with raw_client(local) as client:
        yield client
