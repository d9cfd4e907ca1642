"""Players' collections as messages: all games, and those of a family."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.games.offers import game_option
from bot.chat.games.pictures import add_picture
from bot.chat.responding.components import button, row, select
from bot.chat.responding.mentions import mention
from bot.chat.responding.replies import MAX_OPTIONS, Reply, message
from bot.chat.responding.shown_pages import show_button
from bot.i18n import _, ngettext, translate
from bot.wording.formatting import family_title
from rendering.charts.collection import CollectedGame, Collection, Family, Stamp

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.chat.responding.components import Component
    from bot.service.players.collections import Collected
    from rendering import Picture

_CLOSEST: Final = 3
"""How many of the families are named that lack the fewest games."""
_FEW: Final = 2
"""How many games they lack at most."""


def drawn_collection(player: str, families: Sequence[Collected]) -> Collection:
    """What the picture of a collection shows."""
    return Collection(player, tuple(map(drawn_family, families)))


def drawn_family(family: Collected) -> Family:
    """What the picture of a family shows."""
    games = tuple(
        CollectedGame(rules.id, translate(rules.name), stamp) for rules, stamp in family.games
    )
    return Family(family_title(family.title), games)


def collection_view(
    player: int, families: Sequence[Collected], picture: Picture | None, *, is_own: bool
) -> Reply:
    """A player's collection, with a menu of its families."""
    container = ui.Container[ui.LayoutView](
        ui.TextDisplay(f"### {_('Collection')}\n-# {mention(player)} · {_figures(families)}")
    )
    attachments = add_picture(container, "collection.png", picture)
    container.add_item(ui.TextDisplay("\n".join(_lines(families))))
    for first in range(0, len(families), MAX_OPTIONS):
        options = [
            _family_option(number, family)
            for number, family in enumerate(families[first : first + MAX_OPTIONS], first)
        ]
        menu = select(f"collection:{player}:family:{first}", options, placeholder=_("Family"))
        container.add_item(row(menu))
    buttons = [button(f"profile:{player}", _("Profile"))]
    if is_own:
        buttons.append(show_button("show:collection"))
    container.add_item(row(*buttons))
    return Reply(message(container), attachments, private=True)


def family_view(
    player: int,
    families: Sequence[Collected],
    number: int,
    picture: Picture | None,
    *,
    is_own: bool,
) -> Reply:
    """The games of a family, with a menu of those that are still to be won."""
    family = families[number]
    container = ui.Container[ui.LayoutView](
        ui.TextDisplay(
            f"### {family_title(family.title)}\n-# {mention(player)} · {_figures([family])}"
        )
    )
    attachments = add_picture(container, "family.png", picture)
    missing = family.missing if is_own else ()
    if missing:
        options = [*map(game_option, missing[:MAX_OPTIONS])]
        container.add_item(row(select("collection:play", options, placeholder=_("Play …"))))
    back, forward = (number - 1) % len(families), (number + 1) % len(families)
    buttons = [
        _turn(player, back, families[back], "◀️"),
        button(f"collection:{player}", _("Collection")),
        _turn(player, forward, families[forward], "▶️"),
    ]
    container.add_item(row(*buttons))
    if is_own:
        container.add_item(row(show_button(f"show:collection:{number}")))
    return Reply(message(container), attachments, private=True)


def _turn(player: int, number: int, family: Collected, emoji: str) -> Component:
    return button(f"collection:{player}:{number}", family_title(family.title), emoji=emoji)


def _figures(families: Sequence[Collected]) -> str:
    """How many games are won, and how many of them perfectly."""
    stamps = [stamp for family in families for _rules, stamp in family.games]
    won, perfect = sum(map(bool, stamps)), stamps.count(Stamp.PERFECT)
    figures = ngettext("{won} of {number} game", "{won} of {number} games", len(stamps), won=won)
    return f"{figures} · {_('{number} perfect', number=perfect)}" if perfect else figures


def _lines(families: Sequence[Collected]) -> Iterator[str]:
    """The families that lack the fewest games, and what a collection is."""
    closest = sorted(
        (one for one in families if 0 < len(one.missing) <= _FEW < len(one.games)),
        key=lambda one: len(one.missing),
    )
    for family in closest[:_CLOSEST]:
        games = ", ".join(translate(rules.name) for rules in family.missing)
        yield _("**{family}**: only {games} to go.", family=family_title(family.title), games=games)
    yield "-# " + _(
        "A game gets its stamp when you win it, and a golden one when you win it without undo, "
        "hints or odds."
    )


def _family_option(number: int, family: Collected) -> discord.SelectOption:
    return discord.SelectOption(
        label=family_title(family.title), value=str(number), description=_figures([family])
    )
