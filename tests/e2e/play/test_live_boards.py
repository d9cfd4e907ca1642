"""One live board for each game: what is typed edits it, wherever the bot can."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.chat.responding import live_boards
from bot.service.play.games import Games
from local_discord.fault_injection import Late, LateBefore
from local_discord.fixtures import GUILDS, READ_HISTORY, VIEW_CHANNEL
from local_discord.testing import Message, Person
from tests.e2e.messages import plain
from tests.e2e.play.boards import live_board, typed, until_refused
from tests.e2e.running_bot import RunningBot, quiet

KLONDIKE = {"game": "klondike", "deal": "1"}
PHOENIX = {"game": "phoenix", "deal": "7"}


async def boards(person: Person, channel: str) -> list[Message]:
    """The messages of a channel that have a picture."""
    return [one for one in await person.open(channel) if one.media]


async def retired(person: Person, board: Message) -> Message:
    """Wait until a board in another channel has lost its buttons."""
    return await person.until(lambda one: one.id == board.id and not one.buttons, "retired board")


async def gone(person: Person, board: Message) -> None:
    """Wait until a board is deleted."""
    await person.wait_until(lambda: board.id not in person.messages, "deletion")


# Typing


@pytest.mark.quick
async def test_ten_typed_moves_leave_one_board_and_one_word(ada: Person) -> None:
    board = await ada.command("patience", "play", **KLONDIKE)
    words = [await ada.command("patience", "type move", play="s") for _ in range(10)]
    assert all(word.ephemeral for word in words)
    word = words[-1]
    assert live_board(ada, word).id == board.id
    assert "Turn 1 card from the stock" in word.text
    board, said = await ada.open("patience")
    assert "10 moves ·" in board.text
    assert said.id == word.id


async def test_a_player_does_not_wait_for_the_messages_after_a_board(
    bot: RunningBot, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_boards, "_LOOK_TIMEOUT", 0.1)
    board = await ada.command("patience", "play", **KLONDIKE)
    bot.discord.inject(Late(60), method="GET", path_contains="/messages")
    assert live_board(ada, await ada.command("patience", "type move", play="s")).id == board.id


async def test_a_player_does_not_wait_until_the_board_before_is_deleted(
    bot: RunningBot, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_boards, "_TIMEOUT", 0.1)
    before = await ada.command("patience", "play", **PHOENIX)
    bot.discord.inject(LateBefore(60), method="DELETE", path_contains="/messages")
    board = await ada.command("patience", "board")
    assert "1 move ·" in (await ada.press(board, label="6")).text
    assert before.id in ada.messages


async def test_others_see_the_board_and_not_the_words(ada: Person, ben: Person) -> None:
    await ada.command("patience", "play", **KLONDIKE)
    await ada.command("patience", "type move", play="s")
    [board] = await ben.open("patience")
    assert "1 move ·" in board.text


@pytest.mark.parametrize("channel", ["patience", "dm"])
async def test_each_typed_action_says_what_it_did(ada: Person, channel: str) -> None:
    board = await ada.command(channel, "play", **PHOENIX)
    said = await ada.command(channel, "type move", play="r4-2")
    assert "Q♠ from r4 onto K♦ in 2" in plain(said)
    assert "Taken back: **Q♠" in plain(await ada.command(channel, "type undo"))
    assert "Q♠ from r4 onto K♦ in 2" in plain(await ada.command(channel, "type redo"))
    question = await ada.command(channel, "type giveup")
    assert "goes on" in (await ada.press(question, label="Keep playing")).text
    question = await ada.command(channel, "type giveup")
    over = live_board(ada, await ada.press(question, label="Give up"))
    assert over.id == board.id
    assert "Given up" in over.text


async def test_typing_goes_on_on_the_same_board_after_a_restart(
    bot: RunningBot, ada: Person
) -> None:
    board = await ada.command("patience", "play", **KLONDIKE)
    await bot.restart()
    await ada.until_online()
    assert (await typed(ada, "patience", "type move", play="s")).id == board.id
    assert "1 move ·" in (await ada.refresh(board)).text


async def test_a_private_board_is_edited_until_a_restart(bot: RunningBot, ada: Person) -> None:
    await ada.press(await ada.command("patience", "settings"), label="Show my boards to others: on")
    board = await ada.command("patience", "play", **KLONDIKE)
    assert board.ephemeral
    assert (await typed(ada, "patience", "type move", play="s")).id == board.id
    await bot.restart()
    await ada.until_online()
    again = await ada.command("patience", "type move", play="s")
    assert again.ephemeral
    assert "2 moves ·" in again.text


async def test_a_press_makes_its_board_editable_again_after_a_restart(
    bot: RunningBot, ada: Person
) -> None:
    group = str(bot.discord.open_group(ada.id).id)
    board = await ada.command(group, "play", **PHOENIX)
    await bot.restart()
    await ada.until_online()
    await ada.press(board, label="6")
    assert (await typed(ada, group, "type undo")).id == board.id


# A new board


async def test_a_deleted_board_is_replaced_where_its_player_types(
    bot: RunningBot, ada: Person
) -> None:
    board = await ada.command("patience", "play", **KLONDIKE)
    await ada.delete(board)
    again = await ada.command("patience", "type move", play="s")
    assert not again.ephemeral
    assert "1 move ·" in again.text
    await until_refused(bot, 10008, 10008)
    assert (await typed(ada, "patience", "type move", play="s")).id == again.id


@pytest.mark.parametrize("elsewhere", ["general", "lounge", "dm"])
async def test_typing_elsewhere_moves_the_board_there(ada: Person, elsewhere: str) -> None:
    board = await ada.command("patience", "play", **KLONDIKE)
    there = await ada.command(elsewhere, "type move", play="s")
    assert "1 move ·" in there.text
    left = await retired(ada, board)
    assert not left.media
    same_server = elsewhere == "general"
    assert f"<@{ada.id}> is now playing {'[here]' if same_server else 'elsewhere'}" in left.text
    assert (there.id in left.text) == same_server
    assert (await typed(ada, elsewhere, "type move", play="s")).id == there.id


async def test_a_board_that_others_have_pushed_out_of_sight_is_posted_again(
    ada: Person, ben: Person
) -> None:
    board = await ada.command("patience", "play", **KLONDIKE)
    for n in range(live_boards.MAX_FOLLOWING):
        await ben.say("patience", f"message {n}")
    assert (await typed(ada, "patience", "type move", play="s")).id == board.id
    await ben.say("patience", "one more")
    again = await ada.command("patience", "type move", play="s")
    assert "2 moves ·" in again.text
    await gone(ada, board)
    assert [one.id for one in await boards(ada, "patience")] == [again.id]


async def test_a_board_is_edited_however_far_up_if_the_bot_may_not_read_what_followed(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    board = await ada.command("patience", "play", **KLONDIKE)
    await bot.discord.deny(int(board.channel), READ_HISTORY)
    for n in range(live_boards.MAX_FOLLOWING + 1):
        await ben.say("patience", f"message {n}")
    assert (await typed(ada, "patience", "type move", play="s")).id == board.id


async def test_a_board_that_is_old_is_posted_again(
    ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await ada.command("patience", "play", **KLONDIKE)
    monkeypatch.setattr(live_boards, "MAX_AGE", timedelta(0))
    again = await ada.command("patience", "type move", play="s")
    assert "1 move ·" in again.text
    await gone(ada, board)


async def test_board_shows_the_board_once_more_and_only_there(ada: Person) -> None:
    board = await ada.command("patience", "play", **KLONDIKE)
    again = await ada.command("patience", "board")
    await gone(ada, board)
    assert (await typed(ada, "patience", "type move", play="s")).id == again.id


async def test_a_board_that_is_over_keeps_its_buttons_when_it_is_shown_again(ada: Person) -> None:
    board = await ada.command("patience", "play", **PHOENIX)
    await ada.press(await ada.command("patience", "type giveup"), label="Give up")
    await ada.command("general", "board")
    await ada.command("dm", "board")
    shown = await ada.refresh(board)
    assert [one.label for one in shown.buttons] == ["Same deal again", "New deal"]


async def test_a_bot_without_access_posts_a_new_board_after_a_restart(
    bot: RunningBot, ada: Person
) -> None:
    board = await ada.command("patience", "play", **KLONDIKE)
    await bot.discord.deny(int(board.channel), VIEW_CHANNEL)
    assert (await typed(ada, "patience", "type move", play="s")).id == board.id
    await bot.restart()
    await ada.until_online()
    again = await ada.command("patience", "type move", play="s")
    assert "2 moves ·" in again.text
    await until_refused(bot, 50001, 50001)
    # The board that could not be edited still works, and is the live one from then on.
    back = await ada.press(await ada.refresh(board), label="Undo")
    assert "out of date" not in back.text
    await gone(ada, again)


async def test_two_commands_at_once_leave_one_board(ada: Person) -> None:
    board = await ada.command("patience", "play", **KLONDIKE)
    await asyncio.gather(*(ada.command("patience", "type move", play="s") for _ in range(3)))
    assert "3 moves ·" in (await ada.refresh(board)).text
    assert len(await boards(ada, "patience")) == 1


async def test_typing_where_the_bot_is_not_edits_the_board_too(
    bot: RunningBot, ada: Person
) -> None:
    await bot.discord.leave(GUILDS[0].id)
    board = await ada.command("patience", "play", **KLONDIKE)
    for _ in range(3):
        assert (await typed(ada, "patience", "type move", play="s")).id == board.id


# Several games


async def test_a_tap_on_the_board_of_another_game_takes_it_up_again(
    bot: RunningBot, ada: Person
) -> None:
    phoenix = await ada.command("patience", "play", **PHOENIX)
    await ada.press(phoenix, label="6")
    async with quiet(bot.client):
        # Before the other one is folded.
        klondike = await ada.command("patience", "play", **KLONDIKE)
        await ada.command("patience", "type move", play="s")
        phoenix = await ada.press(await ada.refresh(phoenix), label="Q♠")
    assert "Q♠ from r4" in plain(phoenix)
    phoenix = await ada.press(phoenix, label="Back")
    assert "Back in this game. Klondike waits" not in phoenix.text
    # What is typed now is about the game that was taken up.
    assert (await typed(ada, "patience", "type undo")).id == phoenix.id
    klondike = await ada.refresh(klondike)
    assert "1 move ·" in klondike.text
    back = await ada.press(klondike, label="Undo")
    assert "0 moves ·" in back.text


async def test_a_tap_on_another_deal_of_the_same_game_says_which_one_waits(
    bot: RunningBot, ada: Person
) -> None:
    first = await ada.command("patience", "play", game="klondike", deal="8")
    async with quiet(bot.client):
        await ada.command("patience", "play", game="klondike", deal="9")
        await ada.command("patience", "type move", play="s")
        first = await ada.press(first, label="s · turn")
    assert "The other Klondike, deal 9, waits where you left it." in first.text


async def test_an_outdated_board_of_another_game_shows_where_it_stands(
    bot: RunningBot, ada: Person
) -> None:
    phoenix = await ada.command("patience", "play", **PHOENIX)
    for move in ("6-f3", "r4-2"):
        await bot.services[Games].play(ada.id, move)
    async with quiet(bot.client):
        await ada.command("patience", "play", **KLONDIKE)
        shown = await ada.press(phoenix, label="6")
    assert "out of date" in shown.text
    await ada.press(shown, label="Undo")
    assert len((await bot.services[Games].active(ada.id)).game.moves) == 1


async def test_play_over_a_game_says_it_was_put_aside_and_offers_to_go_back(ada: Person) -> None:
    await ada.command("patience", "play", **KLONDIKE)
    await ada.command("patience", "type move", play="s")
    phoenix = await ada.command("patience", "play", **PHOENIX)
    await ada.command("patience", "type move", play="6-f3 r4-2")
    aside = await ada.command("patience", "play", **KLONDIKE)
    assert aside.text.splitlines()[1] == "-# You put **Phoenix** aside."
    back = await ada.press(aside, label="Previous game")
    assert "Phoenix · deal 7" in back.text
    assert "2 moves ·" in back.text
    await gone(ada, phoenix)


async def test_play_over_a_game_of_one_move_offers_no_way_back(ada: Person) -> None:
    for game in (KLONDIKE, PHOENIX):
        await ada.command("patience", "play", **game)
        await ada.command("patience", "type move", play="s" if game is KLONDIKE else "6-f3")
    board = await ada.command("patience", "play", **KLONDIKE)
    assert "aside" not in board.text
    assert "Previous game" not in [one.label for one in board.buttons]


async def test_play_over_a_game_whose_moves_are_all_taken_back_says_nothing(ada: Person) -> None:
    await ada.command("patience", "play", **KLONDIKE)
    await ada.command("patience", "type move", play="s")
    await ada.command("patience", "type undo")
    await ada.command("patience", "play", **PHOENIX)
    await ada.command("patience", "help")
    assert not any("aside" in one.text for one in ada.messages.values())


async def test_new_deal_under_an_old_board_puts_the_game_in_play_aside(ada: Person) -> None:
    phoenix = await ada.command("patience", "play", **PHOENIX)
    await ada.press(await ada.command("patience", "type giveup"), label="Give up")
    await ada.command("general", "play", **KLONDIKE)
    await ada.command("general", "type move", play="s s")
    dealt = await ada.press(await ada.refresh(phoenix), label="Same deal again")
    assert "Phoenix · deal 7" in dealt.text
    assert "You put **Klondike" in dealt.text
