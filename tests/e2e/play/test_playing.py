"""Playing in chat: commands, taps and replies, through the real client over sockets."""

from __future__ import annotations

import asyncio
import re

import pytest

import engine
from bot.service.play.games import Games
from bot.service.play.moves import distinct_moves
from bot.service.play.taps import tapped_move
from bot.service.preferences import Tap
from engine import Status
from local_discord.enums import ComponentType
from local_discord.testing import Message, Person
from tests.e2e.messages import plain
from tests.e2e.play.boards import live_board, typed
from tests.e2e.running_bot import RunningBot
from tests.sampling import is_drawn

PHOENIX_7 = "Phoenix · deal 7"


def enabled(message: Message) -> set[str]:
    """The labels of the buttons that can be pressed."""
    return {button.label for button in message.buttons if not button.disabled}


@pytest.mark.quick
async def test_play_answers_with_a_picture_and_a_key_for_what_can_be_played(ada: Person) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    assert PHOENIX_7 in board.text
    assert (await board.picture()).startswith(b"\x89PNG")
    assert "Phoenix" in board.alt
    labels = [button.label for button in board.buttons]
    piles = ["A♣", "Q♠", "10♦", "10♥", *"123456"]
    assert labels == [*piles, "Undo", "Rules", "Hint"]


async def test_only_buttons_that_can_do_something_are_enabled(ada: Person) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    assert enabled(board) == {"A♣", "Q♠", "10♦", "10♥", "3", "6", "Rules", "Hint"}


async def test_a_deal_that_is_not_named_is_a_random_one(ada: Person) -> None:
    first = await ada.command("patience", "play", game="cassim")
    second = await ada.command("patience", "play", game="cassim")
    assert first.text.splitlines()[0] != second.text.splitlines()[0]


async def test_games_of_many_families_can_be_dealt_and_begun(ada: Person, seed: str) -> None:
    for game in [game for game in list(engine.CATALOGUE)[::6] if is_drawn(seed, game)]:
        number, move = next(
            (number, move)
            for number in range(3, 100)
            for board in [engine.deal(game, number).board]
            for move in board.legal_moves()
            if board.apply(move).status is Status.PLAYING
        )
        await ada.command("patience", "play", game=game, deal=str(number))
        board = await typed(ada, "patience", "type move", play=str(move))
        assert "1 move ·" in board.text


@pytest.mark.quick
async def test_a_tap_on_a_pile_with_one_place_to_go_plays_at_once(ada: Person) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    after = await ada.press(board, label="6")
    assert after.id == board.id
    assert "1 of 52 cards home" in after.text


@pytest.mark.quick
async def test_a_tap_on_a_pile_with_several_places_asks_where_to(ada: Person) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    before = await board.picture()
    question = await ada.press(board, label="Q♠")
    assert "Q♠ from r4" in plain(question)
    offered = [one.label for one in question.buttons if not one.disabled]
    assert offered == ["K · pile 2", "K · pile 5", "Back", "Rules", "Hint"]
    assert await question.picture() != before
    back = await ada.press(question, label="Back")
    assert [b.label for b in back.buttons] == [b.label for b in board.buttons]
    question = await ada.press(back, label="Q♠")
    played = await ada.press(question, label="K · pile 5")
    assert "1 move ·" in played.text


@pytest.mark.quick
async def test_undo_and_redo_go_back_and_forth(ada: Person) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    played = await ada.press(board, label="6")
    undone = await ada.press(played, label="Undo")
    assert "0 moves" in undone.text
    assert "Redo" in enabled(undone)
    redone = await ada.press(undone, label="Redo")
    assert "1 move ·" in redone.text
    undone = await typed(ada, "patience", "type undo")
    assert "0 moves" in undone.text
    redone = await typed(ada, "patience", "type redo")
    assert "1 move ·" in redone.text


async def test_legal_moves_are_offered_in_words(ada: Person) -> None:
    await ada.command("patience", "play", game="phoenix", deal="7")
    choices = await ada.choices("patience", "type move", focused="play", play="")
    assert ("Q♠ from r4 onto K♦ in 2", "r4-2") in [(one.name, one.value) for one in choices]
    assert len(choices) == len(engine.deal("phoenix", 7).legal_moves())
    narrowed = await ada.choices("patience", "type move", focused="play", play="qs k")
    assert {one.value for one in narrowed} <= {"r4-2", "r4-5"}
    typed = await ada.choices("patience", "type move", focused="play", play="qs kh")
    assert typed[0].value == "r4-5"


@pytest.mark.parametrize("command", ["play", "games"])
async def test_games_are_offered_while_typing(ada: Person, command: str) -> None:
    assert len(await ada.choices("patience", command, focused="game", game="")) == 25
    meant = await ada.choices("patience", command, focused="game", game="LÚCIE")
    assert {str(one.value).split()[0] for one in meant} == {"la-belle-lucie"}
    assert meant[0].value == "la-belle-lucie"
    meant = await ada.choices("patience", command, focused="game", game="klondyke")
    assert meant[0].value == "klondike"
    choices = await ada.choices("patience", command, focused="game", game="sara")
    assert [one.value for one in choices] == [
        game for game in engine.CATALOGUE if "saratoga" in game
    ]
    assert choices[0].name.startswith("Saratoga · ")


async def test_another_player_learns_privately_whose_game_it_is(ada: Person, ben: Person) -> None:
    await ben.open("patience")
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    seen = await ben.until(lambda message: message.id == board.id)
    answer = await ben.press(seen, label="6")
    assert answer.ephemeral
    assert f"<@{ada.id}>'s game" in answer.text
    assert (await ada.refresh(board)).alt == board.alt


async def test_buttons_go_on_working_after_a_restart(bot: RunningBot, ada: Person) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    await bot.restart()
    await ada.until_online()
    played = await ada.press(board, label="6")
    assert "1 move ·" in played.text


async def test_resume_brings_back_the_game_that_a_new_one_replaced(ada: Person) -> None:
    await ada.command("patience", "play", game="phoenix", deal="7")
    await ada.command("patience", "type move", play="r4 2")
    await ada.command("patience", "play", game="cassim", deal="5")
    choices = await ada.choices("patience", "resume", focused="game", game="phoe")
    assert [one.name for one in choices] == ["Phoenix · deal 7 · 1 move"]
    board = await ada.command("patience", "resume", game=str(choices[0].value))
    assert PHOENIX_7 in board.text
    assert "1 move ·" in board.text


async def test_resume_without_a_game_lists_the_unfinished_ones(ada: Person) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    await ada.press(board, label="6")
    await ada.command("patience", "play", game="cassim", deal="5")
    listed = await ada.command("patience", "resume")
    assert listed.ephemeral
    assert re.findall(r"\*\*(.*)\*\*", listed.text) == ["Cassim · deal 5", "Phoenix · deal 7"]
    pictures = [one for one in listed.components if one["type"] == ComponentType.THUMBNAIL]
    assert [one["description"] for one in pictures] == ["Cassim", "Phoenix"]
    board = await ada.press(listed, custom_id=listed.buttons[1].custom_id)
    assert PHOENIX_7 in board.text


async def test_games_without_a_move_leave_no_trace(ada: Person) -> None:
    untouched = await ada.command("patience", "play", game="phoenix", deal="7")
    await ada.command("patience", "play", game="cassim", deal="5")
    choices = await ada.choices("patience", "resume", focused="game", game="")
    assert [one.name for one in choices] == ["Cassim · deal 5 · 0 moves"]
    assert not any("aside" in one.text for one in await ada.open("patience"))
    # Its board still works.
    assert "1 move ·" in (await ada.press(untouched, label="6")).text


@pytest.mark.quick
async def test_giving_up_asks_first(ada: Person) -> None:
    await ada.command("patience", "play", game="phoenix", deal="7")
    question = await ada.command("patience", "type giveup")
    assert question.ephemeral
    resumed = live_board(ada, await ada.press(question, label="Keep playing"))
    assert "Given up" not in resumed.text
    question = await ada.command("patience", "type giveup")
    ended = live_board(ada, await ada.press(question, label="Give up"))
    assert "Given up" in ended.text
    assert enabled(ended) == {"Same deal again", "New deal"}
    assert "Given up" in (await ada.command("patience", "board")).text
    answer = await ada.command("patience", "type undo")
    assert answer.ephemeral
    assert "/play" in answer.text


async def test_a_stuck_game_says_so_and_offers_ways_on(ada: Person) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="50")
    stuck = await ada.press(board, label="9♦")
    assert "Stuck" in stuck.text
    assert enabled(stuck) == {"Rules", "Undo", "Hint", "Same deal again", "New deal"}
    again = await ada.press(stuck, label="Same deal again")
    assert "Phoenix · deal 50" in again.text
    assert "0 moves" in again.text
    undone = await ada.press(await ada.press(again, label="9♦"), label="Undo")
    assert "Stuck" not in undone.text


async def test_help_and_rules_have_a_picture_and_a_button_that_deals(ada: Person) -> None:
    saxony = engine.CATALOGUE["saxony"]
    for page, says, label in (
        (await ada.command("patience", "help"), "/play", "Play Klondike"),
        (await ada.command("patience", "games", game="saxony"), saxony.text[0], "Play Saxony"),
    ):
        assert page.ephemeral
        assert page.media
        assert says in page.text
        board = await ada.press(page, label=label)
        assert not board.ephemeral
        assert f"{label.removeprefix('Play ')} · deal " in board.text


async def test_the_list_of_games_has_pages(ada: Person) -> None:
    page = await ada.command("patience", "games")
    assert page.ephemeral
    turned = await ada.press(page, label="Next")
    assert turned.id == page.id
    assert "**Klondike**" in page.text
    assert "**Klondike**" not in turned.text
    assert (await ada.press(turned, label="Previous")).text == page.text


async def test_the_list_of_games_is_narrowed_by_difficulty_and_explains_them(ada: Person) -> None:
    page = await ada.command("patience", "games")
    narrowed = await ada.select(page, ["hard"], custom_id="patience:shelf")
    assert "### Hard (" in narrowed.text
    explained = await ada.select(narrowed, ["klondike-3"], custom_id="patience:rules")
    assert explained.ephemeral
    assert explained.id != page.id
    assert engine.CATALOGUE["klondike-3"].text[0] in explained.text


async def test_menus_move_cards_where_piles_are_too_many_for_buttons(ada: Person) -> None:
    game = engine.deal("house-in-the-wood", 1)
    board = await ada.command("patience", "play", game="house-in-the-wood", deal="1")
    [menu] = [one for one in board.components if one["type"] == 3]
    options = menu["options"]
    assert isinstance(options, list)
    offered = [option["value"] for option in options]
    moves = distinct_moves(game)
    several = next(pile for pile in offered if tapped_move(game, moves[pile], Tap.CLEAR) is None)
    question = await ada.select(board, [several], custom_id=str(menu["custom_id"]))
    assert f"from {several}" in question.text
    choice = next(one for one in question.buttons if ":play:" in one.custom_id)
    played = await ada.press(question, custom_id=choice.custom_id)
    assert "1 move ·" in played.text


async def test_a_choice_from_an_old_menu_brings_up_the_current_board(
    bot: RunningBot, ada: Person
) -> None:
    board = await ada.command("patience", "play", game="house-in-the-wood", deal="1")
    menu = next(one for one in board.components if one["type"] == 3)
    options = menu["options"]
    assert isinstance(options, list)
    move = str(engine.deal("house-in-the-wood", 1).legal_moves()[0])
    await bot.services[Games].play(ada.id, move)
    shown = await ada.select(board, [options[0]["value"]], custom_id=str(menu["custom_id"]))
    assert shown.id == board.id
    assert "1 move ·" in shown.text


async def test_a_redeal_is_a_button_that_counts_them(ada: Person) -> None:
    board = await ada.command("patience", "play", game="la-belle-lucie", deal="1")
    for left in (2, 1):
        board = await ada.press(board, label=f"Redeal ({left} left)")
    assert board.button("Redeal (0 left)").disabled
    assert "2 moves ·" in board.text


async def test_a_random_deal_of_freecell_is_one_of_microsofts(ada: Person) -> None:
    board = await ada.command("patience", "play", game="freecell")
    number = board.text.splitlines()[0].split("deal ")[1]
    assert 1 <= int(number) <= 1_000_000
    refused = await ada.command("patience", "play", game="freecell", deal="1000001")
    assert refused.ephemeral
    assert "from 1 to 1,000,000" in refused.text


@pytest.mark.quick
async def test_every_command_and_option_is_described(ada: Person) -> None:
    typed = [command for command in ada.commands if command["type"] == 1]
    assert typed
    assert all(command["description"] not in ("", "…") for command in typed)
    for command in typed:
        options = command.get("options", [])
        assert isinstance(options, list)
        assert all(option["description"] not in ("", "…") for option in options)


async def test_three_who_play_at_once_see_every_board(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person
) -> None:
    async def play(person: Person) -> None:
        board = await person.command("patience", "play", game="klondike", deal="7")
        for _ in range(12):
            board = await person.press(board, label="s · turn")
            assert "could not be drawn" not in board.text
            assert (await board.picture()).startswith(b"\x89PNG")

    await asyncio.gather(*map(play, (ada, ben, chiyo)))
    games = [await bot.services[Games].active(one.id) for one in (ada, ben, chiyo)]
    assert [one.version for one in games] == [12] * 3
