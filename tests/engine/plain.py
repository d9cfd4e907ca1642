"""A second reading of some games: plain, slow, and sharing nothing with the engine.

They are Saratoga, Cassim, Phoenix, Saxony and the variants of each. A position is a
dictionary from pile names to lists of texts such as ``TS``. Each game's moves are spelt out one
after the other, as its rules tell them, without a thought for speed. What the engine finds is
compared with what this finds. Run as a program it writes the table of move counts:
``python -m tests.engine.plain > tests/engine/perft.txt``.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

GAMES = (
    "saratoga",
    "saratoga-draw1",
    "saratoga-takeback",
    "saratoga-aisleriot",
    "cassim",
    "cassim-seven",
    "cassim-classic",
    "phoenix",
    "phoenix-takeback",
    "arizona",
    "saxony",
    "saxony-aces",
)
TWO_DECKS = {"saxony", "saxony-aces"}
ACES_START = {"cassim-classic", "saxony-aces"}
TURNS_THREE = {"saratoga", "saratoga-takeback"}
REDEALS: dict[str, int | None] = {
    "saratoga": None,
    "saratoga-aisleriot": 2,
    "saratoga-draw1": None,
    "saratoga-takeback": None,
    "cassim-classic": None,
}
BACK_ONTO_TABLEAU = {
    "saratoga-aisleriot",
    "saratoga-draw1",
    "saratoga-takeback",
    "cassim-classic",
    "phoenix-takeback",
}
RANKS = "A23456789TJQK"
SUITS = "SHDC"
CELLS = ["a", "b", "c", "d"]
FOUNDATIONS = ["f1", "f2", "f3", "f4"]

PlainMove = tuple[str, str, int]


@dataclass
class Position:
    """A game's piles, bottom to top, and its redeals: a number, or None for no limit."""

    game: str
    piles: dict[str, list[str]]
    redeals: int | None

    def copy(self) -> Position:
        """A position of its own."""
        return Position(
            self.game, {name: list(pile) for name, pile in self.piles.items()}, self.redeals
        )

    def text(self) -> str:
        """The position written as boards are written."""
        lines = [f"{name}: {' '.join(pile)}" for name, pile in self.piles.items() if pile]
        if self.game == "saratoga-aisleriot":
            lines.append(f"redeals: {self.redeals}")
        return "\n".join(lines)


# How cards relate.


def rank(card: str) -> int:
    """1 for an ace to 13 for a king."""
    return RANKS.index(card[0]) + 1


def red(card: str) -> bool:
    """Whether a card is a heart or a diamond."""
    return card[1] in "HD"


def alternates(card: str, onto: str) -> bool:
    """Whether a card is one lower than another and of the other colour."""
    return rank(card) + 1 == rank(onto) and red(card) != red(onto)


def follows_in_suit(card: str, onto: str) -> bool:
    """Whether a card is one lower than another of its own suit."""
    return rank(card) + 1 == rank(onto) and card[1] == onto[1]


def follows(card: str, onto: str) -> bool:
    """Whether a card is one lower than another, of whatever suit."""
    return rank(card) + 1 == rank(onto)


def builds(game: str, card: str, onto: str) -> bool:
    """Whether a game's tableau takes a card on another."""
    if game == "arizona":
        return follows(card, onto)
    if game == "cassim-classic":
        return follows_in_suit(card, onto)
    return alternates(card, onto)


def run_lengths(game: str, pile: list[str]) -> list[int]:
    """How many cards may leave the top of a tableau pile together, every possible number."""
    lengths = []
    for length in range(1, len(pile) + 1):
        run = pile[-length:]
        if not all(builds(game, run[i + 1], run[i]) for i in range(length - 1)):
            break
        lengths.append(length)
    return lengths


# The deal.


def shuffle(number: int, decks: int) -> list[str]:
    """The cards of a deal, the first to be dealt first."""
    cards = [rank + suit for _ in range(decks) for suit in SUITS for rank in RANKS]
    words: list[int] = []
    block = 0
    for i in reversed(range(1, len(cards))):
        n = i + 1
        while True:
            if not words:
                digest = hashlib.sha256(f"patience-1:{number}:{block}".encode("ascii")).digest()
                words = [int.from_bytes(digest[at : at + 8], "big") for at in (0, 8, 16, 24)]
                block += 1
            word = words.pop(0)
            if word < 2**64 // n * n:
                break
        j = word % n
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def deal(game: str, number: int) -> Position:
    """The position a deal begins with."""
    cards = shuffle(number, 2 if game in TWO_DECKS else 1)
    if game in ACES_START:
        cards = [card for card in cards if card[0] != "A"]
    piles: dict[str, list[str]] = {}
    if game.startswith("saratoga"):
        piles = {name: [] for name in [*"1234567", *FOUNDATIONS, "s", "w"]}
        for row in range(1, 8):
            for column in range(row, 8):
                piles[str(column)].append(cards.pop(0))
    elif game.startswith("cassim"):
        columns = "1234" if game == "cassim" else "1234567"
        cells = [] if game == "cassim-classic" else CELLS
        piles = {name: [] for name in [*columns, *cells, *FOUNDATIONS, "s", "w"]}
        for _ in range(4):
            for name in columns:
                piles[name].append(cards.pop(0))
    elif game in ("phoenix", "phoenix-takeback", "arizona"):
        reserve = [f"r{n}" for n in range(1, 17)]
        piles = {name: [] for name in [*"123456", *reserve, *FOUNDATIONS]}
        for _ in range(6):
            for name in "123456":
                piles[name].append(cards.pop(0))
        for name in reserve:
            piles[name].append(cards.pop(0))
    elif game.startswith("saxony"):
        reserve = ["r1", "r2", "r3", "r4"]
        more = ["f5", "f6", "f7", "f8"]
        piles = {name: [] for name in [*"12345678", *CELLS, *reserve, *FOUNDATIONS, *more, "s"]}
        for name in [*CELLS, *reserve, *"12345678"]:
            piles[name].append(cards.pop(0))
    if "s" in piles:
        piles["s"] = list(reversed(cards))
        cards = []
    assert not cards
    if game in ACES_START:
        for number in range(8 if game in TWO_DECKS else 4):
            piles[f"f{number + 1}"] = ["A" + SUITS[number % 4]]
    return Position(game, piles, REDEALS.get(game, 0))


# The moves of each game.


def to_foundations(position: Position, sources: list[str]) -> Iterator[PlainMove]:
    """Top cards that continue a foundation of their suit; of two, the lower-numbered."""
    piles = position.piles
    for source in sources:
        if not piles[source]:
            continue
        card = piles[source][-1]
        suit = SUITS.index(card[1])
        homes = [f"f{suit + 1}"] + ([f"f{suit + 5}"] if position.game in TWO_DECKS else [])
        for home in homes:
            if len(piles[home]) == rank(card) - 1:
                yield source, home, 1
                break


def within_tableau(position: Position, names: list[str], empty: str) -> Iterator[PlainMove]:
    """Runs from one tableau pile to another; an empty one takes "kings" or "any"."""
    piles = position.piles
    for source in names:
        for target in names:
            if source == target:
                continue
            for count in run_lengths(position.game, piles[source]):
                head = piles[source][-count]
                if piles[target]:
                    if builds(position.game, head, piles[target][-1]):
                        yield source, target, count
                elif count < len(piles[source]) and (empty == "any" or head[0] == "K"):
                    yield source, target, count


def onto_tableau(
    position: Position, source: str, names: list[str], empty: str
) -> Iterator[PlainMove]:
    """A single card from elsewhere onto the tableau."""
    piles = position.piles
    if not piles[source]:
        return
    card = piles[source][-1]
    for target in names:
        if piles[target]:
            if builds(position.game, card, piles[target][-1]):
                yield source, target, 1
        elif empty == "any" or card[0] == "K":
            yield source, target, 1


def back_onto_tableau(position: Position, names: list[str], empty: str) -> Iterator[PlainMove]:
    """Top cards of the foundations back onto the tableau, in the games that allow it."""
    if position.game in BACK_ONTO_TABLEAU:
        for foundation in FOUNDATIONS:
            yield from onto_tableau(position, foundation, names, empty)


def saratoga_moves(position: Position) -> Iterator[PlainMove]:
    """The Saratogas: seven piles, stock and waste."""
    columns = [str(n) for n in range(1, 8)]
    yield from to_foundations(position, [*columns, "w"])
    yield from within_tableau(position, columns, "kings")
    yield from onto_tableau(position, "w", columns, "kings")
    yield from back_onto_tableau(position, columns, "kings")
    if position.piles["s"] or (position.piles["w"] and position.redeals != 0):
        yield "s", "w", 1


def cassim_moves(position: Position) -> Iterator[PlainMove]:
    """Cassim with four piles or seven: four cells, stock and waste, a single pass."""
    piles = position.piles
    columns = [str(n) for n in range(1, 5 if position.game == "cassim" else 8)]
    yield from to_foundations(position, [*columns, *CELLS, "w"])
    yield from within_tableau(position, columns, "kings")
    for source in [*CELLS, "w"]:
        yield from onto_tableau(position, source, columns, "kings")
    for source in [*columns, "w"]:
        for cell in CELLS:
            if piles[source] and not piles[cell]:
                yield source, cell, 1
    if piles["s"]:
        yield "s", "w", 1


def cassim_classic_moves(position: Position) -> Iterator[PlainMove]:
    """The Cassim without cells: seven piles, stock and waste, as many passes as one likes."""
    columns = [str(n) for n in range(1, 8)]
    yield from to_foundations(position, [*columns, "w"])
    yield from within_tableau(position, columns, "any")
    yield from onto_tableau(position, "w", columns, "any")
    yield from back_onto_tableau(position, columns, "any")
    if position.piles["s"] or position.piles["w"]:
        yield "s", "w", 1


def phoenix_moves(position: Position) -> Iterator[PlainMove]:
    """Phoenix and Arizona: six piles and a reserve of sixteen cards."""
    columns = [str(n) for n in range(1, 7)]
    reserve = [f"r{n}" for n in range(1, 17)]
    yield from to_foundations(position, [*columns, *reserve])
    yield from within_tableau(position, columns, "any")
    for source in reserve:
        yield from onto_tableau(position, source, columns, "any")
    yield from back_onto_tableau(position, columns, "any")


def saxony_moves(position: Position) -> Iterator[PlainMove]:
    """Saxony: eight piles that only the stock deals to, four cells, a reserve of four."""
    piles = position.piles
    columns = [str(n) for n in range(1, 9)]
    reserve = ["r1", "r2", "r3", "r4"]
    foundations = [f"f{n}" for n in range(1, 9)]
    yield from to_foundations(position, [*columns, *CELLS, *reserve])
    for source in [*columns, *reserve, *foundations]:
        for cell in CELLS:
            if piles[source] and not piles[cell]:
                yield source, cell, 1
    for source in [*columns, *CELLS, *reserve, *foundations]:
        for target in reserve:
            if source == target or not piles[source]:
                continue
            if piles[target]:
                if source not in foundations and follows_in_suit(
                    piles[source][-1], piles[target][-1]
                ):
                    yield source, target, 1
            elif source not in reserve or len(piles[source]) > 1:
                yield source, target, 1
    if piles["s"]:
        yield "s", "", 1


MOVES: dict[str, Callable[[Position], Iterator[PlainMove]]] = {
    "saratoga": saratoga_moves,
    "saratoga-aisleriot": saratoga_moves,
    "saratoga-draw1": saratoga_moves,
    "saratoga-takeback": saratoga_moves,
    "cassim": cassim_moves,
    "cassim-seven": cassim_moves,
    "cassim-classic": cassim_classic_moves,
    "phoenix": phoenix_moves,
    "phoenix-takeback": phoenix_moves,
    "arizona": phoenix_moves,
    "saxony": saxony_moves,
    "saxony-aces": saxony_moves,
}


def legal_moves(position: Position) -> list[PlainMove]:
    """Every move that the rules of the position's game allow."""
    return list(MOVES[position.game](position))


def after(position: Position, move: PlainMove) -> Position:
    """The position after a move."""
    position = position.copy()
    piles = position.piles
    source, target, count = move
    if source != "s":
        run = piles[source][-count:]
        del piles[source][-count:]
        piles[target].extend(run)
    elif position.game.startswith("saxony"):
        for column in "12345678":
            if piles["s"]:
                piles[column].append(piles["s"].pop())
    elif piles["s"]:
        for _ in range(3 if position.game in TURNS_THREE else 1):
            if piles["s"]:
                piles["w"].append(piles["s"].pop())
    else:
        while piles["w"]:
            piles["s"].append(piles["w"].pop())
        if position.redeals is not None:
            position.redeals -= 1
    return position


def status(position: Position) -> str:
    """``won``, ``stuck`` or ``playing``, found by turning the stock until nothing new comes."""
    on_foundations = sum(len(pile) for name, pile in position.piles.items() if name[0] == "f")
    if on_foundations == (104 if position.game in TWO_DECKS else 52):
        return "won"
    seen = set()
    while True:
        stock: PlainMove | None = None
        for move in MOVES[position.game](position):
            if move[0] != "s":
                return "playing"
            stock = move
        if stock is None or position.text() in seen:
            return "stuck"
        seen.add(position.text())
        position = after(position, stock)


def perft(position: Position, depth: int) -> int:
    """How many sequences of so many moves begin at a position."""
    if depth == 0:
        return 1
    return sum(perft(after(position, move), depth - 1) for move in legal_moves(position))


# The table of move counts.


def wander(position: Position, steps: int, chance: random.Random) -> Iterator[PlainMove]:
    """Moves of a random game: often to foundations, seldom straight back where they came from."""
    back: PlainMove | None = None
    for _ in range(steps):
        moves = legal_moves(position)
        moves = [move for move in moves if move != back] or moves
        if not moves:
            return
        home = [move for move in moves if move[1][:1] == "f"]
        rest = [move for move in moves if move[0] != "s"]
        if home and chance.random() < 0.7:
            move = chance.choice(home)
        elif rest and chance.random() < 0.8:
            move = chance.choice(rest)
        else:
            move = chance.choice(moves)
        yield move
        back = (move[1], move[0], move[2])
        position = after(position, move)


def written(move: PlainMove) -> str:
    """A move as it is typed."""
    source, target, count = move
    if source == "s":
        return "s"
    return f"{source}-{target}" + (f"*{count}" if count > 1 else "")


def counts(position: Position, most: int = 4, limit: int = 6_000) -> list[int]:
    """Move counts for depth 1, 2, ... as long as they stay small enough to be checked quickly."""
    found: list[int] = []
    for depth in range(1, most + 1):
        if depth > 3 and found[-1] * max(found[-1] // max(found[-2], 1), 1) > limit:
            break
        found.append(perft(position, depth))
    return found


def table() -> Iterator[str]:
    """The lines of the table: openings, then positions in the middle of a game."""
    for game in GAMES:
        for number in range(1, 11):
            numbers = " ".join(map(str, counts(deal(game, number))))
            yield f"{game} {number} | | {numbers}"
        for number in range(11, 17):
            position = deal(game, number)
            line = list(wander(position, 12 * (number - 10), random.Random(number)))
            for move in line:
                position = after(position, move)
            numbers = " ".join(map(str, counts(position)))
            yield f"{game} {number} | {' '.join(map(written, line))} | {numbers}"


if __name__ == "__main__":
    for entry in table():
        sys.stdout.write(f"{entry}\n")
