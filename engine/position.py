"""Positions as text: reading what ``str(board)`` writes, and deals from elsewhere.

One line for each pile, ``name: cards``, cards bottom to top; blank lines and ``#`` comments are
ignored, piles left out are empty. ``redeals: n`` gives the redeals still allowed where the game
limits them.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from engine.board import Board, Cards
from engine.cards import CARDS, Card, Rank
from engine.errors import InvalidBoard, InvalidCard, excerpt
from engine.games import rules_of
from engine.plan import Pile, Plan, plan_of
from engine.refusal import place
from engine.rules import Kind, Rules

_LONGEST: Final = 10_000


def parse_board(game: str | Rules, text: str) -> Board:
    """Read a position of a game.

    Raises:
        UnknownGame: when there is no game of that id.
        InvalidBoard: when the text is no position of the game; names the line and what is wrong.
    """
    rules = game if isinstance(game, Rules) else rules_of(game)
    plan = plan_of(rules)
    if len(text) > _LONGEST:
        raise InvalidBoard(
            "That is too long for a board of {count} cards; give one line for each pile, such as "
            "“3: 9S 7D 6H”.",
            count=rules.cards,
        )
    lines: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.split("#", 1)[0].strip()
        if content:
            name, rest = _split(number, content)
            if name in lines:
                raise InvalidBoard(
                    "Line {line}: {name} was given before, in line {first}.",
                    line=number,
                    name=excerpt(name),
                    first=lines[name][0],
                )
            lines[name] = (number, rest)
    redeals = _redeals(rules, *lines.pop("redeals", (0, "")))
    stacks = _stacks(plan, lines)
    _check_cards(plan, stacks, lines)
    base = _base(plan, stacks)
    for pile in plan.piles:
        if stacks[pile.index]:
            _check_pile(plan, pile, stacks[pile.index], base, lines[pile.name][0])
    return Board(plan, stacks, redeals, (), base)


def _split(number: int, content: str) -> tuple[str, str]:
    name, colon, rest = content.partition(":")
    if not colon:
        raise InvalidBoard(
            "Line {line}: “{content}” has no colon; write the pile, a colon and its cards, such "
            "as “3: 9S 7D 6H”.",
            line=number,
            content=excerpt(content),
        )
    return name.strip().lower(), rest


def _redeals(rules: Rules, number: int, text: str) -> int | None:
    allowed = rules.stock.redeals if rules.stock is not None else 0
    if not number:
        return allowed
    if not rules.limits_redeals:
        raise InvalidBoard(
            "Line {line}: {game} does not count redeals; leave the line out.",
            line=number,
            game=rules.title,
        )
    given = text.strip()
    if not (
        given.isascii() and given.isdigit() and len(given) < 4 and int(given) <= (allowed or 0)
    ):
        raise InvalidBoard(
            "Line {line}: “{text}” is not a number of redeals; give one from 0 to {allowed}.",
            line=number,
            text=excerpt(given),
            allowed=allowed,
        )
    return int(given)


def _stacks(plan: Plan, lines: dict[str, tuple[int, str]]) -> tuple[Cards, ...]:
    stacks: list[Cards] = [()] * len(plan.piles)
    for name, (number, rest) in lines.items():
        if name not in plan.number:
            raise InvalidBoard(
                "Line {line}: {game} has no pile “{name}”.",
                line=number,
                game=plan.rules.title,
                name=excerpt(name),
            )
        try:
            stacks[plan.number[name]] = tuple(Card.parse(word) for word in rest.split())
        except InvalidCard as error:
            raise InvalidBoard("Line {line}: {error}", line=number, error=str(error)) from None
    return tuple(stacks)


def _check_cards(plan: Plan, stacks: tuple[Cards, ...], lines: dict[str, tuple[int, str]]) -> None:
    rules = plan.rules
    counts = Counter[Card]()
    for name, (number, _) in lines.items():
        for card in stacks[plan.number[name]]:
            counts[card] += 1
            if card.suit >= rules.suits:
                raise InvalidBoard(
                    "Line {line}: {game} is played without {suit}; {card} is none of its cards.",
                    line=number,
                    game=rules.title,
                    suit=card.suit.name.lower(),
                    card=card,
                )
            if counts[card] > rules.copies:
                raise InvalidBoard(
                    "Line {line}: {card} is there once too often; {game} has {copies} of each "
                    "card.",
                    line=number,
                    card=card,
                    game=rules.title,
                    copies={1: "one", 2: "two"}.get(rules.copies, str(rules.copies)),
                )
    if counts.total() != rules.cards:
        missing = next(card for card in CARDS if counts[card] < rules.copies)
        raise InvalidBoard(
            "That is {count} cards; {game} is played with {cards}, and {missing} is missing.",
            count=counts.total(),
            game=rules.title,
            cards=rules.cards,
            missing=missing,
        )


def _base(plan: Plan, stacks: tuple[Cards, ...]) -> int:
    """How far the rank that begins a foundation lies above the ace."""
    declared = plan.rules.foundations
    if declared.build:
        return 0
    if isinstance(declared.base, Rank):
        return declared.base - 1
    first = next((stacks[home][0] for home in plan.homes if stacks[home]), None)
    if first is None:
        raise InvalidBoard(
            "At least one foundation must show the rank that foundations begin with."
        )
    return first.rank - 1


def _check_pile(plan: Plan, pile: Pile, stack: Cards, base: int, line: int) -> None:
    if pile.kind is Kind.FOUNDATION:
        if not plan.rules.foundations.build:
            _check_order(plan, pile, stack, base, line)
    elif pile.kind is Kind.CELL and len(stack) > 1:
        raise InvalidBoard(
            "Line {line}: {pile} holds {count} cards; a cell holds one.",
            line=line,
            pile=place(pile),
            count=len(stack),
        )
    elif pile.kind is Kind.RESERVE and not pile.build_from and len(stack) > _dealt(plan, pile):
        raise InvalidBoard(
            "Line {line}: {pile} holds {count} cards; it is dealt {dealt} and never gets another.",
            line=line,
            pile=place(pile),
            count=len(stack),
            dealt=_dealt(plan, pile),
        )


def _check_order(plan: Plan, pile: Pile, stack: Cards, base: int, line: int) -> None:
    cards = plan.nexts[base][plan.homes.index(pile.index)]
    if stack != cards[: min(len(stack), 13)]:
        raise InvalidBoard(
            "Line {line}: foundation {name} is out of order; it holds {suit} from {first} {way}, "
            "without a gap.",
            line=line,
            name=pile.name,
            suit=plan.suit_of(pile).name.lower(),
            first=CARDS[cards[0]],
            way="downwards" if plan.goes_down(pile) else "upwards",
        )


def _dealt(plan: Plan, pile: Pile) -> int:
    return plan.rules.reserve.deal[plan.of(Kind.RESERVE).index(pile)]
