"""Check claims about deals of Simple Simon and Mrs. Mop by their rules, with nothing but this file.

``python check.py < FILE``: each line is a game, the number of a deal, and either moves that win or
the word ``lost``, which is checked by visiting every position.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256

PILES = {"simple-simon": (8, 8, 8, 7, 6, 5, 4, 3, 2, 1), "mrs-mop": (8,) * 13}
Position = tuple[tuple[tuple[tuple[int, int], ...], ...], tuple[tuple[int, ...], ...]]
"""The piles, cards as suit and rank from 0, and the heights of each suit's foundations."""


def dealt(game: str, number: int) -> Position:
    """The position that a game begins with."""
    sizes = PILES[game.removesuffix("-singles")]
    deck = [
        (suit, rank) for _ in range(sum(sizes) // 52) for suit in range(4) for rank in range(13)
    ]
    digests = (sha256(b"patience-1:%d:%d" % (number, block)).digest() for block in range(10**6))
    words = (int.from_bytes(d[at : at + 8], "big") for d in digests for at in (0, 8, 16, 24))
    for last in range(len(deck) - 1, 0, -1):
        fair = 2**64 - 2**64 % (last + 1)
        other = next(word for word in words if word < fair) % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    cards = iter(deck)
    rows = [[next(cards) for size in sizes if size > row] for row in range(max(sizes))]
    piles = tuple(tuple(row[at] for row in rows[:size]) for at, size in enumerate(sizes))
    return piles, ((0,) * (len(deck) // 52),) * 4


def moves(game: str, position: Position) -> Iterator[tuple[tuple[str, str, int], Position]]:
    """Each legal move, by source, target and number of cards, and the position after it."""
    piles, home = position
    for at, pile in enumerate(piles):
        for count in range(1, len(pile) + 1):
            suit, rank = pile[-count]
            if count > 1 and pile[-count + 1] != (suit, rank - 1):
                break  # only runs in suit move
            left = (*piles[:at], pile[:-count], *piles[at + 1 :])
            for to, onto in enumerate(piles):
                if to != at and (not onto or onto[-1][1] == rank + 1):  # down, regardless of suit
                    after = (*left[:to], onto + pile[-count:], *left[to + 1 :])
                    yield (f"{at + 1}", f"{to + 1}", count), (after, home)
            if count == 13 and not game.endswith("-singles"):  # king to ace at once
                yield (f"{at + 1}", "f", 13), (left, home)
            if count == 1 and game.endswith("-singles") and rank in home[suit]:  # one by one
                heights = sorted(home[suit])
                heights[heights.index(rank)] += 1
                up = (*home[:suit], tuple(heights), *home[suit + 1 :])
                yield (f"{at + 1}", "f", 1), (left, up)


def wins(game: str, number: int, line: list[str]) -> bool:
    """Whether moves, such as ``3-5*2`` and ``3-f1*13``, are legal and empty all piles."""
    position: Position | None = dealt(game, number)
    for text in line:
        places, _, count = text.partition("*")
        source, target = places.split("-")
        move = (source, "f" if target.startswith("f") else target, int(count or 1))
        position = dict(moves(game, position)).get(move) if position else None
    return position is not None and not any(position[0])


def is_lost(game: str, number: int) -> bool:
    """Whether no position that can be reached is won."""
    waiting, seen = [dealt(game, number)], set[Position]()
    while waiting:
        position = waiting.pop()
        if not any(position[0]):
            return False
        for _, (piles, home) in moves(game, position):
            after = tuple(sorted(piles)), home  # the order of the piles makes no difference
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return True


def main() -> None:
    """Print whether each claim holds."""
    for text in sys.stdin:
        game, word, *line = text.split()
        number = int(word)
        holds = is_lost(game, number) if line == ["lost"] else wins(game, number, line)
        sys.stdout.write(f"{game} {number} {'holds' if holds else 'IS WRONG'}\n")


if __name__ == "__main__":
    main()
