"""The rules of patience: deals, boards, moves, games. Pure and synchronous.

>>> game = deal("saratoga", 42)
>>> game.play("s")
Move(source='s', target='w', count=1)
>>> game.status
<Status.PLAYING: 'playing'>
"""

from __future__ import annotations

from engine.batch import solve_many
from engine.board import Board, Status, perft
from engine.board_text import board_example, parse_board
from engine.cards import Card, Rank, Suit
from engine.errors import (
    CannotFinish,
    IllegalMove,
    InvalidBoard,
    InvalidCard,
    InvalidDeal,
    InvalidGoal,
    InvalidHouseRules,
    InvalidMove,
    InvalidRecord,
    InvalidRules,
    NothingToRedo,
    NothingToUndo,
    PatienceError,
    UnknownGame,
)
from engine.game import Game, deal
from engine.games import CATALOGUE, house_rules, known_rules, rules_of
from engine.house_rules import HouseRules
from engine.messages import Message
from engine.moves import Move
from engine.record import Record, read_record
from engine.rules import PileKind, Rules
from engine.shuffle import LAST_DEAL
from engine.solver import Outcome, Verdict, solve

__version__ = "2.0.0"

__all__ = [
    "CATALOGUE",
    "LAST_DEAL",
    "Board",
    "CannotFinish",
    "Card",
    "Game",
    "HouseRules",
    "IllegalMove",
    "InvalidBoard",
    "InvalidCard",
    "InvalidDeal",
    "InvalidGoal",
    "InvalidHouseRules",
    "InvalidMove",
    "InvalidRecord",
    "InvalidRules",
    "Message",
    "Move",
    "NothingToRedo",
    "NothingToUndo",
    "Outcome",
    "PatienceError",
    "PileKind",
    "Rank",
    "Record",
    "Rules",
    "Status",
    "Suit",
    "UnknownGame",
    "Verdict",
    "board_example",
    "deal",
    "house_rules",
    "known_rules",
    "parse_board",
    "perft",
    "read_record",
    "rules_of",
    "solve",
    "solve_many",
]
