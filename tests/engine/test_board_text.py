"""Boards as text: what is written can be parsed, and errors name the line."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import InvalidBoard, PatienceError, UnknownGame, parse_board
from engine.cards import Card, Guess, deck
from tests.engine.positions import position, wander
from tests.engine.random_positions import FIRST_GAMES, random_board

SARATOGA = str(engine.deal("saratoga", 1).board)
GAMES = st.sampled_from(FIRST_GAMES)


def error_of(game: str, text: str) -> str:
    """The error message for a text."""
    with pytest.raises(InvalidBoard) as caught:
        parse_board(game, text)
    return str(caught.value)


@given(GAMES, st.integers(1, 10**9), st.integers(0, 80))
def test_a_board_in_play_parses_back(game: str, number: int, steps: int) -> None:
    playing = engine.deal(game, number)
    wander(playing, steps, random.Random(number))
    assert parse_board(game, str(playing.board)) == playing.board


@given(GAMES, st.integers(0, 2**32))
def test_any_other_board_parses_back(game: str, seed: int) -> None:
    board = random_board(game, random.Random(seed))
    assert parse_board(game, str(board)) == board


def test_a_board_has_a_line_for_each_pile_with_its_cards_from_the_bottom() -> None:
    board = position("saratoga", "3: 9S 7D 6H", foundations="2S", rest="s")
    lines = str(board).splitlines()
    assert lines[:2] == ["3: 9S 7D 6H", "f1: AS 2S"]
    assert lines[2].startswith("s: 3S 4S")
    assert len(lines) == 3


def test_redeals_are_written_only_where_the_game_limits_them() -> None:
    last = {game: str(engine.deal(game, 1).board).splitlines()[-1] for game in FIRST_GAMES}
    assert last.pop("saratoga-aisleriot") == "redeals: 2"
    assert not [line for line in last.values() if "redeals" in line]


def test_blank_lines_comments_case_and_spaces_do_not_matter() -> None:
    text = (
        "# a deal from a friend\n\n" + SARATOGA.lower().replace(":", "  :   ") + "  # the stock\n"
    )
    assert parse_board("saratoga", text) == engine.deal("saratoga", 1).board
    assert parse_board(" Saratoga ", SARATOGA.replace("T", "10")) == parse_board(
        "saratoga", SARATOGA
    )


def test_the_order_of_the_lines_does_not_matter() -> None:
    text = "\n".join(reversed(SARATOGA.splitlines()))
    assert parse_board("saratoga", text) == engine.deal("saratoga", 1).board


def test_suits_may_be_symbols() -> None:
    text = SARATOGA.translate(str.maketrans("SHDC", "♠♥♦♣"))
    assert parse_board("saratoga", text) == engine.deal("saratoga", 1).board


def test_all_redeals_are_left_if_the_text_gives_none() -> None:
    board = engine.deal("saratoga-aisleriot", 1).board
    assert parse_board("saratoga-aisleriot", str(board).replace("redeals: 2", "")).redeals == 2


@pytest.mark.parametrize("left", [0, 1, 2])
def test_the_redeals_left_are_parsed(left: int) -> None:
    text = str(engine.deal("saratoga-aisleriot", 1).board).replace("redeals: 2", f"redeals: {left}")
    assert parse_board("saratoga-aisleriot", text).redeals == left


@pytest.mark.parametrize("left", ["3", "-1", "", "two", "1.0", "9" * 5000, "٢"])
def test_redeals_out_of_range_are_rejected(left: str) -> None:
    text = str(engine.deal("saratoga-aisleriot", 1).board).replace("redeals: 2", f"redeals: {left}")
    line = len(text.splitlines())
    message = error_of("saratoga-aisleriot", text)
    assert message.startswith(f"Line {line}: “")
    assert message.endswith("is not a number of redeals; give one from 0 to 2.")


def test_redeals_are_rejected_where_the_game_does_not_limit_them() -> None:
    message = error_of("saratoga", f"redeals: 1\n{SARATOGA}")
    assert message == "Line 1: Saratoga does not count redeals; leave the line out."


def test_a_line_without_a_colon_is_rejected() -> None:
    message = error_of("saratoga", f"{SARATOGA}\n\nnonsense")
    assert message.startswith(
        "Line 10: “nonsense” has no colon; write the pile, a colon and its cards"
    )


@pytest.mark.parametrize("name", ["8", "a", "r1", "f5", "zz", "pile 8", "cell 1"])
def test_an_unknown_pile_is_rejected(name: str) -> None:
    assert error_of("saratoga", f"# hello\n{name}: AS") == f"Line 2: Saratoga has no pile “{name}”."


def test_a_pile_given_twice_is_rejected() -> None:
    message = error_of("saratoga", "3: AS\n\n 3 : 2S")
    assert message == "Line 3: 3 was given before, in line 1."


def test_a_word_that_is_not_a_card_is_rejected() -> None:
    message = error_of("saratoga", "1: AS\n2: 2S 1S")
    assert message.startswith("Line 2: “1S” is not a card; write a rank")


def test_a_duplicate_card_is_rejected() -> None:
    message = error_of("saratoga", f"{SARATOGA}\nw: AS")
    assert message == "Line 9: there is one AS too many; Saratoga has one of each card."


def test_a_card_of_a_suit_that_a_game_does_without_is_rejected() -> None:
    message = error_of("spider-1", "1: AH")
    assert message == (
        "Line 1: Spider, one suit is played without hearts; AH is none of its cards."
    )


def test_a_third_copy_of_a_card_is_rejected_in_two_decks() -> None:
    text = str(engine.deal("saxony", 1).board)
    lines = len(text.splitlines())
    message = error_of("saxony", f"{text}\nf1: AS")
    assert message == f"Line {lines + 1}: there is one AS too many; Saxony has two of each card."


def test_a_missing_card_is_rejected() -> None:
    first, rest = SARATOGA.split("\n", 1)
    missing = first.split()[1]
    assert error_of("saratoga", rest) == (
        f"That is 51 cards; Saratoga is played with 52, and {missing} is missing."
    )
    assert error_of("saratoga", "") == (
        "That is 0 cards; Saratoga is played with 52, and AS is missing."
    )


@pytest.mark.parametrize("held", ["2S", "AS 3S", "2S AS", "AH", "AS 2H"])
def test_a_foundation_out_of_order_is_rejected(held: str) -> None:
    others = [str(card) for card in engine.cards.deck() if str(card) not in held.split()]
    message = error_of("saratoga", f"s: {' '.join(others)}\nf1: {held}")
    assert message == (
        "Line 2: foundation f1 is out of order; it holds spades from AS upwards, without a gap."
    )


def test_a_base_that_no_foundation_shows_is_rejected() -> None:
    cards = " ".join(map(str, engine.cards.deck()))
    assert error_of("canfield", f"s: {cards}") == (
        "At least one foundation must show the rank that foundations begin with."
    )


def test_the_fifth_foundation_is_for_the_second_deck_of_spades() -> None:
    cards = engine.cards.deck(2)
    cards.remove(engine.Card.parse("AH"))
    message = error_of("saxony", f"f5: AH\ns: {' '.join(map(str, cards))}")
    assert message == (
        "Line 1: foundation f5 is out of order; it holds spades from AS upwards, without a gap."
    )


def test_a_foundation_that_builds_down_begins_with_the_king() -> None:
    cards = engine.cards.deck()
    cards.remove(engine.Card.parse("QS"))
    assert error_of("bisley", f"f5: QS\n1: {' '.join(map(str, cards))}") == (
        "Line 1: foundation f5 is out of order; it holds spades from KS downwards, without a gap."
    )


@pytest.mark.parametrize("end", ["…", "...", " …\n```"])
def test_a_board_that_is_cut_off_is_rejected_as_that(end: str) -> None:
    message = error_of("saratoga", "1: AS. 2: 9S 7D" + end)
    assert message == "The end of this board is cut off after “7D”; give the rest of it, too."


@pytest.mark.timeout(15)
def test_the_longest_texts_of_one_sign_are_rejected_without_looking_at_each_again() -> None:
    for sign in "([{<. \n`…":
        assert error_of("klondike", sign * 10_000)
        assert error_of("klondike", f"1 (top to bottom): {sign * 9_900}")


def test_two_cards_in_a_cell_are_rejected() -> None:
    others = " ".join(map(str, engine.cards.deck()[2:]))
    message = error_of("cassim", f"s: {others}\nb: AS 2S")
    assert message == "Line 2: cell b holds 2 cards, but has room for 1 only."


def test_more_cards_in_a_reserve_pile_than_it_was_dealt_are_rejected() -> None:
    others = " ".join(map(str, engine.cards.deck()[2:]))
    message = error_of("phoenix", f"1: {others}\nr7: AS 2S")
    assert message == "Line 2: reserve r7 holds 2 cards, but has room for 1 only."


@pytest.mark.parametrize(
    ("game", "pile", "name", "room"), [("gaps", "1", "pile 1", 1), ("cruel", "s", "the stock", 0)]
)
def test_more_cards_than_a_place_or_a_gathered_stock_has_room_for_are_rejected(
    game: str, pile: str, name: str, room: int
) -> None:
    rules = engine.rules_of(game)
    dealt = [card for card in deck() if card.rank >= rules.first_rank]
    message = error_of(game, f"{pile}: {' '.join(map(str, dealt))}")
    assert message == f"Line 1: {name} holds {len(dealt)} cards, but has room for {room} only."


@given(
    st.sampled_from(["klondike", "yukon", "easthaven"]), st.integers(1, 1000), st.integers(0, 60)
)
def test_a_board_with_its_face_down_cards_revealed_parses_back(
    game: str, number: int, steps: int
) -> None:
    board = wander(engine.deal(game, number), steps, random.Random(number)).board
    assert parse_board(game, board.text(reveal=True)) == board


@given(
    st.sampled_from(["klondike", "yukon", "easthaven"]), st.integers(1, 1000), st.integers(0, 60)
)
def test_a_board_as_a_player_sees_it_parses_to_one_with_the_same_moves(
    game: str, number: int, steps: int
) -> None:
    board = wander(engine.deal(game, number), steps, random.Random(number)).board
    read = parse_board(game, str(board))
    assert str(read) == str(board)
    assert read.legal_moves() == board.legal_moves()
    assert sorted(card for stack in read.stacks for card in stack) == sorted(deck())


def test_unknown_cards_are_dealt_at_random_and_marked_as_guesses() -> None:
    text = engine.deal("klondike", 5).board.text(reveal=True)
    known = [line for line in text.splitlines() if line[0] not in "23"]
    second = next(line for line in text.splitlines() if line[0] == "2").split()
    third = next(line for line in text.splitlines() if line[0] == "3").split()
    text = "\n".join([*known, f"3: ?? ?? {third[-1]}", f"2: ?? {second[-1]}"])
    hidden = sorted(Card.parse(word.strip("()")) for word in (second[1], third[1], third[2]))
    dealt = set()
    for seed in "abcdefghijklmnopqrst":
        read = parse_board("klondike", text, seed=seed)
        cards = [read.piles["2"][0], *read.piles["3"][:2]]
        assert sorted(cards) == hidden
        assert all(isinstance(card, Guess) for card in cards)
        assert parse_board("klondike", text, seed=seed) == read
        dealt.add(tuple(cards))
    assert len(dealt) > 1


def test_a_guess_is_still_one_when_its_board_is_read_again() -> None:
    text = engine.deal("klondike", 5).board.text()
    board = parse_board("klondike", text.replace(text.split("s: ")[1], "24 cards"))
    read = parse_board("klondike", board.text(reveal=True))
    assert read == board
    guesses = [
        [isinstance(card, Guess) for stack in one.stacks for card in stack] for one in (board, read)
    ]
    assert guesses[0] == guesses[1]
    assert sum(guesses[0]) == 21 + 24


def test_the_only_unknown_card_is_no_guess() -> None:
    board = engine.deal("klondike", 5).board
    card = board.piles["2"][0]
    read = parse_board("klondike", board.text(reveal=True).replace(f"({card})", "??"))
    assert read == board
    assert not isinstance(read.piles["2"][0], Guess)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("2: 9S (7D)", "Line 1: face-down cards lie under all others, and the top card of pile 2"),
        ("2: (9S) 8H ?? 7D", "Line 1: face-down cards lie under all others, and the top card of "),
        ("w: (9S) 7D", "Line 1: no card lies face down in the waste of Klondike."),
        ("2: (9X) 7D", "Line 1: “9X” is not a card;"),
        ("2: ?? 7D", "That is 2 cards; Klondike is played with 52, and AS is missing."),
    ],
)
def test_impossible_face_down_cards_are_rejected(line: str, message: str) -> None:
    assert error_of("klondike", line).startswith(message)


def test_more_unknown_cards_than_missing_ones_are_rejected() -> None:
    text = str(engine.deal("klondike", 5).board).replace("2: ??", "2: ?? ??")
    with pytest.raises(InvalidBoard, match=r"That is 53 cards; Klondike is played with 52\."):
        parse_board("klondike", text)


def test_face_down_cards_are_rejected_where_the_game_deals_none() -> None:
    with pytest.raises(InvalidBoard, match="no card lies face down in pile 2 of Saratoga"):
        parse_board("saratoga", "2: (9S) 7D")


@pytest.mark.parametrize("text", ["x" * 10_001, "# \n" * 50_000, "1: AS\n" * 50_000])
def test_a_text_that_is_too_long_is_rejected_unread(text: str) -> None:
    message = error_of("saratoga", text)
    assert message.startswith(
        "That is too long for a board of 52 cards; give one line for each pile"
    )


def test_an_unknown_game_is_rejected_with_the_known_ones() -> None:
    with pytest.raises(UnknownGame, match="no game called “xyzzy”; try saratoga, cassim, "):
        parse_board("xyzzy", SARATOGA)


@given(GAMES, st.text(max_size=400))
def test_random_text_is_rejected_with_a_short_message(game: str, text: str) -> None:
    with pytest.raises(PatienceError) as caught:
        parse_board(game, text)
    assert len(str(caught.value)) < 300


@given(
    GAMES,
    st.integers(1, 1000),
    st.lists(
        st.tuples(st.integers(0, 400), st.integers(0, 3), st.text("\n:# AS2HKDTC1fsr", max_size=4)),
        max_size=4,
    ),
)
def test_a_damaged_board_parses_to_a_complete_board_or_is_rejected(
    game: str, number: int, cuts: list[tuple[int, int, str]]
) -> None:
    text = str(engine.deal(game, number).board)
    for start, length, piece in cuts:
        text = text[:start] + piece + text[start + length :]
    try:
        board = parse_board(game, text)
    except PatienceError:
        return
    assert parse_board(game, str(board)) == board
    assert sum(map(len, board.stacks)) == board.rules.card_count
