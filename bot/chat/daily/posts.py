"""The one message that shows a server's day: edited as the day goes, ended by its card."""

from __future__ import annotations

import functools
import hashlib
import logging
from typing import TYPE_CHECKING, Final

import discord

from bot.chat.daily.day_views import card_view, day_view
from bot.chat.games.pictures import draw_faces, draw_game
from bot.chat.requests.failures import FAILURES, UNKNOWN_MESSAGE
from bot.chat.responding.announcements import Announcement, announce, do_all, every
from bot.chat.responding.channel_messages import missing_permission
from bot.chat.responding.context import guild_language
from bot.chat.responding.direct_messages import Unreachable, open_direct_messages
from bot.chat.responding.loop import served_shards
from bot.chat.responding.replies import text_reply, texts_of
from bot.i18n import _, ngettext, use_locale
from bot.models.places import Place
from bot.service.daily.daily import Daily, NotReady
from bot.service.daily.posts import DayMessages
from bot.service.guilds import Guilds
from bot.service.players.names import Names
from bot.service.preferences import PreferenceService
from engine import rules_of
from rendering.charts.faces import MAX_FACES, Face

if TYPE_CHECKING:
    from datetime import date

    from bot.chat.responding.context import PatienceBot
    from bot.chat.responding.replies import Reply
    from bot.models.daily import DailyDeal, DayMessage
    from bot.service.daily.posts import DayBoard
    from rendering import Picture


_CHECK_SECONDS: Final = 15.0
"""Seconds between two looks at the days; the service keeps the pause between two edits."""
MAX_POSTS: Final = 500
"""How many servers one pass tells."""

_UNKNOWN_CHANNEL: Final = 10003
_MISSING_PERMISSIONS: Final = 50013
_NO_CHANNEL: Final = frozenset(
    {
        _UNKNOWN_CHANNEL,
        50001,  # the bot may not see it
        50008,  # it has no messages
        _MISSING_PERMISSIONS,  # the bot may not write there
        160005,  # it is a thread that is locked
    }
)
"""Discord's codes for a channel that takes no message until somebody changes that
(discord/discord-api-docs, topics/opcodes-and-status-codes)."""
_GONE: Final = frozenset({UNKNOWN_MESSAGE, _UNKNOWN_CHANNEL, 50001})
"""Its codes for a message that cannot be edited any more."""

_log = logging.getLogger(__name__)


@every(_CHECK_SECONDS, "Showing days")
async def post_days(bot: PatienceBot) -> bool:
    """Send, edit or end the messages of the next servers whose day has changed."""
    served = await served_shards(bot)
    today = bot.services[Daily].today()
    due = [one for one in await bot.services[DayMessages].due() if served.serves(one.guild)]
    # However many fail again and again, the others get their turn.
    due.sort(key=lambda one: bot.announcements.failure_counts[_name(one, today=today)] > 0)
    work = {}
    for one in due[:MAX_POSTS]:
        if one.message_id is None or bot.pace.may_edit(one.channel, one.message_id):
            work[_name(one, today=today)] = functools.partial(_post, bot, one)
    return await do_all(bot, work)


def _name(message: DayMessage, *, today: date) -> str:
    name = f"day:{message.day}:{message.guild}"
    if message.day < today:
        return f"card of {name}"
    # The same until the channel was shown the change, however the day goes on.
    return f"{name}:{message.shown_at.isoformat()}" if message.message_id else name


async def _post(bot: PatienceBot, message: DayMessage) -> bool:
    """Bring a server's message up to date; False if it is to be tried again later."""
    days, today = bot.services[DayMessages], bot.services[Daily].today()
    try:
        deal = await bot.services[Daily].deal(message.day)
    except NotReady:
        return False
    is_over, is_new = message.day < today, message.message_id is None
    shown, is_gone, is_edited = message.shown, False, True
    sent_id: int | None = None

    async def reply() -> Reply | None:
        nonlocal shown
        if is_over:
            return await _card(bot, message, deal)
        board = await days.board(message, deal)
        before, shown = shown, _digest(day_view(board, None))
        return await _day(bot, message, board) if is_new or shown != before else None

    async def save(message_id: int) -> bool:
        nonlocal sent_id
        sent_id = message_id
        return await days.sent(message, message_id, shown)

    async def note() -> None:
        if is_gone:
            return
        if is_new:
            # Sent by a process that died before it saved which it is, it stays as it is.
            await days.sent(message, sent_id, shown)
        elif is_over:
            await days.ended(message)
        else:
            await days.looked_at(message, shown, is_edited=is_edited)

    async def refused(error: discord.HTTPException) -> None:
        nonlocal is_gone, is_edited, shown
        if not is_over and await _takes_no_files(bot, message, error):
            # It is tried again without its picture.
            raise error
        if not is_new and error.code in _GONE:
            is_gone = True
            await days.gone(message)
        elif not is_new:
            is_edited, shown = False, message.shown
        if error.code in _NO_CHANNEL and bot.get_guild(message.guild) is not None:
            await tell_chooser(bot, message)
            await bot.services[PreferenceService].turn_off_posts(message.guild, message.channel)

    return await announce(
        bot,
        Announcement(
            _name(message, today=today),
            message.place,
            reply,
            note,
            before=message.message_id,
            due=deal.ends_at if is_over else None,
            until=None if is_over else deal.ends_at,
            save=save,
            refused=refused,
            stays=not is_new,
        ),
    )


async def _day(bot: PatienceBot, message: DayMessage, board: DayBoard) -> Reply:
    """A day that goes on, with a picture of its game that shows nothing of its deal."""
    if bot.announcements.without_files.get(message.channel) == message.day:
        return day_view(board, None)
    return day_view(board, await draw_game(bot, board.deal.rules_id), await _faces(bot, board))


async def _faces(bot: PatienceBot, board: DayBoard) -> Picture | None:
    """The faces of all whom a day's message names; None for nobody, or if drawing fails."""
    whole = max(1, rules_of(board.deal.rules_id).progress_to_win)
    progress = {line.player_id: 1.0 for line in board.winners}
    progress |= {one.player_id: min(0.95, one.progress / whole) for one in board.players}
    if not progress:
        return None
    names = await bot.services[Names].of(progress)
    pictures = await bot.faces.of(bot, progress)
    faces = tuple(
        Face(names.get(player, ""), pictures.get(player), done) for player, done in progress.items()
    )
    alt = ngettext(
        "The face of {number} player, and how far they are.",
        "The faces of {number} players, and how far each is, in the order of the names.",
        min(len(faces), MAX_FACES),
    )
    return await draw_faces(bot, faces, alt)


async def _card(bot: PatienceBot, message: DayMessage, deal: DailyDeal) -> Reply | None:
    """The card of a day that is over; None if nobody played, and its message is deleted."""
    digest = await bot.services[DayMessages].digest(message.guild, deal)
    if digest.was_played:
        return card_view(digest)
    if message.message_id is not None:
        channel = bot.get_partial_messageable(message.channel)
        try:
            await channel.get_partial_message(message.message_id).delete()
        except FAILURES as error:
            _log.info("The message of a day that nobody played stays: %s", error)
    return None


async def _takes_no_files(
    bot: PatienceBot, message: DayMessage, error: discord.HTTPException
) -> bool:
    """Whether a message was refused for nothing but its picture."""
    without_files = bot.announcements.without_files
    is_known = without_files.get(message.channel) == message.day
    if error.code != _MISSING_PERMISSIONS or is_known:
        return False
    if await missing_permission(bot, message.guild, message.channel) != "":
        return False
    without_files[message.channel] = message.day
    return True


def _digest(reply: Reply) -> str:
    """What tells whether a message has changed."""
    texts = [text.content for text in texts_of(reply.view)]
    return hashlib.blake2b("\n".join(texts).encode(), digest_size=12).hexdigest()


_PAUSE: Final = 60.0
"""Seconds until direct messages may be opened again."""


async def tell_chooser(bot: PatienceBot, post: DayMessage) -> None:
    """Tell whoever chose a channel once, directly, that it refuses results, or raise for later."""
    guilds = bot.services[Guilds]
    chooser = await guilds.who_chose_channel(post.guild)
    if chooser is None:
        return
    forget = functools.partial(guilds.note_channel_choice, post.guild, None)
    try:
        channel_id = await open_direct_messages(bot, chooser)
    except Unreachable:
        await forget()
        return
    if channel_id is None:
        raise discord.RateLimited(_PAUSE)

    async def reply() -> Reply:
        preferences = await bot.services[PreferenceService].get(chooser)
        with use_locale(preferences.language or await guild_language(bot, post.guild)):
            return _refused_view(post)

    name = f"refused:{post.guild}:{post.day}@{chooser}"
    if not await announce(
        bot, Announcement(name, Place(channel_id), reply, forget, player=chooser)
    ):
        raise discord.RateLimited(_PAUSE)


def _refused_view(post: DayMessage) -> Reply:
    return text_reply(
        _(
            "The day can no longer be shown in {channel}, which you chose, so that is off. The "
            "permissions of the channel or its category may have changed, or Patience may be "
            "in a time-out. Choose the channel again with /setup once that is put right.",
            channel=f"<#{post.channel}>",
        )
    )
