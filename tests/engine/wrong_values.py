"""Public functions of the engine called with wrong, huge and mixed values, in a process of its own.

``python -m tests.engine.wrong_values 20000 1`` makes that many calls, prints what is none of a
result, a ``ValueError`` or a ``TypeError`` with a sentence, and ends with 1 if there was any. What
kills the process is seen by who started it; the seed in the last line makes the call again.
"""

from __future__ import annotations

import faulthandler
import random
import signal
import sys
from collections.abc import Callable
from dataclasses import fields, replace
from types import FrameType
from typing import Final, TypeVar, cast

import engine
from engine import automatic, goals, hidden_cards, legality
from engine.cards import CARDS
from engine.solver import fair_play, prepare
from engine.validity import Faults
from tests.engine.positions import wander

_LONGEST: Final = 20
"""A call that takes more seconds is a failure."""
_GAMES: Final = tuple(engine.CATALOGUE.values())
_WRONG: Final[tuple[object, ...]] = (
    *(None, True, -1, 0, 1, 2**63, -(10**30), 10**400, 0.5, float("nan"), float("inf"), b"1", ""),
    *(
        "saratoga",
        "1-2",
        "s",
        "\ud800",
        "?" * 99,
        "1: AS",
        (),
        (1,),
        ("1",),
        [],
        {},
        set(),
        object(),
    ),
    *(CARDS[0], CARDS, engine.Status.WON, engine.Move("1", "2"), engine.Move("1", "2", 10**9)),
    *(_GAMES[0], int, len),
)
"""Values of every kind, few of which are ever right."""


_WRONG_SECONDS: Final[tuple[object, ...]] = (float("nan"), True, "1", b"", (), [], -(10**400))
_FIELDS: Final = tuple(each.name for each in fields(engine.Rules))
_Value = TypeVar("_Value")


class _TooLong(BaseException):
    """A call that takes too long."""


def wrong_board(rng: random.Random) -> engine.Board:
    """A board with one fault or more, or perhaps none."""
    game = engine.deal(rng.choice(_GAMES), rng.randint(1, 1000))
    wander(game, rng.choice((0, 0, 5, 30)), rng)
    board = game.board
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        board = _with_fault(board, rng)
    return board


def _with_fault(board: engine.Board, rng: random.Random) -> engine.Board:
    if Faults.PILES in _faults(board):
        return board
    stacks = [list(stack) for stack in board.stacks]
    one, other = (rng.choice(stacks or [[]]) for _ in range(2))
    match rng.randrange(12):
        case 0:
            other.extend(one)
        case 1:
            one.clear()
        case 2:
            one.extend(rng.choices(CARDS, k=rng.choice((1, 3, 60, 500))))
        case 3 if one:
            other.append(one.pop())
        case 4:
            rng.shuffle(one)
        case 5:
            one.append(cast("engine.Card", rng.choice(_WRONG)))
        case 6:
            stacks = stacks * rng.choice((0, 2)) if rng.random() < 0.3 else stacks[:-1]
        case 7:
            return replace(board, redeals=cast("int", rng.choice(_WRONG)))
        case 8:
            return replace(board, base=cast("int", rng.choice((*range(15), *_WRONG))))
        case 9:
            hidden = tuple(rng.choice((0, 1, 3, 60)) for _ in stacks[rng.randint(0, 1) :])
            return replace(board, hidden=hidden)
        case 10:
            return replace(board, hidden=cast("tuple[int, ...]", rng.choice(_WRONG)))
        case _:
            field = rng.choice(("stacks", "compiled"))
            return cast("engine.Board", _replaced(board, field, rng.choice(_WRONG)))
    return replace(board, stacks=tuple(map(tuple, stacks)))


def _replaced(declared: object, field: str, value: object) -> object:
    """A dataclass with another value of a field, of whatever type."""
    change = cast("Callable[..., object]", replace)
    return change(declared, **{field: value})


def _faults(board: engine.Board) -> Faults:
    try:
        return board.faults
    except TypeError:
        return Faults.PILES


def _calls(rng: random.Random) -> tuple[str, Callable[[], object]]:
    """A call with values of which some are wrong."""
    game = engine.deal(rng.choice(_GAMES), rng.randint(1, 1000))
    board = wrong_board(rng) if rng.random() < 0.7 else game.board

    def any_of(*right: _Value) -> _Value:
        return rng.choice((*right, cast("_Value", rng.choice(_WRONG))))

    one, other = rng.choices([*game.board.piles, "x", ""], k=2)
    move = any_of(engine.Move(one, other, rng.randint(-1, 14)), *game.legal_moves())
    states, seconds = any_of(500, 2_000), rng.choice((0.1, 0.5, -1.0, *_WRONG_SECONDS))
    chosen = any_of(board, board, board)
    asked = any_of(game, game)
    text = any_of(str(game.board), "s: 24 cards", "1-2 2-3", game.record())
    counts = any_of(hidden_cards.hidden_counts(game), (0,) * len(game.board.stacks))
    fair = engine.deal("klondike", 3).board if rng.random() < 0.5 else chosen
    games: tuple[str | engine.Rules, ...] = ("saratoga", game.rules)
    goal = any_of(*goals.goals_for(game.rules, 100))
    calls: dict[str, Callable[..., object]] = {
        "solve": lambda: engine.solve(
            chosen, max_states=states, max_seconds=cast("float", seconds)
        ),
        "solve again": lambda: engine.solve(
            chosen, max_states=states, max_seconds=cast("float", seconds)
        ),
        "perft": lambda: engine.perft(chosen, any_of(0, 1, 2), most=any_of(1000, 5000)),
        "Game": lambda: engine.Game(chosen, any_of(None, 3)),
        "faults": lambda: board.faults,
        "is_valid": board.is_valid,
        "legal_moves": board.legal_moves,
        "status": lambda: board.status,
        "is_won": lambda: board.is_won,
        "progress": lambda: board.progress,
        "repr": lambda: repr(board),
        "rules": lambda: board.rules,
        "str": lambda: str(board),
        "text": lambda: board.text(reveal=any_of(True, False)),
        "piles": lambda: board.piles,
        "apply": lambda: board.apply(move),
        "apply, then solve": lambda: engine.solve(
            board.apply(move), max_states=states, max_seconds=cast("float", seconds)
        ),
        "is_legal": lambda: board.is_legal(move),
        "describe": lambda: board.describe(move),
        "parse_move": lambda: board.parse_move(any_of("1-2", "7h 8s", "s", "w")),
        "why_illegal": lambda: legality.why_illegal(board, move),
        "tells_apart": lambda: board.tells_apart(any_of(engine.PileKind.TABLEAU)),
        "safe_moves": lambda: automatic.safe_moves(chosen),
        "can_finish": lambda: automatic.can_finish(chosen),
        "finish": lambda: automatic.finish(chosen),
        "deal": lambda: engine.deal(any_of(*games), any_of(1, 2, 10**18)),
        "parse_board": lambda: engine.parse_board(any_of(*games), text),
        "board_example": lambda: engine.board_example(any_of(game.rules)),
        "read_record": lambda: engine.read_record(text, most_moves=any_of(10, 1000)),
        "from_record": lambda: engine.Game.from_record(text),
        "play": lambda: game.play(move),
        "push": lambda: game.push(move),
        "undo": game.undo,
        "record": lambda: game.record(any_of("me"), any_of(None)),
        "Record": lambda: engine.Record(chosen, any_of(None, 1), any_of(()), any_of(game.status)),
        "rules_of": lambda: engine.rules_of(any_of("saratoga")),
        "known_rules": lambda: engine.known_rules(any_of("saratoga", "klondike.draw-2")),
        "house_rules": lambda: engine.house_rules(any_of("klondike"), draw=any_of(1, 2, 3)),
        "Rules": lambda: _replaced(game.rules, rng.choice(_FIELDS), rng.choice(_WRONG)),
        "Card": lambda: engine.Card(any_of(3)).rank,
        "Card.parse": lambda: engine.Card.parse(any_of("TS")),
        "Card.of": lambda: engine.Card.of(any_of(engine.Rank.ACE), any_of(engine.Suit.CLUBS)),
        "Move.parse": lambda: engine.Move.parse(any_of("3-5")),
        "discarding": lambda: engine.Move.discarding(any_of("1"), any_of("w")),
        "Status": lambda: engine.Status(any_of("won")),
        "hidden_counts": lambda: hidden_cards.hidden_counts(asked),
        "sample_deals": lambda: next(
            hidden_cards.sample_deals(asked, any_of(1, 2), any_of("x")), None
        ),
        "choose": lambda: fair_play.choose(fair, counts, playouts=any_of(1, 10), seconds=0.1),
        "parse_goal": lambda: goals.parse_goal(any_of("without d")),
        "goals_for": lambda: goals.goals_for(any_of(game.rules), any_of(100)),
        "goal": lambda: goals.status_of(goal, asked),
        "would_fail": lambda: goals.would_fail(goal, asked, move),
        "solve_many": lambda: engine.solve_many(any_of([board]), processes=any_of(1)),
    }
    name = rng.choice(list(calls))
    return name, calls[name]


def failure(seed: int) -> str | None:
    """What the call of a seed raises that it must not; None if it is well."""
    name, call = _calls(random.Random(seed))
    signal.alarm(_LONGEST)
    try:
        call()
    except (ValueError, TypeError) as error:
        return None if " " in str(error) else f"{name}: {error!r} is no sentence"
    except _TooLong:
        return f"{name} takes more than {_LONGEST} s"
    except Exception as error:
        return f"{name}: {error!r}"
    finally:
        signal.alarm(0)
    return None


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise _TooLong


def main() -> int:
    """Make the calls."""
    count, first = int(sys.argv[1]), int(sys.argv[2])
    prepare()
    signal.signal(signal.SIGALRM, _stop)
    found = 0
    for seed in range(first, first + count):
        faulthandler.dump_traceback_later(3 * _LONGEST, exit=True)
        sys.stdout.write(f"{seed}\r")
        said = failure(seed)
        if said is not None:
            found += 1
            sys.stdout.write(f"{seed}: {said}\n")
        sys.stdout.flush()
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
