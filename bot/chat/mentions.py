"""Whom a message names, and whom of them it pings.

Discord sends a client the users that a message may mention, and no others. A mention of anybody
else reads ``@unknown-user`` to those whose client does not happen to know them
(discord/discord-api-docs#1479 and #2126). So a message may mention everybody whom it names. One
that is to ping nobody suppresses the notifications, which leaves an unread badge
(discord/discord-api-docs#5910, and resources/message.mdx, "Allowed Mentions Object"). An edit never
pings, but sends the users anew.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import discord
from discord import ui

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAX_MENTIONS: Final = 100
"""How many users a message may mention."""

_MENTION: Final = re.compile(r"<@!?(\d+)>")


@dataclass(frozen=True, slots=True)
class Mentions:
    """Whom a new message may mention.

    Attributes:
        allowed: the players.
        silent: whether they are not notified.
    """

    allowed: discord.AllowedMentions
    silent: bool


def mentions_of(
    view: ui.LayoutView, *, pings: tuple[int, ...] = (), private: bool = False
) -> Mentions:
    """Whom a new message may mention: those it pings, else everybody whom it names.

    Args:
        view: the message's components.
        pings: whom it pings; empty for nobody.
        private: whether only one player sees it, who is notified of it in no case.
    """
    named = named_players(view)
    return Mentions(_allow(pings or named), silent=bool(named) and not (pings or private))


def allow_named(view: ui.LayoutView) -> discord.AllowedMentions:
    """Let an edited message mention everybody whom it names."""
    return _allow(named_players(view))


def named_players(view: ui.LayoutView) -> tuple[int, ...]:
    """The ids of the players whom a message names, in the order of its text."""
    found = (int(id_) for text in _texts(view) for id_ in _MENTION.findall(text.content))
    return tuple(dict.fromkeys(found))


def _texts(view: ui.LayoutView) -> Iterator[ui.TextDisplay[ui.LayoutView]]:
    return (item for item in view.walk_children() if isinstance(item, ui.TextDisplay))


def _allow(players: Iterable[int]) -> discord.AllowedMentions:
    users = [*map(discord.Object, players)][:MAX_MENTIONS]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)
