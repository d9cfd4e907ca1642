"""The solver in chat: hints, odds, ways back, Finish, and winnable deals."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import engine
from bot.images import ImageRenderer
from bot.service.play.games import Games
from bot.service.solver.advice import Advisor
from bot.service.solver.pool import SolverPool
from engine import Game, Status
from engine.solver import Outcome, solve
from local_discord.testing import Message, Person
from tests.e2e.messages import plain
from tests.e2e.play.boards import live_board, typed
from tests.e2e.running_bot import RunningBot, running_patience
from tests.sample_tasks import worker_of
from tests.waiting import until


@pytest.fixture
async def bot(images: ImageRenderer, migrated_file: Path) -> AsyncIterator[RunningBot]:
    """A bot whose solver is ready, and gives no hint before it has searched."""
    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        async with running_patience(images, migrated_file, solvers, advisor=thorough) as bot:
            yield bot


def thorough(solvers: SolverPool) -> Advisor:
    return Advisor(solvers, first=3.0, patience=60.0)


def labels(message: Message) -> set[str]:
    return {button.label for button in message.buttons if not button.disabled}


def hinted(game: Game, message: Message) -> str:
    """The move that a hint names in words, as text."""
    said = plain(message).split("💡 **")[1].split("**")[0]
    return next(str(move) for move in game.legal_moves() if str(game.board.describe(move)) == said)


def line(game: str, number: int) -> tuple[engine.Move, ...]:
    """The moves that win a deal."""
    verdict = solve(engine.deal(game, number).board, max_seconds=60)
    assert verdict.outcome is Outcome.WON
    return verdict.moves


@pytest.mark.dear
@pytest.mark.parametrize(("name", "number"), [("saratoga", 42), ("phoenix", 813)])
async def test_hints_followed_to_the_end_win(ada: Person, name: str, number: int) -> None:
    game = engine.deal(name, number)
    board = await ada.command("patience", "play", game=name, deal=str(number))
    while not game.can_finish():
        shown = await typed(ada, "patience", "hint", peek=True)
        game.play(hinted(game, shown))
        board = await typed(ada, "patience", "type move", play=str(game.moves[-1]))
    won = await ada.press(board, label="Finish")
    assert "**Won**" in won.text


async def test_the_solver_is_loaded_when_a_board_is_shown(
    bot: RunningBot, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = list[bool]()
    assert bot.solvers is not None
    monkeypatch.setattr(bot.solvers, "expect_questions", lambda: expected.append(True))
    await ada.command("patience", "play", game="phoenix", deal="813")
    assert expected


@pytest.mark.quick
async def test_a_hint_is_marked_on_the_board(ada: Person) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="813")
    before = await board.picture()
    shown = await ada.press(board, label="Hint")
    assert shown.id == board.id
    assert "💡" in shown.text
    assert await shown.picture() != before


async def test_a_hint_without_all_cards_says_so_and_offers_them(ada: Person) -> None:
    board = await ada.command("patience", "play", game="saratoga", deal="42")
    shown = await ada.press(board, label="Hint")
    assert " tries" in shown.text
    shown = await ada.press(shown, label="Peek")
    assert " · by all cards, hidden ones too" in shown.text


async def test_all_advice_on_a_lost_deal_says_which_cards_it_goes_by(ada: Person) -> None:
    """A lost deal whose hidden cards could lie so that it is won."""
    board = await ada.command("patience", "play", game="easthaven", deal="7")
    hint = await ada.press(board, label="Hint")
    peek = await ada.press(hint, label="Peek")
    odds = await ada.command("patience", "odds")
    asked = await ada.command("patience", "solution")
    solution = await ada.press(asked, label="Show it and give up")

    assert re.search(r" · won in [1-8] of 8 tries", hint.text)
    for told in (peek, odds, solution):
        assert told.ephemeral
        assert "This deal could not be won from the start." in told.text
        assert "Going by all the cards, hidden ones too." in told.text
    assert "Hints go only by what you have seen, so they may say otherwise." in odds.text


async def test_hints_and_odds_count_also_where_they_say_that_a_game_is_lost(
    bot: RunningBot, ada: Person
) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    await ada.press(board, label="Hint")
    await ada.command("patience", "odds")
    snapshot = await bot.services[Games].active(ada.id)
    assert (snapshot.hints, snapshot.odds) == (1, 1)


async def test_advice_without_hidden_cards_speaks_of_none(ada: Person) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    told = [
        await ada.press(board, label="Hint"),
        await ada.command("patience", "odds"),
        await ada.press(await ada.command("patience", "solution"), label="Show it and give up"),
    ]
    for one in told:
        assert "This deal could not be won from the start." in one.text
        assert "Going by" not in one.text
    assert not labels(told[1]), "There is no way back to where it could be won."


def lost_phoenix() -> tuple[int, list[str]]:
    """A winnable deal of Phoenix, and moves of which the last but one loses it."""
    for number in range(800, 900):
        game = engine.deal("phoenix", number)
        if solve(game.board).outcome is not Outcome.WON:
            continue
        for move in game.legal_moves():
            after = game.copy()
            after.play(move)
            if solve(after.board).outcome is Outcome.LOST and after.status.value != "stuck":
                further = after.legal_moves()[0]
                return number, [str(move), str(further)]
    raise AssertionError("no deal can be lost by its first move")


async def test_a_lost_game_says_so_and_goes_back_to_where_it_could_be_won(ada: Person) -> None:
    number, moves = lost_phoenix()
    board = await ada.command("patience", "play", game="phoenix", deal=str(number))
    for move in moves:
        board = await typed(ada, "patience", "type move", play=move)
    told = await ada.press(board, label="Hint")
    assert told.ephemeral
    assert "**This game is lost.** Move 1 lost it" in told.text
    back = live_board(ada, await ada.press(told, label="Back to the start"))
    assert "0 moves" in back.text
    redone = await typed(ada, "patience", "type redo")
    assert "1 move ·" in redone.text


async def test_odds_name_the_move_that_lost_the_game(ada: Person) -> None:
    number, moves = lost_phoenix()
    board = engine.deal("phoenix", number).board
    await ada.command("patience", "play", game="phoenix", deal=str(number))
    told = await ada.command("patience", "odds")
    assert told.ephemeral
    assert "**Yes**" in told.text
    for move in moves:
        await ada.command("patience", "type move", play=move)
    told = await ada.command("patience", "odds")
    words = str(board.describe(engine.Move.parse(moves[0])))
    assert f"Move 1 lost it: {words}" in plain(told)
    assert labels(told) == {"Back to the start"}


async def test_a_solution_is_shown_once_the_game_is_given_up_for_it(ada: Person) -> None:
    await ada.command("patience", "play", game="phoenix", deal="813")
    await ada.command("patience", "type move", play=str(line("phoenix", 813)[0]))
    asked = await ada.command("patience", "solution")
    assert asked.ephemeral
    assert "given up" in asked.text
    told = await ada.press(asked, label="Show it and give up")
    assert told.id == asked.id
    assert "After your first move: won in" in told.text
    name, record = await told.file()
    assert name == "solution.txt"
    game = Game.from_record(record.decode())
    assert game.status is Status.WON
    assert game.number == 813
    assert "Given up" in (await ada.command("patience", "board")).text
    again = await ada.press(told, label="Same deal again")
    assert "0 moves · does not count" in again.text
    won = await typed(ada, "patience", "type move", play=record.decode())
    assert "**Won**" in won.text


async def test_a_solution_is_stepped_through_in_one_message(bot: RunningBot, ada: Person) -> None:
    await ada.command("patience", "play", game="phoenix", deal="813")
    moves = line("phoenix", 813)
    await ada.press(await ada.command("patience", "type giveup"), label="Give up")
    shown = first = await ada.command("patience", "solution")
    assert "From the start" in shown.text
    assert "**Start:**" in shown.text
    assert str(moves[0]) not in shown.text
    game = Game.from_record((await shown.file())[1].decode())
    last = len(game.moves)
    # What was shown stays, though another search could find other moves.
    await bot.restart()
    await ada.until_online()
    for label, step in (("Next", 1), ("+10", 11), ("Previous", 10), ("−10", 0), ("End", last)):
        shown = await ada.press(shown, label=label)
        assert shown.id == first.id
        assert shown.ephemeral
        if step:
            words = str(game.boards[step - 1].describe(game.moves[step - 1]))
            assert f"**Move {step} of {last}:** {words}" in plain(shown)
    assert "Phoenix, deal 813, won" in shown.alt
    assert shown.button("Next").disabled
    shown = await ada.press(shown, label="Start")
    assert "**Start:**" in shown.text
    assert (await shown.file())[1].decode() == game.record()


async def test_a_solution_can_be_watched_and_stepped_through_again(ada: Person) -> None:
    await ada.command("patience", "play", game="phoenix", deal="813")
    await ada.press(await ada.command("patience", "type giveup"), label="Give up")
    shown = await ada.press(await ada.command("patience", "solution"), label="Next")
    film = await ada.press(shown, label="Watch")
    assert film.id == shown.id
    assert (await film.picture()).startswith(b"GIF89a")
    assert film.alt.startswith("Replay of Phoenix, deal 813")
    assert "**Move" not in film.text
    back = await ada.press(film, label="Next")
    assert "**Move 2 of" in back.text
    assert not (await back.picture()).startswith(b"GIF89a")


async def test_the_solution_of_an_earlier_game_is_chosen_from_those_that_are_over(
    ada: Person,
) -> None:
    await ada.command("patience", "play", game="phoenix", deal="813")
    await ada.press(await ada.command("patience", "type giveup"), label="Give up")
    await ada.command("patience", "play", game="saratoga", deal="42")
    await ada.command("patience", "type move", play="s")
    await ada.command("patience", "play", game="cassim", deal="1")
    choices = await ada.choices("patience", "solution", focused="game")
    assert [choice.name.split(" · ")[0] for choice in choices] == ["Phoenix"]
    shown = await ada.command("patience", "solution", game=str(choices[0].value))
    assert "How to win Phoenix, deal 813" in shown.text
    assert "Same deal again" not in labels(shown)
    unfinished = (await ada.choices("patience", "resume", focused="game"))[-1]
    refused = await ada.command("patience", "solution", game=str(unfinished.value))
    assert "Type /resume to go back to this game first" in refused.text


async def test_nobody_steps_through_somebody_elses_solution(ada: Person, ben: Person) -> None:
    await ada.command("patience", "play", game="phoenix", deal="813")
    await ada.press(await ada.command("patience", "type giveup"), label="Give up")
    choice = (await ada.choices("patience", "solution", focused="game"))[0]
    await ben.command("patience", "play", game="phoenix", deal="813")
    refused = await ben.command("patience", "solution", game=str(choice.value))
    assert "How to win" not in refused.text


async def test_a_deal_that_cannot_be_won_has_no_solution_and_is_not_given_up(ada: Person) -> None:
    await ada.command("patience", "play", game="phoenix", deal="7")
    asked = await ada.command("patience", "solution")
    told = await ada.press(asked, label="Show it and give up")
    assert "There is no solution" in told.text
    assert "Given up" not in (await ada.command("patience", "board")).text


async def test_a_deal_without_a_number_is_winnable(bot: RunningBot, ada: Person) -> None:
    board = await ada.command("patience", "play", game="phoenix")
    while not (await bot.services[Games].active(ada.id)).winnable:
        assert "This deal has not been proven winnable." in board.text
        board = await ada.command("patience", "play", game="phoenix")
    number = int(board.text.splitlines()[0].rsplit(" ", 1)[1])
    assert solve(engine.deal("phoenix", number).board).outcome is Outcome.WON


async def test_any_asks_for_a_deal_that_may_not_be_winnable(ada: Person) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="Any")
    assert "winnable" not in board.text
    assert "Phoenix · deal " in board.text


async def test_two_quick_hints_are_both_answered(ada: Person) -> None:
    await ada.command("patience", "play", game="phoenix", deal="813")
    shown = await asyncio.gather(*(ada.command("patience", "hint") for _ in range(2)))
    assert all("💡" in one.text for one in shown)


async def test_a_finished_game_takes_no_hint(ada: Person) -> None:
    await ada.command("patience", "play", game="phoenix", deal="813")
    await ada.press(await ada.command("patience", "type giveup"), label="Give up")
    for command in ("hint", "odds"):
        told = await ada.command("patience", command)
        assert told.ephemeral
        assert "given up" in told.text


@pytest.mark.quick
async def test_a_bot_without_a_solver_says_so(images: ImageRenderer, tmp_path: Path) -> None:
    async with (
        running_patience(images, tmp_path / "other.db") as bot,
        Person.connect(bot.discord.page_url, "Chiyo") as chiyo,
    ):
        await chiyo.until_online()
        board = await chiyo.command("patience", "play", game="phoenix")
        assert "winnable" not in board.text
        told = await chiyo.press(board, label="Hint")
        assert told.ephemeral
        assert "without its solver" in told.text


async def test_a_solver_that_dies_leaves_the_player_an_answer_and_the_game(
    bot: RunningBot, ada: Person
) -> None:
    await ada.command("patience", "play", game="forty-thieves", deal="1")
    assert bot.solvers is not None
    killed = await worker_of(bot.solvers)
    asked = asyncio.create_task(ada.command("patience", "hint", peek=True))
    await until(lambda: bot.solvers and bot.solvers.is_busy)
    os.kill(killed, signal.SIGKILL)
    told = await asked
    assert "a guess" in told.text or "Try again in a minute" in told.text
    board = await ada.command("patience", "board")
    assert "Forty Thieves · deal 1" in board.text
    assert await worker_of(bot.solvers) != killed
