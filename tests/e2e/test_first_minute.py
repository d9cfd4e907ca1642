"""A player's first boards: what a game is about, and its rules a tap away."""

from __future__ import annotations

import pytest

from local_discord.testing import Message, Person

PHOENIX = "-# Six piles and sixteen in reserve, all face up."


def offers_rules(message: Message) -> bool:
    return any(button.label == "Rules" for button in message.buttons)


@pytest.mark.quick
async def test_the_first_board_says_what_the_game_is_about_until_the_first_move(
    ada: Person,
) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    played = await ada.press(board, label="6")
    assert PHOENIX in board.text
    assert PHOENIX not in played.text
    assert offers_rules(board)
    assert offers_rules(played)
    over = await ada.press(await ada.command("patience", "type giveup"), label="Give up")
    assert not offers_rules(over)


@pytest.mark.quick
async def test_a_game_new_to_a_player_offers_its_rules_until_it_was_played(ada: Person) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    await ada.press(board, label="6")
    await ada.command("patience", "type move", play="r4-2")
    other = await ada.command("patience", "play", game="cassim", deal="7")
    # Not even the way back to the game put aside takes the place of the rules.
    assert other.text.splitlines()[1].startswith("-# Four short piles")
    assert offers_rules(other)
    known = await ada.command("patience", "play", game="phoenix", deal="8")
    assert PHOENIX not in known.text
    assert not offers_rules(known)


async def test_a_deal_left_untouched_makes_nobody_an_old_hand(ada: Person) -> None:
    await ada.command("patience", "play", game="phoenix", deal="7")
    board = await ada.command("patience", "play", game="phoenix", deal="8")
    assert PHOENIX in board.text
    assert offers_rules(board)


async def test_rules_are_told_privately_and_leave_the_board_alone(ada: Person, ben: Person) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    for person in (ada, ben):
        told = await person.press(board, label="Rules")
        assert told.ephemeral
        assert told.text.startswith("### Phoenix")
        assert "sixteen in reserve" in told.text
        assert not told.buttons
    assert (await ada.refresh(board)).raw == board.raw
