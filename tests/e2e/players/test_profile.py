"""Profiles and badges: one's own, somebody else's, and those of players who hide."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.service.players.achievements import ACHIEVEMENTS
from local_discord.testing import Person
from tests.e2e.play.boards import picture
from tests.e2e.play.winning import won
from tests.e2e.running_bot import RunningBot
from tests.store.finished_games import play_to_the_end

SHOWN = "Show me on this server's leaderboards"


async def play_tenth_win(bot: RunningBot, person: Person) -> None:
    """Give somebody nine wins of earlier days, and some progress."""
    database = bot.database
    for deal in range(1, 10):
        await play_to_the_end(
            database, int(person.id), deal=deal, moves=5, guild=1, at=datetime.now(UTC)
        )


@pytest.mark.quick
async def test_a_profile_has_a_picture_with_all_that_was_reached(
    bot: RunningBot, ada: Person
) -> None:
    await play_tenth_win(bot, ada)
    page = await ada.command("patience", "profile")
    assert page.ephemeral
    assert "Profile" in page.text
    assert (await picture(page)).format == "PNG"
    assert page.alt.startswith("Profile of Ada. Level 4: 6 of 20 points. 9 deals won.")
    assert "9 wins in a row, best 9." in page.alt
    assert "Saratoga: won 9, fewest moves 5" in page.alt
    assert "First win (bronze)" in page.alt
    assert "**Getting the hang of it** · Win 10 different deals. (9/10)" in page.text
    assert "easy 1, medium 2, hard 4, expert 8" in page.text


async def test_a_profile_is_opened_from_the_menu_of_its_player(
    bot: RunningBot, ada: Person
) -> None:
    await play_tenth_win(bot, ada)
    page = await ada.menu("patience", "Profile", ada.id)
    assert page.ephemeral
    assert page.alt.startswith("Profile of Ada. Level 4")


@pytest.mark.quick
async def test_a_new_player_has_an_empty_profile(ada: Person) -> None:
    page = await ada.command("patience", "profile")
    assert "No wins yet" in page.text
    assert "Level 1: 0 of 5 points. 0 deals won." in page.alt
    assert f"Badges: 0 of {len(ACHIEVEMENTS)}." in page.alt


async def test_buttons_list_the_badges_of_a_tier(bot: RunningBot, ada: Person) -> None:
    await play_tenth_win(bot, ada)
    page = await ada.command("patience", "profile")
    assert [button.label.split()[0] for button in page.buttons if button.label] == [
        *("Bronze", "Silver", "Gold", "Diamond", "Statistics", "Collection")
    ]
    bronze = await ada.press(page, label=page.buttons[0].label)
    assert bronze.ephemeral
    assert bronze.id != page.id
    assert "✅ **First win** · Win a game." in bronze.text
    assert "▫️ **Getting the hang of it** · Win 10 different deals. (9/10)" in bronze.text
    assert "▫️ **Open sesame** · Win a game of Cassim." in bronze.text


async def test_a_win_names_its_badges_once_on_the_board(bot: RunningBot, ada: Person) -> None:
    board = await won(bot, ada)
    [line] = [line for line in board.text.splitlines() if "🎖️" in line]
    badges = "Badges: **Against the odds**, **Nerves of steel** and 4 more. See /profile."
    assert line == f"-# 🎖️ {badges}"
    later = await ada.command("patience", "board")
    assert "🎖️" not in later.text
    again = await won(bot, ada)
    assert "🎖️" not in again.text


async def test_others_see_the_profile_of_those_who_are_shown(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    refused = await ben.command("patience", "profile", player=str(ada.id))
    assert refused.ephemeral
    assert "visible only in servers" in refused.text
    await won(bot, ada)
    page = await ben.command("patience", "profile", player=str(ada.id))
    assert page.ephemeral
    assert "Profile of Ada." in page.alt
    assert "First win" in (await ben.press(page, label=page.buttons[0].label)).text

    privacy = await ada.command("patience", "privacy")
    await ada.press(privacy, label=f"{SHOWN}: on")
    refused = await ben.command("patience", "profile", player=str(ada.id))
    assert "visible only in servers" in refused.text
    assert refused.alt == ""
    # A page opened earlier tells nothing more either.
    refused = await ben.press(page, label=page.buttons[1].label)
    assert "visible only in servers" in refused.text
    assert "Profile of Ada." in (await ada.command("patience", "profile")).alt


async def test_a_profile_vanishes_with_the_data(bot: RunningBot, ada: Person) -> None:
    await won(bot, ada)
    page = await ada.command("patience", "privacy")
    question = await ada.press(page, label="Delete everything")
    await ada.press(question, label="Delete everything")
    assert f"Badges: 0 of {len(ACHIEVEMENTS)}." in (await ada.command("patience", "profile")).alt


async def test_a_profile_speaks_german(bot: RunningBot, ada: Person) -> None:
    await won(bot, ada)
    settings = await ada.command("patience", "settings")
    await ada.select(settings, ["de"], custom_id="patience:choose:language")
    page = await ada.command("patience", "profile")
    assert "Stufe 2: 3 von 10 Punkten. 1 Spiel gewonnen." in page.alt
    assert "Nerven aus Stahl (Gold)" in page.alt
    assert page.buttons[0].label == "Bronze 3/15"
    assert "Erster Sieg" in (await ada.press(page, label="Bronze 3/15")).text
