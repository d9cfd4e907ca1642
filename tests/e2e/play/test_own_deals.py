"""Boards that players enter: parsed, searched and played."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.chat.responding.forms import MAX_FILE_BYTES
from bot.images import ImageRenderer
from bot.service.checks import faults_of
from bot.service.play.games import Games
from bot.service.players.statistics import Statistics
from bot.service.solver.pool import SolverPool
from bot.store.play.game_logs import logged_games
from engine import deal, parse_board
from local_discord.payload import payload_of, payloads_of
from local_discord.testing import File, InteractionFailed, Message, Person
from tests.e2e.messages import labels
from tests.e2e.play.winning import WON_PHOENIX
from tests.e2e.running_bot import RunningBot, running_patience

BOARD = deal("phoenix", 47).board.text(reveal=True)


@pytest.fixture
async def assisted(images: ImageRenderer, migrated_file: Path) -> AsyncIterator[Person]:
    """Somebody whose bot has a solver."""
    async with (
        SolverPool(1) as solvers,
        running_patience(images, migrated_file, solvers) as bot,
        Person.connect(bot.discord.page_url, "Ada") as ada,
    ):
        await solvers.wait_until_ready()
        await ada.until_online()
        yield ada


async def entered(person: Person, board: str = BOARD) -> Message:
    """The answer to a board of Phoenix."""
    form = await person.command_for_modal("patience", "deal", game="phoenix")
    return await person.submit_modal(form, board=board)


@pytest.mark.quick
async def test_a_board_is_entered_and_played_and_does_not_count(
    bot: RunningBot, ada: Person
) -> None:
    board = await entered(ada)
    assert "Phoenix · own deal" in board.text
    await ada.until(lambda one: one.id == board.id and "Nobody can say" in one.text, "no solver")
    games = bot.services[Games]
    snapshot = await games.active(ada.id)
    for move in WON_PHOENIX.split():
        snapshot = await games.play(ada.id, move)
        if snapshot.game.can_finish():
            break
    won = await ada.press(await ada.command("patience", "board"), label="Finish")
    assert "Won" in won.text
    day = snapshot.started_at.date()
    assert not (await bot.services[Statistics].for_player(ada.id, day)).all.played
    assert "deal " not in won.text.splitlines()[0].replace("own deal", "")


async def test_a_board_that_cannot_be_gets_a_sentence_in_ones_language(ada: Person) -> None:
    note = await entered(ada, "1: 9S 9S\nnonsense")
    assert note.ephemeral
    assert note.text.startswith("Line 2: “nonsense” has no colon")
    note = await entered(ada, "1: 9S")
    assert "cards; Phoenix is played with 52" in note.text
    solved = "\n".join(
        f"f{at}: " + " ".join(f"{rank}{suit}" for rank in "A23456789TJQK")
        for at, suit in enumerate("SHDC", 1)
    )
    assert (await entered(ada, solved)).text.startswith("This board is won already.")


@pytest.mark.quick
@pytest.mark.parametrize("size", [1, 60])
async def test_a_refused_board_comes_back_in_the_form_to_be_edited(ada: Person, size: int) -> None:
    typed = "\n".join(["1: 9S 8H", "```", "nonsense"] + ["# " + "x" * 60] * size)
    note = await entered(ada, typed)
    assert note.ephemeral
    assert "has no colon" in note.text
    assert "A board of Phoenix:" in note.text
    form = await ada.press_for_modal(note, label="Edit")
    labels = payloads_of(form.raw["components"])
    [field] = [
        one for label in labels if (one := payload_of(label["component"]))["custom_id"] == "board"
    ]
    assert field["value"] == typed
    board = await ada.submit_modal(form, board=BOARD)
    assert "Phoenix · own deal" in board.text


@pytest.mark.quick
async def test_a_game_that_is_not_known_comes_back_with_the_board(ada: Person) -> None:
    form = await ada.command_for_modal("patience", "deal")
    note = await ada.submit_modal(form, other="xyzzy", board=BOARD)
    assert "no game called “xyzzy”" in note.text
    form = await ada.press_for_modal(note, label="Edit")
    board = await ada.submit_modal(form, other="phoenix")
    assert "Phoenix · own deal" in board.text


async def test_the_number_of_a_deal_is_told_where_it_belongs(ada: Person) -> None:
    note = await entered(ada, "#617")
    assert note.text.startswith("A deal by its number is dealt by /play.")


async def test_a_record_is_entered_as_far_as_it_got(bot: RunningBot, ada: Person) -> None:
    game = deal("phoenix", 47)
    for move in WON_PHOENIX.split()[:3]:
        game.play(move)
    await entered(ada, game.record())
    assert (await bot.services[Games].active(ada.id)).game.board == game.board
    note = await entered(ada, deal("golf", 3).record())
    assert "This is a record of Golf; choose that game." in note.text


async def sent(person: Person, content: bytes, typed: str = "") -> Message:
    """The answer to a board of Phoenix in a file."""
    form = await person.command_for_modal("patience", "deal", game="phoenix")
    return await person.submit_modal(form, board=typed, file=File("board.txt", content))


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(BOARD.encode(), id="UTF-8"),
        pytest.param(BOARD.replace("\n", "\r\n").encode("utf-16"), id="UTF-16"),
        pytest.param(BOARD.encode("utf-8-sig"), id="with a mark", marks=pytest.mark.quick),
    ],
)
async def test_a_board_comes_from_a_text_file(bot: RunningBot, ada: Person, content: bytes) -> None:
    board = await sent(ada, content)
    assert "Phoenix · own deal" in board.text
    assert (await bot.services[Games].active(ada.id)).game.board == parse_board("phoenix", BOARD)
    assert bot.discord.refusals == []


@pytest.mark.quick
async def test_a_file_that_is_no_board_gets_a_sentence(ada: Person) -> None:
    refusals = {
        b"x" * (MAX_FILE_BYTES + 1): "This file is larger than 64 kB.",
        b"\x89PNG\r\n\x1a\n\0\0\0": "This file is no text.",
        "König".encode("cp1252"): "Line 1: “König” has no colon",
        b"": "Type or paste a board, or choose a text file that has one.",
    }
    for content, why in refusals.items():
        note = await sent(ada, content)
        assert note.ephemeral
        assert note.text.startswith(why)


async def test_a_file_that_discord_no_longer_has_gets_a_sentence(
    bot: RunningBot, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.discord.state, "attachment", lambda *_: None)
    note = await sent(ada, BOARD.encode())
    assert note.text.startswith("This file could not be fetched from Discord just now.")


async def test_an_own_deal_survives_a_restart_and_is_dealt_again(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    board = await entered(ada)
    await bot.services[Games].play(ada.id, WON_PHOENIX.split()[0])
    await bot.restart()
    await ada.until_online()
    shown = await ada.command("patience", "board")
    assert "1 move" in shown.text
    await bot.services[Games].give_up(ada.id)
    over = await ada.command("patience", "board")
    again = await ada.press(over, label="Same deal again")
    assert "Phoenix · own deal" in again.text
    own = await bot.services[Games].active(ada.id)
    assert own.game.board == parse_board("phoenix", BOARD)
    assert own.practice
    assert [faults_of(page) async for page in logged_games(bot.database)] == [[]]
    # Others play it from the menu of its message.
    await ben.until_online()
    theirs = await ben.menu("patience", "Play this deal", again)
    assert "own deal" in theirs.text
    assert (await bot.services[Games].active(ben.id)).game.board == own.game.board
    assert board.id != theirs.id


async def test_the_game_is_chosen_in_the_form_and_the_board_says_whether_it_can_be_won(
    assisted: Person,
) -> None:
    form = await assisted.command_for_modal("patience", "deal")
    board = await assisted.submit_modal(form, other="phoenix", board=BOARD)
    told = await assisted.until(
        lambda one: one.id == board.id and "**Can be won**" in one.text, "verdict"
    )
    assert "||" in told.text
    assert "Hint" in labels(told)


async def test_a_real_klondike_is_entered_and_what_nobody_knows_is_said(assisted: Person) -> None:
    form = await assisted.command_for_modal("patience", "deal", game="klondike")
    board = await assisted.submit_modal(
        form, board="KS\n?? 7D\n?? ?? 3C\n(3) 9H\n4x?? 2S\n5 4D\n6 face down, QC"
    )
    assert "**45 cards unknown**, dealt at random here." in board.text
    told = await assisted.until(
        lambda one: one.id == board.id and "arrangements" in one.text, "verdict"
    )
    assert "of 24 arrangements of the 45 unknown cards, drawn at random" in told.text
    assert "||" not in told.text
    assert "every way was tried" not in told.text
    odds = await assisted.command("patience", "odds")
    assert "of 24 arrangements" in odds.text
    asked = await assisted.command("patience", "solution")
    answer = await assisted.press(asked, label="Show it and give up")
    assert "How to win cannot be shown: 45 cards are unknown." in answer.text
    await assisted.command("patience", "type move", play="s")
    shown = await assisted.command("patience", "board")
    assert "44 cards unknown" in shown.text


async def test_the_upload_takes_text_files_only(ada: Person) -> None:
    form = await ada.command_for_modal("patience", "deal", game="phoenix")
    with pytest.raises(InteractionFailed, match=r"takes no file such as board\.png"):
        await ada.submit_modal(form, file=File("board.png", b"\x89PNG"))
