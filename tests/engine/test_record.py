"""Games as text: what is written can be read, and errors name the line."""

from __future__ import annotations

import datetime as dt
import random
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import CATALOGUE, Game, InvalidRecord, Move, Status, read_record
from engine.record import MAX_NAME_LENGTH, RULES_VERSION
from engine.record_text import MAX_MOVES, wrapped
from engine.rules import Stock
from tests.engine.positions import position, wander

GAMES = st.sampled_from(list(engine.CATALOGUE))
DEALS = st.integers(1, 1_000_000)
HEAD = '[Game "saratoga"]\n[Deal "42"]\n'


def assert_equal(one: Game, other: Game) -> None:
    """Assert that two games have the same deal, moves and boards."""
    assert [str(move) for move in one.moves] == [str(move) for move in other.moves]
    assert [move.target for move in one.moves] == [move.target for move in other.moves]
    assert one._boards == other._boards
    assert (one.rules.id, one.number) == (other.rules.id, other.number)


def error_of(text: str) -> str:
    """The error message for a text."""
    with pytest.raises(InvalidRecord) as caught:
        Game.from_record(text)
    return str(caught.value)


def played(*moves: str) -> Game:
    """Deal 42 of Saratoga after these moves."""
    game = engine.deal("saratoga", 42)
    for move in moves:
        game.play(move)
    return game


@given(GAMES, DEALS, st.integers(0, 60), st.integers(0, 2**32))
def test_a_game_reads_back(game: str, number: int, steps: int, seed: int) -> None:
    playing = wander(engine.deal(game, number), steps, random.Random(seed))
    assert_equal(Game.from_record(playing.record()), playing)


@given(GAMES, DEALS, st.integers(0, 40), st.integers(0, 30), st.integers(0, 2**32))
def test_a_game_on_an_imported_board_reads_back(
    game: str, number: int, before: int, steps: int, seed: int
) -> None:
    rng = random.Random(seed)
    board = wander(engine.deal(game, number), before, rng).board
    playing = wander(Game(board), steps, rng)
    again = Game.from_record(playing.record())
    assert again.number is None
    assert str(again.board) == str(playing.board)
    assert [str(move) for move in again.moves] == [str(move) for move in playing.moves]
    assert again.legal_moves() == playing.legal_moves()
    assert again.record() == playing.record()


@given(st.text(max_size=MAX_NAME_LENGTH), st.dates() | st.none())
def test_player_and_date_read_back(player: str, date: dt.date | None) -> None:
    record = read_record(played("s").record(player, date))
    assert (record.player, record.date) == (player, date)


@pytest.mark.parametrize(
    "player",
    [
        'Ada "the Ace" L.',
        "back\\slash\\",
        '\\"]',
        "\\n is not \n",
        "two\r\nlines\u2028three\x85four\x00",
        "\u202eright to left",
        "\ud800",
        "👩‍👩‍👧",
        "  spaces  ",
        "# ; {no comment} [Deal",
        "> quoted",
        "\U0010ffff\U000e0001",
    ],
)
def test_a_player_may_have_any_name(player: str) -> None:
    text = played("s").record(player)
    assert read_record(text).player == player
    assert len(text.splitlines()) == 7
    assert text.isascii() or text.encode("utf-8")


def test_joined_emoji_are_not_escaped() -> None:
    assert '[Player "👩‍👩‍👧"]' in played().record("👩‍👩‍👧")


def test_a_record_has_headers_a_blank_line_and_moves() -> None:
    text = played("1-4", "s", "s").record("Ada", dt.date(999, 1, 2))
    assert text == (
        '[Game "saratoga"]\n[Deal "42"]\n[Rules "2"]\n[Player "Ada"]\n[Date "0999-01-02"]\n'
        '[Result "playing"]\n\n1-4 s s\n'
    )


def test_player_and_date_are_optional() -> None:
    assert played().record() == HEAD + '[Rules "2"]\n[Result "playing"]\n'


@given(GAMES, DEALS)
def test_no_line_is_too_long_for_mail(game: str, number: int) -> None:
    for playing in (engine.deal(game, number), Game(engine.deal(game, number).board)):
        text = wander(playing, 40, random.Random(number)).record()
        assert max(map(len, text.splitlines())) <= 78


def test_moves_fill_their_lines() -> None:
    assert len(wrapped("1-4 " * 40).splitlines()[0]) == 75


def test_moves_are_written_in_their_text_form() -> None:
    game = wander(engine.deal("phoenix", 3), 40, random.Random(3))
    assert game.record().partition("\n\n")[2].split() == [str(move) for move in game.moves]


def test_undone_moves_are_not_recorded() -> None:
    game = played("1-4", "s")
    game.undo()
    again = Game.from_record(game.record())
    assert again.moves == (Move("1", "4"),)
    assert again.undone == ()


def test_a_game_read_from_a_record_can_be_played() -> None:
    game = Game.from_record(played("1-4", "s").record())
    assert str(game.undo()) == "s"
    assert game.board == played("1-4").board
    game.redo()
    game.play("s")
    assert game.board == played("1-4", "s", "s").board


def test_a_record_gives_the_result() -> None:
    won = Game(position("saratoga", "1: KS", foundations="QS KH KD KC"))
    won.play("1-f1")
    assert '[Result "won"]' in won.record()
    assert read_record(won.record()).result is Status.WON
    stuck = Game(position("phoenix", foundations="", rest="1"))
    assert read_record(stuck.record()).result is stuck.status


def test_a_record_can_be_read_without_making_a_game() -> None:
    record = read_record(played("1-4", "s").record("Ada"))
    assert record.rules.id == "saratoga"
    assert record.number == 42
    assert record.moves == (Move("1", "4"), Move("s", "w"))
    assert record.opening == played().board
    assert str(record) == played("1-4", "s").record("Ada")


VARIATIONS: dict[str, Callable[[str], str]] = {
    "windows line ends": lambda text: text.replace("\n", "\r\n"),
    "old line ends": lambda text: text.replace("\n", "\r"),
    "extra spaces": lambda text: "\n\n" + text.replace("\n", " \t\n   ") + "  \n\n",
    "no blank line": lambda text: text.replace("\n\n", "\n"),
    "blank lines": lambda text: text.replace("\n", "\n\n\n"),
    "upper case": str.upper,
    "lower case": str.lower,
    "mail quoting": lambda text: re.sub("^", "> ", text, flags=re.MULTILINE),
    "mail quoting twice": lambda text: re.sub("^", "> >", text, flags=re.MULTILINE),
    "move numbers": lambda text: text.replace("1-4 s", "1. 1-4 2... s 3.\n"),
    "move numbers without a space": lambda text: text.replace("1-4", "12.1-4"),
    "comments to the end of the line": lambda text: "# mine\n" + text.replace("\n", "; [x] {\n"),
    "comments in the middle": lambda text: text.replace("1-4 ", "1-4{a [long]\n;story} "),
    "a byte order mark": lambda text: "\ufeff" + text,
    "moves on one line with the headers": lambda text: text.replace("\n", " "),
    "spaces in headers": lambda text: text.replace("[", "[  ").replace('"]', ' "  ]'),
    "a header wrapped by mail": lambda text: text.replace('Deal "', 'Deal\n"\n'),
    "no rules, no result": lambda text: re.sub(r"\[(Rules|Result).*\n", "", text),
    "another order of lines": lambda text: "\n".join(reversed(text.splitlines())),
}


@pytest.mark.parametrize("change", VARIATIONS)
def test_reading_tolerates(change: str) -> None:
    game = played("1-4", "s", "s")
    changed = VARIATIONS[change](game.record())
    assert changed != game.record()
    assert_equal(Game.from_record(changed), game)


def test_a_name_wrapped_by_mail_is_joined() -> None:
    text = played().record("Ada Lovelace").replace("Ada ", "Ada\n")
    assert read_record(text).player == "Ada Lovelace"


def test_a_line_of_a_board_without_a_colon_continues_the_pile() -> None:
    board = engine.deal("saratoga-aisleriot", 1).board
    text = Game(board).record()
    lines = text.splitlines()
    assert lines[1] == '[Board "'
    assert lines[2:4] == ["  " + line for line in str(board).splitlines()[:2]]
    assert lines[10] == "  redeals: 2"
    assert read_record(text).opening == board
    assert read_record(text.replace(" ", "\n    ", 30)).opening == board
    assert read_record(text.replace("  1:", "# mine\n 1 :")).opening == board


def test_an_imported_board_may_have_face_down_cards() -> None:
    game = wander(Game(engine.deal("klondike", 5).board), 30, random.Random(5))
    text = game.record()
    assert text.count("(") == 21
    assert "?" not in text
    assert_equal(Game.from_record(text), game)
    line = next(at for at, row in enumerate(text.splitlines(), 1) if row.startswith("  2:"))
    message = error_of(re.sub(r"  2: \((..)\) (..)", r"  2: \1 (\2)", text))
    assert message.startswith(
        f"Line {line}: face-down cards lie under all others, and the top card"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The record does not say which game it is; begin with a line such as [Game"),
        ('\n[Deal "42"]\n\ns', "The record does not say which game it is"),
        (
            '[Game "saratoga"]\n\ns',
            (
                "The record does not say which deal it is; give its number in a line such as "
                '[Deal "42"], or the whole board in [Board "..."].'
            ),
        ),
        ('\n[Game "bridge"]\n[Deal "1"]', "Line 2: There is no game called “bridge”; did you mean"),
        ('[Game ""]\n[Deal "1"]', "Line 1: There is no game called “”; try "),
        (HEAD + '[Event "x"]', "Line 3: there is no header “Event”; a record has Game, Deal, "),
        (HEAD + '\n[Deal "1"]', "Line 4: Deal was given before, in line 2; a record holds one"),
        (HEAD * 2, "Line 3: Game was given before, in line 1; a record holds one game."),
        (HEAD + "[Player Ada]", "Line 3: “[Player Ada]” is not a whole header; write its name"),
        (HEAD + '[Player "Ada]\n\ns', 'Line 3: “[Player "Ada]” is not a whole header; write'),
        (HEAD + '[Player "a" "b"]', 'Line 3: “[Player "a" "b"]” is not a whole header; write'),
        (HEAD + "[", "Line 3: “[” is not a whole header; write its name and its value in"),
        (HEAD + "\ns {never", "Line 4: the comment that begins there has no end; close it with }."),
        (HEAD + "\ns\ns hello s", "Line 5: “hello” is not a move; write where from and where to"),
        (HEAD + "\n3-5]", "Line 4: “3-5]” is not a move; write where from and where to, such"),
        (HEAD + "\ns\n{two\nlines} s-s", "Line 6: “s-s” is not a move; write where from"),
        (HEAD + '[Board "s: AS"]', "Line 3: the record has a deal number and a board as well, in"),
        (HEAD + '[Rules "2"]\n[Game', "Line 4: “[Game” is not a whole header"),
        (HEAD + '[Rules "0"]', "Line 3: “0” is not a version of the rules; write 2, or leave the"),
        (HEAD + '[Rules "new"]', "Line 3: “new” is not a version of the rules; write 2, or leave"),
        (HEAD + '[Result "lost"]', "Line 3: “lost” is not a result; write won, stuck, playing."),
        (
            HEAD + '[Result "Won"]\n\ns',
            "Line 3: the result is said to be “won”, but after the moves it is “playing”.",
        ),
        (HEAD + '[Date "2026-02-30"]', "Line 3: “2026-02-30” is not a date; write year, month and"),
        (HEAD + '[Date "21.11.2026"]', "Line 3: “21.11.2026” is not a date; write year, month"),
        (HEAD + '[Date ""]', "Line 3: “” is not a date; write year, month and day, such as 2026-"),
    ],
)
def test_an_error_names_the_line_and_the_fault(text: str, message: str) -> None:
    assert error_of(text).startswith(message)


def test_a_record_of_later_rules_is_rejected_before_anything_else_is_read() -> None:
    for version in (str(RULES_VERSION + 1), "9" * 3000):
        message = error_of(f'[Game "not yet thought of"]\n[Deal "0"]\n[Rules "{version}"]')
        assert message.startswith("Line 3: the record was written under version ")
        assert message.endswith(
            f"those up to {RULES_VERSION} are known here; read it with a newer program."
        )


@pytest.mark.parametrize("number", ["0", str(2**63), "9" * 3999, "000"])
def test_a_deal_number_out_of_range_is_rejected(number: str) -> None:
    message = error_of(f'[Game "saratoga"]\n\n[Deal "{number}"]')
    assert message.startswith("Line 3: There is no such deal; choose a number from 1 to 9223")


@pytest.mark.parametrize("number", ["", "x", "-1", "1.0", "4 2", "²", "٢", "1e3"])
def test_a_deal_number_that_is_not_a_number_is_rejected(number: str) -> None:
    message = error_of(f'[Game "saratoga"]\n[Deal "{number}"]')
    assert message == f"Line 2: “{number}” is not a deal number; write figures only, such as 42."


def test_a_deal_number_may_have_leading_zeros() -> None:
    assert Game.from_record(HEAD.replace("42", "0" * 40 + "42")).number == 42


def test_the_error_for_an_illegal_move_gives_line_number_and_reason() -> None:
    message = error_of(HEAD + "\n1. 1-4 s\n3. s\n  1-9")
    assert message == (
        "Line 6: move 4 (1-9) is not allowed. Saratoga has no pile “9”; its piles are 1–7, f1–f4, "
        "s, w."
    )
    assert error_of(HEAD + "1-4 1-4").startswith("Line 3: move 2 (1-4) is not allowed. Pile 1 is ")
    assert error_of('[Game "phoenix"][Deal "1"] s') == (
        "Line 1: move 1 (s) is not allowed. Phoenix has no stock."
    )


BOARD = Game(played().board).record()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("  3:", "  9:", "Line 5: Saratoga has no pile “9”."),
        ("  3:", "  1:", "Line 5: 1 was given before, in line 3."),
        ("  3:", "  3: 1S", "Line 5: “1S” is not a card; write a rank"),
        ("s: ", "s:\n   1S ", "Line 11: “1S” is not a card; write a rank"),
        ("  3:", "  3: AS", "there is one AS too many; Saratoga has one of each card."),
        ('Board "\n', 'Board "\n\nAS\n', "Line 4: there is one AS too many"),
        ("  3:", "  redeals: 1\n  3:", "Line 5: Saratoga does not count redeals; leave the"),
        ("  1:", "  f2:", "Line 3: foundation f2 is out of order; it holds hearts from AH upwards"),
    ],
)
def test_an_error_in_a_board_names_the_line_of_the_record(old: str, new: str, message: str) -> None:
    assert old in BOARD
    assert message in error_of(BOARD.replace(old, new, 1))


def test_an_error_about_the_whole_board_names_the_line_of_its_header() -> None:
    message = error_of('[Game "saratoga"]\n\n[Board "\n1: AS\n"]')
    assert message == ("Line 3: That is 1 cards; Saratoga is played with 52, and 2S is missing.")


def test_a_name_that_is_too_long_is_rejected_in_writing_and_reading() -> None:
    name = "x" * (MAX_NAME_LENGTH + 1)
    with pytest.raises(InvalidRecord, match="name has 201 characters; give at most 200"):
        played().record(name)
    message = error_of(HEAD + f'[Player "{name}"]')
    assert message == "Line 3: the player's name has 201 characters; give at most 200."


def test_the_longest_name_can_be_escaped_in_full() -> None:
    name = "\U000e0001" * MAX_NAME_LENGTH
    assert read_record(played().record(name)).player == name


def test_too_many_moves_are_rejected_unless_the_caller_allows_more() -> None:
    most = Game.from_record(HEAD + "s " * MAX_MOVES)
    assert len(most.moves) == MAX_MOVES
    most.play("s")
    message = error_of(most.record())
    assert message == "That is too long for a record; give one game of at most 4000 moves."
    assert_equal(Game.from_record(most.record(), most_moves=5000), most)
    assert error_of(HEAD + " " * 100_000) == message


def test_a_game_of_ones_own_is_read_back_by_its_rules() -> None:
    own = replace(CATALOGUE["klondike"], id='no "such" game', stock=Stock(turn=2))
    game = engine.deal(own, 1)
    game.play("s")
    assert Game.from_record(game.record(), rules=own).board == game.board
    with pytest.raises(InvalidRecord, match="no game called"):
        read_record(game.record())
    with pytest.raises(InvalidRecord, match="Line 1: the record is of “klondike” and not of"):
        read_record(engine.deal("klondike", 1).record(), rules=own)


def test_rules_with_the_id_of_other_rules_have_no_record() -> None:
    impostor = replace(CATALOGUE["klondike"], stock=Stock(turn=3))
    with pytest.raises(InvalidRecord, match="give these rules an id of their own"):
        engine.deal(impostor, 1).record()
