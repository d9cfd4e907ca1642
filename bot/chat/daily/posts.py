"""The one message that shows a server's day: edited as the day goes, ended by its card."""

from __future__ import annotations

import functools
import logging
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

import discord

from bot.chat.daily.day_pictures import draw_card, draw_day
from bot.chat.daily.day_views import card_view, day_view
from bot.chat.daily.reminders import Unreachable, open_direct_messages
from bot.chat.requests.failures import FAILURES, UNKNOWN_MESSAGE
from bot.chat.responding.context import guild_language
from bot.chat.responding.loop import Again, Later
from bot.chat.responding.permissions import missing_permission
from bot.chat.responding.replies import text_reply
from bot.chat.responding.surface import Post, digest
from bot.i18n import _, use_locale
from bot.models.daily import day_subject
from bot.models.due import Shown
from bot.models.places import Place
from bot.service.daily.daily import Daily, NotReady
from bot.service.daily.posts import PAUSE, DayMessages
from bot.service.due import Posts
from bot.service.guilds import Guilds
from bot.service.preferences import PreferenceService

if TYPE_CHECKING:
    from bot.chat.responding.context import PatienceBot
    from bot.models.daily import DailyDeal
    from bot.models.due import Due, Subject


_DAY: Final = timedelta(days=1)
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

_without_files: Final = WeakKeyDictionary["PatienceBot", dict[int, date]]()
"""The last day whose picture a channel refused."""

_log = logging.getLogger(__name__)


async def day_message(bot: PatienceBot, due: Due) -> Post | Again | None:
    """A server's day as it stands, or its card once nobody can finish a game of it any more."""
    days, guild, day = (
        bot.services[DayMessages],
        due.subject.id,
        date.fromisoformat(due.subject.part),
    )
    shown = await bot.services[Posts].find(due.subject)
    try:
        deal = await bot.services[Daily].deal(day)
    except NotReady as error:
        raise Later("the day has no deal yet") from error
    now = days.now()
    if now >= deal.final_at:
        return await _over(bot, due.subject, shown, deal)
    is_late = now >= deal.ends_at
    changes_at = deal.final_at if is_late else deal.ends_at
    if is_late:
        await _begin_next(bot, guild, deal)
    if is_late if shown is None else shown.message_id is None:
        return Again(changes_at)
    if shown is not None and now < shown.at + PAUSE:
        return Again(shown.at + PAUSE)
    place = await _place(bot, shown, guild)
    if place is None:
        return None
    board = await days.board(guild, deal)
    state = digest(day_view(board, None))
    if shown is not None and shown.state == state:
        return Again(changes_at)
    picture = await draw_day(bot, board) if _takes_files(bot, place, day) else None
    return Post(
        place,
        day_view(board, picture),
        state=state,
        # How far players are changes without a touch.
        again_at=min(days.now() + PAUSE, changes_at),
        stays=shown is not None,
        refused=functools.partial(
            _refused, bot, due.subject, place, shown, has_picture=picture is not None
        ),
    )


async def _place(bot: PatienceBot, shown: Shown | None, guild: int) -> Place | None:
    """Where a day is shown: where it was, else in the chosen channel."""
    if shown is not None:
        return shown.place
    channel = await bot.services[DayMessages].channel(guild)
    return None if channel is None else Place(channel, guild)


async def _begin_next(bot: PatienceBot, guild: int, deal: DailyDeal) -> None:
    """Have the message of the next day looked at, unless it is there, if this one was played."""
    days, following = bot.services[DayMessages], deal.day + _DAY
    shown = await bot.services[Posts].find(day_subject(guild, following))
    if shown is None and await days.was_played(guild, deal.day):
        await days.touch(guild, following)


async def _over(
    bot: PatienceBot, subject: Subject, shown: Shown | None, deal: DailyDeal
) -> Post | None:
    """The card of a day that is over; its message is deleted if nobody played."""
    days, guild, day = bot.services[DayMessages], subject.id, deal.day
    was_played = await days.was_played(guild, day)
    if was_played and day + _DAY == bot.services[Daily].today():
        await days.touch(guild)
    await days.forget_before(guild, day)
    if shown is None or shown.message_id is None:
        return None
    results = await days.digest(guild, deal)
    if not results.was_played:
        await _delete(bot, shown.place, shown.message_id)
        return None
    picture = await draw_card(bot, results) if _takes_files(bot, shown.place, day) else None
    return Post(
        shown.place,
        card_view(results, picture),
        state=digest(card_view(results)),
        stays=True,
        refused=functools.partial(
            _refused, bot, subject, shown.place, shown, has_picture=picture is not None
        ),
    )


async def _delete(bot: PatienceBot, place: Place, message_id: int) -> None:
    channel = bot.get_partial_messageable(place.channel_id)
    try:
        await channel.get_partial_message(message_id).delete()
    except FAILURES as error:
        _log.info("The message of a day that nobody played stays: %s", error)


async def _refused(
    bot: PatienceBot,
    subject: Subject,
    place: Place,
    shown: Shown | None,
    error: discord.HTTPException,
    *,
    has_picture: bool,
) -> None:
    """Show no more of a day where Discord refuses it; turn days off where it refuses all."""
    guild = subject.id
    if has_picture and await _takes_no_files(bot, guild, place.channel_id, error):
        day = date.fromisoformat(subject.part)
        _without_files.setdefault(bot, {})[place.channel_id] = day
        raise Later("it is tried again without its picture", pause=timedelta()) from error
    if shown is None or error.code in _GONE:
        posts = bot.services[Posts]
        await posts.save(Shown(subject, place, None, "", posts.now()))
    if error.code in _NO_CHANNEL and bot.get_guild(guild) is not None:
        await bot.services[Guilds].tell_chooser(guild, place.channel_id)
        await bot.services[PreferenceService].turn_off_posts(guild, place.channel_id)


def _takes_files(bot: PatienceBot, place: Place, day: date) -> bool:
    return _without_files.get(bot, {}).get(place.channel_id) != day


async def _takes_no_files(
    bot: PatienceBot, guild: int, channel: int, error: discord.HTTPException
) -> bool:
    """Whether a message with a picture was refused for nothing but that."""
    if error.code != _MISSING_PERMISSIONS:
        return False
    return await missing_permission(bot, guild, channel) == ""


async def chooser_message(bot: PatienceBot, due: Due) -> Post | None:
    """What whoever chose a channel is told, directly, once it refuses the day."""
    guild, chooser = due.subject.id, due.player
    if chooser is None:
        return None
    try:
        channel = await open_direct_messages(bot, chooser)
    except Unreachable:
        return None
    preferences = await bot.services[PreferenceService].get(chooser)
    with use_locale(preferences.language or await guild_language(bot, guild)):
        text = _(
            "The day can no longer be shown in {channel}, which you chose, so that is off. The "
            "permissions of the channel or its category may have changed, or Patience may be "
            "in a time-out. Choose the channel again with /setup once that is put right.",
            channel=f"<#{due.subject.part}>",
        )
        return Post(Place(channel), text_reply(text), is_new=True, player=chooser)
