"""Check that deals are lost, by visiting every position that can be reached.

``python -m research.corrections.exhaust [MOST] < FILE``: each line is a game, the number of a deal
and the word ``lost``; other lines are for ``check.py``, which this uses to deal. Deals of more
positions than MOST are left open.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import inf

from research.corrections.check import dealt

Card = tuple[int, int]
Position = tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]
"""The piles, and the cards on the foundations if they go up one by one, each in order."""


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
            if game.endswith("-singles"):  # one by one
                if count == 1 and (not rank or home.count((suit, rank - 1)) > home.count(pile[-1])):
                    yield (f"{at + 1}", "f", 1), (left, tuple(sorted((*home, pile[-1]))))
            elif count == 13:  # king to ace at once
                yield (f"{at + 1}", "f", 13), (left, home)


def is_lost(game: str, start: Position, most: float = inf) -> bool | None:
    """Whether no position that can be reached is won; None if there are more than so many."""
    waiting, seen = [start], set[Position]()
    while waiting:
        if len(seen) > most:
            return None
        position = waiting.pop()
        if not any(position[0]):
            return False
        for _, (piles, home) in moves(game, position):
            after = tuple(sorted(piles)), home  # the order of the piles makes no difference
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return True


def opening(game: str, number: int) -> Position:
    """The position that a deal begins with."""
    return tuple(map(tuple, dealt(game, number))), ()


def main() -> None:
    """Print whether each claim that a deal is lost holds."""
    most = float(sys.argv[1]) if len(sys.argv) > 1 else inf
    said = {True: "holds", False: "FAILS", None: "is left open"}
    for text in sys.stdin:
        game, number, *line = text.split()
        if line == ["lost"]:
            holds = said[is_lost(game, opening(game, int(number)), most)]
            sys.stdout.write(f"{game} {number} {holds}\n")


if __name__ == "__main__":
    main()
