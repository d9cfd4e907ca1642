"""Unusual names ping nobody, break no message, and can be drawn on cards."""

from __future__ import annotations

import io
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from PIL import Image

from bot.chat.responding.mentions import readable
from bot.images import ImageRenderer
from bot.models.daily import DailyDeal
from bot.store.daily.daily import save_daily_deal
from bot.store.preferences import Owner, save_preferences
from engine import deal, solve
from local_discord.fixtures import GUILDS, USERS
from local_discord.testing import Message, Person
from tests.e2e.clocks import NOON, Clock
from tests.e2e.daily.daily_deals import days_of, prove_nothing
from tests.e2e.messages import called, choose, statistics
from tests.e2e.play.winning import finished
from tests.e2e.running_bot import RunningBot, running_patience

LINE = solve(deal("saratoga", 42).board).moves
NAMES = {
    "right to left": "\u202eadA\u2066\u202d",
    "arabic": "عبد الرحمن",
    "zalgo": "Z" + "\u0335\u0321\u0489" * 10 + "a",
    "only marks": "\u0335" * 32,
    "emoji": "🃏👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿🇩🇪",
    "markdown": "**_~~||`[a](http://b.c)`||~~_**",
    "heading": "# a\n> b\n```c```",
    "mentions": "@everyone @here <@&1> <#2>",
    "blank": "\u3164\u200b\u2800 \u00ad",
    "long": "W" * 32,
    "chinese": "李明" * 16,
    "fancy": "𝓐𝓭𝓪 ﷽",
    "placeholder": "{player} %s {0}",
}


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_file: Path, clock: Clock
) -> AsyncIterator[RunningBot]:
    """A bot whose daily deal is won in few moves, and so is tomorrow's."""
    async with running_patience(
        images, migrated_file, days=days_of(prove_nothing, clock), clock=clock
    ) as bot:
        for day in (NOON.date(), NOON.date() + timedelta(days=1)):
            deal_of_day = DailyDeal(day, "saratoga", 42, 1, len(LINE))
            await save_daily_deal(bot.database, deal_of_day, NOON)
        yield bot


@pytest.fixture(
    params=[
        pytest.param(name, id=kind, marks=[] if kind == "mentions" else [pytest.mark.slow])
        for kind, name in NAMES.items()
    ]
)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def ada(bot: RunningBot, name: str) -> AsyncIterator[Person]:
    """Ada, renamed."""
    bot.discord.state.users[USERS[0].id] = replace(USERS[0], name=name)
    async with Person.connect(bot.discord.page_url) as person:
        await person.until_online()
        assert person.name == name
        yield person


async def won(bot: RunningBot, person: Person) -> Message:
    """Play the daily deal to its end, the last move in chat."""
    await person.command("patience", "daily play")
    return await finished(bot, person, LINE)


def calls_nobody(message: Message) -> bool:
    return called(message) == set() and not message.raw["mention_everyone"]


def is_clean(text: str, name: str) -> None:
    """Whether a text has a name as it can be read, and nothing that disturbs what follows."""
    assert readable(name) in text
    assert not set(text) & set("\u202e\u202d\u2066\u200b\u3164\u2800\u00ad")
    assert not re.search("[\u0300-\u036f\u0483-\u0489]{3}", text)


async def test_forms_and_descriptions_of_pictures_have_names_as_they_can_be_read(
    ada: Person, ben: Person, name: str
) -> None:
    form = await ben.menu_for_modal("patience", "Challenge", ada.id)
    is_clean(form.title, name[:20])
    profile = await ada.command("patience", "profile")
    is_clean(profile.alt, name)


async def test_a_card_of_a_win_is_drawn_for_any_name(
    bot: RunningBot, ada: Person, name: str
) -> None:
    card = await ada.press(await won(bot, ada), label="Share")
    picture = Image.open(io.BytesIO(await card.picture()))
    assert picture.width / picture.height > 1.2
    assert card.text == f"<@{ada.id}> won the daily deal of 16 November 2026: Saratoga."
    is_clean(card.alt, name)
    assert "won" in card.alt.lower()
    assert calls_nobody(card)


async def test_results_statistics_and_leaderboards_name_players_without_pings(
    bot: RunningBot, ada: Person, ben: Person, name: str
) -> None:
    chosen = {"daily_channel": ada.channel("daily")}
    await save_preferences(bot.database, Owner.GUILD, GUILDS[0].id, chosen)
    result = await choose(ada, await won(bot, ada), "My result")
    shared = await ada.press(result, label="Share")
    listing = [
        shared,
        await ben.command("patience", "daily board"),
        await ben.command("patience", "server"),
    ]
    await bot.do_due()
    await bot.do_due(after=timedelta(days=1))
    results = (await ben.open("daily"))[0]
    for message in listing:
        assert f"<@{ada.id}>" in message.text
    assert f"🥇 <@{ada.id}>" in results.text
    assert results.raw["edited_timestamp"], "An edit pings nobody."
    for message in (
        *listing,
        result,
        await statistics(ada, "patience"),
        await statistics(ben, "patience", player=str(ada.id)),
        await ada.command("patience", "help"),
        await ada.command("patience", "board"),
    ):
        assert name not in message.text
        assert calls_nobody(message)


@pytest.mark.quick
async def test_quoted_input_pings_nobody(bot: RunningBot, ben: Person) -> None:
    typed = f"@everyone <@{USERS[0].id}> **@here**"
    options = {"play": "game", "type move": "play"}
    options |= dict.fromkeys(("games", "resume", "profile"), "game")
    for command, option in options.items():
        answer = await ben.command("patience", command, **{option: typed})
        assert answer.ephemeral
        assert "**" not in answer.text.replace("\\*", "")
        assert calls_nobody(answer)
