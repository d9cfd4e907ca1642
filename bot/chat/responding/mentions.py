"""Whom a message names, and whom of them it mentions and pings.

Discord sends a client the users that a message may mention, and no others. A mention of anybody
else reads ``@unknown-user`` to those whose client does not happen to know them
(discord/discord-api-docs#1479 and #2126). So a message may mention everybody whom it names. One
that is to ping nobody suppresses the notifications, which leaves an unread badge
(discord/discord-api-docs#5910, and resources/message.mdx, "Allowed Mentions Object"). One that
pings some has the names of the others as they were last seen. An edit never pings, but sends the
users anew. Users whom Discord still leaves out are not in the place of the message.
"""

from __future__ import annotations

import logging
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.requests.failures import FAILURES
from bot.chat.responding.replies import texts_of
from bot.errors import StoreError
from bot.service.players.names import Names

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.chat.responding.context import Interaction, PatienceBot
    from bot.chat.responding.replies import Reply


_log = logging.getLogger(__name__)

MAX_MENTIONS: Final = 100
"""How many users a message may mention."""

_MENTION: Final = re.compile(r"<@!?(\d+)>")
_MARKS: Final = re.compile(r"[\\*_~|`#>\-.\[\]<:@]")
"""What means something in Discord's Markdown, unless a backslash makes it plain text."""
_RIGHT_TO_LEFT: Final = ("R", "AL")


@dataclass(frozen=True, slots=True)
class Mentions:
    """Whom a new message may mention."""

    allowed: discord.AllowedMentions
    silent: bool


async def mentions_of(
    bot: PatienceBot,
    view: ui.LayoutView,
    *,
    pings: tuple[int, ...] = (),
    spares: Collection[int] = (),
    private: bool = False,
    alone: int | None = None,
) -> Mentions:
    """Whom a new message may mention: those it pings, else everybody whom it names.

    Args:
        view: the message's components, in which the names of all others take the place of mentions.
        private: whether only one player sees it, who is notified of it in no case.
        alone: as for :func:`allow_named`.
    """
    if alone is not None:
        await _name_others(bot, view, {alone})
    named = named_players(view)
    wanted = pings or tuple(player for player in named if player not in spares)
    unnamed = await _name_others(bot, view, wanted[:MAX_MENTIONS])
    allowed = wanted if pings else (*wanted, *unnamed)
    return Mentions(_allow(allowed), silent=bool(allowed) and not (pings or private))


async def allow_named(
    bot: PatienceBot, view: ui.LayoutView, *, alone: int | None = None
) -> discord.AllowedMentions:
    """Let an edited message mention everybody whom it names.

    Args:
        alone: who alone is where it is, beside the bot: names take the place of all others.
    """
    if alone is not None:
        await _name_others(bot, view, {alone})
    named = named_players(view)
    if len(named) > MAX_MENTIONS:
        await _name_others(bot, view, named[:MAX_MENTIONS])
    return _allow(named)


def alone_in(interaction: Interaction) -> int | None:
    """Who alone is where an interaction is answered; None in servers and groups."""
    is_direct = interaction.guild_id is None and interaction.context.dm_channel
    return interaction.user.id if is_direct else None


async def name_absent(
    bot: PatienceBot, sent: discord.Message, reply: Reply, *, reader: int | None = None
) -> None:
    """Put names in the place of the mentions in a message of those who are not where it was sent.

    Discord sends nobody's name with a message who has left the server (Rapptz/discord.py#478,
    DSharpPlus/DSharpPlus#467), and a bot learns that only with a privileged intent.

    Args:
        reader: who alone reads it, if it is for one player, whose client knows their own name.
    """
    view = reply.view
    named, present = named_players(view), set(map(attrgetter("id"), sent.mentions))
    if reader is not None:
        present.add(reader)
    if present.issuperset(named):
        return
    unnamed = await _name_others(bot, view, present)
    if len(unnamed) < len(set(named) - present):
        try:
            # Discord does not list the files that components show, so they cannot be kept by id.
            await sent.edit(
                view=view,
                attachments=reply.files(),
                allowed_mentions=_allow(named_players(view)),
            )
        except FAILURES as error:
            _log.debug("Those who are absent keep their mentions: %s", error)


def named_players(view: ui.LayoutView) -> tuple[int, ...]:
    """The ids of the players whom a message names, in the order of its text."""
    found: dict[int, None] = {}
    for text in texts_of(view):
        found |= dict.fromkeys(map(int, _MENTION.findall(text.content)))
    return tuple(found)


async def _name_others(
    bot: PatienceBot, view: ui.LayoutView, mentioned: Collection[int]
) -> tuple[int, ...]:
    """Put names in the place of all other mentions; returns whose names are not known."""
    others = [player for player in named_players(view) if player not in mentioned]
    if not others:
        return ()
    names = await _names_of(bot, others)
    for text in texts_of(view):
        text.content = _MENTION.sub(lambda found: names.get(int(found[1]), found[0]), text.content)
    return tuple(player for player in others if player not in names)


def _allow(players: tuple[int, ...]) -> discord.AllowedMentions:
    users = [*map(discord.Object, players[:MAX_MENTIONS])]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


async def _names_of(bot: PatienceBot, players: list[int]) -> dict[int, str]:
    """The names of players as text; some of those who know them read that of anybody else."""
    try:
        names = await bot.services[Names].of(players)
    except StoreError as error:
        _log.warning("Players cannot be named: %s", error)
        return {}
    return {player: plain(name) for player, name in names.items()}


def plain(name: str) -> str:
    r"""A name that reads as it is written, whatever it consists of.

    >>> plain("**@everyone**")
    '\\*\\*\\@everyone\\*\\*'
    """
    return _isolated(_MARKS.sub(r"\\\g<0>", name))


def _isolated(name: str) -> str:
    """A name after which a line goes on to the right."""
    if any(unicodedata.bidirectional(one) in _RIGHT_TO_LEFT for one in name):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name


def shown_name(user: discord.User | discord.Member) -> str:
    """What a user is called here, for what is no Markdown: a form's title, a picture, its text."""
    return _isolated(readable(user.display_name) or known_name(user))


def mention(player: int) -> str:
    """A mention of a player."""
    return f"<@{player}>"


_MOST_NAMES: Final = 4096
"""How many names are kept that were made readable."""
_MOST_CHARACTERS: Final = 32
"""The length of the longest name on Discord."""
_SHOWN_TOGETHER: Final = re.compile("[\u200c\u200d\U000e0020-\U000e007f]")
"""What joins letters or emoji, without a sign of its own."""
_STACKED_MARKS: Final = re.compile("([\u0300-\u036f\u0483-\u0489]{2})[\u0300-\u036f\u0483-\u0489]+")
"""More accents on one letter than any language has, which would reach into other lines."""
_BLANK: Final = "\N{HANGUL FILLER}\N{HALFWIDTH HANGUL FILLER}\N{BRAILLE PATTERN BLANK}"
"""Characters without a sign that count as letters or symbols."""


def known_name(user: discord.User | discord.Member) -> str:
    """A user's name in every server: the one they chose if it can be read, else their unique one.

    What a server calls them is for its members only.
    """
    return readable(user.global_name or "") or user.name


@lru_cache(_MOST_NAMES)
def readable(name: str) -> str:
    """A name without what has no sign or disturbs its surroundings; empty if nothing is left."""
    kept = "".join(one for one in name if one.isprintable() or _SHOWN_TOGETHER.fullmatch(one))
    kept = _STACKED_MARKS.sub(r"\1", kept[:_MOST_CHARACTERS]).strip()
    return kept if any(map(_has_sign, kept)) else ""


def _has_sign(character: str) -> bool:
    """Whether a character can be seen by itself."""
    return unicodedata.category(character)[0] in "LNPS" and character not in _BLANK
