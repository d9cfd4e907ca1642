"""Watching: a message that shows how a player's game goes on, if they allow it."""

from __future__ import annotations

import functools
import logging
from typing import TYPE_CHECKING, Final

import discord
from discord import ButtonStyle, ui

from bot.chat.games.formatting import format_moves, format_progress
from bot.chat.games.pictures import gallery
from bot.chat.play.board_texts import board_title
from bot.chat.requests.failures import FAILURES
from bot.chat.responding.announcements import do_all, every
from bot.chat.responding.audience import NobodySees, place_for_others
from bot.chat.responding.channel_messages import can_post
from bot.chat.responding.components import button, on_press, row
from bot.chat.responding.context import guild_language
from bot.chat.responding.loop import served_shards
from bot.chat.responding.mentions import allow_named, mention
from bot.chat.responding.replies import GREEN, GREY, Attachment, Reply, message, text_reply
from bot.fair_queue import current_player
from bot.i18n import N_, _, translate, use_locale
from bot.images import DrawingFailed, ImageRenderer
from bot.models.places import BoardMessage
from bot.models.play import GameState
from bot.service.errors import ServiceError
from bot.service.play.games import Games
from bot.service.preferences import Preferences
from bot.service.together import Watching
from rendering import scene_of

if TYPE_CHECKING:
    from bot.chat.responding.context import Context, PatienceBot
    from bot.models.play import GameSnapshot
    from bot.models.together import WatchedGame

_log = logging.getLogger(__name__)

_NOBODY_WATCHES: Final = N_("Nobody could watch. {why}")
_NO_MEMBER: Final = N_("Patience may not post here on its own.")


async def watch_reply(context: Context, player: int) -> Reply:
    """Ask a player whether others may watch their game; one's own is shown at once."""
    place = place_for_others(context, _NOBODY_WATCHES)
    if not can_post(context.interaction, place):
        raise NobodySees(_NOBODY_WATCHES, why=_(_NO_MEMBER))
    snapshot = await context.services[Watching].game_of(player)
    names = {"player": mention(player), "game": translate(snapshot.game.rules.name)}
    if player == context.player:
        text = _("{player} lets everybody watch a game of {game}.", **names)
    else:
        text = _(
            "{viewer} would like to watch {player} play {game}.",
            viewer=mention(context.player),
            **names,
        )
    allow = button(f"watch:{snapshot.game_id}:allow", _("Let everybody watch"), emoji="👀")
    return Reply(message(ui.TextDisplay(text), row(allow)), for_others=True)


@on_press("watch:{game_id:int}:allow")
async def _allow(context: Context, game_id: int) -> Reply:
    watching, pressed, place = (
        context.services[Watching],
        context.interaction.message,
        context.place,
    )
    snapshot = await watching.own_game(context.player, game_id)
    if pressed is None or place is None:
        return text_reply(_("There is no game in progress to watch."))
    reply = await _watched(context.interaction.client, snapshot, context.guild_id)
    await watching.show(snapshot, BoardMessage(place, pressed.id))
    return reply


@on_press("watch:{game_id:int}:stop")
async def _stop(context: Context, game_id: int) -> Reply:
    snapshot = await context.services[Games].get_own(context.player, game_id)
    await context.services[Watching].stop(game_id)
    text = _("{player} plays on without spectators.", player=mention(snapshot.player))
    return Reply(message(ui.TextDisplay(f"-# {text}")))


@every(5.0, "Showing watched games")
async def show_watched(bot: PatienceBot) -> bool:
    """Show watched games that went on in servers of this process; False to try some again."""
    served = await served_shards(bot)
    due = await bot.services[Watching].due()
    mine = (one for one in due if served.serves(one.message.place.guild_id))
    return await do_all(
        bot, {f"watched:{one.game_id}": functools.partial(_show, bot, one) for one in mine}
    )


async def _show(bot: PatienceBot, watched: WatchedGame) -> bool:
    """Edit the message in which a game is watched; False if it is to be tried again later."""
    watching, place = bot.services[Watching], watched.message.place
    if not bot.pace.may_edit(place.channel_id, watched.message.message_id):
        return True
    try:
        snapshot = await bot.services[Games].get(watched.game_id)
        reply = await _watched(bot, snapshot, place.guild_id)
        channel = bot.get_partial_messageable(place.channel_id)
        await channel.get_partial_message(watched.message.message_id).edit(
            view=reply.view,
            attachments=reply.files(),
            allowed_mentions=await allow_named(bot, reply.view),
        )
    except (discord.NotFound, discord.Forbidden, ServiceError) as error:
        _log.info("Game %d is watched no longer: %s", watched.game_id, error)
        await watching.stop(watched.game_id)
        return True
    except FAILURES as error:
        _log.warning("A watched game could not be shown: %s", error)
        return False
    await watching.show(snapshot, watched.message)
    return True


async def _watched(bot: PatienceBot, snapshot: GameSnapshot, guild_id: int | None) -> Reply:
    """A game as those see it who watch."""
    with use_locale(await guild_language(bot, guild_id)):
        game = snapshot.game
        current_player.set(snapshot.player)
        facts = [
            mention(snapshot.player),
            format_moves(len(game.moves)),
            _ended(snapshot) or format_progress(game.rules, game.board.progress),
        ]
        view = ui.Container[ui.LayoutView](
            ui.TextDisplay(f"{board_title(snapshot)}\n-# 👀 {' · '.join(filter(None, facts))}"),
            accent_colour=GREY if snapshot.state.is_final else GREEN,
        )
        files: tuple[Attachment, ...] = ()
        try:
            picture = await bot.services[ImageRenderer].draw(scene_of(game), Preferences().style)
        except DrawingFailed:
            _log.info("A watched game could not be drawn.")
        else:
            name = f"watched-{snapshot.game_id}-{snapshot.version}.png"
            files = (Attachment(name, picture.png),)
            view.add_item(gallery((name, picture.alt)))
        if not snapshot.state.is_final:
            stop = button(
                f"watch:{snapshot.game_id}:stop",
                _("Stop showing it"),
                style=ButtonStyle.secondary,
            )
            view.add_item(row(stop))
        return Reply(message(view), files)


def _ended(snapshot: GameSnapshot) -> str:
    """How a game ended; empty while it goes on."""
    match snapshot.state:
        case GameState.WON:
            return _("won")
        case GameState.GIVEN_UP:
            return _("over")
        case _:
            return ""
