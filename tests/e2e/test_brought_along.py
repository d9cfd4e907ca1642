"""Players who bring the bot along to a server that does not have it, and what others see of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import select

from bot.chat.play import boards
from bot.chat.responding import responses
from bot.chat.responding.context import Context
from bot.images import DrawingCrowded, DrawingFailed, ImageRenderer
from bot.models.contest_deals import ContestKind
from bot.models.daily import DailyDeal
from bot.service.contests.races import COUNTDOWN
from bot.service.preferences import PreferenceService
from bot.store.contests.schema import contests
from bot.store.daily.daily import save_daily_deal
from local_discord.enums import EphemeralityReason, OptionType
from local_discord.fixtures import (
    GUILDS,
    SEND_IN_THREADS,
    SEND_MESSAGES,
    USE_EXTERNAL_APPS,
    USERS,
)
from local_discord.payload import Payload, payloads_of, text_of
from local_discord.testing import InteractionFailed, Message, Person
from rendering import Picture, Scene, Style
from tests.e2e.clocks import NOON, Clock
from tests.e2e.contests.race_tables import DEAL, GAME, LINE, prepare_deal, win
from tests.e2e.daily.daily_deals import days_of, prove_nothing
from tests.e2e.messages import choose, labels
from tests.e2e.player import moves_on
from tests.e2e.running_bot import RunningBot, running_patience
from tests.waiting import until

TABLE: Final = GUILDS[0]
PATIENCE: Final = TABLE.channels[0].id
CHIYO: Final = USERS[2].id

NOT_STARTED: Final = "No race was started."
NOBODY: Final = "Only you can see this:"
APPS: Final = "Ask somebody who manages it to add Patience"
WRITE: Final = "you cannot send messages in this channel"


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_file: Path, clock: Clock
) -> AsyncIterator[RunningBot]:
    """A bot that is not in The Card Table, whose members have it on their accounts."""
    async with running_patience(
        images, migrated_file, days=days_of(prove_nothing, clock), clock=clock
    ) as bot:
        await save_daily_deal(bot.database, DailyDeal(NOON.date(), GAME, DEAL, 1, 112), NOON)
        await prepare_deal(bot)
        await bot.discord.leave(TABLE.id)
        yield bot


async def deny(bot: RunningBot, person: Person, permissions: int) -> None:
    await bot.discord.deny_user(PATIENCE, person.id, permissions)


async def seen(person: Person, message: Message) -> Message:
    """A message as somebody else sees it."""
    return next(one for one in await person.open(message.channel) if one.id == message.id)


async def told_in(person: Person, message: Message) -> Message:
    """A message once it says that nobody else sees it."""
    return await person.until(lambda one: one.id == message.id and NOBODY in one.text)


# Challenges and races


@pytest.mark.quick
@pytest.mark.parametrize(
    ("denied", "why"), [(USE_EXTERNAL_APPS, APPS), (SEND_MESSAGES, WRITE)], ids=["apps", "writing"]
)
async def test_what_the_others_would_not_see_is_not_started(
    bot: RunningBot, ben: Person, chiyo: Person, denied: int, why: str
) -> None:
    await deny(bot, ben, denied)
    for refused in (
        await ben.command("patience", "race challenge", player=str(chiyo.id), game=GAME),
        await ben.command("patience", "race start", game=GAME),
    ):
        assert refused.ephemeral
        assert f"{NOT_STARTED} {NOBODY}" in refused.text
        assert why in refused.text
    assert not labels(await chiyo.command("patience", "race list"))
    assert not labels(await ben.command("patience", "race list"))


async def test_in_a_thread_its_own_permission_counts(bot: RunningBot, ben: Person) -> None:
    thread = str((await bot.discord.open_thread(PATIENCE, "a thread")).id)
    await deny(bot, ben, SEND_MESSAGES)
    assert "Join" in labels(await ben.command(thread, "race start", game=GAME))
    await deny(bot, ben, SEND_IN_THREADS)
    assert WRITE in (await ben.command(thread, "race start", game=GAME)).text


async def test_a_challenge_is_accepted_for_all_to_see_by_who_may_not_post(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person
) -> None:
    challenge = await ada.command("patience", "race challenge", player=str(ben.id), game=GAME)
    await deny(bot, ben, USE_EXTERNAL_APPS)
    race = await ben.press(await seen(ben, challenge), label="Accept")
    assert race.id == challenge.id
    assert "My board" in labels(await seen(chiyo, challenge))
    board = await ben.press(await seen(ben, challenge), label="My board")
    assert board.ephemeral
    assert board.media


async def test_a_race_is_started_for_all_to_see_by_who_may_not_post_any_more(
    bot: RunningBot, ben: Person, chiyo: Person
) -> None:
    table = await ben.command("patience", "race start", game=GAME)
    await chiyo.press(await seen(chiyo, table), label="Ready")
    await deny(bot, ben, USE_EXTERNAL_APPS)
    race = await ben.press(await seen(ben, table), label="Start")
    assert race.id == table.id
    assert "My board" in labels(await seen(chiyo, table))
    for person in (ben, chiyo):
        question = await person.press(await seen(person, table), label="Leave race")
        await person.press(question, label="Leave race")
    over = await chiyo.press(await seen(chiyo, table), label="My board")
    assert "Rematch" in labels(over)
    refused = await ben.press(await seen(ben, table), label="Rematch")
    assert f"{NOT_STARTED} {NOBODY}" in refused.text


async def test_the_message_of_a_race_is_brought_up_to_date_by_who_looks_at_their_board(
    bot: RunningBot, ben: Person, chiyo: Person
) -> None:
    table = await ben.command("patience", "race start", game=GAME)
    await chiyo.press(await seen(chiyo, table), label="Ready")
    await ben.press(await seen(ben, table), label="Start")
    race = await chiyo.until(lambda one: "My board" in labels(one), "race")
    assert "Get ready!" in race.text
    await bot.do_due(after=COUNTDOWN)
    await chiyo.until(lambda one: one.ephemeral and bool(one.media), "board")
    await chiyo.press(race, label="My board")
    await chiyo.until(lambda one: one.id == race.id and "0 of 52 cards home" in one.text)


async def test_what_discord_hides_unforeseen_is_taken_back(
    bot: RunningBot, ben: Person, chiyo: Person
) -> None:
    bot.discord.hide_answers(PATIENCE, ben.id)
    for hidden in (
        await ben.command("patience", "race challenge", player=str(chiyo.id), game=GAME),
        await ben.command("patience", "race start", game=GAME),
    ):
        told = await told_in(ben, hidden)
        assert "slow mode" in told.text
        assert NOT_STARTED in told.text
        assert not told.buttons
    assert not labels(await chiyo.command("patience", "race list"))
    assert not labels(await ben.command("patience", "race list"))
    async with bot.database.reading() as connection:
        races = select(contests).where(contests.c.kind != ContestKind.DAY)
        assert (await connection.execute(races)).all() == []
    bot.discord.hide_answers(PATIENCE, ben.id, None)
    assert "Join" in labels(await ben.command("patience", "race start", game=GAME))


async def test_a_race_begun_in_slow_mode_is_shown_to_all_by_the_message_before(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person
) -> None:
    challenge = await ada.command("patience", "race challenge", player=str(ben.id), game=GAME)
    bot.discord.hide_answers(PATIENCE, ben.id)
    answer = await ben.press(await seen(ben, challenge), label="Accept")
    await ben.until(lambda one: one.id == answer.id and "The race has begun" in one.text)
    race = await chiyo.until(lambda one: one.id == challenge.id and "My board" in labels(one))
    assert not race.ephemeral
    assert (await ben.press(await seen(ben, race), label="My board")).media


# Boards and what is shared


def hide(bot: RunningBot, person: Person) -> None:
    """Have Discord hide answers for a reason that the bot cannot foresee."""
    bot.discord.hide_answers(PATIENCE, person.id)


@pytest.mark.quick
async def test_a_board_says_that_nobody_else_sees_it_until_it_is_played_on(
    bot: RunningBot, ben: Person
) -> None:
    await deny(bot, ben, USE_EXTERNAL_APPS)
    board = await ben.command("patience", "play", game="phoenix", deal="7")
    assert board.ephemeral
    assert APPS in board.text
    played = await ben.press(board, label="6")
    assert played.id == board.id
    assert NOBODY not in played.text
    assert NOBODY not in (await ben.command("patience", "type undo")).text


async def test_a_board_that_its_player_keeps_private_says_nothing_of_others(
    bot: RunningBot, ben: Person
) -> None:
    await deny(bot, ben, USE_EXTERNAL_APPS)
    await bot.services[PreferenceService].save(ben.id, boards_are_public="no")
    assert NOBODY not in (await ben.command("patience", "play", game="phoenix", deal="7")).text


async def test_a_board_that_discord_hid_is_played_and_retired_as_a_private_one(
    bot: RunningBot, ben: Person
) -> None:
    hide(bot, ben)
    board = await ben.command("patience", "play", game="phoenix", deal="7")
    said = await told_in(ben, board)
    assert said.media
    assert "1 move ·" in (await ben.press(board, label="6")).text
    word = await ben.command("patience", "type undo")
    assert "is up to date" in word.text
    assert "0 moves ·" in (await seen(ben, board)).text
    await ben.command("lounge", "board")
    await ben.wait_until(lambda: board.id not in ben.messages, "deletion")


async def test_a_days_result_that_is_shared_says_that_nobody_else_sees_it(
    bot: RunningBot, ben: Person
) -> None:
    await deny(bot, ben, USE_EXTERNAL_APPS)
    await ben.command("patience", "daily play")
    won = await win(bot, ben)
    assert NOBODY not in (await choose(ben, won, "Replay")).text  # of a deal still secret
    shared = await ben.press(await ben.command("patience", "daily play"), label="Share")
    assert shared.ephemeral
    assert NOBODY in shared.text


@pytest.mark.parametrize(
    ("label", "foreseen"), [("Share", True), ("Share", False), ("Replay", True)]
)
async def test_a_shared_win_says_that_nobody_else_sees_it(
    bot: RunningBot, ben: Person, label: str, foreseen: bool
) -> None:
    await ben.command("patience", "play", game=GAME, deal=str(DEAL))
    won = await win(bot, ben)
    if foreseen:
        await deny(bot, ben, USE_EXTERNAL_APPS)
    else:
        hide(bot, ben)
    card = await (choose(ben, won, label) if label == "Replay" else ben.press(won, label=label))
    assert card.ephemeral
    said = await told_in(ben, card)
    assert len(said.media) == 1
    assert len(said.attachments) <= 1
    assert await said.picture()


async def test_a_late_answer_that_discord_hides_is_told_as_one_that_comes_in_time(
    bot: RunningBot, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide(bot, ben)
    draw, promised = ImageRenderer.draw, asyncio.Event()

    async def slow(self: ImageRenderer, scene: Scene, style: Style) -> Picture:
        await promised.wait()
        return await draw(self, scene, style)

    monkeypatch.setattr(responses, "DEFER_AFTER", 0.3)
    monkeypatch.setattr(ImageRenderer, "draw", slow)
    playing = asyncio.create_task(ben.command("patience", "play", game="phoenix", deal="7"))
    thinking = await ben.until(lambda one: one.loading)
    assert thinking.ephemeral
    promised.set()
    board = await playing
    assert board.id == thinking.id
    said = await told_in(ben, board)
    assert said.media
    assert len(await ben.open("patience")) == 1


async def test_a_late_refusal_takes_the_place_of_the_promise_that_discord_hid(
    bot: RunningBot, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide(bot, ben)
    await ben.press(await ben.command("patience", "play", game="phoenix", deal="7"), label="6")
    promised = asyncio.Event()

    async def fails(*_: object) -> Picture:
        await promised.wait()
        raise DrawingFailed("too late")

    monkeypatch.setattr(responses, "DEFER_AFTER", 0.3)
    monkeypatch.setattr(ImageRenderer, "replay", fails)
    replaying = asyncio.create_task(ben.command("patience", "replay"))
    thinking = await ben.until(lambda one: one.loading)
    promised.set()
    assert (await replaying).id == thinking.id
    assert "could not be drawn" in (await seen(ben, thinking)).text


async def test_a_picture_that_too_many_wait_for_is_refused_with_a_sentence(
    ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ben.press(await ben.command("patience", "play", game="phoenix", deal="7"), label="6")

    async def crowded(*_: object) -> Picture:
        raise DrawingCrowded(own=False)

    monkeypatch.setattr(ImageRenderer, "replay", crowded)
    assert "Too many pictures" in (await ben.command("patience", "replay")).text


async def test_an_answer_promised_before_it_is_known_who_sees_it_says_so_as_well(
    bot: RunningBot, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide(bot, ben)
    monkeypatch.setattr(responses, "DEFER_AFTER", 0.0)
    with suppress(LookupError):  # of the promise, which the board has replaced
        await ben.command("patience", "play", game="phoenix", deal="7")
    said = await ben.until(lambda one: NOBODY in one.text)
    assert said.media
    assert "1 move ·" in (await ben.press(said, label="6")).text
    assert bot.discord.refusals == []


# Every command

EVERYTHING: Final[tuple[tuple[str, Mapping[str, object]], ...]] = (
    ("play", {"game": GAME, "deal": str(DEAL)}),
    ("type move", {"play": LINE[0]}),
    ("type undo", {}),
    ("type redo", {}),
    ("hint", {}),
    ("odds", {}),
    ("board", {}),
    ("board", {"text": True}),
    ("replay", {}),
    ("resume", {}),
    ("solution", {}),
    ("type giveup", {}),
    ("daily today", {}),
    ("daily play", {}),
    ("daily board", {}),
    ("daily calendar", {}),
    ("race challenge", {"player": str(CHIYO), "game": GAME}),
    ("race start", {"game": GAME}),
    ("race list", {}),
    ("together", {"game": GAME}),
    ("tournament start", {"kind": "days"}),
    ("tournament show", {}),
    ("tournament play", {}),
    ("tournament end", {}),
    ("profile", {}),
    ("profile", {"game": GAME}),
    ("server", {}),
    ("daily remind", {"hour": 12}),
    ("settings", {}),
    ("setup", {}),
    ("privacy", {}),
    ("games", {}),
    ("games", {"game": GAME}),
    ("help", {}),
)


def paths(command: Payload) -> Iterator[str]:
    """The full names of a command's subcommands, or its own."""
    name = text_of(command["name"])
    below = [
        one for one in payloads_of(command.get("options")) if one["type"] == OptionType.SUB_COMMAND
    ]
    yield from (f"{name} {one['name']}" for one in below) if below else (name,)


@pytest.mark.parametrize("why", ["apps", "slow mode"])
async def test_every_command_is_answered_where_nobody_else_sees_it(
    bot: RunningBot, ben: Person, chiyo: Person, caplog: pytest.LogCaptureFixture, why: str
) -> None:
    bot.discord.interactions.deadline = 15.0
    typed = [one for one in ben.commands if one["type"] == 1]
    # One shows a form, which nobody else sees anywhere.
    answered = {path for path, _ in EVERYTHING} | {"deal"}
    assert answered == {one for each in typed for one in paths(each)}
    if why == "apps":
        await deny(bot, ben, USE_EXTERNAL_APPS)
    else:
        hide(bot, ben)
    for path, options in EVERYTHING:
        answer = await ben.command("patience", path, **options)
        assert answer.ephemeral, path
        assert answer.text, path
    assert not await chiyo.open("patience")
    assert bot.discord.refusals == []
    assert [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR] == []


@pytest.mark.parametrize("hidden", [False, True])
async def test_every_command_is_answered_between_two_people(
    bot: RunningBot, ben: Person, chiyo: Person, hidden: bool
) -> None:
    bot.discord.interactions.deadline = 15.0
    chat = bot.discord.open_conversation(ben.id, chiyo.id).id
    if hidden:
        bot.discord.hide_answers(chat, ben.id, EphemeralityReason.CANNOT_MESSAGE_USER)
    for path, options in EVERYTHING:
        if path.split()[0] in ("setup", "tournament"):
            with pytest.raises(InteractionFailed, match="can't be used"):
                await ben.command(str(chat), path, **options)
        else:
            answer = await ben.command(str(chat), path, **options)
            assert answer.text, path
            assert answer.ephemeral or not hidden, path
    public = [one for one in await chiyo.open(str(chat)) if not one.ephemeral]
    assert bool(public) is not hidden
    assert bot.discord.refusals == []


# Words that a server blocks


@pytest.mark.parametrize("defer_after", [0.0, 2.0], ids=["late", "at once"])
async def test_a_board_that_the_server_blocks_a_word_of_goes_on_in_private(
    bot: RunningBot, ben: Person, monkeypatch: pytest.MonkeyPatch, defer_after: float
) -> None:
    board = await ben.command("patience", "play", game="phoenix", deal="7")
    assert not board.ephemeral
    monkeypatch.setattr(responses, "DEFER_AFTER", defer_after)
    bot.discord.block_words(TABLE.id, "move")
    await ben.press(board, label="6")
    private = await ben.until(lambda one: one.ephemeral and "1 move ·" in one.text)
    assert private.media
    await ben.wait_until(lambda: board.id not in ben.messages, "deletion")
    assert "2 moves ·" in (await ben.press(private, custom_id=moves_on(private)[0])).text
    assert [one.code for one in bot.discord.refusals] == [200000]
    bot.discord.refusals.clear()


async def test_an_answer_that_came_late_and_is_blocked_names_what_blocks_it(
    bot: RunningBot, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def draw_late(context: Context, *_: object, **_options: object) -> None:
        await until(context.interaction.response.is_done)

    monkeypatch.setattr(boards, "draw_board", draw_late)
    bot.discord.block_words(TABLE.id, "Phoenix")
    note = await ben.command("patience", "play", game="phoenix", deal="7")
    told = await ben.until(lambda one: one.id == note.id and "…" not in one.text)
    assert "AutoMod blocks a word" in told.text
    assert {one.code for one in bot.discord.refusals} == {200000}
    bot.discord.refusals.clear()
