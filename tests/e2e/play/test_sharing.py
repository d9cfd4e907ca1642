"""Replays, cards of wins, and boards as text."""

from __future__ import annotations

import pytest

import engine
from bot.service.preferences import PreferenceService
from local_discord.payload import payloads_of
from local_discord.testing import Person
from tests.e2e.messages import choose
from tests.e2e.play.boards import picture
from tests.e2e.play.winning import won
from tests.e2e.running_bot import RunningBot


@pytest.mark.quick
async def test_a_win_has_a_replay_and_a_card_to_share(bot: RunningBot, ada: Person) -> None:
    board = await won(bot, ada)
    shown = await choose(ada, board, "Replay")
    assert shown.id != board.id
    assert not shown.ephemeral
    film = await picture(shown)
    assert film.format == "GIF"
    assert getattr(film, "n_frames", 0) > 50
    assert "won" in shown.alt
    card = await ada.press(board, label="Share")
    assert card.id != board.id
    assert (await picture(card)).format == "PNG"
    assert "Ada" in card.alt
    assert "won Phoenix, deal 47" in card.text


async def test_the_buttons_of_a_win_go_on_working_after_another_deal(
    bot: RunningBot, ada: Person
) -> None:
    board = await won(bot, ada)
    await ada.command("patience", "play", game="cassim", deal="1")
    assert "Phoenix · deal 47" in (await choose(ada, board, "Replay")).text
    assert "deal 47" in (await ada.press(board, label="Share")).text


async def test_anybody_may_watch_but_only_the_winner_shares(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    board = await won(bot, ada)
    assert "Phoenix · deal 47" in (await choose(ben, board, "Replay")).text
    refused = await ben.press(board, label="Share")
    assert refused.ephemeral
    assert "'s game" in refused.text


async def test_the_replay_of_a_private_board_is_private_until_its_win_is_shared(
    bot: RunningBot, ada: Person
) -> None:
    await bot.services[PreferenceService].save(ada.id, boards_are_public="no")
    board = await won(bot, ada)
    for label in ("Replay", "Best moves"):
        assert (await choose(ada, board, label)).ephemeral
    assert not (await ada.press(board, label="Share")).ephemeral


async def test_a_game_is_chosen_for_a_replay_from_those_played(ada: Person) -> None:
    await ada.command("patience", "play", game="saratoga", deal="42")
    await ada.command("patience", "type move", play="s")
    await ada.command("patience", "play", game="cassim", deal="1")
    choices = await ada.choices("patience", "replay", focused="game")
    assert [choice.name.split(" · ")[0] for choice in choices] == ["Saratoga"]
    shown = await ada.command("patience", "replay", game=str(choices[0].value))
    assert "Saratoga · deal 42" in shown.text
    nothing = await ada.command("patience", "replay")
    assert nothing.ephemeral
    assert "this game has no moves" in nothing.text


async def test_a_game_of_ones_own_that_is_named_by_words_is_asked_about(ada: Person) -> None:
    await ada.command("patience", "play", game="saratoga", deal="42")
    await ada.command("patience", "type move", play="s")
    told = await ada.command("patience", "replay", game="saratgoa")
    assert told.ephemeral
    assert "Which of your games do you mean by “saratgoa”?" in told.text
    [game] = [one["value"] for one in payloads_of(told.components[-1].get("options"))]
    assert "Saratoga · deal 42" in (await ada.select(told, [str(game)])).text
    assert "Saratoga · deal 42" in (await ada.command("patience", "replay", game=f"{game}")).text


async def test_somebody_elses_game_is_not_replayed_by_its_number(ada: Person, ben: Person) -> None:
    board = await ada.command("patience", "play", game="saratoga", deal="42")
    game = board.button("1").custom_id.split(":")[1]
    told = await ben.command("patience", "replay", game=game)
    assert told.ephemeral
    assert not told.media


async def test_a_board_as_text_can_be_played_by_its_buttons(ada: Person) -> None:
    await ada.command("patience", "play", game="saratoga", deal="42")
    shown = await ada.command("patience", "board", text=True)
    assert not shown.media
    board = engine.deal("saratoga", 42).board
    assert str(board).splitlines()[0] in shown.text
    assert "s: 24 cards" in shown.text
    assert "1 move ·" in (await ada.press(shown, label="s · turn")).text
