"""What somebody who plays on a shared board is asked in private."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import cast

import pytest

from bot.chat.together.views import busy_view, choice_view, give_up_view, shared_notice
from bot.models.advice import Hint
from bot.models.places import Place
from bot.models.together import Mode, SharedBoard, SharedGame, Vote, Wish
from bot.wording.together import move_words
from engine import CATALOGUE, Move, Outcome, Rules
from tests.chat.play.board_presses import buttons_of, said, some_boards
from tests.engine.positions import position
from tests.support.every_game import each_of
from tests.support.snapshots import snapshot_at

SNAPSHOT = snapshot_at(position("klondike", "1: 9S", "2: TH", "3: TD", rest="s"))


@pytest.mark.parametrize(
    ("game", "move", "words"),
    [
        ("klondike", "2-3", "10♥ → J♠"),
        ("klondike", "4-f1", "A♠ → home"),
        ("klondike", "1-5", "K♥ → pile 5"),
        ("klondike", "s", "Turn 1 card from the stock"),
    ],
)
def test_a_move_that_is_voted_for_is_told_in_words(game: str, move: str, words: str) -> None:
    board = position(game, "1: KH", "2: TH", "3: JS", "4: AS", rest="s")
    assert move_words(board, Move.parse(move)) == words


@each_of(CATALOGUE.values())
def test_no_move_that_is_voted_for_is_told_in_notation(rules: Rules) -> None:
    for board in some_boards(rules):
        for move in board.legal_moves():
            assert not re.search(r"\bf\d|\w-\w|\+\w", move_words(board, move))


def test_a_pile_with_several_places_to_go_to_asks_for_one_in_private() -> None:
    asked = choice_view(SNAPSHOT, "1")
    assert asked.private
    assert said(asked) == "**9♠ · 1**: where to?"
    assert {"2", "3"} <= {str(one.custom_id).split("-")[-1] for one in buttons_of(asked.view)}


NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def shared(mode: Mode, *votes: Vote) -> SharedGame:
    until = NOON + timedelta(seconds=9) if votes else None
    return SharedGame(SharedBoard(1, Place(5, 6), mode, until), SNAPSHOT, votes=votes)


def test_a_hint_stands_below_a_running_vote_and_in_the_place_of_who_played_last() -> None:
    hint = Hint(Outcome.WON, Move.parse("1-2"))
    vote = Vote(7, Wish.MOVE, "1-3", SNAPSHOT.version, NOON)
    running = shared_notice(shared(Mode.VOTE, vote), NOON, hint).splitlines()
    assert running[0].startswith("-# 🗳️ 1 for **9♠ → 10♦**")
    assert running[1].startswith("💡 **")
    assert shared_notice(shared(Mode.VOTE), NOON, hint).startswith("💡 **")
    assert "💡" not in shared_notice(shared(Mode.VOTE), NOON)


def test_where_a_channel_plays_already_its_game_is_named_and_can_be_ended_by_vote() -> None:
    told = busy_view(shared(Mode.FREE))
    assert told.private
    assert said(told).startswith("This channel plays Klondike, deal ")
    assert [one.label for one in buttons_of(told.view)] == ["Vote to end Klondike"]


def test_giving_up_a_shared_game_is_asked_for_in_private() -> None:
    asked = give_up_view(cast("SharedGame", SimpleNamespace(snapshot=SNAPSHOT)))
    assert asked.private
    assert said(asked).startswith("Vote to give this game up?")
    assert [one.label for one in buttons_of(asked.view)] == ["Give up", "Keep playing"]
