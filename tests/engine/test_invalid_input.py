"""Untrusted text: every reader raises only the engine's errors, and limits the length it reads."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import engine
from engine import Game, Move, PatienceError, parse_board, read_record

GAMES = st.sampled_from(list(engine.CATALOGUE))
BOARD = engine.deal("saratoga", 42).board
HEAD = '[Game "saratoga"]\n[Deal "42"]\n'
SIZE = 100_000

READERS: dict[str, Callable[[str], object]] = {
    "parse_board": lambda text: parse_board("saratoga", text),
    "parse_board's game": lambda text: parse_board(text, str(BOARD)),
    "from_record": Game.from_record,
    "Move.parse": Move.parse,
    "parse_move": BOARD.parse_move,
    "play": lambda text: Game(BOARD).play(text),
    "Card.parse": engine.Card.parse,
}
EVERY_READER = pytest.mark.parametrize("reader", READERS.values(), ids=READERS)

UNITS = {
    "digits": "7",
    "zeros": "0",
    "spaces": " ",
    "tabs": "\t",
    "lines": "\n",
    "windows lines": "\r\n",
    "unusual lines": "\u2028\x85\x0b\x1c",
    "nulls": "\x00",
    "surrogates": "\ud800",
    "reversed surrogates": "\udfff\ud800",
    "right-to-left marks": "\u202e\u200f",
    "letters that grow in lower case": "İ",
    "letters that grow in upper case": "ß",
    "digits of other scripts": "٣²𝟛",
    "suit symbols": "♠\ufe0f",
    "joined emoji": "👩‍👩‍👧",
    "open brackets": "[",
    "closed brackets": "]",
    "open braces": "{",
    "closed braces": "}",
    "comments": "{}",
    "comments to the end of the line": "#\n;\n",
    "open comments": "#",
    "parentheses": "((",
    "quotation marks": '"',
    "backslashes": "\\",
    "format placeholders": "{0}{line}{",
    "mail quoting": "> ",
    "mail quoting, line by line": ">\n",
    "move numbers": "1. ",
    "dots": ".",
    "hyphens": "-",
    "colons": ":",
    "half moves": "3-",
    "moves": "1-4 ",
    "moves, line by line": "s\n",
    "moves there and back": "f1-1 1-f1 ",
    "cards": "AS ",
    "cards without a space": "AS",
    "piles": "1: 5D\n",
    "piles of another game": "x:\n",
    "piles with long names": "x\u202e" * 300 + ":\n",
    "game headers": '[Game "saratoga"]\n',
    "unknown headers": '[X ""]',
    "headers in headers": '[Game "[Game "',
    "boards": str(BOARD) + "\n",
    "records": HEAD + "1-4 s ",
}
EVERY_UNIT = pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS)

FRAMES = {
    "alone": ("", ""),
    "as moves": (HEAD, ""),
    "as a game": ('[Game "', '"]'),
    "as a deal": ('[Game "saratoga"][Deal "', '"]'),
    "as a board": ('[Game "saratoga"][Board "', '"]'),
    "as a pile": ('[Game "saratoga"][Board "1: ', '"]'),
    "as face-down cards": ('[Game "klondike"][Board "2: ', '"]'),
    "as a version": (HEAD + '[Rules "', '"]'),
    "as a player": (HEAD + '[Player "', '"]'),
    "as a date": (HEAD + '[Date "', '"]'),
    "as a result": (HEAD + '[Result "', '"]'),
    "as a header name": (HEAD + "[", ' "x"]'),
    "as an open header": (HEAD + '[Player "', ""),
    "as a comment": (HEAD + "{", "} s"),
    "as an open comment": (HEAD + "s {", ""),
    "after a move": (HEAD + "1-4", " s"),
}


def attempt(reader: Callable[[str], object], text: str) -> str:
    """The error message for a text; empty if it is valid."""
    try:
        reader(text)
    except PatienceError as error:
        return checked(error)
    return ""


def checked(error: PatienceError) -> str:
    """The message of an error, checked to be short and printable."""
    message = str(error)
    assert 0 < len(message) < 400
    assert message.isprintable()
    return message


def filled(unit: str, start: str = "", end: str = "", size: int = SIZE) -> str:
    """A text of a unit repeated to fill that many characters, in a frame."""
    room = size - len(start) - len(end)
    return start + (unit * (room // len(unit) + 1))[:room] + end


@EVERY_READER
@EVERY_UNIT
def test_a_repeated_unit_is_rejected_with_a_short_message(
    reader: Callable[[str], object], unit: str
) -> None:
    assert attempt(reader, filled(unit))


@EVERY_UNIT
def test_a_repeated_unit_anywhere_in_a_record_is_rejected_or_ignored(unit: str) -> None:
    for (start, end), size in product(FRAMES.values(), (4000, SIZE)):
        attempt(Game.from_record, filled(unit, start, end, size))


@EVERY_READER
@pytest.mark.parametrize("digits", [25, 1000, 5000, 50_000])
def test_a_number_of_any_length_is_rejected(reader: Callable[[str], object], digits: int) -> None:
    """Python raises an error of its own for numbers of more than 4300 digits."""
    number = "9" * digits
    for text in (
        number,
        f"-{number}",
        f"1-{number}",
        f"{number}-1",
        f"1-2*{number}",
        f"{number}.",
        f"{number}: AS",
        f"1: {number}S",
        f"redeals: {number}",
        HEAD.replace("42", number),
        HEAD + f'[Rules "{number}"]',
        HEAD + f'[Date "{number}-01-01"]',
        HEAD + f"1-4*{number}",
        HEAD + f"{number}. 1-4*2",
    ):
        assert attempt(reader, text)


def test_long_numbers_are_rejected_if_python_is_set_to_parse_only_short_ones() -> None:
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        for header in ("Deal", "Rules", "Board", "Date"):
            text = HEAD.replace("Deal", header).replace("42", "9" * 3000)
            assert attempt(Game.from_record, text)
    finally:
        sys.set_int_max_str_digits(most)


@EVERY_READER
def test_a_text_that_is_too_long_is_rejected_even_if_it_begins_well(
    reader: Callable[[str], object],
) -> None:
    for beginning in ("s", "1-4", "AS", "saratoga", str(BOARD), HEAD + "s"):
        assert attempt(reader, beginning + " " * 2_000_000 + "x")


def test_a_record_that_is_too_long_is_rejected_before_its_first_line_is_read() -> None:
    message = attempt(Game.from_record, "nonsense " * 20_000)
    assert message == "That is too long for a record; give one game of at most 4000 moves."


@given(st.text(max_size=300), st.sampled_from(list(READERS)))
@example("{", "from_record")
@example('[Game "\ud800"][Deal "1"]', "from_record")
def test_any_text_is_valid_or_rejected_with_a_short_message(text: str, reader: str) -> None:
    attempt(READERS[reader], text)


PIECES = st.lists(
    st.sampled_from(
        [
            *('[Game "', '[Deal "', '[Board "', '[Rules "', '[Player "', '[Date "'),
            *('[Result "', '"]', "[", "]", '"', "\\", "\\u", "\\U0010ffff", "\\n", "\n", "\r", " "),
            *("{", "}", ";", "#", ">", ":", ",", "-", "*", ".", "saratoga", "saxony", "phoenix"),
            *("1", "42", "2026-11-21", "won", "playing", "s", "1-4", "w-f1", "a-b", "3-5*2"),
            *("1: AS", "2:", "f1: AS 2S", "redeals: 1", "10s", "10♠", "to", "f", "??", "(9S)", "("),
            *("\x00", "\ufeff", "\u2028", "\u202e", "\ud83d", "x" * 500),
        ]
    ),
    max_size=40,
).map("".join)


@given(PIECES, st.sampled_from(list(READERS)))
def test_any_mixture_of_pieces_is_valid_or_rejected(text: str, reader: str) -> None:
    attempt(READERS[reader], text)


CUTS = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 12), PIECES | st.text(max_size=4)),
    min_size=1,
    max_size=3,
)


def damaged(text: str, cuts: list[tuple[float, int, str]]) -> str:
    """A text with some pieces replaced by others."""
    for place, length, piece in cuts:
        start = int(place * len(text))
        text = text[:start] + piece[:40] + text[start + length :]
    return text


def wander(game: Game, steps: int) -> Game:
    """Play that many random moves."""
    rng = random.Random(game.number)
    for _ in range(steps):
        moves = game.legal_moves()
        if moves:
            game.play(rng.choice(moves))
    return game


@given(GAMES, st.integers(1, 1000), st.booleans(), CUTS)
def test_a_damaged_record_is_rejected_or_reads_back(
    name: str, number: int, is_imported: bool, cuts: list[tuple[float, int, str]]
) -> None:
    game = wander(engine.deal(name, number), 30)
    if is_imported:
        game = wander(Game(game.board), 10)
    text = damaged(game.record('Ada \\ "Countess"'), cuts)
    try:
        record = read_record(text)
    except PatienceError as error:
        checked(error)
        return
    assert read_record(str(record)) == record


@given(GAMES, st.integers(1, 1000), CUTS)
def test_a_damaged_board_is_rejected_or_parses_back(
    name: str, number: int, cuts: list[tuple[float, int, str]]
) -> None:
    board = wander(engine.deal(name, number), 20).board
    try:
        read = parse_board(name, damaged(str(board), cuts))
    except PatienceError as error:
        checked(error)
        return
    assert sum(map(len, read.stacks)) == read.rules.card_count
    assert parse_board(name, read.text(reveal=True)) == read


@given(GAMES, st.integers(1, 1000), st.data())
def test_a_damaged_move_is_valid_or_rejected(name: str, number: int, data: st.DataObject) -> None:
    board = wander(engine.deal(name, number), 20).board
    moves = board.legal_moves()
    move = str(data.draw(st.sampled_from(moves))) if moves else "s"
    text = damaged(move, data.draw(CUTS))
    for reader in (Move.parse, board.parse_move):
        attempt(reader, text)
