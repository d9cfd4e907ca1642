"""What is said of a board that was entered: no more than is known of it, in the reader's words."""

from __future__ import annotations

import pytest

import engine
from bot.chat.play.own_deals import _verdict
from bot.i18n import translate, use_locale
from bot.models.advice import Chances, Odds
from engine import InvalidBoard, Outcome, parse_board
from tests.support.snapshots import snapshot_at

KLONDIKE = engine.deal("klondike", 5).board.text(reveal=True)


@pytest.mark.parametrize(
    ("game", "goes_by"),
    [
        ("freecell", ""),
        ("klondike", "\n-# Going by all the cards, hidden ones too."),
        ("la-belle-lucie", "\n-# Going by all the cards, and where a redeal will put them."),
    ],
)
def test_a_verdict_says_what_it_goes_by_beside_what_is_seen(game: str, goes_by: str) -> None:
    board = parse_board(game, engine.deal(game, 5).board.text(reveal=True))
    said = _verdict(snapshot_at(board), Odds(Outcome.LOST))
    assert said == f"**Cannot be won**: every way was tried.{goes_by}"


def test_of_a_board_with_unknown_cards_nothing_is_said_for_certain() -> None:
    board = parse_board("klondike", KLONDIKE.split("\ns: ")[0])
    chances = Chances(24, 24, 0, 24, is_all=False)
    said = _verdict(snapshot_at(board), Odds(chances.verdict, chances=chances))
    assert said.startswith("**24 cards unknown**, dealt at random here.\n**Perhaps:**")
    assert "every way" not in said


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1: 8Y", "Zeile 1: „8Y“ ist keine Karte;"),
        (
            "1: DH\n2: DH",
            "Zeile 2: D♥ kommt einmal zu oft vor; bei Klondike gibt es jede Karte einmal.",
        ),
    ],
)
def test_errors_are_told_in_the_readers_language_whole(text: str, says: str) -> None:
    with pytest.raises(InvalidBoard) as caught:
        parse_board("klondike", text)
    with use_locale("de"):
        assert translate(caught.value).startswith(says)


def test_the_reason_in_a_record_is_told_in_the_readers_language() -> None:
    record = engine.deal("klondike", 5).record().rstrip() + "\n\n9-9\n"
    with pytest.raises(engine.InvalidRecord) as caught:
        engine.read_record(record)
    with use_locale("de"):
        assert "Klondike hat keinen Stapel" in translate(caught.value)
