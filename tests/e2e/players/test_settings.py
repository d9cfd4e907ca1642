"""Players' settings and their effects."""

from __future__ import annotations

import pytest

import engine
from engine.automatic import safe_moves
from local_discord.testing import Message, Person
from rendering import THEMES
from tests.e2e.messages import plain
from tests.e2e.play.boards import live_board, typed
from tests.e2e.running_bot import RunningBot


async def chosen(person: Person, page: Message, menu: str, value: str) -> Message:
    return await person.select(page, [value], custom_id=f"patience:choose:{menu}")


def labels(message: Message) -> set[str]:
    return {button.label for button in message.buttons}


@pytest.mark.quick
async def test_the_settings_show_what_there_is_to_choose_to_the_player_alone(ada: Person) -> None:
    page = await ada.command("patience", "settings")
    assert page.ephemeral
    assert [item["description"] for item in page.media] == [
        *(theme.title for theme in THEMES.values()),
        "Portraits, Two-headed",
        "Lattice, Scales, Star",
    ]


@pytest.mark.quick
async def test_a_theme_applies_at_once_and_everywhere(bot: RunningBot, ada: Person) -> None:
    board = await ada.command("patience", "play", game="saratoga", deal="42")
    before = await board.picture()
    page = await ada.command("patience", "settings")
    again = await chosen(ada, page, "look", "dark")
    assert again.id == page.id
    shown = await (await ada.command("patience", "board")).picture()
    assert shown != before
    await bot.restart()
    await ada.until_online()
    assert await (await ada.command("patience", "board")).picture() == shown


async def test_the_deck_has_two_or_four_colours_and_large_indices(ada: Person) -> None:
    await ada.command("patience", "play", game="saratoga", deal="42")
    page = await ada.command("patience", "settings")
    pictures = set[bytes]()
    for deck in ("2", "4", "2-large", "4-large"):
        page = await chosen(ada, page, "deck", deck)
        pictures.add(await (await ada.command("patience", "board")).picture())
    assert len(pictures) == 4


@pytest.mark.parametrize(
    ("menu", "values"),
    [("courts", ("portraits", "two-headed")), ("back", ("lattice", "scales", "star"))],
)
async def test_decks_and_backs_look_different(
    ada: Person, menu: str, values: tuple[str, ...]
) -> None:
    await ada.command("patience", "play", game="klondike", deal="658")
    page = await ada.command("patience", "settings")
    pictures = set[bytes]()
    for value in values:
        page = await chosen(ada, page, menu, value)
        pictures.add(await (await ada.command("patience", "board")).picture())
    assert len(pictures) == len(values)


async def test_the_letters_on_cards_are_those_chosen_in_pictures_and_texts(ada: Person) -> None:
    board = await ada.command("patience", "play", game="freecell", deal="5")
    assert "Q♣" in str(board.media[0]["description"])
    picture = await board.picture()  # which the message loses to the next board
    await chosen(ada, await ada.command("patience", "settings"), "letters", "german")
    again = await ada.command("patience", "board")
    assert "D♣" in str(again.media[0]["description"])
    assert "Q♣" not in str(again.media[0]["description"])
    assert await again.picture() != picture
    answer = await ada.command("patience", "type move", play="Dc 1")
    assert "D♣" in plain(answer)


async def test_safe_cards_go_home_with_a_move_and_come_back_with_it(ada: Person) -> None:
    await ada.press(
        await ada.command("patience", "settings"), label="Send safe cards home automatically: off"
    )
    game = engine.deal("phoenix", 47)
    move = game.legal_moves()[0]
    game.play(move)
    assert safe_moves(game.board)
    await ada.command("patience", "play", game="phoenix", deal="47")
    word = await ada.command("patience", "type move", play=str(move))
    said = word.text.splitlines()[0]
    assert said.startswith("Played: **A")
    assert said.endswith(" from 4 home** · 6 more cards went home.")
    board = live_board(ada, word)
    home = int(board.text.split(" of 52")[0].rsplit(" ", 1)[1])
    assert home > game.board.foundation_count
    assert "0 moves ·" in (await typed(ada, "patience", "type undo")).text


async def test_giving_up_does_not_ask_if_so_chosen(ada: Person) -> None:
    await ada.press(await ada.command("patience", "settings"), label="Ask before giving up: on")
    await ada.command("patience", "play", game="phoenix", deal="7")
    assert "Given up" in (await typed(ada, "patience", "type giveup")).text


async def test_boards_are_private_if_so_chosen(ada: Person) -> None:
    page = await ada.command("patience", "settings")
    page = await ada.press(page, label="Show my boards to others: on")
    assert "Show my boards to others: off" in labels(page)
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    assert board.ephemeral
    moved = await ada.press(board, label="6")
    assert moved.id == board.id
    assert "1 move ·" in moved.text
    await ada.press(page, label="Show my boards to others: off")
    assert not (await ada.command("patience", "board")).ephemeral


async def test_players_have_their_own_settings(ada: Person, ben: Person) -> None:
    await chosen(ada, await ada.command("patience", "settings"), "look", "light")
    pictures = set[bytes]()
    for person in (ada, ben):
        board = await person.command("patience", "play", game="phoenix", deal="7")
        pictures.add(await board.picture())
    assert len(pictures) == 2
