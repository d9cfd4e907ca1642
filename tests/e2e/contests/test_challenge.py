"""Challenges to a race between two players, answered where they were made and elsewhere."""

from __future__ import annotations

import asyncio

import pytest

from bot.service.contests.races import Races
from local_discord.fault_injection import Refused
from local_discord.testing import Person
from tests.e2e.contests.challenges import (
    DAY,
    GAME,
    HOUR,
    accept,
    accepted,
    bot,
    make_challenge,
    public_messages,
    race_message,
    seen,
)
from tests.e2e.messages import called, labels
from tests.e2e.running_bot import RunningBot

__all__ = ["bot"]


# Asking and answering


async def test_a_challenge_is_public_and_names_both_though_it_pings_one(
    ada: Person, ben: Person
) -> None:
    page = await make_challenge(ada, ben)
    assert not page.ephemeral
    assert f"<@{ben.id}>, Ada challenges you" in page.text
    assert "Each of you has 24 h from your own first look" in page.text
    assert labels(page) == ["Accept", "Decline", "Withdraw"]


@pytest.mark.quick
async def test_each_message_pings_only_those_who_did_not_cause_it(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    page = await make_challenge(ada, ben)
    assert called(page) == {ben.id}
    await accept(ben, page)
    running = await race_message(ada)
    assert running.id != page.id
    assert called(running) == {ada.id}
    await bot.do_due(after=DAY + HOUR)
    result = await race_message(ada)
    assert "nobody won it" in result.text
    assert result.id != running.id
    assert called(result) == {ada.id, ben.id}


async def test_a_challenge_after_a_race_pings_again(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    running = await accepted(ada, ben)
    await ben.press(
        await ben.press(await seen(ben, running), label="Leave race"), label="Leave race"
    )
    assert called(await make_challenge(ada, ben)) == {ben.id}


async def test_a_challenge_says_how_long_the_race_may_last(ada: Person, ben: Person) -> None:
    assert (
        "Each of you has 1 h 30 min from your own first look"
        in (await make_challenge(ada, ben, hours=1, minutes=30)).text
    )


async def test_games_are_offered_as_for_play(ada: Person) -> None:
    choices = await ada.choices("patience", "race challenge", focused="game", player=str(ada.id))
    assert "klondike" in [choice.value for choice in choices]


@pytest.mark.quick
async def test_an_accepted_challenge_is_a_race_with_boards_that_only_their_players_see(
    ada: Person, ben: Person
) -> None:
    page = await accepted(ada, ben)
    assert page.text.count("winnable deal") == 1
    assert "<t:" in page.text
    assert labels(page) == ["My board", "Leave race"]
    boards = [await one.press(await seen(one, page), label="My board") for one in (ada, ben)]
    assert all(board.ephemeral for board in boards)
    assert await boards[0].picture() == await boards[1].picture()
    assert f"against <@{ben.id}>: your time runs" in boards[0].text


async def test_whoever_accepts_gets_their_board_at_once(ada: Person, ben: Person) -> None:
    board = await ben.press(await seen(ben, await make_challenge(ada, ben)), label="Accept")
    assert board.ephemeral
    assert f"against <@{ada.id}>: your time runs" in board.text


async def test_two_presses_on_accept_leave_one_message(ada: Person, ben: Person) -> None:
    page = await seen(ben, await make_challenge(ada, ben))
    listed = await ben.command("lounge", "race list")
    await asyncio.gather(*(ben.press(one, label="Accept") for one in (page, listed)))
    assert labels(await race_message(ada)) == ["My board", "Leave race"]


async def test_a_message_that_cannot_be_deleted_leads_to_the_one_in_its_place(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    page = await seen(ben, await make_challenge(ada, ben))
    bot.discord.inject(Refused(50013), path_contains=f"/messages/{page.id}")
    await accept(ben, page)
    race = await race_message(ben)
    old = await seen(ben, page)
    assert "Goes on here" in old.text.replace("[", "").replace("]", " ")
    assert f"/{race.id})" in old.text
    assert labels(old) == []


async def test_a_declined_challenge_says_so(ada: Person, ben: Person) -> None:
    page = await ben.press(await seen(ben, await make_challenge(ada, ben)), label="Decline")
    assert page.text.endswith(f"<@{ben.id}> declined <@{ada.id}>'s challenge.")
    assert labels(page) == []


async def test_a_withdrawn_challenge_says_so(ada: Person, ben: Person) -> None:
    page = await ada.press(await make_challenge(ada, ben), label="Withdraw")
    assert page.text.endswith(f"<@{ada.id}> withdrew the challenge to <@{ben.id}>.")
    assert labels(page) == []


async def test_strangers_get_a_private_sentence_from_every_button(
    ada: Person, ben: Person, chiyo: Person
) -> None:
    page = await make_challenge(ada, ben)
    for label in labels(page):
        note = await chiyo.press(await seen(chiyo, page), label=label)
        assert note.ephemeral
        assert "between two other players" in note.text
    await accept(ben, page)
    page = await race_message(ben)
    for label in labels(page):
        note = await chiyo.press(await seen(chiyo, page), label=label)
        assert note.ephemeral
        assert "between two other players" in note.text
    assert labels(await seen(chiyo, page)) == ["My board", "Leave race"]


@pytest.mark.quick
async def test_an_unanswered_challenge_expires_and_its_channel_hears_of_it(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    page = await make_challenge(ada, ben)
    await bot.do_due(after=DAY + HOUR)
    closed = await race_message(ada)
    assert closed.id == page.id
    assert "did not answer" in closed.text
    assert labels(closed) == []


# One's own races


async def test_without_races_a_player_learns_how_to_start_one(ada: Person) -> None:
    page = await ada.command("patience", "race list")
    assert page.ephemeral
    assert "Type /race challenge or /race start to begin one" in page.text


async def test_a_challenge_is_found_and_answered_elsewhere(ada: Person, ben: Person) -> None:
    await make_challenge(ada, ben)
    own = await ada.command("lounge", "race list")
    assert f"You challenged <@{ben.id}> to a race" in own.text
    assert labels(own) == ["Withdraw"]
    listed = await ben.command("lounge", "race list")
    assert listed.ephemeral
    assert labels(listed) == ["Accept", "Decline"]
    board = await ben.press(listed, label="Accept")
    assert board.id == listed.id
    assert board.media
    race = await race_message(ada)
    assert called(race) == {ada.id}
    assert labels(race) == ["My board", "Leave race"]
    assert await public_messages(ben, "a race", "lounge") == []


@pytest.mark.parametrize(("label", "words"), [("Decline", "declined"), ("Withdraw", "withdrew")])
async def test_a_challenge_closed_elsewhere_says_so_where_it_was_made(
    ada: Person, ben: Person, label: str, words: str
) -> None:
    page = await make_challenge(ada, ben)
    person = ben if label == "Decline" else ada
    await person.press(await person.command("lounge", "race list"), label=label)
    closed = await race_message(ada)
    assert closed.id == page.id
    assert words in closed.text
    assert labels(closed) == []


async def test_a_challenge_in_a_direct_message_is_refused_in_a_sentence(
    ada: Person, ben: Person
) -> None:
    note = await make_challenge(ada, ben, channel="dm")
    assert note.ephemeral
    assert "Nobody else can see what you start here" in note.text
    assert "No open races" in (await ben.command("dm", "race list")).text


async def test_many_challenges_fit_in_one_list(bot: RunningBot, ada: Person) -> None:
    for opponent in range(1, 9):
        await bot.services[Races].challenge(opponent, ada.id, GAME)
    page = await ada.command("patience", "race list")
    assert labels(page).count("Accept") == 5
    assert "and 3 more" in page.text


async def test_direct_messages_name_the_opponent_who_is_not_there(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await accepted(ada, ben)
    board = await ada.press(await ada.command("dm", "race list"), label="My board")
    assert board.media
    assert "against Ben: your time runs" in board.text
    for one in await ada.open("dm"):
        assert f"<@{ben.id}>" not in one.text
    assert bot.discord.refusals == []
