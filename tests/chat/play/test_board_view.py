"""The message that shows a board: within Discord's limits, whatever the board."""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime
from itertools import product

import pytest
from discord import ui

import engine
from bot.chat.play.board_texts import Remarks
from bot.chat.play.buttons import Offers, board_rows
from bot.chat.play.custom_ids import BoardAction
from bot.chat.play.rows import in_lines
from bot.chat.play.views import board_view
from bot.i18n import LANGUAGES, card_label, use_locale
from bot.models.advice import Odds
from bot.models.contest_deals import ContestDeal, ContestKind, Terms
from bot.models.play import Experience, GameState
from bot.service.play.moves import distinct_moves
from bot.wording.verdicts import Verdict
from engine import CATALOGUE, Board, Game, Move, Outcome, Rules, Status
from engine.dealing import opening
from engine.games.pyramid import MONTE_CARLO
from engine.games.rows import ACCORDION, GAPS, LATE_BINDING
from engine.notation import moved_cards
from local_discord.errors import Problem
from local_discord.message import Upload
from local_discord.payload import Payload
from local_discord.validation.message import message_problems
from tests.chat.play.board_presses import (
    buttons_of,
    press_of,
    presses_of,
    rows_of,
    said,
    selects_of,
    shown,
    some_boards,
)
from tests.declared import (
    CLASSICS,
    EXTREMES,
    MULTITUDE,
    TOWERS,
)
from tests.support.boards import boards, spider, with_the_rest
from tests.support.every_game import each_of, every_game
from tests.support.snapshots import PICTURE, snapshot_at

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def faults(view: ui.LayoutView, *, pictured: bool = True) -> list[Problem]:
    """What Discord would find wrong with a message."""
    components = view.to_components()  # type: ignore[no-untyped-call]  # the library's own gap
    body: Payload = {"flags": 1 << 15, "components": components}
    uploads = [Upload(0, f"board-{2**62}-99999.png", b"")] if pictured else []
    return message_problems(body, uploads, ())


@each_of([*CATALOGUE.values(), *CLASSICS, *EXTREMES])
def test_a_board_keeps_within_discords_limits(rules: Rules) -> None:
    for board in some_boards(rules):
        moves = distinct_moves(Game(board))
        taps = sorted((p for p in moves if len(moves[p]) > 1), key=lambda p: -len(moves[p]))
        for selected, experience in product((None, *taps[:4]), Experience):
            view = shown(board, selected, experience)
            assert faults(view) == []
            assert len(list(view.walk_children())) <= 40
            rows = [item for item in view.walk_children() if isinstance(item, ui.ActionRow)]
            assert all(1 <= len(row.children) <= 5 for row in rows)
            texts = [i.content for i in view.walk_children() if isinstance(i, ui.TextDisplay)]
            assert sum(map(len, texts)) <= 4000


@each_of([*CATALOGUE.values(), *CLASSICS, *EXTREMES])
def test_a_board_keeps_within_discords_limits_whatever_is_said_of_it(rules: Rules) -> None:
    board = opening(rules, 1)
    left = snapshot_at(engine.deal("klondike", 1).board)
    everything = Remarks(
        "A notice.\nMore of it.", "A race.", left, verdict=Verdict(Odds(Outcome.WON))
    )
    for player, experience, state, picture, remarks in product(
        (1, -1),
        (Experience.SAME_GAME, Experience.NONE),
        (GameState.PLAYING, GameState.STUCK, GameState.GIVEN_UP),
        (PICTURE, None),
        (everything, Remarks("A notice."), Remarks(verdict=Verdict(Odds(Outcome.WON)))),
    ):
        snapshot = dataclasses.replace(
            snapshot_at(board, state), player=player, experience=experience
        )
        view = board_view(snapshot, picture, remarks=remarks, offers=Offers(peek=True)).view
        assert faults(view, pictured=picture is not None) == []


@each_of([*CATALOGUE.values(), *CLASSICS, *EXTREMES])
def test_every_legal_move_is_reached_by_two_taps_on_the_message(rules: Rules) -> None:
    for board in some_boards(rules):
        reached = set[Move]()
        moves = distinct_moves(Game(board))
        for press in presses_of(shown(board)):
            if press.action is BoardAction.PLAY:
                reached.add(Move.parse(press.argument))
            if press.action is not BoardAction.TAP:
                continue
            leaving = moves[press.argument]
            if len(leaving) == 1:
                reached.add(leaving[0])
                continue
            second = presses_of(shown(board, press.argument))
            reached |= {
                Move.parse(one.argument) for one in second if one.action is BoardAction.PLAY
            }
        wanted = {move for leaving in moves.values() for move in leaving}
        assert wanted <= reached <= {*board.legal_moves()}


def asking(board: Board) -> list[str]:
    """Piles that ask where their cards should go, those with the most moves first."""
    moves = distinct_moves(Game(board))
    return sorted((p for p in moves if len(moves[p]) > 1), key=lambda p: -len(moves[p]))[:8]


@every_game
def test_choices_begin_at_the_row_of_the_pile_and_keep_the_number_of_rows(rules: Rules) -> None:
    for board in some_boards(rules):
        rows = rows_of(shown(board))
        if board.status is Status.STUCK:
            continue
        for pile in asking(board):
            choices = rows_of(shown(board, pile))
            assert len(choices) == len(rows)
            new = [n for n, row in enumerate(choices) if row[0] not in rows[n]]
            taps = [one.argument for row in rows for one in row if one.action is BoardAction.TAP]
            if pile in taps:
                place = next(n for n, row in enumerate(rows) if pile in {p.argument for p in row})
                assert new == list(range(min(place, len(rows) - len(new)), new[-1] + 1))


def test_a_choice_names_the_pile_the_card_and_how_many_cards_go() -> None:
    view = shown(spider("1: 2S 9S 8S 7S\n2: 8S\n3: TS\n4: KS TS"), "1")
    labels = [str(one.label) for one in buttons_of(view)]
    assert labels[:2] == ["10♠ · pile 3 · 3 cards", "10♠ · pile 4 · 3 cards"]


def test_a_target_without_room_for_a_button_is_in_the_menu() -> None:
    piles = "1: 2S 9S 8S 7S\n2: 8S\n3: TS\n4: KS TS\n5: KS TS"
    [menu] = selects_of(shown(spider(piles), "1"))
    assert [option.label for option in menu.options] == [
        *("pile 6 · empty · 3 cards", "pile 6 · empty · 2 cards"),
        *("8♠ · pile 2 · 1 card", "pile 6 · empty · 1 card"),
    ]


def test_shorter_runs_into_an_empty_pile_are_in_one_menu() -> None:
    view = shown(spider("1: 2S JS TS 9S 8S 7S\n2: 8S"), "1")
    labels = [str(one.label) for one in buttons_of(view) if not one.disabled]
    assert labels[:3] == ["pile 3 · empty · 5 cards", "8♠ · pile 2 · 1 card", "Back"]
    [menu] = selects_of(view)
    assert [option.label for option in menu.options] == [
        f"pile 3 · empty · {cards}" for cards in ("4 cards", "3 cards", "2 cards", "1 card")
    ]


def test_choices_name_cells_and_foundations() -> None:
    view = shown(with_the_rest("freecell", "f1: AS\n1: 3S 2S\n2: 3H", "8"), "1")
    labels = [str(one.label) for one in buttons_of(view) if not one.disabled]
    assert labels[:5] == ["2♠ → home", "3♥ · pile 2", "pile 3 · empty", "cell a", "Back"]


def test_choices_from_several_foundations_name_the_cards() -> None:
    board = with_the_rest("klondike", "f1: AS 2S 3S\nf2: AH 2H 3H\n1: 4H\n2: 4S", "s")
    view = shown(board, "f")
    labels = [str(one.label) for one in buttons_of(view) if not one.disabled]
    assert labels[:3] == ["3♠ → 4♥", "3♥ → 4♠", "Back"]
    texts = [one.content for one in view.walk_children() if isinstance(one, ui.TextDisplay)]
    assert "**From a foundation**: where to?" in texts[0]


def test_ninety_nine_piles_are_in_menus_of_twenty_five() -> None:
    view = shown(opening(MULTITUDE, 1))
    menus = selects_of(view)
    assert all(len(menu.options) <= 25 for menu in menus)
    assert {menu.placeholder for menu in menus} == {"More cards"}


def test_a_pile_with_many_moves_offers_them_in_menus_with_a_way_back() -> None:
    board = next(
        b for b in boards(TOWERS) if any(len(m) > 24 for m in distinct_moves(Game(b)).values())
    )
    pile, moves = next((p, m) for p, m in distinct_moves(Game(board)).items() if len(m) > 24)
    view = shown(board, pile)
    offered = [option.value for menu in selects_of(view) for option in menu.options]
    offered += [press_of(one).argument for one in buttons_of(view)]
    assert sorted(map(str, moves)) == sorted(one for one in offered if "-" in one)
    assert "Back" in [one.label for one in buttons_of(view)]


@pytest.mark.parametrize(
    ("game", "moves", "label"),
    [
        ("klondike", 0, "s · turn"),
        ("spider", 0, "s · deal"),
        ("golf", 0, "s · deal"),
        ("golf", 16, "s · deal"),
        ("saratoga-aisleriot", 24, "s · turn"),
        ("la-belle-lucie", 0, "Redeal (2 left)"),
        ("la-belle-lucie", 2, "Redeal (0 left)"),
    ],
)
def test_the_stocks_button_says_what_it_does(game: str, moves: int, label: str) -> None:
    board = engine.deal(game, 1).board
    for _ in range(moves):
        board = board.apply(board.stock_move)
    [button] = [one for one in buttons_of(shown(board)) if press_of(one).argument == "s"]
    assert button.label == label
    assert button.disabled is not board.can_play_stock


@pytest.mark.parametrize(
    ("game", "row"),
    [("golf", ["Back to there", "See why"]), ("monte-carlo", ["Undo", "Back to there", "See why"])],
)
def test_what_is_said_of_a_stuck_board_takes_the_place_of_what_is_of_no_use_there(
    game: str, row: list[str]
) -> None:
    played = engine.deal(game, 1)
    while played.status is Status.PLAYING:
        played.play(played.legal_moves()[-1])
    snapshot = dataclasses.replace(snapshot_at(played.board, GameState.STUCK), game=played)
    told = Remarks("That board was old.", verdict=Verdict(Odds(Outcome.LOST, lost=2, winnable=1)))
    without, view = (
        board_view(snapshot, PICTURE, remarks=remarks).view for remarks in (Remarks(), told)
    )
    assert [type(one) for one in view.walk_children() if not isinstance(one, ui.Button)] == [
        type(one) for one in without.walk_children() if not isinstance(one, ui.Button)
    ]
    rows = [item for item in view.walk_children() if isinstance(item, ui.ActionRow)]
    labels = [[getattr(one, "label", "") for one in each.children] for each in rows]
    assert row in labels
    assert [label for each in labels for label in each].count("New deal") == 1
    [said] = [one.content for one in view.walk_children() if isinstance(one, ui.TextDisplay)]
    assert "\n-# **Stuck:** Move 2 lost it: " in said


def test_a_won_game_shows_deal_moves_and_time() -> None:
    board = engine.deal("phoenix", 7).board
    texts = board_view(snapshot_at(board, GameState.WON), PICTURE).view.walk_children()
    shown = "\n".join(item.content for item in texts if isinstance(item, ui.TextDisplay))
    assert "**Won** in 0 moves and 100 h 0 min" in shown


def test_a_win_that_does_not_count_says_so_and_is_not_shared() -> None:
    won = snapshot_at(engine.deal("phoenix", 7).board, GameState.WON)
    for practice in (True, False):
        view = board_view(dataclasses.replace(won, practice=practice), PICTURE).view
        texts = [item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay)]
        assert any("-# It does not count." in one for one in texts) is practice
        assert ("Share" in [one.label for one in buttons_of(view)]) is not practice


def test_a_board_that_could_not_be_drawn_is_shown_as_text() -> None:
    board = engine.deal("saxony", 7).board
    view = board_view(snapshot_at(board), None).view
    texts = [item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay)]
    for line in str(board).splitlines():
        assert (line in "\n".join(texts)) is not line.startswith("s: ")
    assert f"s: {len(board.piles['s'])} cards" in "\n".join(texts)
    assert sum(map(len, texts)) <= 4000


@pytest.mark.parametrize(("game", "says"), [("vegas", " · score -52"), ("klondike", " home")])
def test_the_score_is_shown_only_if_it_differs_from_the_cards_home(game: str, says: str) -> None:
    view = shown(engine.deal(game, 2).board)
    texts = [item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay)]
    assert texts[0].endswith(says)


@pytest.mark.parametrize(
    ("hints", "is_secret", "is_refused"),
    [(False, True, True), (False, False, False), (True, True, False)],
)
def test_a_hint_cannot_be_asked_for_where_the_terms_forbid_it(
    *, hints: bool, is_secret: bool, is_refused: bool
) -> None:
    contest = ContestDeal(1, 1, ContestKind.TABLE, "", Terms(hints=hints), NOON, None)
    snapshot = dataclasses.replace(
        snapshot_at(engine.deal("klondike", 1).board), contest=contest, is_secret=is_secret
    )
    [hint] = [
        one
        for one in buttons_of(board_view(snapshot, PICTURE).view)
        if press_of(one).action is BoardAction.HINT
    ]
    assert hint.disabled is is_refused


def test_the_rules_of_a_new_game_have_the_place_of_redo_while_nothing_is_undone() -> None:
    game = engine.deal("klondike", 1)
    new = dataclasses.replace(
        snapshot_at(game.board), game=game, experience=Experience.NONE, version=1
    )
    assert labels_of_controls(board_view(new, PICTURE).view) == ["Undo", "Rules", "Hint"]
    game.play(game.legal_moves()[0])
    assert labels_of_controls(board_view(new, PICTURE).view) == ["Undo", "Rules", "Hint"]
    game.undo()
    assert labels_of_controls(board_view(new, PICTURE).view) == ["Undo", "Redo", "Hint"]


def labels_of_controls(view: ui.LayoutView) -> list[str | None]:
    *_piles, controls = (row for row in view.walk_children() if isinstance(row, ui.ActionRow))
    return [one.label for one in controls.children if isinstance(one, ui.Button)]


def test_nothing_stands_beside_a_title_which_would_wrap_there() -> None:
    board = opening(engine.CATALOGUE["spider-1"], 1)
    left = Remarks(left=snapshot_at(engine.deal("klondike", 1).board))
    for experience, remarks in ((Experience.NONE, Remarks()), (Experience.SAME_GAME, left)):
        snapshot = dataclasses.replace(snapshot_at(board), experience=experience)
        view = board_view(snapshot, PICTURE, remarks=remarks).view
        assert not [one for one in view.walk_children() if isinstance(one, ui.Section)]


def test_where_places_alone_decide_on_moves_each_has_a_button_with_its_card() -> None:
    board = opening(GAPS, 1)
    labels = [one.label for one in buttons_of(shown(board)) if press_of(one).argument]

    assert labels == [
        *("2♦ · row 1", "2♠ · row 1", "K♠", "4♦"),
        *("2♣ · row 1", "5♦", "2♥ · row 1"),
    ]


def test_piles_that_take_any_card_keep_their_buttons_throughout() -> None:
    game = engine.deal("calculation", 1)
    while game.legal_moves():
        assert labels_of(game.board)[0] == ["→ 1", "→ 2", "→ 3", "→ 4"]
        game.play(game.legal_moves()[0])


def test_each_foundation_that_waits_for_a_card_has_a_button_with_both_cards() -> None:
    position = "f1: AS\nf2: 2S 4S 6S\nf3: 3S\nf4: 4H\n1: 8D\nr1: KH"
    rest = " ".join(str(card) for card in engine.cards.CARDS if str(card) not in position)
    board = engine.parse_board("calculation", f"{position}\ns: {rest}")
    _, home = labels_of(board)
    assert home == ["8♦ → 6♠", "8♦ → 4♥"]


def labels_of(board: Board) -> list[list[str]]:
    """The labels of the buttons that play a move, row by row."""
    rows = [item for item in shown(board).walk_children() if isinstance(item, ui.ActionRow)]
    labels = [
        [str(one.label) for one in row.children if isinstance(one, ui.Button) and is_move(one)]
        for row in rows
    ]
    return [row for row in labels if row]


def is_move(item: ui.Button[ui.LayoutView]) -> bool:
    """Whether a button plays a certain move."""
    return press_of(item).action is BoardAction.PLAY


def test_a_clock_has_one_button_that_says_to_which_hour_its_card_goes() -> None:
    board = engine.deal("clock", 1).board
    labels = [one.label for one in buttons_of(shown(board)) if press_of(one).argument]

    top = board.piles["13"][-1]
    assert labels == [f"{card_label(top)} → {int(top.rank)} o'clock"]


def test_a_card_that_may_be_discarded_or_moved_asks_which() -> None:
    board = engine.parse_board(
        "aces-up",
        "1: 9S 5H\n2: 8H\n3: 6C 7D\nf1: "
        + " ".join(
            str(card)
            for card in engine.cards.CARDS
            if str(card) not in ("9S", "5H", "8H", "6C", "7D")
        ),
    )
    labels = [one.label for one in buttons_of(shown(board, "1"))]

    assert "discard 5♥" in labels


def test_neighbours_that_are_discarded_together_have_a_button() -> None:
    board = opening(MONTE_CARLO, 3)
    labels = [one.label for one in buttons_of(shown(board)) if press_of(one).argument]

    assert labels[0] == "s · close up"
    assert set(labels[1:]) == {
        " + ".join(card_label(card) for card in moved_cards(board, move))
        for move in board.legal_moves()
        if not move.is_stock
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["klondike", "pyramid", "monte-carlo"])
def test_the_row_below_the_piles_is_one_line_of_a_phone(game: str, language: str) -> None:
    with use_locale(language):
        board = snapshot_at(engine.deal(game, 1).board)
        *_, controls = board_rows(board, offers=Offers(table=True))
    assert len(in_lines(controls)) == 1


def test_more_moves_than_fit_a_phone_are_in_a_menu() -> None:
    board = opening(ACCORDION, 1)
    view = shown(board)
    [menu] = selects_of(view)
    buttons = [one for one in buttons_of(view) if is_move(one)]

    assert str(buttons[0].label) == "9♣ → 4♣"
    played = [press_of(one).argument for one in buttons] + [one.value for one in menu.options]
    assert played == [str(move) for move in dict.fromkeys(board.legal_moves())]


def test_a_row_that_closes_up_says_how_many_piles_are_left() -> None:
    view = shown(opening(LATE_BINDING, 1))
    assert any(
        "18 piles left" in one.content
        for one in view.walk_children()
        if isinstance(one, ui.TextDisplay)
    )


def test_a_reserve_that_lies_face_up_is_told_below_its_picture() -> None:
    board = engine.deal("superior-canfield", 1).board
    reserve = " ".join(card_label(card) for card in board.piles["r1"])
    snapshot = snapshot_at(board)
    assert f"Reserve, top card last: {reserve}" in said(board_view(snapshot, PICTURE))
    assert "top card last" not in said(board_view(snapshot, None))
    assert "top card last" not in said(
        board_view(snapshot_at(engine.deal("golf", 1).board), PICTURE)
    )
