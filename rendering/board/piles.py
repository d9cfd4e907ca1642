"""Piles as they stand on a board: with all their cards, their names and numbers, on lit felt.

Between two boards of a game few piles change, so drawn piles are cached.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from typing import Final

from PIL import Image

from engine import Board, PileKind, Rules
from engine.cards import CARDS, Rank
from engine.compiled import FULL, Pile
from rendering.board.arrangement import Arrangement, PilePlace, Spread
from rendering.board.empty_piles import (
    empty_pile_sprite,
    is_dead,
    shown_symbol,
    stock_layers,
    stock_sprite,
)
from rendering.board.felt import light_part, lit_felt
from rendering.board.labels import baseline, baseline_below, count_cap, count_sprite, name_sprite
from rendering.board.layout import CardPlace, cards_of, is_beside_gap
from rendering.board.rooms import Room, rooms_of
from rendering.board.window import board_arrangement
from rendering.cards.card_design import Design, rank_label
from rendering.cards.sprite_cache import SpriteCache, bytes_of
from rendering.cards.sprites import Sheet, sheet_of
from rendering.encoding.pixels import Pixels
from rendering.metrics import Box, Size

Piece = tuple[tuple[int, int], Pixels]
"""A piece of a picture and its upper left corner."""


@dataclass(frozen=True, slots=True)
class DrawnPile:
    """A pile as it stands on a board.

    Attributes:
        place: its place.
        cards: its cards that are drawn, bottom to top.
        background: what is pasted onto the felt before any cards, in that order.
        top: the picture of its cards, if any is drawn.
    """

    place: PilePlace
    cards: tuple[CardPlace, ...]
    background: tuple[Piece, ...]
    top: tuple[Piece, ...]


def _bytes_of(pile: DrawnPile) -> int:
    return sum(bytes_of(piece) for _, piece in (*pile.background, *pile.top))


PILES: Final = SpriteCache(6_000_000, _bytes_of)
"""Enough for ten boards: a board's piles take 0.6 MB."""


@dataclass(frozen=True, eq=False, slots=True)
class Table:
    """What the boards of one game have in common that have the same size and look.

    Attributes:
        arrangement: the places of the piles.
        sheet: the sprites of cards with usual indices.
        is_lit: whether the felt is lit.
    """

    arrangement: Arrangement
    sheet: Sheet
    is_lit: bool

    @property
    def size(self) -> tuple[int, int]:
        """The width and the height of the picture."""
        return self.arrangement.metrics.width, self.arrangement.height

    def felt(self) -> Image.Image:
        """The felt, as large as the picture: not to be drawn on."""
        return lit_felt(self.sheet.palette, *self.size)

    def bare(self) -> Image.Image:
        """A picture without any piles."""
        if self.is_lit:
            return self.felt().copy()
        return self.sheet.palette.canvas(*self.size)

    def piles(self, board: Board, avoided: str | None) -> list[DrawnPile]:
        """The piles of a board, in the order of the compiled rules.

        Args:
            avoided: the pile that is crossed out while it is empty, if any.
        """
        rooms = rooms_of(self.arrangement, board)
        return [
            self._pile(place, board, room, avoided)
            for place, room in zip(self.arrangement.piles, rooms, strict=True)
        ]

    def _pile(self, place: PilePlace, board: Board, room: Room, avoided: str | None) -> DrawnPile:
        index = place.pile.index
        # Whatever a pile's looks depend on.
        around = (
            *(board.is_covered(place.pile), is_dead(place.pile, board)),
            is_beside_gap(place, board),
        )
        state = (board.stacks[index], board.face_down(place.pile), room, *around)
        key = (self, index, *state, board.redeals, board.base, place.pile.name == avoided)
        return PILES.drawn(
            key,
            lambda: self._drawn(room.moved(place), board, room, avoided),
        )

    def _drawn(self, place: PilePlace, board: Board, room: Room, avoided: str | None) -> DrawnPile:
        cards = tuple(cards_of(place, board, room.reach, self.arrangement.metrics))
        is_avoided = place.pile.name == avoided
        background = () if room.is_taken else self._background(place, board, cards, is_avoided)
        top = self._top(place, board, cards)
        rim = self.sheet.rim
        return DrawnPile(
            place,
            cards,
            tuple(self._lit(piece) for piece in background),
            tuple(self._lit(piece, rim) for piece in top),
        )

    def _lit(self, piece: Piece, rim: int = 0) -> Piece:
        """A piece as it looks on this table's felt, which shows in its rim or everywhere."""
        if not self.is_lit:
            return piece
        (x, y), pixels = piece
        lit = pixels.copy()
        light_part(lit, x, y, Pixels.of(self.felt()), rim)
        return (x, y), lit

    def _top(self, place: PilePlace, board: Board, cards: Sequence[CardPlace]) -> Iterator[Piece]:
        """The cards of a pile: in a row or a column, so together a rectangle."""
        index, margin = place.pile.index, self.sheet.margin
        if index == board.compiled.stock:
            layers = stock_layers(len(board.stacks[index]))
            sprite = stock_sprite(self.sheet, place.size, layers, board.redeals)
            yield (place.box.x - margin, place.box.y - margin), Pixels.of(sprite)
        elif cards:
            box = reduce(Box.union, (card.box for card in cards))
            corner = box.x - margin, box.y - margin
            top = Pixels.blank(box.width + 2 * margin, box.height + 2 * margin)
            paste_cards(top, board, index, cards, self.sheet, corner)
            is_under = board.is_covered(place.pile) and not board.face_down(place.pile)
            yield corner, top.looked_up(self.sheet.dim) if is_under else top

    def _background(
        self, place: PilePlace, board: Board, cards: Sequence[CardPlace], is_avoided: bool
    ) -> Iterator[Piece]:
        """The background of a pile: its outline if empty, its name, its count.

        A place that no card can come to again shrinks, and vanishes outside the tableau.
        """
        pile, box, m = place.pile, place.box, self.arrangement.metrics
        bottom, stack = baseline(box, m), board.stacks[pile.index]
        if board.compiled.is_layered and pile.kind is PileKind.TABLEAU:
            if not stack or board.is_covered(pile):
                return
            bottom = baseline_below(box, m)
        if not stack:
            symbol = shown_symbol(pile, board)
            if symbol is None:
                return
            size = Size.INDEX if symbol.vanishes else place.size
            symbol = replace(symbol, avoided=is_avoided)
            yield (box.x, box.y), Pixels.of(empty_pile_sprite(self.sheet, size, symbol))
        name = name_sprite(pile.name, m.label_cap, self.sheet.palette)
        left = box.x + (box.width - name.width) // 2
        if note := note_beside(place, board, len(cards), self.sheet.art.design.letters):
            small = count_cap(m)
            count = count_sprite(note, small, self.sheet.palette)
            right = box.right - count.width
            yield (right, bottom - small), Pixels.of(count)
            left = min(left, right - name.width - m.label_cap // 3)
        if not _is_discard_pile(pile, board):
            yield (left, bottom - m.label_cap), Pixels.of(name)


@lru_cache(maxsize=128)
def table_of(  # what a look is made of
    rules: Rules,
    width: int,
    theme_name: str,
    suits: int,
    design: Design,
    *,
    large_index: bool,
    is_wide: bool,
    is_lit: bool,
) -> Table:
    """The table of a game, picture width and look: always the same one, as its piles are cached."""
    arrangement = board_arrangement(rules, width, large_index, is_wide)
    m = arrangement.metrics
    sheet = sheet_of(theme_name, suits, m.card, m.index, design)
    return Table(arrangement, sheet, is_lit)


def paste_cards(
    picture: Pixels,
    board: Board,
    index: int,
    cards: Sequence[CardPlace],
    usual: Sheet,
    corner: tuple[int, int] = (0, 0),
) -> None:
    """Paste the cards of a pile into a picture.

    Args:
        picture: a picture of a board, or a part of one.
        index: the index of the pile.
        cards: where its cards are drawn on the board.
        usual: the sprites of cards with usual indices.
        corner: the upper left corner of the part.
    """
    stack = board.stacks[index]
    hidden = board.face_down(board.compiled.piles[index])
    left, top = corner
    for place in cards:
        is_back = place.index < hidden
        sheet = usual if place.mark is None or is_back else usual.marked(place.mark)
        sheet.paste(
            picture,
            (place.box.x - left, place.box.y - top),
            None if is_back else stack[place.index],
            place.size,
            covered=place.covered,
            beneath=place.beneath,
            index_only=not is_back
            and place.visible is not None
            and place.visible > sheet.art.px(sheet.art.index.fan),
        )


def _is_discard_pile(pile: Pile, board: Board) -> bool:
    """Whether a pile holds the discarded cards; players never name it."""
    return pile.kind is PileKind.FOUNDATION and board.rules.foundations.takes_discards


def _is_counted(place: PilePlace, board: Board) -> bool:
    """Whether a pile shows its number of cards, since not all are visible."""
    cards = len(board.stacks[place.pile.index])
    if _is_discard_pile(place.pile, board):
        return cards > 0
    if board.rules.tableau.turns_rank:
        return cards > 1
    if place.pile.kind is PileKind.RESERVE:
        return place.spread in (Spread.SQUARED, Spread.ENDS) and cards > 1
    return place.pile.kind in (PileKind.STOCK, PileKind.WASTE) and cards > 0


def note_beside(place: PilePlace, board: Board, shown: int, letters: str) -> str:
    """What stands beside a pile's name: how many cards are not all seen, or a rank.

    The rank is the next one of a foundation where that takes counting, and the last of one that
    takes less than a suit.

    Args:
        shown: how many of its cards are drawn.
        letters: the letters of jack, queen and king.
    """
    compiled, height = board.compiled, len(board.stacks[place.pile.index])
    if compiled.differ and place.pile.index in compiled.foundations:
        row = compiled.foundation_sequences[board.base]
        following = row[compiled.foundations.index(place.pile.index)][height]
        return rank_label(CARDS[following].rank, letters) if following != FULL else ""
    if board.rules.foundations.courses and place.pile.kind is PileKind.FOUNDATION:
        course = board.rules.foundations.courses[compiled.foundations.index(place.pile.index)]
        is_part = height < len(course.cards) < len(Rank)
        return rank_label(course.last.rank, letters) if is_part else ""
    is_cut = place.spread is Spread.DOWN and shown < height
    return str(height) if is_cut or _is_counted(place, board) else ""
