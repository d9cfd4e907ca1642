"""Races between two players, from the challenge to the announced result."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest

import engine
from bot.chat.races.announcements import announce_results
from bot.images import ImageRenderer
from bot.service import Challenges, DealChoice, Games
from engine.solver import solve
from local_discord.fixtures import APPLICATION_ID
from local_discord.payload import payloads_of, text_of
from local_discord.testing import Message, Person
from tests.e2e.boards import live_board, typed, until_refused
from tests.e2e.clocks import ShiftedClock
from tests.e2e.running_bot import RunningBot, running_patience

GAME, DEAL = "saratoga", 42
LINE = tuple(map(str, solve(engine.deal(GAME, DEAL).board, max_seconds=60).moves))
"""Moves that win the deal of every race in these tests."""
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


async def winnable(game: str) -> DealChoice:
    return DealChoice(DEAL, winnable=True)


@pytest.fixture
def clock() -> ShiftedClock:
    return ShiftedClock()


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_file: Path, clock: ShiftedClock
) -> AsyncIterator[RunningBot]:
    """A bot whose races all use one deal and end by the clock."""

    def races(games: Games) -> Challenges:
        return Challenges(games, winnable, clock=clock)

    async with running_patience(images, migrated_file, races=races) as bot:
        yield bot


@pytest.fixture
async def chiyo(bot: RunningBot) -> AsyncIterator[Person]:
    async with Person.connect(bot.discord.page_url, "Chiyo") as person:
        await person.until_online()
        yield person


def labels(message: Message) -> list[str]:
    return [button.label for button in message.buttons]


def called(message: Message) -> set[int]:
    """The users that a message pings."""
    return {int(text_of(one["id"])) for one in payloads_of(message.raw["mentions"])}


async def make_challenge(
    ada: Person, ben: Person, *, channel: str = "patience", **options: int
) -> Message:
    return await ada.command(channel, "challenge", player=str(ben.id), game=GAME, **options)


async def accept(person: Person, page: Message) -> None:
    """Accept a challenge."""
    # On a busy machine the response is deferred, as an update of the message that is deleted.
    with suppress(LookupError):
        await person.press(await seen(person, page), label="Accept")


async def accepted(ada: Person, ben: Person, *, channel: str = "patience") -> Message:
    """The message of a race, once Ben has accepted Ada's challenge."""
    page = await make_challenge(ada, ben, channel=channel)
    await accept(ben, page)
    return await ben.until(
        lambda one: "are racing on" in one.text and one.channel == page.channel, "race"
    )


async def start_race(ada: Person, ben: Person) -> Message:
    """Start a race between Ada and Ben; the race's board is the current one of both."""
    page = await accepted(ada, ben)
    await ada.press(await seen(ada, page), label="My board")
    return page


async def race_message(person: Person, channel: str = "patience") -> Message:
    """The only message in a channel that shows a challenge or a race."""
    (page,) = await public_messages(person, "· a race", channel)
    return page


async def seen(person: Person, message: Message) -> Message:
    """A message as another user sees it in the channel."""
    await person.open(message.channel)
    return await person.refresh(message)


async def played(person: Person, moves: int) -> None:
    """Play the first moves of the winning line on a user's current board."""
    for move in LINE[:moves]:
        await person.command("patience", "move", play=move)


async def won(person: Person) -> Message:
    """Win a user's current game."""
    game = engine.deal(GAME, DEAL)
    board = await person.command("patience", "board")
    for move in LINE:
        if game.can_finish():
            return await person.press(board, label="Finish")
        game.play(engine.Move.parse(move))
        board = await typed(person, "patience", "move", play=move)
    return board


async def restarted(bot: RunningBot, person: Person) -> None:
    """Restart the bot and wait until a user can use it."""
    await bot.restart()
    await person.until_online()


async def end_by_deadline(bot: RunningBot, clock: ShiftedClock, later: timedelta) -> None:
    """Let a deadline pass and announce what ended."""
    clock.later += later
    await bot.services.challenges.settle()
    await bot.announce(announce_results)


async def public_messages(person: Person, words: str, channel: str = "patience") -> list[Message]:
    """The public messages in a channel that contain some words."""
    return [one for one in await person.open(channel) if words in one.text and not one.ephemeral]


# Asking and answering


async def test_a_challenge_is_public_and_names_both(ada: Person, ben: Person) -> None:
    page = await make_challenge(ada, ben)
    assert not page.ephemeral
    assert f"<@{ben.id}>, <@{ada.id}> challenges you" in page.text
    assert "lasts up to 24 h." in page.text
    assert labels(page) == ["Accept", "Decline", "Withdraw"]


async def test_each_message_pings_only_those_who_did_not_cause_it(
    bot: RunningBot, ada: Person, ben: Person, clock: ShiftedClock
) -> None:
    page = await make_challenge(ada, ben)
    assert called(page) == {ben.id}
    await accept(ben, page)
    running = await race_message(ada)
    assert running.id != page.id
    assert called(running) == {ada.id}
    await end_by_deadline(bot, clock, DAY + HOUR)
    result = await race_message(ada)
    assert "neither player made a move" in result.text
    assert result.id != running.id
    assert called(result) == {ada.id, ben.id}


async def test_a_challenge_says_how_long_the_race_may_last(ada: Person, ben: Person) -> None:
    assert "lasts up to 1 h 30 min." in (await make_challenge(ada, ben, hours=1, minutes=30)).text


async def test_games_are_offered_as_for_play(ada: Person) -> None:
    choices = await ada.choices("patience", "challenge", focused="game", player=str(ada.id))
    assert "klondike" in [choice.value for choice in choices]


async def test_an_accepted_challenge_is_a_race_with_boards_that_only_their_players_see(
    ada: Person, ben: Person
) -> None:
    page = await accepted(ada, ben)
    assert "are racing on the same winnable deal" in page.text
    assert "<t:" in page.text
    assert labels(page) == ["My board", "Leave race"]
    boards = [await one.press(await seen(one, page), label="My board") for one in (ada, ben)]
    assert all(board.ephemeral for board in boards)
    assert await boards[0].picture() == await boards[1].picture()
    assert f"against <@{ben.id}>, until <t:" in boards[0].text


async def test_whoever_accepts_gets_their_board_at_once(ada: Person, ben: Person) -> None:
    board = await ben.press(await seen(ben, await make_challenge(ada, ben)), label="Accept")
    assert board.ephemeral
    assert f"against <@{ada.id}>, until <t:" in board.text


async def test_two_presses_on_accept_leave_one_message(ada: Person, ben: Person) -> None:
    page = await seen(ben, await make_challenge(ada, ben))
    listed = await ben.command("lounge", "races")
    await asyncio.gather(*(ben.press(one, label="Accept") for one in (page, listed)))
    assert labels(await race_message(ada)) == ["My board", "Leave race"]


async def test_a_message_that_cannot_be_deleted_leads_to_the_one_in_its_place(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    page = await seen(ben, await make_challenge(ada, ben))
    bot.discord.fail_next(1, 403, path_contains=f"/messages/{page.id}")
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


@pytest.mark.parametrize("label", ["Accept", "Decline"])
async def test_the_challenger_cannot_answer(ada: Person, ben: Person, label: str) -> None:
    page = await make_challenge(ada, ben)
    note = await ada.press(page, label=label)
    assert note.ephemeral
    assert "The other player has to answer it" in note.text
    assert (await seen(ada, page)).text == page.text


async def test_the_opponent_cannot_withdraw(ada: Person, ben: Person) -> None:
    note = await ben.press(await seen(ben, await make_challenge(ada, ben)), label="Withdraw")
    assert note.ephemeral
    assert "Only the challenger can withdraw" in note.text


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


async def test_players_cannot_challenge_themselves_or_the_bot(ada: Person) -> None:
    for opponent, sentence in ((ada.id, "against yourself"), (APPLICATION_ID, "Bots do not race")):
        note = await ada.command("patience", "challenge", player=str(opponent), game=GAME)
        assert note.ephemeral
        assert sentence in note.text


async def test_a_second_challenge_to_the_same_player_is_refused_privately(
    ada: Person, ben: Person
) -> None:
    await make_challenge(ada, ben)
    note = await make_challenge(ada, ben)
    assert note.ephemeral
    assert "already challenged this player" in note.text


@pytest.mark.parametrize(("hours", "minutes"), [(0, 4), (168, 1)])
async def test_a_race_that_is_too_short_or_too_long_is_refused_privately(
    ada: Person, ben: Person, hours: int, minutes: int
) -> None:
    note = await make_challenge(ada, ben, hours=hours, minutes=minutes)
    assert note.ephemeral
    assert "from 5 minutes to 7 days" in note.text


async def test_an_unanswered_challenge_expires_and_its_channel_hears_of_it(
    bot: RunningBot, ada: Person, ben: Person, clock: ShiftedClock
) -> None:
    page = await make_challenge(ada, ben)
    await end_by_deadline(bot, clock, DAY + HOUR)
    closed = await race_message(ada)
    assert closed.id == page.id
    assert "did not answer" in closed.text
    assert labels(closed) == []


# Racing


async def test_the_first_to_win_the_deal_wins_the_race(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await start_race(ada, ben)
    await played(ben, 3)
    assert (await won(ada)).ephemeral
    await bot.announce(announce_results)
    result = await ben.until(lambda one: "won the race" in one.text, "result")
    assert f"<@{ada.id}> won the race**: first to win the deal" in result.text
    assert re.search(rf"<@{ada.id}> · \d+ moves · 52 cards home", result.text)
    assert f"<@{ben.id}> · 3 moves · " in result.text
    assert f"deal {DEAL}" in result.text


async def test_the_deal_number_stays_hidden_during_a_race(ada: Person, ben: Person) -> None:
    page = await accepted(ada, ben)
    await played(ben, 3)
    pages = [page, await ben.press(page, label="My board")]
    pages += [
        await ben.command("patience", command)
        for command in ("board", "resume", "giveup", "replay", "races")
    ]

    assert "Saratoga · a race" in pages[1].text
    assert "replay" in pages[5].text
    assert pages[5].ephemeral
    for told_of in pages:
        assert f"deal {DEAL}" not in str(told_of.raw)


async def test_a_running_race_cannot_be_shown_in_public(ada: Person, ben: Person) -> None:
    other = await ada.command("patience", "play", game="phoenix", deal="7")
    assert not other.ephemeral
    await start_race(ada, ben)
    assert (await ada.command("patience", "move", play=LINE[0])).ephemeral
    assert (await ada.press(other, label="Hint")).ephemeral
    assert "Phoenix" in (await seen(ada, other)).text
    await ada.command("patience", "play", game="phoenix", deal="8")
    games = await ada.choices("patience", "resume", focused="game")
    (raced,) = [one.value for one in games if "Saratoga" in one.name]
    assert (await ada.command("patience", "resume", game=raced)).ephemeral


async def test_other_games_are_public_also_during_a_race(ada: Person, ben: Person) -> None:
    await start_race(ada, ben)
    await ada.command("patience", "play", game="phoenix", deal="7")
    assert not (await ada.command("patience", "board")).ephemeral


async def test_leaving_a_race_asks_first(bot: RunningBot, ada: Person, ben: Person) -> None:
    page = await start_race(ada, ben)
    question = await ada.press(await seen(ada, page), label="Leave race")
    assert question.ephemeral
    assert f"<@{ben.id}> will win it" in question.text
    left = await ada.press(question, label="Leave race")
    assert left.id == question.id
    await bot.announce(announce_results)
    result = await ben.until(lambda one: "won the race" in one.text, "result")
    assert f"<@{ben.id}> won the race**: <@{ada.id}> gave up" in result.text


async def test_keep_racing_shows_the_board(ada: Person, ben: Person) -> None:
    page = await start_race(ada, ben)
    question = await ada.press(await seen(ada, page), label="Leave race")
    said = await ada.press(question, label="Keep racing")
    assert said.id == question.id
    assert live_board(ada, said).media
    assert labels(await seen(ada, page)) == ["My board", "Leave race"]


async def test_at_the_deadline_more_cards_home_win(
    bot: RunningBot, ada: Person, ben: Person, clock: ShiftedClock
) -> None:
    page = await start_race(ada, ben)
    await played(ada, 30)
    await played(ben, 1)
    await end_by_deadline(bot, clock, DAY + HOUR)
    (result,) = await public_messages(ada, "won the race")
    assert f"<@{ada.id}> won the race**: more cards home" in result.text
    assert f"<@{ada.id}> · 30 moves · " in result.text
    assert f"<@{ben.id}> · 1 move · 0 cards home" in result.text
    assert result.id != page.id
    assert (await race_message(ben)).id == result.id


async def test_a_race_in_which_nobody_moved_is_a_draw(
    bot: RunningBot, ada: Person, ben: Person, clock: ShiftedClock
) -> None:
    await start_race(ada, ben)
    await end_by_deadline(bot, clock, DAY + HOUR)
    assert len(await public_messages(ada, "neither player made a move")) == 1


async def test_a_player_without_a_move_loses_to_one_with_moves(
    bot: RunningBot, ada: Person, ben: Person, clock: ShiftedClock
) -> None:
    await start_race(ada, ben)
    await played(ben, 1)
    await end_by_deadline(bot, clock, DAY + HOUR)
    (result,) = await public_messages(ada, "won the race")
    assert f"<@{ben.id}> won the race**: <@{ada.id}> made no move" in result.text


async def test_a_rematch_challenges_the_other_player(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    page = await start_race(ada, ben)
    await ben.press(await ben.press(await seen(ben, page), label="Leave race"), label="Leave race")
    await announce_results(bot.client)
    result = await race_message(ada)
    assert labels(result) == ["Rematch", "Play this deal"]
    again = await ben.press(await seen(ben, result), label="Rematch")
    assert again.id != result.id
    assert not again.ephemeral
    assert f"<@{ada.id}>, <@{ben.id}> challenges you" in again.text
    note = await ada.press(await seen(ada, result), label="Rematch")
    assert "This player has already challenged you" in note.text


# Being away, and places where nothing can be posted


async def test_a_challenge_and_a_race_survive_a_restart(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    page = await make_challenge(ada, ben)
    await restarted(bot, ben)
    await accept(ben, page)
    await restarted(bot, ben)
    assert (await ben.press(await race_message(ben), label="My board")).media


async def test_a_race_that_ended_while_the_bot_was_down_is_announced_once(
    bot: RunningBot, ada: Person, ben: Person, clock: ShiftedClock
) -> None:
    await start_race(ada, ben)
    await played(ben, 1)
    await bot.stop()
    clock.later += DAY + HOUR
    await bot.start()
    await ada.until_online()
    await ada.until(lambda one: "won the race" in one.text, "result")
    await asyncio.gather(*(announce_results(bot.client) for _ in range(2)))
    await restarted(bot, ada)
    await bot.announce(announce_results)
    assert len(await public_messages(ada, "won the race")) == 1


async def test_a_failure_of_discord_leaves_the_result_for_later(
    bot: RunningBot, ada: Person, ben: Person, clock: ShiftedClock
) -> None:
    await start_race(ada, ben)
    client = bot.client
    async with client.announce_lock:
        clock.later += DAY + HOUR
        await client.services.challenges.settle()
        bot.discord.fail_next(1, 503, path_contains=f"/channels/{ada.channel('patience')}/messages")
        await announce_results(client)
        assert await public_messages(ada, "neither player made a move") == []
        await announce_results(client)
    assert len(await public_messages(ada, "neither player made a move")) == 1


async def test_where_the_bot_may_not_post_races_shows_the_result(
    bot: RunningBot, ada: Person, ben: Person, clock: ShiftedClock
) -> None:
    page = await start_race(ada, ben)
    bot.discord.fail_next(1, 403, path_contains=f"/channels/{ada.channel('patience')}/messages")
    await end_by_deadline(bot, clock, DAY + HOUR)
    await bot.announce(announce_results)
    assert await public_messages(ada, "neither player made a move") == []
    assert "neither player made a move" in (await ada.command("lounge", "races")).text
    pressed = await ben.press(await seen(ben, page), label="Leave race")
    assert pressed.id == page.id
    assert "neither player made a move" in pressed.text


# One's own races


async def test_without_races_a_player_learns_how_to_start_one(ada: Person) -> None:
    page = await ada.command("patience", "races")
    assert page.ephemeral
    assert "Type /challenge or /race to start one" in page.text


async def test_a_challenge_is_found_and_answered_elsewhere(ada: Person, ben: Person) -> None:
    await make_challenge(ada, ben)
    own = await ada.command("lounge", "races")
    assert f"You challenged <@{ben.id}> to a race" in own.text
    assert labels(own) == ["Withdraw"]
    listed = await ben.command("lounge", "races")
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
    await person.press(await person.command("lounge", "races"), label=label)
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
    assert "No open races" in (await ben.command("dm", "races")).text


async def test_a_race_in_a_private_chat_has_one_message_as_well(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    group = str(bot.discord.open_group(ada.id, ben.id).id)
    page = await make_challenge(ada, ben, channel=group)
    assert called(page) == {ben.id}
    race = await ben.press(await seen(ben, page), label="Accept")
    await ada.wait_until(lambda: page.id not in ada.messages, "deletion")
    assert (await race_message(ada, group)).id == race.id
    assert called(race) == {ada.id}
    assert (await ada.press(await seen(ada, race), label="My board")).ephemeral
    question = await ada.press(await seen(ada, race), label="Leave race")
    await ada.press(question, label="Leave race")
    await announce_results(bot.client)
    await until_refused(bot, 50001)
    ended = await ben.press(await seen(ben, race), label="My board")
    assert ended.id == race.id
    assert f"<@{ben.id}> won the race" in ended.text


async def test_many_challenges_fit_in_one_list(bot: RunningBot, ada: Person) -> None:
    for opponent in range(1, 9):
        await bot.services.challenges.create(opponent, ada.id, GAME)
    page = await ada.command("patience", "races")
    assert labels(page).count("Accept") == 5
    assert "and 3 more" in page.text


async def test_anybody_plays_the_deal_of_a_race_that_is_over(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    page = await start_race(ada, ben)
    await ben.press(await ben.press(await seen(ben, page), label="Leave race"), label="Leave race")
    await announce_results(bot.client)
    result = await race_message(ada)
    board = await ada.press(result, label="Play this deal")
    (line,) = [line for line in result.text.splitlines() if line.startswith("-# deal ")]
    assert line.removeprefix("-# ") in board.text
