"""House rules: made in a form, listed, played, raced, and counted apart."""

from __future__ import annotations

import pytest

from bot.service.play.games import Games
from bot.service.preferences import MAX_HOUSE_RULES, PreferenceService
from local_discord.testing import Message, Person
from local_discord.testing.person import Entry
from tests.e2e.messages import labels
from tests.e2e.running_bot import RunningBot

RULES = "klondike-3.redeals-1"


async def made(person: Person, game: str, **values: Entry) -> Message:
    """The page of house rules that are made of a game."""
    page = await person.command("patience", "games", game=game)
    form = await person.press_for_modal(page, label="House rules")
    return await person.submit_modal(form, **values)


async def offered(person: Person, typed: str = "") -> dict[str, str]:
    """What /play offers while a game is typed: names by value."""
    choices = await person.choices("patience", "play", focused="game", game=typed)
    return {str(one.value): one.name for one in choices}


@pytest.mark.quick
async def test_house_rules_are_made_listed_played_and_taken_off(
    bot: RunningBot, ada: Person
) -> None:
    page = await made(ada, "klondike", draw=["3"], redeals=["1"])
    assert "### Klondike, draw three (1 redeal)" in page.text
    assert "**House rules: 1 redeal**" in page.text
    found = await offered(ada)
    assert next(iter(found)) == RULES
    assert found[RULES] == "Klondike, draw three (1 redeal) · house rules"
    assert RULES in await offered(ada, "redeal")
    board = await ada.command("patience", "play", game=RULES)
    assert "Klondike, draw three (1 redeal)" in board.text
    assert (await bot.services[Games].active(ada.id)).game.rules.id == RULES
    page = await ada.press(page, label="On my list: on")
    assert "On my list: off" in labels(page)
    assert RULES not in await offered(ada)
    assert bot.discord.refusals == []


async def test_rules_of_a_known_game_lead_to_that_game(bot: RunningBot, ada: Person) -> None:
    page = await made(ada, "klondike", draw=["3"])
    assert "### Klondike, draw three\n" in page.text
    assert "House rules" in labels(page)
    assert not any("list" in label for label in labels(page))
    page = await made(ada, RULES, redeals=["any"])
    assert "### Klondike, draw three\n" in page.text
    assert not (await bot.services[PreferenceService].get(ada.id)).house_rules


async def test_a_servers_list_is_kept_by_those_who_manage_it(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    page = await made(ada, "freecell", cells=["2"])
    await ada.press(page, label="On this server's list: off")
    assert (await offered(ben))["freecell.cells-2"] == "FreeCell (2 cells) · house rules"
    theirs = await ben.command("patience", "games", game="freecell.cells-2")
    assert "On my list: off" in labels(theirs)
    assert not any("server" in label for label in labels(theirs))
    board = await ben.command("patience", "together", game="freecell.cells-2")
    assert "FreeCell (2 cells)" in board.text
    table = await ben.command("lounge", "race start", game="freecell.cells-2")
    assert "FreeCell (2 cells)" in table.text


async def test_what_cannot_be_and_what_does_not_fit_get_a_sentence(
    bot: RunningBot, ada: Person
) -> None:
    note = await made(ada, "thirty", fill=["kings"])
    assert note.text == "Thirty cannot be played by these rules together. Change one of them."
    lists = bot.services[PreferenceService]
    for cells in range(MAX_HOUSE_RULES):
        rules_id = f"klondike.draw-{1 + cells // 4}.cells-{1 + cells % 4}".replace(".draw-1", "")
        await lists.list_house_rules(ada.id, rules_id, is_on=True)
    note = await made(ada, "klondike", cells=["8"])
    assert note.text.startswith("There are 10 house rules on the list already.")
    note = await ada.command("patience", "play", game="klondike.draw-9")
    assert "klondike.draw-9" in note.text
