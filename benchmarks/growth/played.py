"""A few games as they are played, won and given up, of which the many are copies."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import engine
from bot.models.play import GameState
from bot.service.play.replay import GIVE_UP, UNDO, apply, state_of
from bot.store.play.game_logs import append_text
from engine import Move, Outcome

RULES: Final = (
    "alaska",
    "ali-baba",
    "arctic-garden",
    "arizona",
    "bakers-game",
    "bisley-13",
    "black-hole",
    "brigade",
    "cassim-seven",
    "easthaven",
    "eight-off",
    "free-fan",
    "freecell",
    "penguin",
    "phoenix",
    "portuguese-solitaire",
    "private-lane",
    "raglan",
    "relaxed-golf",
    "seahaven",
    "siegecraft",
    "vegas",
    "whitehead",
    "yukon",
)
"""Games of which a win is found quickly."""
_DEALS: Final = 5
_MAX_STATES: Final = 10_000
_PATIENCE: Final = 600.0
"""Seconds for so many states on a busy machine, which finds the same wins."""
_LONGEST_TRY: Final = 36
"""After how many moves at most a game is given up."""
_MILLISECOND: Final = timedelta(milliseconds=1)
_MISTAKES: Final = 0.02
"""How many moves are taken back and played again."""


@dataclass(frozen=True)
class Played:
    """A finished game.

    Attributes:
        rules_id: its rules.
        deal_number: its deal.
        log: its actions, each with the milliseconds since the one before.
        state: won or given up.
        moves: how many moves it took.
        undos: how many were taken back.
        foundation_count: how many cards came home.
    """

    rules_id: str
    deal_number: int
    log: tuple[tuple[str, int], ...]
    state: GameState
    moves: int
    undos: int
    foundation_count: int

    @functools.cached_property
    def packed(self) -> str:
        """Its actions as they are stored."""
        return "".join(append_text(text, pause * _MILLISECOND) for text, pause in self.log)

    @functools.cached_property
    def milliseconds(self) -> int:
        """How long it took."""
        return sum(pause for _, pause in self.log)

    def until(self, actions: int) -> Played:
        """What was played of it after some actions, unfinished."""
        return _played(self.rules_id, self.deal_number, self.log[:actions])


def games_to_copy() -> tuple[tuple[Played, ...], tuple[Played, ...]]:
    """Games won, and games given up: the same in each run."""
    rng = random.Random(7)
    won, given_up = [], []
    for rules_id, deal_number, moves in _lines():
        log = _with_pauses(_with_mistakes([str(move) for move in moves], rng), rng)
        won.append(_played(rules_id, deal_number, log))
        for _ in range(2):
            tried = log[: rng.randint(1, _LONGEST_TRY)]
            given_up.append(_played(rules_id, deal_number, (*tried, (GIVE_UP, 2000))))
    return tuple(won), tuple(given_up)


def _lines() -> Iterator[tuple[str, int, tuple[Move, ...]]]:
    """Deals that are won quickly, and how."""
    for rules_id in RULES:
        for deal_number in range(1, _DEALS + 1):
            board = engine.deal(rules_id, deal_number).board
            verdict = engine.solve(board, max_states=_MAX_STATES, max_seconds=_PATIENCE)
            if verdict.outcome is Outcome.WON:
                yield rules_id, deal_number, verdict.moves


def _with_mistakes(texts: list[str], rng: random.Random) -> Iterator[str]:
    for text in texts[:-1]:
        yield text
        if rng.random() < _MISTAKES:
            yield from (UNDO, text)
    yield texts[-1]


def _with_pauses(texts: Iterator[str], rng: random.Random) -> tuple[tuple[str, int], ...]:
    return tuple((text, rng.randint(800, 12_000)) for text in texts)


def _played(rules_id: str, deal_number: int, log: tuple[tuple[str, int], ...]) -> Played:
    game = engine.deal(rules_id, deal_number)
    for text, _ in log:
        apply(game, text)
    last = log[-1][0] if log else ""
    return Played(
        rules_id=rules_id,
        deal_number=deal_number,
        log=log,
        state=state_of(game, last),
        moves=len(game.moves),
        undos=sum(text == UNDO for text, _ in log),
        foundation_count=game.board.foundation_count,
    )
