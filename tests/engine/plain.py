"""A second reading of the five games: plain, slow, and sharing nothing with the engine.

A position is a dictionary from pile names to lists of texts such as ``TS``. Each game's moves are
spelt out one after the other, as its rules tell them, without a thought for speed. What the engine
finds is compared with what this finds. Run as a program it writes the table of move counts:
``python -m tests.engine.plain > tests/engine/perft.txt``.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass

GAMES = ("saratoga", "saratoga-aisleriot", "cassim", "phoenix", "saxony")
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


def run_lengths(pile: list[str]) -> list[int]:
    """How many cards may leave the top of a pile together, every possible number."""
    lengths = []
    for length in range(1, len(pile) + 1):
        run = pile[-length:]
        if not all(alternates(run[i + 1], run[i]) for i in range(length - 1)):
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
    cards = shuffle(number, 2 if game == "saxony" else 1)
    piles: dict[str, list[str]] = {}
    if game.startswith("saratoga"):
        piles = {name: [] for name in [*"1234567", *FOUNDATIONS, "s", "w"]}
        for row in range(1, 8):
            for column in range(row, 8):
                piles[str(column)].append(cards.pop(0))
    elif game == "cassim":
        piles = {name: [] for name in [*"1234", *CELLS, *FOUNDATIONS, "s", "w"]}
        for _ in range(4):
            for name in "1234":
                piles[name].append(cards.pop(0))
    elif game == "phoenix":
        reserve = [f"r{n}" for n in range(1, 17)]
        piles = {name: [] for name in [*"123456", *reserve, *FOUNDATIONS]}
        for _ in range(6):
            for name in "123456":
                piles[name].append(cards.pop(0))
        for name in reserve:
            piles[name].append(cards.pop(0))
    elif game == "saxony":
        reserve = ["r1", "r2", "r3", "r4"]
        more = ["f5", "f6", "f7", "f8"]
        piles = {name: [] for name in [*"12345678", *CELLS, *reserve, *FOUNDATIONS, *more, "s"]}
        for name in [*CELLS, *reserve, *"12345678"]:
            piles[name].append(cards.pop(0))
    if "s" in piles:
        piles["s"] = list(reversed(cards))
        cards = []
    assert not cards
    redeals = {"saratoga": None, "saratoga-aisleriot": 2}.get(game, 0)
    return Position(game, piles, redeals)


# The moves of each game.


def to_foundations(position: Position, sources: list[str]) -> Iterator[PlainMove]:
    """Top cards that continue a foundation of their suit; of two, the lower-numbered."""
    piles = position.piles
    for source in sources:
        if not piles[source]:
            continue
        card = piles[source][-1]
        suit = SUITS.index(card[1])
        homes = [f"f{suit + 1}"] if position.game != "saxony" else [f"f{suit + 1}", f"f{suit + 5}"]
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
            for count in run_lengths(piles[source]):
                head = piles[source][-count]
                if piles[target]:
                    if alternates(head, piles[target][-1]):
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
            if alternates(card, piles[target][-1]):
                yield source, target, 1
        elif empty == "any" or card[0] == "K":
            yield source, target, 1


def saratoga_moves(position: Position) -> Iterator[PlainMove]:
    """Both Saratogas: seven piles, stock and waste."""
    columns = [str(n) for n in range(1, 8)]
    yield from to_foundations(position, [*columns, "w"])
    yield from within_tableau(position, columns, "kings")
    yield from onto_tableau(position, "w", columns, "kings")
    if position.game == "saratoga-aisleriot":
        for foundation in FOUNDATIONS:
            yield from onto_tableau(position, foundation, columns, "kings")
    if position.piles["s"] or (position.piles["w"] and position.redeals != 0):
        yield "s", "w", 1


def cassim_moves(position: Position) -> Iterator[PlainMove]:
    """Cassim: four piles, four cells, stock and waste."""
    piles = position.piles
    columns = [str(n) for n in range(1, 5)]
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


def phoenix_moves(position: Position) -> Iterator[PlainMove]:
    """Phoenix: six piles and a reserve of sixteen cards."""
    columns = [str(n) for n in range(1, 7)]
    reserve = [f"r{n}" for n in range(1, 17)]
    yield from to_foundations(position, [*columns, *reserve])
    yield from within_tableau(position, columns, "any")
    for source in reserve:
        yield from onto_tableau(position, source, columns, "any")


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


def legal_moves(position: Position) -> list[PlainMove]:
    """Every move that the rules of the position's game allow."""
    moves = {
        "saratoga": saratoga_moves,
        "saratoga-aisleriot": saratoga_moves,
        "cassim": cassim_moves,
        "phoenix": phoenix_moves,
        "saxony": saxony_moves,
    }
    return list(moves[position.game](position))


def after(position: Position, move: PlainMove) -> Position:
    """The position after a move."""
    position = position.copy()
    piles = position.piles
    source, target, count = move
    if source != "s":
        run = piles[source][-count:]
        del piles[source][-count:]
        piles[target].extend(run)
    elif position.game == "saxony":
        for column in "12345678":
            if piles["s"]:
                piles[column].append(piles["s"].pop())
    elif piles["s"]:
        for _ in range(3 if position.game == "saratoga" else 1):
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
    if on_foundations == (104 if position.game == "saxony" else 52):
        return "won"
    seen = set()
    while True:
        moves = legal_moves(position)
        if any(source != "s" for source, _, _ in moves):
            return "playing"
        if not moves or position.text() in seen:
            return "stuck"
        seen.add(position.text())
        position = after(position, moves[0])


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
