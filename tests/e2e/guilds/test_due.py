"""What is due is looked at once and shown in one message, whatever fails on the way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.chat.responding.context import PatienceBot
from bot.chat.responding.loop import Again
from bot.chat.responding.replies import Reply, text_reply
from bot.chat.responding.surface import Post
from bot.errors import StoreError
from bot.images import ImageRenderer
from bot.models.due import Due, Subject
from bot.models.places import Place
from bot.service.due import CLAIM, LONGEST_PAUSE, DueList, Posts
from bot.store.due.due import touch
from bot.tasks import cancel_and_wait
from local_discord.fault_injection import Refused
from local_discord.fixtures import GUILDS, USERS
from local_discord.message import Message
from tests.e2e.clocks import NOON, Clock
from tests.e2e.running_bot import RunningBot, do_due, quiet, running_patience
from tests.waiting import until

GUILD = GUILDS[0]
ADA = USERS[0]
PLACE = Place(GUILD.channels[0].id, GUILD.id)
SUBJECT = Subject("note", 1)


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_file: Path, clock: Clock
) -> AsyncIterator[RunningBot]:
    """A bot with a handler of notes, which shows each in the same words."""
    async with running_patience(images, migrated_file, clock=clock) as running:
        running.client.due.handlers["note"] = Notes()
        yield running


class Notes:
    """A handler that does as a test says.

    Attributes:
        text: what it shows.
        fails: what it raises, by the subject's id.
        takes_for_ever: whether it comes to no end.
        asked: whom it was asked about, in order.
    """

    def __init__(self) -> None:
        self.text = "A note"
        self.state = ""
        self.pings: tuple[int, ...] = ()
        self.stays = False
        self.fails: dict[int, Exception] = {}
        self.takes_for_ever = False
        self.asked: list[int] = []

    async def __call__(self, _bot: PatienceBot, due: Due) -> Post | Again | None:
        self.asked.append(due.subject.id)
        if self.takes_for_ever:
            await asyncio.Event().wait()
        if due.subject.id in self.fails:
            raise self.fails[due.subject.id]
        reply = Reply(text_reply(self.text).view, pings=self.pings)
        return Post(PLACE, reply, state=self.state, stays=self.stays)


def notes(bot: RunningBot) -> Notes:
    handler = bot.client.due.handlers["note"]
    assert isinstance(handler, Notes)
    return handler


async def have_due(bot: RunningBot, subject: Subject = SUBJECT) -> None:
    async with bot.database.transaction() as connection:
        await touch(connection, subject, NOON, guild=GUILD.id)


async def show(bot: RunningBot) -> None:
    await have_due(bot)
    await bot.do_due()


def messages(bot: RunningBot) -> list[Message]:
    return bot.discord.state.messages(PLACE.channel_id)


def texts(bot: RunningBot) -> list[str]:
    return [str(one.components) for one in messages(bot)]


async def test_the_loop_shows_what_is_touched_without_being_asked(bot: RunningBot) -> None:
    await have_due(bot)
    await until(lambda: messages(bot))
    assert "A note" in texts(bot)[0]


async def test_what_is_stopped_before_it_is_shown_is_shown_at_once_by_the_next(
    bot: RunningBot,
) -> None:
    async with quiet(bot.client):
        await have_due(bot)
        notes(bot).takes_for_ever = True
        work = asyncio.create_task(do_due(bot.client))
        await until(lambda: notes(bot).asked)
        await cancel_and_wait([work])
        notes(bot).takes_for_ever = False
        await do_due(bot.client)
    assert "A note" in texts(bot)[0]


@pytest.mark.parametrize(
    "error", [KeyError("x"), RuntimeError("x"), StoreError("x"), TimeoutError(), OSError("x")]
)
async def test_whatever_a_handler_raises_the_next_subject_is_shown_and_it_is_tried_again(
    bot: RunningBot, error: Exception
) -> None:
    notes(bot).fails[1] = error
    await have_due(bot, Subject("note", 1))
    await have_due(bot, Subject("note", 2))
    await until(lambda: len(messages(bot)) == 1)
    await bot.do_due()
    notes(bot).fails.clear()
    await bot.do_due(after=LONGEST_PAUSE)
    assert len(messages(bot)) == 2


async def test_a_kind_that_nobody_handles_is_kept_for_a_process_that_does(
    bot: RunningBot, caplog: pytest.LogCaptureFixture
) -> None:
    await have_due(bot, Subject("unheard-of", 1))
    await until(lambda: "unheard-of" in caplog.text)
    bot.client.due.handlers["unheard-of"] = Notes()
    await bot.do_due(after=LONGEST_PAUSE)
    assert len(messages(bot)) == 1


async def test_a_subject_is_edited_in_its_message_and_one_that_is_shown_already_is_not(
    bot: RunningBot,
) -> None:
    await show(bot)
    notes(bot).text, notes(bot).state = "Another note", "changed"
    await show(bot)
    notes(bot).text = "The same by its state"
    await show(bot)
    [text] = texts(bot)
    assert "Another note" in text


async def test_what_pings_takes_the_place_of_the_message_before(bot: RunningBot) -> None:
    await show(bot)
    before = messages(bot)[0].id
    notes(bot).text, notes(bot).pings = f"<@{ADA.id}>", (ADA.id,)
    await show(bot)
    [after] = messages(bot)
    assert after.id != before
    assert ADA.id in after.mentioned


async def test_a_message_that_stays_does_not_come_back_once_it_was_deleted(
    bot: RunningBot,
) -> None:
    await show(bot)
    bot.discord.state.delete(messages(bot)[0])
    notes(bot).stays = True
    for text in ("One", "Two"):
        notes(bot).text = text
        await show(bot)
    assert messages(bot) == []
    shown = await bot.services[Posts].find(SUBJECT)
    assert shown is not None
    assert shown.message_id is None
    bot.discord.refusals.clear()


async def test_a_message_comes_once_although_the_process_dies_before_it_is_saved(
    bot: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def die(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(DueList, "finish", die)
        await have_due(bot)
        await until(lambda: messages(bot))
        await bot.do_due()
    bot.client.due._unsaved.clear()
    await bot.do_due(after=CLAIM)
    assert len(messages(bot)) == 1
    assert await bot.services[Posts].find(SUBJECT) is not None


async def test_a_message_that_could_not_be_saved_is_not_sent_again(
    bot: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise StoreError("away")

    with monkeypatch.context() as patch:
        patch.setattr(DueList, "finish", fail)
        await have_due(bot)
        await until(lambda: messages(bot))
        await bot.do_due()
    await bot.do_due(after=timedelta(hours=1))
    assert notes(bot).asked == [1]
    assert len(messages(bot)) == 1


async def test_what_discord_refuses_for_good_is_done(bot: RunningBot) -> None:
    bot.client.due.handlers["note"] = _elsewhere
    await show(bot)
    bot.discord.refusals.clear()
    async with bot.database.transaction() as connection:
        await touch(connection, Subject("note", 2), NOON, guild=GUILD.id)
    await bot.do_due()
    assert messages(bot) == []
    bot.discord.refusals.clear()


async def _elsewhere(_bot: PatienceBot, _due: Due) -> Post:
    return Post(Place(12345, GUILD.id), text_reply("Nobody reads this."))


async def test_without_discord_the_others_wait_after_three_failures(
    bot: RunningBot, caplog: pytest.LogCaptureFixture
) -> None:
    async with quiet(bot.client):
        for number in range(9):
            await have_due(bot, Subject("note", number))
        async with bot.discord.outage():
            await do_due(bot.client)
    assert len(notes(bot).asked) < 9
    assert messages(bot) == []
    await bot.advance(LONGEST_PAUSE)
    bot.client.due.forgive()
    await bot.do_due()
    assert len(messages(bot)) == 9


async def test_a_message_that_discord_takes_for_spam_makes_the_others_wait(bot: RunningBot) -> None:
    path = f"/channels/{PLACE.channel_id}/messages"
    async with quiet(bot.client):
        bot.discord.inject(Refused(20026), path_contains=path)
        await have_due(bot)
        await do_due(bot.client)
        await have_due(bot, Subject("note", 2))
        await do_due(bot.client)
        assert messages(bot) == []
    await bot.advance(LONGEST_PAUSE)
    bot.client.due.forgive()
    await bot.do_due()
    assert len(messages(bot)) == 2
    bot.discord.refusals.clear()
