"""Boards from text: what ``str(board)`` writes, and boards as others write them.

A board has one line for each pile, ``name: cards``, bottom to top; blank lines and ``#`` comments
are ignored, piles left out are empty. ``redeals: n`` gives the redeals left where the game limits
them. A card in brackets, ``(9S)``, lies face down; ``??`` is an unknown card, and ``s: 24 cards``
are 24 of them. Unknown cards are dealt at random from the missing ones, and marked as a
:class:`engine.cards.Guess`, which is written ``9S?``; a stock that is not mentioned is unknown.

:mod:`engine.reading` reads the other ways in which boards are written: by people, by this project
and its bot, by fc-solve, PySol, Solvitaire and Klondike solvers.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

from engine.arguments import checked
from engine.board import Board
from engine.cards import CARDS, Card, Cards, Guess, Rank
from engine.compiled import CompiledRules, Pile, compile_rules
from engine.dealing import lay_out, opening
from engine.errors import InvalidBoard, excerpt
from engine.foundations import OPEN
from engine.games import rules_of
from engine.reading.completing import complete
from engine.reading.faces import Face
from engine.reading.formats import lines_of_json, pack
from engine.reading.lines import split
from engine.reading.placing import Written, place
from engine.rules import DEALT, Base, PileKind, Rules
from engine.validity import error_of, room
from engine.wording import pile_name, rank_name, suit_name

_MAX_LENGTH: Final = 10_000


@checked
def parse_board(game: str | Rules, text: str, *, seed: str | None = None) -> Board:
    """Read a board of a game from text: a line such as ``3: 9S 7D 6H`` for each pile.

    Unknown cards are dealt at random, so such a board is one of those that were meant.

    Args:
        seed: what unknown cards are shuffled by; None for the text.

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
    _refuse_cut_off(text)
    cards = pack(compiled, text)
    if cards is not None:
        _check_counts(rules, Counter(cards), {})
        return lay_out(rules, cards)
    found = split(compiled, lines_of_json(compiled, text) or text)
    written = place(compiled, found)
    redeals = _redeals(rules, *(written.redeals or (0, "")))
    complete(compiled, written)
    _check_written(compiled, written)
    stacks = _dealt_unknown(compiled, written, _rng(text if seed is None else seed))
    base = _base(compiled, stacks)
    for pile in compiled.piles:
        if stacks[pile.index]:
            _check_pile(compiled, pile, stacks[pile.index], base, written.lines.get(pile.name, 1))
    hidden = tuple(
        sum(bool(face.is_down) for face in written.faces.get(pile.name, []))
        for pile in compiled.piles
    )
    board = Board(compiled, stacks, redeals, hidden if any(hidden) else (), base)
    if board.faults:
        raise error_of(compiled, board.faults)
    return board


def _refuse_cut_off(text: str) -> None:
    """Refuse a text that was shortened, such as the description of a picture."""
    end = text.replace("`", " ").rstrip()
    mark = "…" if end.endswith("…") else "..."
    if end.endswith(mark) and not end.endswith("...."):
        last = end.removesuffix(mark).split()[-1:] or ["…"]
        raise InvalidBoard(
            "The end of this board is cut off after “{last}”; give the rest of it, too.",
            last=excerpt(last[0]),
        )


def _rng(seed: str) -> random.Random:
    # As bytes, since a text may have surrogates.
    return random.Random(seed.encode("utf-8", "surrogatepass"))


@checked
def board_example(rules: Rules) -> str:
    """A board of a game as players may write it, a pile a line: that of a deal."""
    board = opening(rules, 1)
    lines = str(board).splitlines()
    stock = len(board.stacks[board.compiled.stock]) if board.compiled.stock >= 0 else 0
    return "\n".join(f"s: {stock} cards" if line.startswith("s: ") else line for line in lines)


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
    given = text.strip(" ,;.")
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


def _check_written(compiled: CompiledRules, written: Written) -> None:
    """Check where cards lie face down, and that every card is one of the game's.

    Raises:
        InvalidBoard: if not.
    """
    counts = Counter[Card]()
    for name, faces in written.faces.items():
        pile, line = compiled.piles[compiled.index_of[name]], written.lines.get(name, 1)
        is_covered = any(written.faces.get(compiled.piles[index].name) for index in pile.covered_by)
        _check_faces(compiled, pile, faces, line, is_covered=is_covered)
        counts.update(face.card for face in faces if face.card is not None)
        _check_counts(compiled.rules, counts, dict.fromkeys(counts, line))


def _check_faces(
    compiled: CompiledRules, pile: Pile, faces: list[Face], line: int, *, is_covered: bool
) -> None:
    down = [bool(face.is_down) for face in faces]
    if not any(down):
        return
    if pile.kind not in DEALT or not compiled.rules.piles_of(pile.kind).face_down:
        raise InvalidBoard(
            "Line {line}: no card lies face down in {pile} of {game}.",
            line=line,
            pile=pile_name(pile),
            game=compiled.rules.title,
        )
    waits = is_covered or compiled.rules.tableau.turns_rank
    if (down[-1] and not waits) or down != sorted(down, reverse=True):
        raise InvalidBoard(
            "Line {line}: face-down cards lie under all others, and the top card of {pile} lies "
            "face up.",
            line=line,
            pile=pile_name(pile),
        )


def _check_counts(rules: Rules, counts: Counter[Card], lines: dict[Card, int]) -> None:
    """Check that a game has these cards, each so often."""
    for card, count in counts.items():
        line = lines.get(card, 1)
        if card.suit >= rules.suits:
            raise InvalidBoard(
                "Line {line}: {game} is played without {suit}; {card} is none of its cards.",
                line=line,
                game=rules.title,
                suit=suit_name(card.suit),
                card=card,
            )
        if not rules.first_rank <= card.rank <= rules.last_rank:
            raise InvalidBoard(
                "Line {line}: {card} is none of the cards of {game}.",
                line=line,
                card=card,
                game=rules.title,
            )
        if count > rules.copies:
            raise _too_often(rules, card, line)


def _too_often(rules: Rules, card: Card, line: int) -> InvalidBoard:
    details = {"line": line, "card": card, "game": rules.title}
    if rules.copies == 1:
        return InvalidBoard(
            "Line {line}: there is one {card} too many; {game} has one of each card.", **details
        )
    if rules.copies == 2:
        return InvalidBoard(
            "Line {line}: there is one {card} too many; {game} has two of each card.", **details
        )
    return InvalidBoard(
        "Line {line}: there is one {card} too many; {game} has {copies} of each card.",
        copies=rules.copies,
        **details,
    )


def _dealt_unknown(
    compiled: CompiledRules, written: Written, rng: random.Random
) -> tuple[Cards, ...]:
    """The cards of all piles, the unknown ones dealt at random from those that are missing.

    Raises:
        InvalidBoard: if there are not as many missing as unknown.
    """
    rules = compiled.rules
    known = [face.card for faces in written.faces.values() for face in faces]
    unknown, counts = known.count(None), Counter(card for card in known if card is not None)
    missing = [
        card
        for card in CARDS[: 13 * rules.suits]
        if rules.first_rank <= card.rank <= rules.last_rank
        for _ in range(rules.copies - counts[card])
    ]
    is_part = rules.cards_in_play is not None
    if len(known) != rules.card_count or (len(missing) != unknown and not is_part):
        _refuse_count(rules, len(known), missing)
    is_guess = len(set(missing)) > 1
    rng.shuffle(missing)
    cards = iter(map(Guess, missing) if is_guess else missing)
    return tuple(
        tuple(
            next(cards) if face.card is None else face.card
            for face in written.faces.get(pile.name, [])
        )
        for pile in compiled.piles
    )


def _refuse_count(rules: Rules, count: int, missing: list[Card]) -> None:
    if count < rules.card_count and missing:
        raise InvalidBoard(
            "That is {count} cards; {game} is played with {cards}, and {missing} is missing.",
            count=count,
            game=rules.title,
            cards=rules.card_count,
            missing=missing[0],
        )
    raise InvalidBoard(
        "That is {count} cards; {game} is played with {cards}.",
        count=count,
        game=rules.title,
        cards=rules.card_count,
    )


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
    if pile.kind is PileKind.FOUNDATION and not compiled.rules.foundations.is_single:
        _check_order(compiled, pile, stack, base, line)
    most = dict(room(compiled)).get(pile)
    if most is not None and len(stack) > most:
        raise InvalidBoard(
            "Line {line}: {pile} holds {count} cards, but has room for {room} only.",
            line=line,
            pile=pile_name(pile),
            count=len(stack),
            room=most,
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
