"""Collections: every game as a stamp, by family."""

from __future__ import annotations

import pytest

from local_discord.testing import Message, Person
from tests.e2e.messages import choose, labels, offered
from tests.e2e.play.winning import won
from tests.e2e.running_bot import RunningBot
from tests.store.finished_games import play_to_the_end


async def collection(person: Person, **options: object) -> Message:
    """A player's collection, a press away from the profile."""
    return await person.press(
        await person.command("patience", "profile", **options), label="Collection"
    )


@pytest.mark.quick
async def test_a_collection_counts_old_wins_by_family_and_deals_what_it_lacks(
    bot: RunningBot, ada: Person
) -> None:
    for game, undos in (("golf", 0), ("tri-peaks", 1)):
        await play_to_the_end(bot.database, ada.id, rules_id=game, moves=5, undos=undos)
    page = await collection(ada)
    assert page.ephemeral
    assert "2 of 158 games · 1 perfect" in page.text
    assert "Golf 2/5" in page.alt
    golf = await choose(ada, page, "Golf")
    assert golf.id == page.id
    assert "2 of 5 games · 1 perfect" in golf.text
    assert "Perfect: Golf. Won: Tri Peaks. Not won yet: Relaxed Golf, Black Hole" in golf.alt
    lacking = next(one for one in offered(golf) if one.startswith("Black Hole"))
    dealt = await choose(ada, golf, lacking)
    assert "Black Hole · deal" in dealt.text
    assert labels(await ada.press(golf, label="Collection")) == labels(page)


async def test_a_family_is_shown_to_everybody_without_its_menus(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await won(bot, ada)
    page = await choose(ada, await collection(ada), "Phoenix")
    await ada.press(page, label="Show to everybody")
    shown = await ben.until(lambda one: "Shown by" in one.text, "shown page")
    assert "1 of 3 games" in shown.text
    assert shown.alt.startswith("Phoenix: 1 of 3 games won")
    assert not shown.buttons


async def test_the_collection_of_somebody_else_is_theirs_to_show(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await won(bot, ada)
    page = await collection(ben, player=ada.id)
    assert f"<@{ada.id}> · 1 of 158 games" in page.text
    assert labels(page) == ["Profile"]
    assert "Show to everybody" not in labels(await choose(ben, page, "Phoenix"))
