"""Whom a message names, and whom of them it mentions and pings.

Discord sends a client the users that a message may mention, and no others. A mention of anybody
else reads ``@unknown-user`` to those whose client does not happen to know them
(discord/discord-api-docs#1479 and #2126). So a message may mention everybody whom it names. One
that is to ping nobody suppresses the notifications, which leaves an unread badge
(discord/discord-api-docs#5910, and resources/message.mdx, "Allowed Mentions Object"). One that
pings some has the names of the others as they were last seen. An edit never pings, but sends the
users anew. Those whom Discord leaves out all the same are not where the message is.
"""

from __future__ import annotations

import logging
import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.requests.failures import FAILURES
from bot.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from bot.chat.context import PatienceBot

_log = logging.getLogger(__name__)

MAX_MENTIONS: Final = 100
"""How many users a message may mention."""

_MENTION: Final = re.compile(r"<@!?(\d+)>")
_MARKS: Final = re.compile(r"[\\*_~|`#>\-.\[\]<:@]")
"""What means something in Discord's Markdown, unless a backslash makes it plain text."""
_RIGHT_TO_LEFT: Final = ("R", "AL")


@dataclass(frozen=True, slots=True)
class Mentions:
    """Whom a new message may mention.

    Attributes:
        allowed: the players.
        silent: whether they are not notified.
    """

    allowed: discord.AllowedMentions
    silent: bool


async def mentions_of(
    bot: PatienceBot,
    view: ui.LayoutView,
    *,
    pings: tuple[int, ...] = (),
    spares: Collection[int] = (),
    private: bool = False,
) -> Mentions:
    """Whom a new message may mention: those it pings, else everybody whom it names.

    Args:
        bot: the bot.
        view: the message's components, in which the names of all others take the place of mentions.
        pings: whom it pings; empty for nobody.
        spares: whom it does not mention if their names are known.
        private: whether only one player sees it, who is notified of it in no case.
    """
    named = named_players(view)
    wanted = pings or tuple(player for player in named if player not in spares)
    unnamed = await _name_others(bot, view, wanted[:MAX_MENTIONS])
    allowed = wanted if pings else (*wanted, *unnamed)
    return Mentions(_allow(allowed), silent=bool(allowed) and not (pings or private))


async def allow_named(bot: PatienceBot, view: ui.LayoutView) -> discord.AllowedMentions:
    """Let an edited message mention everybody whom it names."""
    named = named_players(view)
    await _name_others(bot, view, named[:MAX_MENTIONS])
    return _allow(named)


async def name_absent(bot: PatienceBot, sent: discord.Message, view: ui.LayoutView) -> None:
    """Put names in the place of the mentions in a message of those who are not where it was sent.

    Discord sends nobody's name with a message who has left the server (Rapptz/discord.py#478,
    DSharpPlus/DSharpPlus#467), and no bot is told of that without a privileged intent.

    Args:
        bot: the bot.
        sent: the message as Discord has it.
        view: its components.
    """
    named, present = named_players(view), {user.id for user in sent.mentions}
    if present.issuperset(named):
        return
    unnamed = await _name_others(bot, view, present)
    if len(unnamed) < len(set(named) - present):
        try:
            await sent.edit(view=view, allowed_mentions=_allow(named_players(view)))
        except FAILURES as error:
            _log.info("Those who are absent keep their mentions: %s", error)


def named_players(view: ui.LayoutView) -> tuple[int, ...]:
    """The ids of the players whom a message names, in the order of its text."""
    found = (int(id_) for text in _texts(view) for id_ in _MENTION.findall(text.content))
    return tuple(dict.fromkeys(found))


def _texts(view: ui.LayoutView) -> Iterator[ui.TextDisplay[ui.LayoutView]]:
    return (item for item in view.walk_children() if isinstance(item, ui.TextDisplay))


async def _name_others(
    bot: PatienceBot, view: ui.LayoutView, mentioned: Collection[int]
) -> tuple[int, ...]:
    """Put names in the place of all other mentions; returns whose names are not known."""
    others = [player for player in named_players(view) if player not in mentioned]
    if not others:
        return ()
    names = await _names_of(bot, others)
    for text in _texts(view):
        text.content = _MENTION.sub(lambda found: names.get(int(found[1]), found[0]), text.content)
    return tuple(player for player in others if player not in names)


def _allow(players: tuple[int, ...]) -> discord.AllowedMentions:
    users = [*map(discord.Object, players[:MAX_MENTIONS])]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


async def _names_of(bot: PatienceBot, players: list[int]) -> dict[int, str]:
    """The names of players as text; some of those who know them read that of anybody else."""
    try:
        names = await bot.services.names.of(players)
    except StoreError as error:
        _log.warning("Players cannot be named: %s", error)
        return {}
    return {player: plain(name) for player, name in names.items()}


def plain(name: str) -> str:
    r"""A name that reads as it is written, whatever it consists of.

    >>> plain("**@everyone**")
    '\\*\\*\\@everyone\\*\\*'
    """
    escaped = _MARKS.sub(r"\\\g<0>", name)
    if any(unicodedata.bidirectional(one) in _RIGHT_TO_LEFT for one in name):
        # What follows in the line would else stand to the left of it.
        return f"\N{FIRST STRONG ISOLATE}{escaped}\N{POP DIRECTIONAL ISOLATE}"
    return escaped
