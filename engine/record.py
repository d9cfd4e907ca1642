r"""A game as text that people read, keep and mail: headers, a blank line, then the moves.

>>> from engine import deal, read_record
>>> game = deal("saratoga", 42)
>>> for move in ("1-4", "s", "s"):
...     _ = game.play(move)
>>> text = game.record(player="Ada", date=dt.date(2026, 11, 21))
>>> print(text, end="")
[Game "saratoga"]
[Deal "42"]
[Rules "1"]
[Player "Ada"]
[Date "2026-11-21"]
[Result "playing"]
<BLANKLINE>
1-4 s s
>>> read_record(text).player
'Ada'
>>> read_record(text.replace("1-4", "1-2"))  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
engine.errors.InvalidRecord: Line 8: move 1 (1-2) is not allowed. 5♦ does not go onto 7♣: ...

A game begun on a board from elsewhere has that board in place of the deal, one line for each pile
as :func:`engine.board_text.parse_board` reads it; a line without a colon goes on with the pile
before. Cards that lie face down are in brackets there.

In a header's value ``\"`` and ``\\`` stand for a quotation mark and a backslash, ``\n`` for a new
line and ``\u2028`` for a character by its number. :mod:`engine.record_text` says what reading is
forgiving about.
"""

from __future__ import annotations

import datetime as dt
import re
import textwrap
from dataclasses import dataclass
from typing import Final

from engine.board import Board, Status
from engine.board_text import parse_board, parse_face
from engine.dealing import opening
from engine.errors import (
    InvalidBoard,
    InvalidCard,
    InvalidRecord,
    PatienceError,
    excerpt,
)
from engine.games import rules_of
from engine.legality import why_illegal
from engine.moves import Move
from engine.record_text import (
    MOST_MOVES,
    NO_HEADER,
    WIDTH,
    Header,
    Headers,
    escaped,
    in_line,
    parts,
    unescaped,
    wrapped,
)
from engine.rules import Rules

RULES_VERSION: Final = 1
"""The version of the rules that records are written under.

It goes up by one whenever a record could come to mean something else: when a move of some game is
allowed or forbidden that was not before, when a deal or a move leads to another board, or when the
headers or the text of moves change. A game or a word of the vocabulary that is merely new leaves it
as it is, for no record speaks of either.
"""

LONGEST_NAME: Final = 200
"""How many characters the name of a player in a record may have."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a record says.

    Attributes:
        opening: the board the game began with.
        number: the number of the deal; None for a board from elsewhere.
        moves: the moves played, all legal.
        result: how the game stands after them.
        player: who played, as written; empty where nobody is named.
        date: the day of the game; None where it is not known.

    Raises:
        InvalidRecord: when the player's name is longer than :data:`LONGEST_NAME`.
    """

    opening: Board
    number: int | None
    moves: tuple[Move, ...]
    result: Status
    player: str = ""
    date: dt.date | None = None

    def __post_init__(self) -> None:
        if len(self.player) > LONGEST_NAME:
            raise InvalidRecord(
                "The player's name has {length} characters; give at most {most}.",
                length=len(self.player),
                most=LONGEST_NAME,
            )

    @property
    def rules(self) -> Rules:
        """The game's declaration."""
        return self.opening.rules

    def __str__(self) -> str:
        """The record as text, as :func:`read_record` reads it; ends with a new line."""
        headers = [f'[Game "{self.rules.id}"]']
        headers += _position(self.opening) if self.number is None else [f'[Deal "{self.number}"]']
        headers.append(f'[Rules "{RULES_VERSION}"]')
        if self.player:
            headers.append(f'[Player "{escaped(self.player)}"]')
        if self.date is not None:
            day = self.date
            headers.append(f'[Date "{day.year:04}-{day.month:02}-{day.day:02}"]')
        headers.append(f'[Result "{self.result.value}"]')
        moves = wrapped(" ".join(map(str, self.moves)))
        return "\n".join([*headers, "", moves]).rstrip() + "\n"


def read_record(text: str, *, most_moves: int = MOST_MOVES) -> Record:
    """Read a record and play its moves.

    Args:
        text: the record.
        most_moves: how many moves to accept; a text much longer than those is refused unread.

    Raises:
        InvalidRecord: when the text is no record of a game; names the line and what is wrong.
    """
    headers, words = parts(text, most_moves)
    _check_version(headers)
    board, number = _opening(headers)
    moves, last = _played(board, words)
    result = last.status
    _check_result(headers, result)
    return Record(board, number, moves, result, _player(headers), _date(headers))


def _position(board: Board) -> list[str]:
    """The headers for a board from elsewhere."""
    lines = [
        textwrap.fill(line, WIDTH, initial_indent="  ", subsequent_indent="     ")
        for line in board.text(reveal=True).splitlines()
    ]
    return ['[Board "', *lines, '"]']


def _check_version(headers: Headers) -> None:
    header = headers.get("rules", NO_HEADER)
    if not header.is_there:
        return
    version = header.content
    if not re.fullmatch(r"[1-9][0-9]*+", version):
        raise InvalidRecord(
            "Line {line}: “{text}” is not a version of the rules; write {newest}, or leave the "
            "line out.",
            line=header.line,
            text=excerpt(version),
            newest=RULES_VERSION,
        )
    if len(version) > 4 or int(version) > RULES_VERSION:
        raise InvalidRecord(
            "Line {line}: the record was written under version {version} of the rules and only "
            "those up to {newest} are known here; read it with a newer program.",
            line=header.line,
            version=excerpt(version),
            newest=RULES_VERSION,
        )


def _opening(headers: Headers) -> tuple[Board, int | None]:
    """The board the game begins with, and the number of the deal where it has one."""
    game, deal = headers.get("game", NO_HEADER), headers.get("deal", NO_HEADER)
    position = headers.get("board", NO_HEADER)
    if not game.is_there:
        raise InvalidRecord(
            'The record does not say which game it is; begin with a line such as [Game "saratoga"].'
        )
    try:
        rules = rules_of(game.content)
    except PatienceError as error:
        raise in_line(game.line, error) from None
    if deal.is_there and position.is_there:
        raise InvalidRecord(
            "Line {line}: the record has a deal number and a board as well, in line {first}; leave "
            "one of them out.",
            line=max(deal.line, position.line),
            first=min(deal.line, position.line),
        )
    if position.is_there:
        return _board(rules, position), None
    if not deal.is_there:
        raise InvalidRecord(
            "The record does not say which deal it is; give its number in a line such as "
            '[Deal "42"], or the whole board in [Board "..."].'
        )
    number = _number(deal)
    try:
        return opening(rules, number), number
    except PatienceError as error:
        raise in_line(deal.line, error) from None


def _number(deal: Header) -> int:
    digits = deal.content
    if not (digits.isascii() and digits.isdigit()):
        raise InvalidRecord(
            "Line {line}: “{text}” is not a deal number; write figures only, such as 42.",
            line=deal.line,
            text=excerpt(digits),
        )
    # No game has a deal with a number of so many figures; the rest need not be looked at.
    return int(digits.lstrip("0")[:30] or "0")


def _board(rules: Rules, header: Header) -> Board:
    """The board of a header, whose lines are put together again before they are read."""
    lines: list[str] = []
    numbers: list[int] = []
    for number, line in enumerate(header.value.split("\n"), start=header.first):
        content = " ".join(re.split("[;#]", line, maxsplit=1)[0].split())
        if content and lines and ":" not in content:
            _check_words(content, number)
            lines[-1] += f" {content}"
        elif content:
            lines.append(content)
            numbers.append(number)
    try:
        return parse_board(rules, "\n".join(lines))
    except InvalidBoard as error:
        where = {
            key: numbers[int(str(error.details[key])) - 1]
            for key in ("line", "first")
            if type(error.details.get(key)) is int  # a card, too, is a number and may come first
        }
        if "line" not in where:
            raise in_line(header.line, error) from None
        raise InvalidRecord(error.template, **{**error.details, **where}) from None


def _check_words(content: str, line: int) -> None:
    """Refuse here what is no card, since together with the line before it has no line of its own.

    Raises:
        InvalidRecord: when a word is no card.
    """
    try:
        for word in content.split():
            parse_face(word)
    except InvalidCard as error:
        raise in_line(line, error) from None


def _played(board: Board, moves: list[tuple[int, Move]]) -> tuple[tuple[Move, ...], Board]:
    """The moves as they are on the boards they are played on, and the board after the last."""
    played = []
    for number, (line, move) in enumerate(moves, start=1):
        error = why_illegal(board, move)
        if error is not None:
            raise InvalidRecord(
                "Line {line}: move {number} ({move}) is not allowed. {reason}",
                line=line,
                number=number,
                move=move,
                reason=str(error),
            )
        played.append(board.stock_move if move.is_stock else move)
        board = board.apply(played[-1])
    return tuple(played), board


def _check_result(headers: Headers, result: Status) -> None:
    header = headers.get("result", NO_HEADER)
    if not header.is_there or header.content.lower() == result.value:
        return
    if header.content.lower() not in [status.value for status in Status]:
        raise InvalidRecord(
            "Line {line}: “{text}” is not a result; write {results}.",
            line=header.line,
            text=excerpt(header.content),
            results=", ".join(status.value for status in Status),
        )
    raise InvalidRecord(
        "Line {line}: the result is said to be “{said}”, but after the moves it is “{result}”.",
        line=header.line,
        said=header.content.lower(),
        result=result.value,
    )


def _player(headers: Headers) -> str:
    header = headers.get("player", NO_HEADER)
    player = unescaped(header.value)
    if len(player) > LONGEST_NAME:
        raise InvalidRecord(
            "Line {line}: the player's name has {length} characters; give at most {most}.",
            line=header.line,
            length=len(player),
            most=LONGEST_NAME,
        )
    return player


def _date(headers: Headers) -> dt.date | None:
    header = headers.get("date", NO_HEADER)
    if not header.is_there:
        return None
    written = header.content
    try:
        if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", written):
            return dt.date.fromisoformat(written)
    except ValueError:
        pass  # of that form, but no day: refused like any other word
    raise InvalidRecord(
        "Line {line}: “{text}” is not a date; write year, month and day, such as 2026-11-21.",
        line=header.line,
        text=excerpt(written),
    )
