"""Bad input: one sentence that says what was wrong and what to type; the board is unchanged."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from local_discord.payload import Payload, payloads_of
from local_discord.testing import Message, Person
from tests.e2e.running_bot import RunningBot

JUNK = "j0 /;*_`<@1> " * 307


def is_a_private_sentence(message: Message) -> bool:
    text = message.text.strip()
    return message.ephemeral and 10 < len(text) < 400 and text[-1] in ".?…" and "\n" not in text


DEALS = ("0", "-3", "1e9", str(2**63), "seven", "7.5", "٣", JUNK[:4000])
MOVES = {
    "1-2": "alternating colours",
    "3-": "half a move",
    "3": "half a move",
    "9-1": "no pile",
    "1-z": "no pile",
    "hello there": "not a move",
    "1-2*9": "cards",
    "s": "no stock",
    "w f": "no pile",
    "6h 3c": "not a run",
    "5s 6h": "covered",
    "qd r6": "reserve",
    "": "not a move",
    "!?": "not a move",
    JUNK[:4000]: "no pile",
    "🂡" * 2000: "not a move",
}
"""What may be typed as a move in deal 7 of Phoenix, and a part of the answer."""


async def test_a_deal_that_does_not_exist(ada: Person) -> None:
    for deal in DEALS:
        answer = await ada.command("patience", "play", game="phoenix", deal=deal)
        assert is_a_private_sentence(answer), deal
        assert "from 1 to" in answer.text
    assert "/play" in (await ada.command("patience", "board")).text


async def test_a_move_that_cannot_be_played(ada: Person) -> None:
    before = await ada.command("patience", "play", game="phoenix", deal="7")
    picture = await before.picture()  # which the message loses to the next board
    for text, says in MOVES.items():
        answer = await ada.command("patience", "type move", play=text)
        assert is_a_private_sentence(answer), (text, answer.text)
        assert says in answer.text, text
    after = await ada.command("patience", "board")
    assert await after.picture() == picture
    assert after.text == before.text


@pytest.mark.quick
async def test_no_game_in_progress(ada: Person) -> None:
    for command in ("board", "type undo", "type redo", "type giveup"):
        answer = await ada.command("patience", command)
        assert is_a_private_sentence(answer)
        assert "/play" in answer.text


@pytest.mark.quick
async def test_a_move_without_a_game(ada: Person) -> None:
    answer = await ada.command("patience", "type move", play="3-5")
    assert is_a_private_sentence(answer)
    assert "/play" in answer.text
    assert await ada.choices("patience", "type move", focused="play", play="3") == []


@pytest.mark.quick
async def test_nothing_to_undo_or_redo(ada: Person) -> None:
    await ada.command("patience", "play", game="phoenix", deal="7")
    assert is_a_private_sentence(await ada.command("patience", "type undo"))
    assert is_a_private_sentence(await ada.command("patience", "type redo"))


async def test_resuming_a_game_that_is_not_there(ada: Person) -> None:
    for game in ("0", "-1", "99", "zzz", "9" * 30, JUNK[:100]):
        answer = await ada.command("patience", "resume", game=game)
        assert is_a_private_sentence(answer), game
        assert "There is no such game" in answer.text
        assert "/resume" in answer.text


@pytest.mark.quick
async def test_resuming_somebody_elses_game(ada: Person, ben: Person) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    number = board.button("1").custom_id.split(":")[1]
    answer = await ben.command("patience", "resume", game=number)
    assert is_a_private_sentence(answer)


@pytest.mark.quick
async def test_rules_of_a_game_that_does_not_exist(ada: Person) -> None:
    answer = await ada.command("patience", "games", game="bridge")
    assert answer.ephemeral
    assert answer.text == "There is no game called “bridge” here. How about one of these?"


@pytest.mark.parametrize(
    ("command", "option", "others"),
    [
        ("play", "difficulty", {"game": "phoenix"}),
        ("daily board", "period", {}),
        ("tournament start", "kind", {}),
    ],
)
async def test_a_choice_that_only_an_earlier_version_had(
    bot: RunningBot,
    ada: Person,
    command: str,
    option: str,
    others: dict[str, str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    for declared in bot.discord.state.commands(None):
        for each in _nested(declared):
            if each["name"] == option:
                each["choices"] = [{"name": "Gone", "value": "gone"}]
    answer = await ada.command("patience", command, **others, **{option: "gone"})
    assert is_a_private_sentence(answer)
    assert "that choice no longer exists" in answer.text
    assert "ERROR" not in {record.levelname for record in caplog.records}


def _nested(declared: Payload) -> Iterator[Payload]:
    """A command's options and those of its subcommands."""
    for option in payloads_of(declared.get("options")):
        yield option
        yield from _nested(option)
