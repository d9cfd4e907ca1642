"""A player's first boards: what to tap, what the colours mean, and the rules a tap away."""

from __future__ import annotations

import pytest

from local_discord.testing import Message, Person

FIRST_STEPS = "Tap the pile you want to move from."


def offers_rules(message: Message) -> bool:
    return any(button.label == "Rules" for button in message.buttons)


@pytest.mark.quick
async def test_the_first_board_says_what_to_tap_until_the_first_move(ada: Person) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    played = await ada.press(board, label="6")
    assert FIRST_STEPS in board.text
    assert FIRST_STEPS not in played.text
    assert offers_rules(board)
    assert offers_rules(played)
    over = await ada.press(await ada.command("patience", "type giveup"), label="Give up")
    assert not offers_rules(over)


@pytest.mark.quick
async def test_a_game_new_to_a_player_offers_its_rules_until_it_was_played(ada: Person) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    await ada.press(board, label="6")
    other = await ada.command("patience", "play", game="cassim", deal="7")
    assert FIRST_STEPS not in other.text
    # The way back to the game put aside takes the place of the rules once.
    assert offers_rules(await ada.command("patience", "board"))
    known = await ada.command("patience", "play", game="phoenix", deal="8")
    assert not offers_rules(known)


async def test_a_deal_left_untouched_makes_nobody_an_old_hand(ada: Person) -> None:
    await ada.command("patience", "play", game="phoenix", deal="7")
    board = await ada.command("patience", "play", game="phoenix", deal="8")
    assert FIRST_STEPS in board.text
    assert offers_rules(board)


async def test_rules_are_told_privately_and_leave_the_board_alone(ada: Person, ben: Person) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    for person in (ada, ben):
        told = await person.press(board, label="Rules")
        assert told.ephemeral
        assert told.text.startswith("### Phoenix")
        assert "six piles of six" in told.text
        assert not told.buttons
    assert (await ada.refresh(board)).raw == board.raw
