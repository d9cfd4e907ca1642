"""The rows of components under a board.

While a game goes on, a column has its key where it lies in the picture, and nothing else ever has
that place, so that fingers learn it; of many small piles, a card has a key while it can be played:
see :mod:`bot.chat.play.pile_rows`. What can be played is blue, or green if it can go home; what
cannot is grey, and a row without a move is one key.

Once a pile is selected, its choices take the place of its row; when a game is stuck, the ways on
take the place of a row of piles.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import discord
from discord import ButtonStyle, ui

from bot.chat.play.custom_ids import BoardAction, board_route
from bot.chat.play.pile_rows import STOCK, CardRows, pile_rows
from bot.chat.play.rows import choice_rows, filled_rows, move_rows
from bot.chat.responding.components import PREFIX, button, menu, option
from bot.i18n import _, card_label, translate
from bot.models.daily import Slot
from bot.models.play import GameState
from bot.service.play.moves import distinct_moves
from bot.wording.formatting import format_difficulty, format_moves, game_title
from engine.rules import StockAction
from rendering.board.keys import offers_moves
from rendering.board.scene import FOUNDATIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.chat.play.pile_rows import PileRow
    from bot.chat.play.rows import Row
    from bot.chat.responding.components import Component
    from bot.models.daily import DailyDeal
    from bot.models.play import GameSnapshot
    from bot.service.play.moves import MovesByPile
    from engine import Board, Move


@dataclass(frozen=True, slots=True)
class Offers:
    """What a board offers beside its moves.

    Attributes:
        peek: a hint that uses the cards the player cannot see.
        daily: today's deal, after a win.
        following: the next of today's deals, after a win.
    """

    peek: bool = False
    table: bool = False
    daily: bool = False
    following: DailyDeal | None = None


NO_OFFERS: Final = Offers()


def board_rows(
    snapshot: GameSnapshot, selected: str | None = None, offers: Offers = NO_OFFERS
) -> list[Row]:
    """The rows of components for a board."""
    if snapshot.state is GameState.WON and not snapshot.is_shared:
        return _after_win(snapshot, offers)
    if snapshot.state.is_final:
        return [_after_game(snapshot)]
    moves, board = distinct_moves(snapshot.game), snapshot.game.board
    controls = [_controls(snapshot, offers)]
    # The deal of a shared board is not for one to change.
    is_stuck = snapshot.state is GameState.STUCK and not snapshot.is_shared
    if offers_moves(board.compiled):
        rows = move_rows(snapshot, _stock_key(snapshot, moves))
        if is_stuck:
            rows = [*rows[:-1], _after_game(snapshot)]
        return [*rows, *controls]
    rows = [row for piles in pile_rows(board.compiled) for row in _rows(snapshot, piles, moves)]
    if selected is not None:
        choices = choice_rows(snapshot, selected, moves.get(selected, ()), len(rows) + 1)
        route = board_route(snapshot, BoardAction.TAP, selected)
        begin = next((n for n, row in enumerate(rows) if _has(row, route)), len(rows))
        return _with_choices(rows, controls, choices, begin)
    if is_stuck:
        # Nothing but the stock has a move, so no other row is missed.
        stock = board_route(snapshot, BoardAction.TAP, STOCK)
        last = max((n for n, row in enumerate(rows) if not _has(row, stock)), default=0)
        rows[last] = _after_game(snapshot)
    return [*rows, *controls]


def _has(row: Row, route: str) -> bool:
    """Whether a row has the key of a route, or the menu with its choice."""
    pile = route.rpartition(":")[2]
    return any(
        one.custom_id == f"{PREFIX}{route}"
        if isinstance(one, ui.Button)
        else isinstance(one, ui.Select) and any(each.value == pile for each in one.options)
        for one in row
    )


def _with_choices(
    rows: list[Row], controls: list[Row], choices: list[Row], place: int
) -> list[Row]:
    """The rows of a board with choices in the place of some of them."""
    for component in (one for row in rows for one in row):
        component.disabled = True
        if isinstance(component, ui.Button):
            component.style = ButtonStyle.secondary
    board = [*rows, *controls]
    begin = max(0, min(place, len(board) - len(choices)))
    return [*board[:begin], *choices, *board[begin + len(choices) :]]


def _rows(snapshot: GameSnapshot, piles: PileRow | CardRows, moves: MovesByPile) -> list[Row]:
    """The rows of keys of some piles."""
    if isinstance(piles, CardRows):
        return _card_rows(snapshot, piles, moves)
    if len(piles.names) > 1 and not any(name in moves for name in piles.names):
        route = board_route(snapshot, BoardAction.TAP, piles.names[0])
        return [[button(route, _spans(piles.names), disabled=True)]]
    return [[_key(snapshot, name, _pile_label(snapshot, name), moves) for name in piles.names]]


def _card_rows(snapshot: GameSnapshot, piles: CardRows, moves: MovesByPile) -> list[Row]:
    """The rows of keys for cards that can be played; that of the stock is always there."""
    live = [name for name in piles.names if name in moves or name == STOCK]
    labels = {name: _card_label(snapshot, name) for name in live}
    seen = Counter(labels.values())
    named = {
        name: f"{label} · {name}" if seen[label] > 1 else label for name, label in labels.items()
    }
    keys = [_key(snapshot, name, label, moves) for name, label in named.items()]
    options = [_pile_option(snapshot, name, moves.get(name, ())) for name in live]
    return filled_rows(snapshot, BoardAction.TAP, keys, options, piles.count, _spans(piles.names))


def _key(snapshot: GameSnapshot, name: str, label: str, moves: MovesByPile) -> Component:
    """The key of a pile; green when one of its cards can go to a foundation."""
    route = board_route(snapshot, BoardAction.TAP, name)
    if name not in moves:
        return button(route, label, disabled=True)
    is_home = name != STOCK and any(move.target.startswith(FOUNDATIONS) for move in moves[name])
    return button(route, label, style=ButtonStyle.success if is_home else ButtonStyle.primary)


def _stock_key(
    snapshot: GameSnapshot, moves: MovesByPile
) -> tuple[Component, discord.SelectOption] | None:
    """The key of a stock that players turn, and what stands for it in a menu."""
    stock = snapshot.game.rules.stock
    if stock is None or stock.action is StockAction.FILL:
        return None
    key = _key(snapshot, STOCK, _stock_label(snapshot.game.board), moves)
    return key, _pile_option(snapshot, STOCK, moves.get(STOCK, ()))


def _pile_label(snapshot: GameSnapshot, name: str) -> str:
    if name == STOCK:
        return _stock_label(snapshot.game.board)
    return _("Home") if name == FOUNDATIONS else name


def _card_label(snapshot: GameSnapshot, name: str) -> str:
    """The top card of a pile that lies face up."""
    if name in (STOCK, FOUNDATIONS):
        return _pile_label(snapshot, name)
    return card_label(snapshot.game.board.piles[name][-1])


def _spans(names: Sequence[str]) -> str:
    """Piles without a move together: ``6–10``, ``a–d · Home``."""
    labels = [_("Home") if name == FOUNDATIONS else name for name in names]
    if FOUNDATIONS in names[:-1] or len(names) < 3:
        return " · ".join(labels)
    *piles, last = labels
    return f"{piles[0]}–{piles[-1]} · {last}" if names[-1] == FOUNDATIONS else f"{piles[0]}–{last}"


def _pile_option(snapshot: GameSnapshot, name: str, moves: Sequence[Move]) -> discord.SelectOption:
    label = _card_label(snapshot, name)
    if name not in (STOCK, FOUNDATIONS):
        label = f"{label} · {name}"
    only = translate(snapshot.game.board.describe(moves[0])) if len(moves) == 1 else ""
    return option(label, name, only or format_moves(len(moves)))


def _controls(snapshot: GameSnapshot, offers: Offers) -> Row:
    """The row below the piles; short, as it must not wrap on a phone, whatever it says."""
    game = snapshot.game
    undo, redo = board_route(snapshot, BoardAction.UNDO), board_route(snapshot, BoardAction.REDO)
    row = [
        button(undo, _("Undo"), disabled=not game.moves),
        button(redo, _("Redo"), disabled=not game.undone),
        _advice(snapshot, offers_peek=offers.peek and not snapshot.is_shared),
    ]
    if snapshot.is_shared:
        row.append(button(board_route(snapshot, BoardAction.ASK), None, emoji="🏳️"))
    if offers.table:
        shared = f"together:table:{-snapshot.player}" if snapshot.is_shared else ""
        row.append(button(shared or f"{snapshot.game_id}:table", _("Table")))
    return row


def _advice(snapshot: GameSnapshot, *, offers_peek: bool) -> Component:
    """The button that helps: Finish where that wins, else a hint."""
    if snapshot.game.can_finish():
        finish = board_route(snapshot, BoardAction.FINISH)
        return button(finish, _("Finish"), style=ButtonStyle.success)
    if offers_peek:
        return button(board_route(snapshot, BoardAction.PEEK), _("Peek"), emoji="💡")
    # In a race the solver helps nobody.
    disabled = not snapshot.terms.hints
    return button(board_route(snapshot, BoardAction.HINT), _("Hint"), emoji="💡", disabled=disabled)


def _stock_label(board: Board) -> str:
    """What a tap on the stock does, always equally long."""
    if board.rules.redeals_tableau and board.redeals is None:
        return _("Redeal")
    if board.rules.redeals_tableau:
        return _("Redeal") + " " + _("({number} left)", number=board.redeals)
    if board.rules.stock is not None and board.rules.stock.action is StockAction.CLOSE_UP:
        return f"{STOCK} · {_('close up')}"
    # Whether it is empty, and how many redeals are left, is on the picture.
    return f"{STOCK} · {_('turn') if board.rules.has_waste else _('deal')}"


def _after_game(snapshot: GameSnapshot) -> Row:
    """The ways on from a game that is stuck or given up, or was won together."""
    again, new = _again_button(snapshot), _new_button(snapshot)
    if snapshot.is_shared:
        return [new, again]
    # Until a race is over its deal is neither shown to others nor dealt again.
    row = [new] if snapshot.raced else [again, new]
    return [*row, *_contest_button(snapshot)]


def _after_win(snapshot: GameSnapshot, offers: Offers) -> list[Row]:
    """The ways on from a win: the next deal, the card to share, and a menu of all others."""
    following = offers.following
    keys = [_new_button(snapshot) if following is None else next_deal_button(following)]
    if not snapshot.raced and (snapshot.is_own_deal or not snapshot.practice):
        share = board_route(snapshot, BoardAction.SHARE)
        keys.append(button(share, _("Share"), emoji="🏆", style=ButtonStyle.success))
    others = _contest_button(snapshot)
    if not others and offers.daily:
        others.append(button("daily:play", _("Today's deal"), emoji="📅"))
    if not (snapshot.is_secret or snapshot.is_own_deal):
        harder = button(f"{snapshot.game_id}:harder", _("One like this, a bit harder"), emoji="⛰️")
        others.append(harder)
    others += [
        button(board_route(snapshot, BoardAction.REPLAY), _("Replay"), emoji="🎞️"),
        button(board_route(snapshot, BoardAction.CLIP), _("Best moves"), emoji="🎬"),
    ]
    if not snapshot.raced:
        others.append(_again_button(snapshot))
    name = f"{snapshot.game_id}:{snapshot.version}"
    return [keys, [menu(name, others, placeholder=_("More …"))]]


def _new_button(snapshot: GameSnapshot) -> Component:
    graded = snapshot.grade and format_difficulty(snapshot.grade)
    label = _("New deal · {difficulty}", difficulty=graded) if graded else _("New deal")
    route = board_route(snapshot, BoardAction.NEW)
    return button(route, label, emoji="🃏", style=ButtonStyle.primary)


def _again_button(snapshot: GameSnapshot) -> Component:
    return button(board_route(snapshot, BoardAction.AGAIN), _("Same deal again"), emoji="🔁")


def _contest_button(snapshot: GameSnapshot) -> list[Component]:
    """The button to the day or the tournament whose deal a game is, if any."""
    if snapshot.day is not None:
        return [after_day_button(snapshot)]
    if snapshot.is_contested and not snapshot.raced and snapshot.contest is not None:
        route = f"tournament:{snapshot.contest.contest_id}:play"
        return [button(route, _("Tournament"), emoji="🏅")]
    return []


def deal_route(deal: DailyDeal) -> str:
    """The route that opens a day's deal, and on later days still that one."""
    return f"daily:deal:{deal.day}:{deal.slot.value}"


def next_deal_button(deal: DailyDeal) -> Component:
    """The button that opens the next of today's deals."""
    label = _("Next: {game}", game=game_title(deal.rules_id))
    return button(deal_route(deal), label, emoji="🃏", style=ButtonStyle.primary)


def after_day_button(snapshot: GameSnapshot) -> Component:
    """The button under a finished game of a day: its result, all deals of today, or the month."""
    if not snapshot.is_secret:
        return button("daily:calendar", _("My month"), emoji="📅")
    if snapshot.slot is Slot.HEADLINE:
        return button(f"daily:result:{snapshot.day}", _("My result"), emoji="📅")
    return button("daily:today", _("Today's deals"), emoji="📅")
