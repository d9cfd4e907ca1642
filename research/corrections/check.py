"""Check winning lines with nothing but this file: ``python check.py < FILE``.

Each line of it is a game, the number of a deal, and the moves; one that says ``lost`` instead is
left to ``exhaust.py``. The rules are in ``wins``.
"""

from __future__ import annotations

import sys
from hashlib import sha256

PILES = {"simple-simon": (8, 8, 8, 7, 6, 5, 4, 3, 2, 1), "mrs-mop": (8,) * 13}


def dealt(game: str, number: int) -> list[list[tuple[int, int]]]:
    """The piles that a game begins with, cards as suit and rank from 0."""
    sizes = PILES[game.removesuffix("-singles")]
    deck = [(at // 13 % 4, at % 13) for at in range(sum(sizes))]
    digests = (sha256(b"patience-1:%d:%d" % (number, block)).digest() for block in range(10**6))
    words = (int.from_bytes(d[at : at + 8], "big") for d in digests for at in (0, 8, 16, 24))
    for left in range(len(deck), 1, -1):  # words that would favour some places are left out
        other = next(word for word in words if word < 2**64 - 2**64 % left) % left
        deck[left - 1], deck[other] = deck[other], deck[left - 1]
    places = [(row, at) for row in range(max(sizes)) for at in range(len(sizes)) if sizes[at] > row]
    return [[deck[places.index((row, at))] for row in range(size)] for at, size in enumerate(sizes)]


def wins(game: str, number: int, line: list[str]) -> bool:
    """Whether moves, such as ``3-5*2`` and ``3-f1*13``, are legal and empty all piles."""
    piles, up = dealt(game, number), list[tuple[int, int]]()
    for source, target, count in (f"{move}*1".replace("*", "-").split("-")[:3] for move in line):
        pile, to = piles[int(source) - 1], up if target[0] == "f" else piles[int(target) - 1]
        suit, rank = (pile[-int(count) :] or [(0, -1)])[0]
        run = [(suit, rank - below) for below in range(int(count))]  # only runs in suit move
        one = len(run) == 1 and (not rank or up.count((suit, rank - 1)) > up.count((suit, rank)))
        home = one if game.endswith("-singles") else len(run) == 13  # or king to ace at once
        # On other piles they build down regardless of suit.
        if not (home if to is up else not to or to[-1][1] == rank + 1) or pile[-len(run) :] != run:
            return False
        del pile[-len(run) :]
        to += run
    return not any(piles)


if __name__ == "__main__":
    for game, deal, *line in (claim.split() for claim in sys.stdin if "lost" not in claim):
        sys.stdout.write(f"{game} {deal} {'holds' if wins(game, int(deal), line) else 'FAILS'}\n")
