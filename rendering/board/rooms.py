"""How much room each pile has on a board.

Rows of the tableau share the height evenly until one needs more. Where a column would still be
squeezed until its indices are hard to read, the piles of its lane, one below the other, share it by
themselves; then also the places of spent piles, on which no card is ever put again, are theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from engine import Board, PileKind
from rendering.board.arrangement import Arrangement, PilePlace, depth_of, is_tableau, tableau_gap
from rendering.board.columns import least_room
from rendering.metrics import Box


@dataclass(frozen=True, slots=True)
class Room:
    """The room of a pile.

    Attributes:
        shift: how far the pile stands below its place in the arrangement; less than 0 above it.
        reach: how far its last card may lie below the first.
        taken_at: if the cards of another pile may lie on its place, where on the left edge of that
            pile or of the board it is kept, without any size.
    """

    shift: int
    reach: int
    taken_at: int | None = None

    @property
    def is_taken(self) -> bool:
        """Whether nothing of the pile is drawn."""
        return self.taken_at is not None

    def moved(self, place: PilePlace) -> PilePlace:
        """The pile's place with that shift; that of a taken one has no size."""
        if self.taken_at is not None:
            return replace(place, box=Box(self.taken_at, place.box.y, 0, 0))
        return replace(place, box=replace(place.box, y=place.box.y + self.shift))


def rooms_of(arrangement: Arrangement, board: Board) -> tuple[Room, ...]:
    """The room of each pile, in the order of the arrangement."""
    needs = {
        place.pile.index: least_room(
            len(board.stacks[place.pile.index]), board.face_down(place.pile), arrangement.metrics
        )
        for place in arrangement.columns
    }
    rows = _row_rooms(arrangement, needs)
    rooms = {
        place.pile.index: Room(sum(rows[: place.row]), rows[place.row])
        for place in arrangement.piles
    }
    lanes = sorted(arrangement.columns, key=lambda place: (place.box.x, place.row))
    for _, lane in groupby(lanes, key=lambda place: place.box.x):
        places = tuple(lane)
        if any(needs[one.pile.index] > rooms[one.pile.index].reach for one in places):
            rooms |= _lane_rooms(arrangement, board, places, needs, rooms)
    return tuple(rooms[place.pile.index] for place in arrangement.piles)


def is_spent(place: PilePlace, board: Board) -> bool:
    """Whether a pile is empty and stays so."""
    pile = place.pile
    is_kind = pile.kind in (PileKind.RESERVE, PileKind.TABLEAU)
    return is_kind and not board.stacks[pile.index] and not pile.fill_from


def _row_rooms(arrangement: Arrangement, needs: dict[int, int]) -> tuple[int, ...]:
    """The height for the columns of each row: equal, unless one needs more."""
    room = arrangement.room if arrangement.columns else 0
    rows = [0] * arrangement.rows
    for place in arrangement.columns:
        rows[place.row] = max(rows[place.row], needs[place.pile.index])
    even = room // len(rows)
    return _shared(room, [even] * len(rows), rows)


def _shared(room: int, usual: Sequence[int], needs: Sequence[int]) -> tuple[int, ...]:
    """Room for some piles: as usual if it is enough, else what they need, all of them if it fits.

    Args:
        usual: what each has usually, together no more than there is.
        needs: what each needs.
    """
    if all(need <= each for need, each in zip(needs, usual, strict=True)):
        return tuple(usual)
    if sum(needs) > room:
        return tuple(room * need // sum(needs) for need in needs)
    spare = [max(0, each - need) for need, each in zip(needs, usual, strict=True)]
    if not any(spare):
        spare = [1] * len(spare)
    free = room - sum(needs)
    return tuple(
        need + free * share // sum(spare) for need, share in zip(needs, spare, strict=True)
    )


def _lane_rooms(
    arrangement: Arrangement,
    board: Board,
    lane: Sequence[PilePlace],
    needs: dict[int, int],
    rooms: dict[int, Room],
) -> dict[int, Room]:
    """The rooms of piles one below the other, of which one needs more than its row has."""
    slot = lane[0].box.height + tableau_gap(arrangement.metrics)
    room, up, held = sum(rooms[place.pile.index].reach for place in lane), 0, lane
    taken: dict[int, Room] = {}
    wanted = sum(needs[place.pile.index] for place in lane)
    if wanted > room:
        held = [place for place in lane if not is_spent(place, board)]
        # The last row may have fewer piles than the others.
        room = arrangement.room + slot * (arrangement.rows - len(held))
        taken = {place.pile.index: Room(0, 0, place.box.x) for place in lane}
        if wanted > room:
            # All of it at once, so that the pile moves once.
            up, above = _room_above(arrangement, board, lane[0])
            room += up
            left, edge = lane[0].box.x, arrangement.metrics.edge
            taken |= {
                place.pile.index: Room(0, 0, left if place.box.x == left else edge)
                for place in above
            }
    usual = [rooms[place.pile.index].reach for place in held]
    shares = _shared(room, usual, [needs[place.pile.index] for place in held])
    y = lane[0].box.y - up
    for place, share in zip(held, shares, strict=True):
        taken[place.pile.index] = Room(y - place.box.y, share)
        y += slot + share
    return taken


def _room_above(
    arrangement: Arrangement, board: Board, column: PilePlace
) -> tuple[int, list[PilePlace]]:
    """How far the uppermost pile of a lane may go up, and the spent piles that leave it room."""
    m = arrangement.metrics
    above = [
        place
        for place in arrangement.piles
        if not is_tableau(place)
        and place.box.x < column.box.right
        and column.box.x < place.box.right
    ]
    left = [place for place in above if not is_spent(place, board)]
    bottoms = (place.box.y + depth_of(place.size, place.spread, m) for place in left)
    ceiling = max(bottoms, default=m.edge // 2 - m.gap // 2)
    lower = [place for place in above if place not in left and place.box.y > ceiling]
    return column.box.y - ceiling - tableau_gap(m) if lower else 0, lower
