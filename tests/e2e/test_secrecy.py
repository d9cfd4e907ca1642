"""Three people at a daily deal, a race and a tournament: what others receive leads to no card."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, suppress
from datetime import timedelta
from pathlib import Path
from typing import Final

import aiohttp
import pytest

import engine
from bot.chat.responding import responses
from bot.images import ImageRenderer
from bot.logs import set_up_logging
from bot.models.daily import DailyDeal, Slot
from bot.service.contests.races import COUNTDOWN, Races
from bot.service.daily.daily import Daily
from bot.service.daily.posts import PAUSE
from bot.service.play.games import Games
from bot.service.solver.pool import SolverPool
from bot.service.solver.winnable import DealChoice
from bot.store.daily.daily import save_daily_deal
from bot.store.database.open import open_database
from bot.store.solver.deals import save_winnable_deal
from engine import Move
from engine.solver import solve
from local_discord.message import CHAT_INPUT_COMMAND
from local_discord.payload import Payload, payloads_of
from local_discord.testing import Message, Person
from rendering import Style
from rendering.encoding.gif import Animation
from tests.e2e.clocks import NOON, Clock
from tests.e2e.messages import choose, statistics
from tests.e2e.running_bot import RunningBot, running_patience
from tests.logging_state import logging_restored
from tests.store.database.migrated import sqlite_url
from tests.waiting import until

SECRET: Final = "a secret that is long enough"
RULES, NUMBER = "klondike", 4_611_686_018_427_400_254
LINE = tuple(map(str, solve(engine.deal(RULES, NUMBER).board, max_seconds=60).moves))
"""Moves that win the deal of the day and of the race."""
ATTACHMENT = re.compile(r'https?://[^"\\ ]+/attachments/[^"\\ ]+')
CARD = re.compile(
    r'(?:10|[2-9AJQKTBD])(?:[♠♥♦♣]|<:\w+:\d+>)|"name": ?"\w*(?:spades|hearts|diamonds|clubs)"'
)
"""A card in a text, or the emoji of one on a button."""
"""A card as players read it, in English or German."""
PILE = re.compile(r"\b(?:\d|w|s|r\d+): (?:[2-9AJQKT][SHDC]\b|\?\?)")
"""A pile of a board as text."""


class Witness(Person):
    """A person who keeps every frame that their page receives."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        super().__init__(socket)
        self.frames: list[str] = []

    def _handle(self, frame: Payload) -> None:
        self.frames.append(json.dumps(frame, ensure_ascii=False))
        super()._handle(frame)

    async def command(self, channel: str, command: str, **options: object) -> Message:
        """Run a slash command, and return the message that its late response ends in."""
        response = await super().command(channel, command, **options)
        if response.text != "…":
            return response
        interaction = response.raw["interaction_metadata"]
        return await self.until(
            lambda one: one.id != response.id and one.raw.get("interaction_metadata") == interaction
        )

    async def read_everything(self) -> str:
        """Every byte received until now, after a look into each channel, files included."""
        for channel in ("patience", "general", "daily", "lounge", "dm"):
            await self.open(channel)
        text = "\n".join(self.frames)
        async with aiohttp.ClientSession() as session:
            for url in sorted(set(ATTACHMENT.findall(text))):
                async with session.get(url) as response:
                    text += f"\n{url}\n{response.headers}\n"
                    text += (await response.read()).decode("latin-1")
        return text


def forms_of_the_number() -> tuple[str, ...]:
    """The deal number as it may be written."""
    packed = NUMBER.to_bytes(8, "big").decode("latin-1")
    return (str(NUMBER), f"{NUMBER:,}", f"{NUMBER:_}", f"{NUMBER:x}", f"{NUMBER:X}", packed)


def leaks(received: str) -> list[str]:
    """What in the bytes received leads to the cards."""
    found = [form for form in forms_of_the_number() if form in received]
    found += [SECRET] if SECRET in received else []
    return found + CARD.findall(received) + PILE.findall(received)


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Everything that the bot logs on DEBUG."""
    root, log = logging.getLogger(), io.StringIO()
    with logging_restored():
        before = [*root.handlers]
        set_up_logging("DEBUG")
        root.handlers = [*before, logging.StreamHandler(log)]
        yield log


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_file: Path, clock: Clock
) -> AsyncIterator[RunningBot]:
    """A bot whose day, races and tournaments have one deal, with a solver."""

    async def proven(rules_id: str, deal_number: int) -> tuple[Move, ...]:
        return tuple(map(Move.parse, LINE))

    async def chosen(rules_id: str) -> DealChoice:
        return DealChoice(NUMBER, winnable=True)

    def days(games: Games) -> Daily:
        return Daily(games, SECRET, proven, clock=clock, max_wait=60.0)

    def races(games: Games) -> Races:
        return Races(games, chosen, clock=clock)

    async with open_database(sqlite_url(migrated_file)) as database:
        for slot in (Slot.HEADLINE, Slot.KLONDIKE):
            deal = DailyDeal(NOON.date(), RULES, NUMBER, 1, par=len(LINE), slot=slot)
            await save_daily_deal(database, deal, NOON)
        await save_winnable_deal(database, RULES, NUMBER, NOON)
    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        async with running_patience(images, migrated_file, solvers, days, races, clock) as bot:
            yield bot


@pytest.fixture
async def people(bot: RunningBot) -> AsyncIterator[tuple[Witness, ...]]:
    """Ada, Ben and Chiyo."""
    async with AsyncExitStack() as stack:
        people = []
        for name in ("Ada", "Ben", "Chiyo"):
            person = await stack.enter_async_context(Witness.connect(bot.discord.page_url, name))
            assert isinstance(person, Witness)
            await person.until_online()
            people.append(person)
        yield tuple(people)


async def use_every_command(person: Witness) -> list[Message]:
    """Everything that shows something of a game that goes on."""
    commands = (
        "board",
        "hint",
        "odds",
        "type undo",
        "type redo",
        "resume",
        "replay",
        "type giveup",
        "solution",
    )
    shown = [await person.command("patience", command) for command in commands]
    shown.append(await person.command("patience", "board", text=True))
    shown.append(await person.command("patience", "hint", peek=True))
    await person.choices("patience", "type move", focused="play")
    await person.choices("patience", "resume", focused="game")
    return shown


async def win(bot: RunningBot, person: Witness) -> Message:
    """Play on after the first move until Finish wins the game, and press it."""
    games = bot.services[Games]
    for move in LINE[1:]:
        snapshot = await games.play(person.id, move)
        if snapshot.game.can_finish():
            break
    return await person.press(await person.command("patience", "board"), label="Finish")


def options(listed: Message) -> list[Payload]:
    """The options of a select."""
    return [
        one
        for part in listed.components
        if "options" in part
        for one in payloads_of(part["options"])
    ]


async def exported(person: Witness) -> str:
    page = await person.command("patience", "privacy")
    _, content = await (await person.press(page, label="My data")).file()
    return content.decode()


async def test_a_late_replay_of_the_day_is_not_even_announced_to_others(
    bot: RunningBot, people: tuple[Witness, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben, _ = people
    await ada.command("patience", "daily play")
    await ada.command("patience", "type move", play=LINE[0])
    animate = ImageRenderer.replay

    async def late(self: ImageRenderer, record: str, title: str, style: Style) -> Animation:
        await asyncio.sleep(1.0)
        return await animate(self, record, title, style)

    monkeypatch.setattr(ImageRenderer, "replay", late)
    monkeypatch.setattr(responses, "DEFER_AFTER", 0.5)
    await ben.open("patience")
    assert (await ada.command("patience", "replay")).ephemeral
    responded = f'"type": {CHAT_INPUT_COMMAND},'
    assert not [frame for frame in ben.frames if responded in frame]


async def test_nothing_that_others_receive_leads_to_the_cards_of_the_day(
    bot: RunningBot, people: tuple[Witness, ...], log: io.StringIO
) -> None:
    ada, *others = people
    page = await ada.command("patience", "setup")
    await ada.select(page, [ada.channel("daily")], custom_id="patience:setup:daily_channel")
    await ada.command("patience", "daily play")
    await ada.command("patience", "type move", play=LINE[0])
    await bot.do_due()
    shown = await use_every_command(ada)
    assert all(message.ephemeral for message in shown)
    board = await win(bot, ada)
    assert "**Won**" in board.text
    await bot.do_due(after=PAUSE)
    await ada.press(await choose(ada, board, "My result"), label="Share")
    await ada.press(board, label="Share")
    assert (await ada.command("patience", "replay")).ephemeral
    assert (await ada.command("patience", "solution")).ephemeral
    again = await ada.press(await ada.command("patience", "daily play"), label="Play again for fun")
    assert again.ephemeral
    exports = [await exported(person) for person in people]
    for person in others:
        await person.command("patience", "daily board")
        await statistics(person, "patience", player=str(ada.id))
        await person.command("patience", "profile", player=str(ada.id))
        await person.command("patience", "server")
    await bot.do_due()

    for person in others:
        received = await person.read_everything()
        assert "won the daily deal" in received
        assert f"🥇 <@{ada.id}>" in received
        assert "Patience 2026-11-16" in received
        assert leaks(received) == []
    own = await ada.read_everything()
    assert not [form for form in forms_of_the_number() if form in own]
    assert not [form for form in forms_of_the_number() for text in exports if form in text]
    assert "hidden until 2026-11-17, 01:00 UTC" in exports[0]
    assert str(NUMBER) not in log.getvalue()

    await bot.do_due(after=timedelta(days=1))
    [game] = await ada.choices("patience", "replay", focused="game")
    assert not (await ada.command("patience", "replay", game=str(game.value))).ephemeral
    for person in others:
        assert str(NUMBER) in await person.read_everything()


async def test_nothing_that_others_receive_leads_to_the_cards_of_another_deal_of_the_day(
    bot: RunningBot, people: tuple[Witness, ...], log: io.StringIO
) -> None:
    ada, *others = people
    choices = await ada.choices("patience", "daily play", focused="deal")
    assert (await ada.command("patience", "daily play", deal="klondike")).ephemeral
    await ada.command("patience", "type move", play=LINE[0])
    shown = await use_every_command(ada)
    assert all(message.ephemeral for message in shown)
    board = await win(bot, ada)
    assert "**Won**" in board.text
    assert board.ephemeral
    await until(lambda: "A hard deal" in ada.messages[board.id].text, seconds=300)
    await ada.press(board, label="Share")
    await ada.until(lambda one: "one of the deals" in one.text, "card of the win")
    assert (await ada.command("patience", "replay")).ephemeral
    page = await choose(ada, board, "Today's deals")
    assert page.ephemeral
    assert (await ada.press(page, label="Again")).ephemeral
    exports = [await exported(person) for person in people]
    for person in others:
        await person.command("patience", "daily today")
        await person.command("patience", "daily board")
        await person.command("patience", "profile", player=str(ada.id))

    for person in others:
        received = await person.read_everything()
        assert "won Klondike, one of the deals of 16 November 2026" in received
        assert "A hard deal" not in received
        assert leaks(received) == []
    own = await ada.read_everything()
    assert not [form for form in forms_of_the_number() if form in own]
    assert not [form for form in forms_of_the_number() for text in exports if form in text]
    assert str(NUMBER) not in str(choices) + log.getvalue()

    await bot.advance(timedelta(days=1))
    [game] = await ada.choices("patience", "replay", focused="game")
    assert not (await ada.command("patience", "replay", game=str(game.value))).ephemeral
    for person in others:
        assert str(NUMBER) in await person.read_everything()


async def test_a_secret_game_taken_up_again_is_for_its_player_only(
    people: tuple[Witness, ...],
) -> None:
    ada = people[0]
    await ada.command("patience", "play", game="phoenix", deal="7")
    await ada.command("patience", "type move", play="6-f3")
    await ada.command("patience", "daily play")
    await ada.command("patience", "type move", play=" ".join(LINE[:2]))
    aside = await ada.command("patience", "play", game="phoenix", deal="7")
    assert not aside.ephemeral
    assert (await ada.press(aside, label="Previous game")).ephemeral
    await ada.command("patience", "play", game="phoenix", deal="8")
    listed = await ada.command("patience", "resume")
    titles = [line for line in listed.text.splitlines() if line.startswith("**")]
    [place] = [at for at, title in enumerate(titles) if "Klondike" in title]
    back = await ada.press(listed, custom_id=listed.buttons[place].custom_id)
    assert "Klondike" in back.text
    assert back.ephemeral


async def test_a_day_given_up_is_as_secret_to_others(
    bot: RunningBot, people: tuple[Witness, ...], log: io.StringIO
) -> None:
    ada, *others = people
    await ada.command("patience", "daily play")
    await ada.command("patience", "type move", play=LINE[0])
    question = await ada.command("patience", "solution")
    solution = await ada.press(question, label="Show it and give up")
    stepped = await ada.press(solution, label="Next")
    watched = await ada.press(stepped, label="Watch")
    assert watched.ephemeral
    await ada.press(await ada.command("patience", "daily play"), label="Share")
    await bot.do_due()

    for person in others:
        received = await person.read_everything()
        assert "gave up" not in received
        assert leaks(received) == []
    name, record = await watched.file()
    assert str(NUMBER) not in name + record.decode()
    own = await ada.read_everything()
    assert not [form for form in forms_of_the_number() if form in own]
    assert str(NUMBER) not in log.getvalue()


async def test_nothing_that_others_receive_leads_to_the_cards_of_a_race_for_many(
    bot: RunningBot, people: tuple[Witness, ...], log: io.StringIO
) -> None:
    ada, ben, chiyo = people
    await save_winnable_deal(bot.database, RULES, NUMBER, NOON)
    table = await ada.command("patience", "race start", game=RULES, hints=True)
    await ben.press(await ben.until(lambda one: one.id == table.id), label="Ready")
    # Without a note, in whose place she would get her board.
    [seated] = await bot.services[Races].open_for(ben.id)
    await bot.services[Races].ready(chiyo.id, seated.id)
    # On a busy machine the response is deferred, as an update of the message that is deleted.
    with suppress(LookupError):
        await ada.press(await ada.refresh(table), label="Start")
    await ada.until(lambda one: "a race of 3 players" in one.text)
    await bot.do_due(after=COUNTDOWN)
    for person in (ada, ben):
        await person.until(lambda one: one.ephemeral and bool(one.media), "board")
        await person.command("patience", "type move", play=LINE[0])
        shown = await use_every_command(person)
        assert all(message.ephemeral for message in shown)
        await person.command("patience", "race list")
        await person.press(await person.command("patience", "type giveup"), label="Give up")
        await bot.do_due(after=timedelta(minutes=1))
    exports = [await exported(person) for person in people]
    await chiyo.command("patience", "race list")
    await statistics(chiyo, "patience", player=str(ada.id))

    received = await chiyo.read_everything()
    assert re.search(rf"<@{ben.id}> · gave up · [^<]* 2 hints, 1 look at the odds", received)
    assert leaks(received) == []
    for person in (ada, ben):
        own = await person.read_everything()
        assert not [form for form in forms_of_the_number() if form in own]
    assert not [form for form in forms_of_the_number() for text in exports if form in text]
    assert str(NUMBER) not in log.getvalue()

    running = await chiyo.until(lambda one: "a race of 3 players" in one.text)
    await chiyo.press(await chiyo.press(running, label="Leave race"), label="Leave race")
    await bot.do_due()
    for person in people:
        assert str(NUMBER) in await person.read_everything()


async def test_nothing_that_others_receive_leads_to_the_cards_of_a_race(
    bot: RunningBot, people: tuple[Witness, ...], log: io.StringIO
) -> None:
    ada, ben, chiyo = people
    challenge = await ada.command("patience", "race challenge", player=str(ben.id), game=RULES)
    asked = await ben.until(lambda one: one.id == challenge.id)
    await ben.press(asked, label="Accept")
    for person in (ada, ben):
        running = await person.until(lambda one: "are racing." in one.text)
        await person.press(running, label="My board")
        await person.command("patience", "type move", play=LINE[0])
        shown = await use_every_command(person)
        assert all(message.ephemeral for message in shown)
        refusals = [one.text for one in shown if "until your race is over" in one.text]
        assert len(refusals) == 4
        await person.command("patience", "race list")
    exports = [await exported(person) for person in people]
    await chiyo.command("patience", "race list")

    assert leaks(await chiyo.read_everything()) == []
    for person in (ada, ben):
        received = await person.read_everything()
        assert not [form for form in forms_of_the_number() if form in received]
    assert not [form for form in forms_of_the_number() for text in exports if form in text]
    assert exports[1].count("hidden until the race is over") > 2
    assert str(NUMBER) not in log.getvalue()

    await win(bot, ben)
    await bot.do_due()
    assert leaks(await chiyo.read_everything()) == []
    await win(bot, ada)
    await bot.do_due()
    assert str(NUMBER) in await chiyo.read_everything()


async def test_nothing_that_others_receive_leads_to_the_cards_of_a_tournament(
    bot: RunningBot, people: tuple[Witness, ...], log: io.StringIO
) -> None:
    ada, *others = people
    await ada.command("patience", "tournament start", kind="games", game=RULES)
    await ada.command("patience", "tournament play", game=RULES)
    await ada.command("patience", "type move", play=LINE[0])
    shown = await use_every_command(ada)
    assert all(message.ephemeral for message in shown)
    board = await win(bot, ada)
    assert "**Won**" in board.text
    await ada.press(board, label="Share")
    assert (await ada.command("patience", "replay")).ephemeral
    assert (await ada.command("patience", "solution")).ephemeral
    assert (await choose(ada, board, "Same deal again")).ephemeral
    exports = [await exported(person) for person in people]
    for person in others:
        await person.command("patience", "tournament show")
        await person.command("patience", "tournament play")
        await statistics(person, "patience", player=str(ada.id))

    for person in others:
        received = await person.read_everything()
        assert "won Klondike in the tournament" in received
        assert leaks(received) == []
    own = await ada.read_everything()
    assert not [form for form in forms_of_the_number() if form in own]
    assert not [form for form in forms_of_the_number() for text in exports if form in text]
    assert "hidden until the tournament is over" in exports[0]
    assert str(NUMBER) not in log.getvalue()

    await bot.do_due(after=timedelta(days=7, minutes=1))
    for person in others:
        assert str(NUMBER) in await person.read_everything()
    [*_, game] = await ada.choices("patience", "replay", focused="game")
    assert not (await ada.command("patience", "replay", game=str(game.value))).ephemeral
