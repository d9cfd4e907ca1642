"""Boards from text: what ``str(board)`` writes, and deals from elsewhere.

One line for each pile, ``name: cards``, bottom to top; blank lines and ``#`` comments are ignored,
piles left out are empty. ``redeals: n`` gives the redeals left where the game limits them. A card
in brackets, ``(9S)``, lies face down; ``??`` is an unknown face-down card. Unknown cards become the
missing ones, in the order of the deck, so a board as a player sees it can always be read back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from engine.board import Board
from engine.cards import CARDS, Card, Cards, Rank
from engine.compiled import CompiledRules, Pile, compile_rules
from engine.errors import InvalidBoard, InvalidCard, excerpt
from engine.foundations import OPEN
from engine.games import rules_of
from engine.rules import DEALT, Base, PileKind, Rules
from engine.wording import pile_name, rank_name, suit_name

_MAX_LENGTH: Final = 10_000


def parse_board(game: str | Rules, text: str) -> Board:
    """Read a board of a game from text: a line such as ``3: 9S 7D 6H`` for each pile.

    Face-down cards that are written ``??`` become those that are missing, in the order of the deck:
    such a board is one that looks the same, seldom the one that was written.

    Raises:
        UnknownGame: if there is no game of that id.
        InvalidBoard: if the text is not a board of the game; names the line and what is wrong.
    """
    rules = game if isinstance(game, Rules) else rules_of(game)
    compiled = compile_rules(rules)
    if len(text) > _MAX_LENGTH:
        raise InvalidBoard(
            "That is too long for a board of {count} cards; give one line for each pile, such as "
            "“3: 9S 7D 6H”.",
            count=rules.card_count,
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
    written = _written(compiled, lines)
    missing = _missing(compiled, written, lines)
    # Lines may come in any order; unknown cards are filled in by the order of the piles.
    stacks = tuple(
        tuple(next(missing) if card is None else card for card, _ in written.get(pile.name, []))
        for pile in compiled.piles
    )
    base = _base(compiled, stacks)
    for pile in compiled.piles:
        if stacks[pile.index]:
            _check_pile(compiled, pile, stacks[pile.index], base, lines[pile.name][0])
    hidden = tuple(
        sum(is_down for _, is_down in written.get(pile.name, [])) for pile in compiled.piles
    )
    return Board(compiled, stacks, redeals, hidden if any(hidden) else (), base)


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


_Face = tuple[Card | None, bool]
"""A card, None if unknown, and whether it lies face down."""


def parse_face(word: str) -> _Face:
    """Read a card as boards write it: ``9S``, ``(9S)`` face down, or ``??`` unknown.

    Raises:
        InvalidCard: if the word is none of these.
    """
    if word == "??":
        return None, True
    if word.startswith("(") and word.endswith(")"):
        return Card.parse(word[1:-1]), True
    return Card.parse(word), False


def _written(compiled: CompiledRules, lines: dict[str, tuple[int, str]]) -> dict[str, list[_Face]]:
    """The cards of each pile, with the places of face-down ones checked."""
    piles = {}
    for name, (number, rest) in lines.items():
        if name not in compiled.index_of:
            raise InvalidBoard(
                "Line {line}: {game} has no pile “{name}”.",
                line=number,
                game=compiled.rules.title,
                name=excerpt(name),
            )
        try:
            piles[name] = [parse_face(word) for word in rest.split()]
        except InvalidCard as error:
            raise InvalidBoard("Line {line}: {error}", line=number, error=str(error)) from None
    for name, (number, _) in lines.items():
        pile = compiled.piles[compiled.index_of[name]]
        is_covered = any(piles.get(compiled.piles[index].name) for index in pile.covered_by)
        _check_faces(compiled, pile, piles[name], number, is_covered=is_covered)
    return piles


def _check_faces(
    compiled: CompiledRules, pile: Pile, words: list[_Face], line: int, *, is_covered: bool
) -> None:
    faces = [is_down for _, is_down in words]
    if not any(faces):
        return
    if pile.kind not in DEALT or not compiled.rules.piles_of(pile.kind).face_down:
        raise InvalidBoard(
            "Line {line}: no card lies face down in {pile} of {game}.",
            line=line,
            pile=pile_name(pile),
            game=compiled.rules.title,
        )
    waits = is_covered or compiled.rules.tableau.turns_rank
    if (faces[-1] and not waits) or faces != sorted(faces, reverse=True):
        raise InvalidBoard(
            "Line {line}: face-down cards lie under all others, and the top card of {pile} lies "
            "face up.",
            line=line,
            pile=pile_name(pile),
        )


def _missing(
    compiled: CompiledRules, piles: dict[str, list[_Face]], lines: dict[str, tuple[int, str]]
) -> Iterator[Card]:
    """The cards not given, in the order of the deck, one for each unknown card."""
    rules = compiled.rules
    counts, unknown = Counter[Card](), 0
    for name, (number, _) in lines.items():
        for card, _ in piles[name]:
            if card is None:
                unknown += 1
                continue
            counts[card] += 1
            if card.suit >= rules.suits:
                raise InvalidBoard(
                    "Line {line}: {game} is played without {suit}; {card} is none of its cards.",
                    line=number,
                    game=rules.title,
                    suit=suit_name(card.suit),
                    card=card,
                )
            if not rules.first_rank <= card.rank <= rules.last_rank:
                raise InvalidBoard(
                    "Line {line}: {card} is none of the cards of {game}.",
                    line=number,
                    card=card,
                    game=rules.title,
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
    missing = [
        card
        for card in CARDS[: 13 * rules.suits]
        if rules.first_rank <= card.rank <= rules.last_rank
        for _ in range(rules.copies - counts[card])
    ]
    if rules.cards_in_play is not None and counts.total() == rules.card_count:
        return iter(())
    if len(missing) > unknown:
        raise InvalidBoard(
            "That is {count} cards; {game} is played with {cards}, and {missing} is missing.",
            count=rules.card_count - len(missing) + unknown,
            game=rules.title,
            cards=rules.card_count,
            missing=missing[0],
        )
    if len(missing) < unknown:
        raise InvalidBoard(
            "That is {count} cards; {game} is played with {cards}.",
            count=rules.card_count - len(missing) + unknown,
            game=rules.title,
            cards=rules.card_count,
        )
    return iter(missing)


def _base(compiled: CompiledRules, stacks: tuple[Cards, ...]) -> int:
    """How far the rank that begins a foundation lies above the ace."""
    declared = compiled.rules.foundations
    if declared.build:
        return 0
    if isinstance(declared.base, Rank):
        return declared.base - 1
    first = next((stacks[index][0] for index in compiled.foundations if stacks[index]), None)
    if first is None and declared.base is Base.CHOSEN:
        return OPEN
    if first is None:
        raise InvalidBoard(
            "At least one foundation must show the rank that foundations begin with."
        )
    return first.rank - 1


def _check_pile(compiled: CompiledRules, pile: Pile, stack: Cards, base: int, line: int) -> None:
    if pile.kind is PileKind.FOUNDATION:
        if not compiled.rules.foundations.is_single:
            _check_order(compiled, pile, stack, base, line)
    elif pile.kind is PileKind.CELL and len(stack) > 1:
        raise InvalidBoard(
            "Line {line}: {pile} holds {count} cards; a cell holds one.",
            line=line,
            pile=pile_name(pile),
            count=len(stack),
        )
    elif (
        pile.kind is PileKind.RESERVE
        and not (pile.build_from or pile.fill_from or compiled.rules.deals_to_reserve)
        and len(stack) > _dealt(compiled, pile)
    ):
        raise InvalidBoard(
            "Line {line}: {pile} holds {count} cards; it is dealt {dealt} and never gets another.",
            line=line,
            pile=pile_name(pile),
            count=len(stack),
            dealt=_dealt(compiled, pile),
        )


def _check_order(compiled: CompiledRules, pile: Pile, stack: Cards, base: int, line: int) -> None:
    if compiled.rules.foundations.follows_previous:
        _check_following(compiled, pile, stack, base, line)
        return
    cards = compiled.foundation_sequences[base][compiled.foundations.index(pile.index)]
    own = compiled.suit_of(pile)
    if own is None:
        if [card % 13 for card in stack] != [card % 13 for card in cards[:-1]][: len(stack)]:
            raise InvalidBoard(
                "Line {line}: foundation {name} is out of order; it begins with {rank}.",
                line=line,
                name=pile.name,
                rank=rank_name(CARDS[cards[0]].rank),
            )
    elif stack != cards[: min(len(stack), len(cards) - 1)]:
        suit, first = suit_name(own), CARDS[cards[0]]
        if compiled.is_descending(pile):
            raise InvalidBoard(
                "Line {line}: foundation {name} is out of order; it holds {suit} from {first} "
                "downwards, without a gap.",
                line=line,
                name=pile.name,
                suit=suit,
                first=first,
            )
        raise InvalidBoard(
            "Line {line}: foundation {name} is out of order; it holds {suit} from {first} upwards, "
            "without a gap.",
            line=line,
            name=pile.name,
            suit=suit,
            first=first,
        )


def _check_following(
    compiled: CompiledRules, pile: Pile, stack: Cards, base: int, line: int
) -> None:
    if stack[0].rank != base + 1 or len({card.suit for card in stack}) > 1:
        raise InvalidBoard(
            "Line {line}: foundation {name} is out of order; it holds cards of one suit, and "
            "begins with {rank}.",
            line=line,
            name=pile.name,
            rank=rank_name(Rank(base + 1)),
        )


def _dealt(compiled: CompiledRules, pile: Pile) -> int:
    return compiled.rules.reserve.deal[compiled.piles_of(PileKind.RESERVE).index(pile)]
