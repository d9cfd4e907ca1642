"""What stands above a board: two lines at most, and what is read once below it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from discord import ui

import engine
from bot.chat.play.board_texts import Remarks, board_texts
from bot.chat.play.buttons import Offers
from bot.chat.play.views import board_view
from bot.chat.responding.replies import Reply
from bot.i18n import LANGUAGES, _, card_label, use_locale
from bot.models.advice import Hint, Odds
from bot.models.play import Experience, GameSnapshot, GameState
from bot.wording.hints import hint_notice
from engine import CATALOGUE, Game, Rules
from engine.dealing import opening
from engine.goals import FewMoves
from engine.rules import Difficulty
from engine.solver import Outcome
from tests.support.every_game import each_of
from tests.support.snapshots import PICTURE, snapshot_at

BOARD = engine.deal("klondike", 7).board
PLAYED = replace(snapshot_at(BOARD), winnable=True, deal_number=7)
NEW = replace(PLAYED, version=0, experience=Experience.NONE)
DAILY = replace(NEW, goal=FewMoves(90))
LONG = "**Today's deal**\nOnly your first game counts.\nPar is the fewest moves we know of."
WON = replace(snapshot_at(BOARD, GameState.WON), hints=2, goal=FewMoves(90))


@pytest.mark.parametrize(
    ("snapshot", "selected", "remarks"),
    [
        (PLAYED, None, Remarks()),
        (PLAYED, "1", Remarks(notice=LONG)),
        (PLAYED, None, Remarks(notice=LONG, race="🏁 **Race**")),
        (replace(PLAYED, goal=FewMoves(90)), None, Remarks(race="🏁 **Race**")),
        (NEW, None, Remarks()),
        (DAILY, None, Remarks(notice=LONG)),
        (DAILY, None, Remarks(notice=LONG, left=PLAYED)),
        (WON, None, Remarks(notice="⭐\n🏅\n🔥\n🎖️", race="🏁")),
        (snapshot_at(BOARD, GameState.STUCK), None, Remarks()),
        (snapshot_at(BOARD, GameState.GIVEN_UP), None, Remarks(notice=LONG)),
    ],
)
def test_two_lines_at_most_stand_above_a_board(
    snapshot: GameSnapshot, selected: str | None, remarks: Remarks
) -> None:
    [container] = board_view(snapshot, PICTURE, selected=selected, remarks=remarks).view.children
    assert isinstance(container, ui.Container)
    shown = list(container.walk_children())
    picture = next(n for n, one in enumerate(shown) if isinstance(one, ui.MediaGallery))
    above = [one.content for one in shown[:picture] if isinstance(one, ui.TextDisplay)]
    assert len("\n".join(above).splitlines()) == 2


def test_what_a_notice_says_further_stands_below_the_board_with_the_goal() -> None:
    known = replace(DAILY, experience=Experience.SAME_GAME)
    texts = board_texts(known, None, Remarks(notice=LONG, left=PLAYED))
    assert texts.above == "-# You put **Klondike** aside."
    notice = "".join(f"-# {line}\n" for line in LONG.splitlines())
    assert texts.below == f"{notice}🎯 Win in at most 90 moves."


@each_of(CATALOGUE.values())
def test_a_game_new_to_a_player_is_described_and_offers_its_rules(
    rules: Rules,
) -> None:
    new = replace(snapshot_at(opening(rules, 1)), version=0, experience=Experience.OTHER_GAMES)
    for language in LANGUAGES:
        with use_locale(language):
            reply = board_view(new, PICTURE, remarks=Remarks(left=PLAYED))
            said, labels = board_texts(new, None, Remarks(left=PLAYED)).above, _labels(reply)
            assert said == f"-# {_(rules.summary)}"
            assert _("Rules") in labels
            assert _("Previous game") not in labels


def _labels(reply: Reply) -> list[str | None]:
    return [one.label for one in reply.view.walk_children() if isinstance(one, ui.Button)]


def test_a_description_is_told_once_and_only_before_the_first_move() -> None:
    rule = BOARD.rules.summary
    assert board_texts(NEW, None, Remarks(notice=f"Today.\n🎲 {rule}")).above == "-# Today."
    assert board_texts(replace(NEW, practice=True)).above.endswith("does not count")
    assert board_texts(replace(NEW, version=1)).above.endswith("0 of 52 cards home")


def test_a_new_deal_of_a_known_game_offers_the_way_back_in_the_place_of_undo_and_redo() -> None:
    usual, labels = (
        _labels(board_view(PLAYED, PICTURE, remarks=remarks))
        for remarks in (Remarks(), Remarks(left=PLAYED))
    )
    assert usual[-3:] == ["Undo", "Redo", "Hint"]
    assert labels == [*usual[:-3], "Previous game", "Hint"]


def test_a_game_resumed_for_another_offers_the_way_back_in_the_place_of_redo() -> None:
    game = Game(BOARD)
    game.play(game.legal_moves()[0])
    resumed, remarks = replace(PLAYED, game=game), Remarks(left=PLAYED)
    labels = _labels(board_view(resumed, PICTURE, remarks=remarks, offers=Offers(table=True)))
    assert labels[-3:] == ["Undo", "Previous game", "Hint"]
    game.undo()
    labels = _labels(board_view(resumed, PICTURE, remarks=remarks, offers=Offers(table=True)))
    assert labels[-4:] == ["Undo", "Redo", "Hint", "Table"]


def test_a_card_of_the_waste_that_is_selected_is_said_to_be_there() -> None:
    board = BOARD.apply(BOARD.stock_move)
    above = board_texts(snapshot_at(board), "w").above
    assert above == f"-# 0 moves · **{card_label(board.piles['w'][-1])} from the waste**: where to?"


def test_what_matters_more_than_how_far_a_game_is_takes_the_place_of_that() -> None:
    dealt = replace(PLAYED, version=0)
    practice = replace(PLAYED, practice=True)
    assert board_texts(PLAYED).above.endswith("> · 0 moves · 0 of 52 cards home")
    assert board_texts(dealt).above.endswith("> · 0 moves · dealt winnable")
    assert board_texts(practice).above.endswith("> · 0 moves · does not count")
    lost = board_texts(practice, None, Remarks(is_lost=True)).above
    assert lost.endswith("> · 0 moves · can no longer be won")


def test_a_hint_is_one_line_with_its_reason() -> None:
    move = BOARD.legal_moves()[0]
    hint = Hint(Outcome.WON, move, tried=8, wins=7)
    assert hint_notice(PLAYED, hint) == f"💡 **{BOARD.describe(move)}** · won in 7 of 8 tries"
    hint = Hint(Outcome.WON, move, tried=2167)
    assert hint_notice(PLAYED, hint).endswith("** · the best in 2167 tries")


def test_a_hint_to_turn_unseen_cards_says_why() -> None:
    hint = Hint(Outcome.WON, BOARD.stock_move)
    words = BOARD.describe(BOARD.stock_move)
    assert hint_notice(PLAYED, hint) == f"💡 **{words}** · look through the stock first"


def test_where_all_see_a_hint_a_lost_game_is_called_lost() -> None:
    hint = Hint(Outcome.LOST, None, lost=Odds(Outcome.LOST, lost=0))
    assert hint_notice(PLAYED, hint) == (
        "**This game is lost.** This deal could not be won from the start."
    )


def test_those_who_want_it_quiet_are_told_no_time() -> None:
    for snapshot in (WON, snapshot_at(BOARD, GameState.GIVEN_UP)):
        assert " 100 h 0 min." in board_texts(snapshot).above
        assert " 0 moves." in board_texts(snapshot, None, Remarks(is_quiet=True)).above


def test_a_graded_deal_says_how_hard_it_is_until_the_end_and_offers_one_like_it() -> None:
    for state in GameState:
        snapshot = replace(snapshot_at(BOARD, state), deal_number=7, grade=Difficulty.HARD)
        assert board_texts(snapshot).title == "### Klondike · deal 7 · hard"
        if state.is_final:
            view = board_view(snapshot, PICTURE).view
            labels = [one.label for one in view.walk_children() if isinstance(one, ui.Button)]
            assert "New deal · hard" in labels
    assert board_texts(PLAYED).title == "### Klondike · deal 7"


def test_a_deal_of_nineteen_digits_goes_by_letters_that_stand_for_it() -> None:
    number = 4_000_000_000_000_000_123
    raced = replace(snapshot_at(BOARD, GameState.WON), deal_number=number)
    title = board_texts(raced).title
    assert re.fullmatch(r"### Klondike · deal \w{4}-\w{4}-\w{5}", title)
    for one in board_view(raced, PICTURE).view.walk_children():
        if isinstance(one, ui.Button):
            assert str(number) not in f"{one.label} {one.custom_id}"
        if isinstance(one, ui.TextDisplay):
            assert str(number) not in one.content
