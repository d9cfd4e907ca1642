"""Presses on boards that are out of date."""

from __future__ import annotations

from local_discord.testing import Message, Person

OUT_OF_DATE = "out of date"
OTHER_GAME = "This is your current game"


def custom_id(board: Message, ending: str) -> str:
    """The custom id of a button by its ending."""
    return next(one.custom_id for one in board.buttons if one.custom_id.endswith(ending))


async def test_a_press_one_action_behind_shows_the_board_without_a_word(ada: Person) -> None:
    board = await ada.command("patience", "play", game="saratoga", deal="42")
    await ada.command("patience", "move", play="s")
    shown = await ada.press(board, custom_id=custom_id(board, ":tap:s"))
    assert "1 move ·" in shown.text
    assert OUT_OF_DATE not in shown.text


async def test_a_press_two_actions_behind_says_that_the_board_is_out_of_date(ada: Person) -> None:
    board = await ada.command("patience", "play", game="saratoga", deal="42")
    stock = custom_id(board, ":tap:s")
    for _ in range(2):
        await ada.command("patience", "move", play="s")
    shown = await ada.press(board, custom_id=stock)
    assert "2 moves ·" in shown.text
    assert OUT_OF_DATE in shown.text


async def test_a_late_press_on_new_deal_says_so_only_once_the_new_game_is_under_way(
    ada: Person,
) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    question = await ada.command("patience", "giveup")
    over = await ada.press(question, label="Give up")
    again = custom_id(over, ":again")
    await ada.command("patience", "play", game="phoenix", deal="8")
    shown = await ada.press(over, custom_id=again)
    assert "Phoenix · deal 8" in shown.text
    assert OTHER_GAME not in shown.text
    shown = await ada.press(board, label="6")
    assert OTHER_GAME in shown.text


async def test_another_button_of_an_earlier_game_names_the_current_one(ada: Person) -> None:
    earlier = await ada.command("patience", "play", game="phoenix", deal="7")
    await ada.command("patience", "play", game="cassim", deal="5")
    shown = await ada.press(earlier, label="6")
    assert "Cassim · deal 5" in shown.text
    assert OTHER_GAME in shown.text
