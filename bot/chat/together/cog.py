"""The command of shared boards, and the presses on their buttons, by whoever is there."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.chat.games.offers import complete_game, game_meant
from bot.chat.play.boards import table_reply
from bot.chat.play.custom_ids import BoardAction
from bot.chat.play.presses import on_shared_board
from bot.chat.play.share import replay_reply
from bot.chat.responding.audience import is_private_press, place_for_others
from bot.chat.responding.components import NotOffered, on_press
from bot.chat.responding.replies import Reply, text_reply
from bot.chat.responding.responses import respond
from bot.chat.together.showing import agree_on_hint, follow, shared_reply, shown_later
from bot.chat.together.views import busy_view, choice_view, give_up_view
from bot.i18n import N_, _
from bot.models.together import Mode, Wish
from bot.service.errors import GameOver, StaleBoard
from bot.service.play.moves import distinct_moves, tapped_name
from bot.service.solver.advice import Advisor
from bot.service.solver.winnable import WinnableDeals
from bot.service.tables import Tables
from bot.service.together import Together, tapped
from engine import Move

if TYPE_CHECKING:
    from bot.chat.responding.context import Context, Interaction
    from bot.models.play import BoardVersion
    from bot.models.together import SharedGame


_NOT_OPENED: Final = N_("No board was opened. {why}")


class TogetherCog(commands.Cog):
    """Playing together."""

    @app_commands.command(description="Open a board that everybody in this channel may play on.")
    @app_commands.describe(
        game="Which game to play; leave it out to see this channel's board again",
        mode="Who plays next; everybody may at any time by default",
    )
    @app_commands.choices(
        mode=[
            Choice(name=app_commands.locale_str(name), value=mode.value)
            for name, mode in (
                (N_("Free: everybody at any time"), Mode.FREE),
                (N_("In turn: nobody twice in a row"), Mode.TURNS),
                (N_("By vote: what most want within 20 seconds"), Mode.VOTE),
            )
        ]
    )
    @app_commands.autocomplete(game=complete_game)
    async def together(
        self,
        interaction: Interaction,
        game: str | None = None,
        mode: str | None = None,
    ) -> None:
        """Open a shared board, or show the channel's again."""
        chosen = Mode.FREE if mode is None else Mode(mode)
        await respond(interaction, functools.partial(_open, game=game, mode=chosen))


async def _open(context: Context, game: str | None, mode: Mode) -> Reply:
    place, together = place_for_others(context, _NOT_OPENED), context.services[Together]
    shared = await together.in_play(place.channel_id)
    if game is None:
        if shared is None:
            return text_reply(_("There is no board here yet. Name a game to open one."))
        return await shared_reply(context, shared)
    rules = game_meant(game, f"together:open:{mode.value}")
    if shared is None:
        deal = await context.services[WinnableDeals].choose(rules.id)
        opened = await together.open(
            place, mode, rules.id, deal.deal_number, winnable=deal.winnable
        )
        return await shared_reply(context, opened)
    reply, played = await shared_reply(context, shared), shared.snapshot.game.rules
    if played.id == rules.id and mode in (Mode.FREE, shared.board.mode):
        return reply
    return replace(reply, followup=busy_view(shared))


@on_press("together:open:{mode}", updates=False)
async def _open_in(context: Context, mode: str, values: tuple[str, ...]) -> Reply:
    if mode not in {one.value for one in Mode}:
        raise NotOffered
    return await _open(context, values[0], Mode(mode))


@on_press("together:table:{board:int}", updates=False, private=True)
async def open_table(context: Context, board: int) -> Reply:
    """Show whoever is in a board's channel that board at a table."""
    tables, shared = context.services[Tables], await context.services[Together].look(-board)
    tables.refuse_if_closed()
    if context.place is None or context.place.channel_id != shared.board.place.channel_id:
        raise NotOffered
    follow(context, shared.board.owner)
    return table_reply(context, shared.board.owner)


_PLAYED: Final = N_("Played.")
_VOTED: Final = N_("Your vote counts.")
_ENDED: Final = N_("It is given up. Type /together to open another board.")
_TOO_LATE: Final = N_("Somebody played before you, so nothing was changed.")
_NO_MOVE: Final = N_("Nothing can move from {pile} right now.")
_WISHES: Final = {
    BoardAction.UNDO: Wish.UNDO,
    BoardAction.HINT: Wish.HINT,
    BoardAction.PEEK: Wish.HINT,
    BoardAction.GIVE_UP: Wish.GIVE_UP,
}


@on_shared_board
async def press_shared(
    context: Context, owner: int, board: BoardVersion, action: BoardAction, argument: str
) -> Reply:
    """Do what a press on a shared board asks for, unless the board is an earlier one."""
    try:
        return await _press(context, owner, board, action, argument)
    except (StaleBoard, GameOver):
        return _done(context, owner, _(_TOO_LATE))


async def _press(
    context: Context, owner: int, board: BoardVersion, action: BoardAction, argument: str
) -> Reply:
    together, player = context.services[Together], context.player
    match action:
        case BoardAction.TAP:
            return await _tap(context, owner, board, argument)
        case BoardAction.PLAY:
            shared = await together.play(player, owner, Move.parse(argument), board)
            return _done(context, owner, _said(shared))
        case BoardAction.REDO:
            return _done(context, owner, _said(await together.redo(player, owner, board)))
        case BoardAction.FINISH:
            await together.finish(player, owner, board)
        case BoardAction.UNDO | BoardAction.HINT | BoardAction.PEEK | BoardAction.GIVE_UP:
            shared, is_agreed = await together.want(player, owner, _WISHES[action], board)
            if is_agreed and _WISHES[action] is Wish.HINT:
                await _give_hint(context, shared)
            is_over = shared.snapshot.state.is_final
            return _done(context, owner, _(_ENDED) if is_over else _(_VOTED))
        case BoardAction.ASK:
            return give_up_view(await together.look(owner))
        case BoardAction.AGAIN:
            await together.deal_again(owner, board)
        case BoardAction.NEW:
            rules_id = (await together.look(owner)).snapshot.game.rules.id
            deal = await context.services[WinnableDeals].choose(rules_id)
            await together.deal_new(owner, board, deal.deal_number, winnable=deal.winnable)
        case BoardAction.REPLAY:
            return await replay_reply(context, (await together.look(owner)).snapshot)
        case _:
            return _done(context, owner, _("Nothing was changed."))
    return shown_later(context, owner)


async def _tap(context: Context, owner: int, board: BoardVersion, pile: str) -> Reply:
    """Play a pile's move if that is clear, else ask whoever tapped for it."""
    together, name = context.services[Together], tapped_name(pile)
    snapshot = (await together.look(owner)).snapshot
    if snapshot.board_version != board:
        return _done(context, owner, _(_TOO_LATE))
    move = tapped(snapshot, name)
    if move is not None:
        await together.play(context.player, owner, move, board)
        return shown_later(context, owner)
    if name not in distinct_moves(snapshot.game):
        return text_reply(_(_NO_MOVE, pile=name))
    return choice_view(snapshot, name)


def _said(shared: SharedGame) -> str:
    return _(_VOTED) if shared.board.mode is Mode.VOTE else _(_PLAYED)


def _done(context: Context, owner: int, word: str) -> Reply:
    """Bring the board up to date; a private question is replaced by a word."""
    reply = shown_later(context, owner)
    if not is_private_press(context):
        return reply
    return replace(text_reply(word), private=False, delivered=reply.delivered)


async def _give_hint(context: Context, shared: SharedGame) -> None:
    """Look for a hint that all are shown."""
    hint = await context.services[Advisor].first_hint(shared.snapshot)
    if hint is not None:
        if not hint.says_nothing:
            await context.services[Together].count_hint(shared)
        agree_on_hint(context, shared, hint)
