"""Shared boards: one message that everybody in a channel presses."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path

import pytest

from bot.errors import StoreError
from bot.images import ImageRenderer
from bot.models.places import Place
from bot.models.together import Mode, SharedGame
from bot.service.due import LONGEST_PAUSE
from bot.service.players.privacy import Privacy
from bot.service.solver.pool import SolverPool
from bot.service.tables import Tables
from bot.service.together import VOTE_SECONDS, Together, tapped
from bot.web.decks import Decks
from bot.web.server import serving
from local_discord.fixtures import GUILDS
from local_discord.testing import Message, Person
from tests.e2e.messages import labels
from tests.e2e.play.test_tables import at_table, board_on, link_in
from tests.e2e.player import Player, board_of, custom_id, moves_on
from tests.e2e.running_bot import RunningBot, running_patience


async def open_board(person: Person, mode: Mode = Mode.FREE, game: str = "phoenix") -> Message:
    return await person.command("patience", "together", game=game, mode=mode.value)


async def shared_game(bot: RunningBot, person: Person) -> SharedGame:
    """The shared board of the channel in which the tests play."""
    found = await bot.services[Together].in_play(int(person.channel("patience")))
    assert found is not None
    return found


def press_of(message: Message) -> str:
    """The custom id of a pile whose tap plays a move at once or asks."""
    return next(one for one in moves_on(message) if ":tap:" in one)


async def until_shown(person: Person, message: Message, text: str) -> Message:
    """Wait until a message says something."""
    return await person.until(lambda one: one.id == message.id and text in one.text, text)


async def moved(bot: RunningBot, person: Person, message: Message) -> Message:
    """Play a move that a tap makes at once, or the first that is offered."""
    before = board_of(message)
    answer = await person.press(message, custom_id=press_of(message))
    if answer.ephemeral:
        done = await person.press(answer, custom_id=custom_id_of_move(answer))
        assert done.text == "Played."
    return await person.until(
        lambda one: one.id == message.id and board_of(one) != before, "board after the move"
    )


def custom_id_of_move(message: Message) -> str:
    return next(one.custom_id for one in message.buttons if ":play:" in one.custom_id)


@pytest.mark.quick
async def test_everybody_plays_on_one_message_and_the_last_is_named(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    board = await open_board(ada)
    assert not board.ephemeral
    assert "Everybody here may play." in board.text
    board = await moved(bot, ada, board)
    assert f"<@{ada.id}> **" in board.text
    board = await moved(bot, ben, board)
    assert f"<@{ben.id}> **" in board.text
    assert "2 moves" in board.text
    shared = await shared_game(bot, ada)
    assert {one.player_id for one in shared.players} == {ada.id, ben.id}


async def test_a_second_board_is_not_opened_in_silence(ada: Person, ben: Person) -> None:
    await open_board(ada)
    shown = await ben.command("patience", "together", game="golf")
    assert "Phoenix" in shown.text
    said = await ben.until(lambda one: one.ephemeral, "word")
    assert "This channel plays Phoenix, deal " in said.text
    ended = await ben.press(said, label="Vote to end Phoenix")
    assert ended.text == "It is given up. Type /together to open another board."
    assert "Golf" in (await ben.command("patience", "together", game="golf")).text


async def test_undo_waits_for_a_second_person(ada: Person, ben: Person, bot: RunningBot) -> None:
    board = await moved(bot, ada, await open_board(ada))
    board = await moved(bot, ben, board)
    board = await ada.press(board, label="Undo")
    board = await until_shown(ada, board, f"<@{ada.id}> wants the last move taken back")
    assert "1 of 2" in board.text
    await ben.press(board, label="Undo")
    await until_shown(ada, board, "1 move")


async def test_giving_up_is_asked_in_private_and_takes_most(
    ada: Person, ben: Person, bot: RunningBot
) -> None:
    board = await moved(bot, ada, await open_board(ada))
    board = await moved(bot, ben, board)
    question = await ada.press(board, custom_id=custom_id(board, ":ask"))
    assert question.ephemeral
    assert "Vote to give this game up?" in question.text
    word = await ada.press(question, label="Give up")
    assert word.text == "Your vote counts."
    await until_shown(ada, board, "wants to give up. 🏳️: 1 of 2")
    question = await ben.press(board, custom_id=custom_id(board, ":ask"))
    await ben.press(question, label="Give up")
    ended = await until_shown(ada, board, "Given up after 2 moves")
    assert labels(ended)[:2] == ["New deal", "Same deal again"]
    assert f"<@{ada.id}> (1)" in ended.text
    await ada.press(ended, label="Same deal again")
    await until_shown(ada, board, "Everybody here may play.")


async def test_a_hint_that_is_agreed_on_is_shown_to_all(
    images: ImageRenderer, migrated_file: Path
) -> None:
    async with (
        SolverPool(1) as solvers,
        running_patience(images, migrated_file, solvers) as bot,
        Person.connect(bot.discord.page_url, "Ada") as ada,
        Person.connect(bot.discord.page_url, "Ben") as ben,
    ):
        await solvers.wait_until_ready()
        await ben.until_online()
        await ada.until_online()
        # Few deals of Phoenix can be won, and of a lost game there is no hint.
        board = await open_board(ada, game="freecell")
        await ben.press(board, label="Hint")
        await until_shown(ada, board, "💡 **")


async def test_a_shared_board_that_is_stuck_says_which_move_lost_it_and_undoing_stays_for_all(
    images: ImageRenderer, migrated_file: Path
) -> None:
    async with (
        SolverPool(1) as solvers,
        running_patience(images, migrated_file, solvers) as bot,
        Person.connect(bot.discord.page_url, "Ada") as ada,
    ):
        await solvers.wait_until_ready()
        await ada.until_online()
        place, together = Place(int(ada.channel("patience")), GUILDS[0].id), bot.services[Together]
        opened = await together.open(place, Mode.FREE, "golf", 5, winnable=True)
        owner = opened.board.owner
        for _ in range(15):
            snapshot = (await together.look(owner)).snapshot
            deal = snapshot.game.board.stock_move
            await together.play(ada.id, owner, deal, snapshot.board_version)
        board = await ada.command("patience", "together")
        await ada.press(board, label="s · deal")
        told = await ada.until(
            lambda one: one.id == board.id and "lost" in one.text.lower(), "what lost it"
        )
        assert not {"Back to there", "See why"} & set(labels(told))


async def test_a_channel_has_one_board_and_a_deleted_message_is_posted_again(
    ada: Person, ben: Person, bot: RunningBot
) -> None:
    board = await moved(bot, ada, await open_board(ada))
    again = await open_board(ben, game="klondike")
    assert again.id != board.id
    assert board_of(again) == board_of(board)
    await ada.wait_until(lambda: board.id not in ada.messages, "deletion")
    await ben.delete(again)
    third = await ben.command("patience", "together")
    assert board_of(third) == board_of(board)
    await moved(bot, ada, third)
    # That of the deleted message is the one request that Discord has refused.
    [refused] = bot.discord.refusals
    assert "Unknown Message" in str(refused)
    bot.discord.refusals.clear()


async def test_without_a_board_or_others_nothing_is_opened(ada: Person) -> None:
    note = await ada.command("patience", "together")
    assert note.ephemeral
    assert "There is no board here yet." in note.text
    note = await ada.command("dm", "together", game="phoenix")
    assert "Nobody else can see what you start here." in note.text


async def test_a_restart_keeps_the_board_and_its_message(
    ada: Person, ben: Person, bot: RunningBot
) -> None:
    board = await moved(bot, ada, await open_board(ada))
    await bot.restart()
    await ben.until_online()
    board = await moved(bot, ben, board)
    assert "2 moves" in board.text


async def test_votes_of_before_a_restart_are_counted_and_shown_with_the_next_press(
    ada: Person, ben: Person, bot: RunningBot
) -> None:
    board = await open_board(ada, Mode.VOTE)
    pressed, *_ = presses_that_play(board, await shared_game(bot, ada))
    board = await ada.press(board, custom_id=pressed)
    assert "🗳️ 1 for **" in board.text
    await bot.restart()
    await bot.advance(timedelta(seconds=VOTE_SECONDS))
    await ben.until_online()
    await bot.do_due()
    await ben.press(board, custom_id=pressed)
    await until_shown(ben, board, "1 move")


@pytest.mark.parametrize("error", [StoreError("The database is down."), KeyError("unforeseen")])
async def test_votes_that_could_not_be_counted_are_counted_with_the_next(
    ada: Person,
    ben: Person,
    bot: RunningBot,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
) -> None:
    count, failed = Together.count_votes, asyncio.Event()

    async def fail(together: Together, owner: int) -> SharedGame:
        failed.set()
        monkeypatch.setattr(Together, "count_votes", count)
        raise error

    board = await open_board(ada, Mode.VOTE)
    monkeypatch.setattr(Together, "count_votes", fail)
    pressed, *_ = presses_that_play(board, await shared_game(bot, ada))
    board = await ada.press(board, custom_id=pressed)
    await bot.do_due(after=timedelta(seconds=VOTE_SECONDS))
    await failed.wait()
    await ben.press(board, custom_id=pressed)
    await bot.do_due(after=LONGEST_PAUSE)
    await until_shown(ben, board, "🗳️ 2 for **")
    assert "vote:" in caplog.text


async def test_deleting_ones_data_takes_ones_name_off_the_board(
    ada: Person, ben: Person, bot: RunningBot
) -> None:
    board = await moved(bot, ada, await open_board(ada))
    board = await moved(bot, ben, board)
    exported = json.loads((await bot.services[Privacy].export(ben.id)).content)
    assert [row["actions"] for row in exported["tables"]["shared_players"]] == [1]
    await bot.services[Privacy].delete(ben.id)
    await ada.press(board, label="Undo")
    await until_shown(ada, board, "1 move")
    shown = next(one for one in await ada.open("patience") if one.id == board.id)
    assert str(ben.id) not in shown.text
    assert {one.player_id for one in (await shared_game(bot, ada)).players} == {ada.id}


# Fifty at once


@pytest.fixture
async def crowd(bot: RunningBot) -> AsyncIterator[list[Player]]:
    """Fifty people at the page."""
    names = [f"Player {number}" for number in range(1, 51)]
    for name in names:
        bot.discord.add_user(name)
    async with AsyncExitStack() as stack:
        people = [
            await stack.enter_async_context(Player.connect(bot.discord.page_url, name))
            for name in names
        ]
        for person in people:
            await person.until_online()
            await person.open("patience")
        yield people


async def test_fifty_who_vote_at_once_are_all_counted_and_one_picture_a_second_is_shown(
    crowd: list[Player], bot: RunningBot
) -> None:
    first = crowd[0]
    board = await open_board(first, Mode.VOTE)
    # In one deal of a hundred only one pile can be tapped.
    pressed = presses_that_play(board, await shared_game(bot, first))[:2]
    edits, begun = edits_of(first, board), time.monotonic()
    words = await asyncio.gather(
        *(one.presses(board, pressed[at % len(pressed)]) for at, one in enumerate(crowd))
    )
    assert [one.failed for one in words] == [""] * 50
    shared = await shared_game(bot, first)
    assert len(shared.votes) == 50
    await until_shown(first, board, f" · {50 // len(pressed)} for **")
    assert edits() <= time.monotonic() - begun + 2


async def test_fifty_who_press_at_once_play_one_move_and_are_all_answered(
    crowd: list[Player], bot: RunningBot
) -> None:
    first = crowd[0]
    board = await open_board(first)
    edits, begun = edits_of(first, board), time.monotonic()
    for played in range(1, 4):
        pressed = presses_that_play(board, await shared_game(bot, first))[0]
        words = await asyncio.gather(*(one.presses(board, pressed) for one in crowd))
        assert [one.failed for one in words] == [""] * 50
        board = await until_shown(first, board, f"{played} move")
        shared = await shared_game(bot, first)
        assert shared.snapshot.version == played
        assert sum(one.actions for one in shared.players) == played
    assert edits() <= time.monotonic() - begun + 2


def presses_that_play(board: Message, shared: SharedGame) -> list[str]:
    """The custom ids of presses that play a move at once."""
    taps = [one for one in moves_on(board) if ":tap:" in one]
    return [one for one in taps if tapped(shared.snapshot, one.rsplit(":", 1)[-1]) is not None]


def edits_of(person: Person, board: Message) -> Callable[[], int]:
    """Count the edits of a message from here on."""
    before = person.updates_of(board)
    return lambda: person.updates_of(board) - before


async def test_the_board_of_a_channel_is_played_at_tables_and_shown_in_the_chat(
    bot: RunningBot, ada: Player, ben: Player, images: ImageRenderer
) -> None:
    tables = bot.services[Tables]
    async with serving(bot.services, Decks(images, tables), "127.0.0.1", 0, 10) as port:
        tables.url = f"http://127.0.0.1:{port}"
        board = await open_board(ada, game="klondike")
        told = await ben.press(board, label="Table")
        assert told.ephemeral
        async with at_table(link_in(told)) as socket:
            shared = await shared_game(bot, ada)
            about = {"re": 1, "game": shared.snapshot.game_id, "version": 0}
            await socket.send_json({"t": "play", "move": "s", **about})
            assert (await board_on(socket))["version"] == 1
            shown = await until_shown(ada, board, f"<@{ben.id}>")
            assert board_of(shown) != board_of(board)
            # What is done in the chat is seen at the table.
            await moved(bot, ada, shown)
            assert (await board_on(socket))["version"] == 2
        closed = await ben.press(told, label="Close all my tables")
        assert "All your tables are closed" in closed.text
        tables.url = ""
