"""The list of games as a message: a page of it, menus to choose from, buttons to turn over.

Which page a button leads to is in its ``custom_id``, so that an old list goes on working.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from bot.chat.replies import Reply, answer
from bot.chat.wording import level_of
from bot.i18n import _, ngettext
from engine import CATALOGUE
from engine.rules import Difficulty

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.chat.client import PatienceClient
    from engine import Rules

    Interaction = discord.Interaction[PatienceClient]

EVERY: Final = "every"
"""The shelf on which all games stand; the others hold those of one difficulty."""

_SHELF_MENU_ID: Final = "patience:shelf"
_RULES_MENU_ID: Final = "patience:rules"
_PAGE_PATTERN: Final = re.compile(
    r"patience:games:(?P<shelf>[a-z]{1,20}):(?P<page>\d{1,4})", re.ASCII
)
_MOST_GAMES: Final = 12
_LONGEST_PAGE: Final = 3_500
_LONGEST_TEXT: Final = 100


@dataclass(frozen=True, slots=True)
class Shelved:
    """A page of the list of games.

    Attributes:
        shelf: :data:`EVERY`, or a difficulty in lower case.
        page: which page of that shelf, the first being 0.
    """

    shelf: str = EVERY
    page: int = 0


def games_page(
    at: Shelved = Shelved(), games: Iterable[Rules] = tuple(CATALOGUE.values())
) -> Reply:
    """A page of the list of games.

    Args:
        at: which shelf, and which of its pages; one that is not there becomes the nearest.
        games: all the games.
    """
    games = tuple(games)
    shelves = {EVERY: games}
    for difficulty in Difficulty:
        standing = tuple(rules for rules in games if rules.difficulty is difficulty)
        if standing:
            shelves[difficulty.name.lower()] = standing
    shelf = at.shelf if at.shelf in shelves else EVERY
    pages = list(_pages(shelves[shelf]))
    number = min(at.page, len(pages) - 1)
    page = pages[number]

    container = ui.Container[ui.LayoutView]()
    heading = _heading(shelf, len(shelves[shelf]), number, len(pages))
    container.add_item(ui.TextDisplay("\n".join([heading, *map(_line, page)])))
    container.add_item(ui.TextDisplay("-# " + _("/play deals one, /rules explains it.")))
    container.add_item(ui.ActionRow(ShelfMenu(_shelf_options(shelf, shelves))))
    if len(pages) > 1:
        container.add_item(ui.ActionRow(*_turning(shelf, number, len(pages))))
    container.add_item(ui.ActionRow(RulesMenu([_rules_option(rules) for rules in page])))
    return Reply(ui.LayoutView(timeout=None).add_item(container))


def _pages(games: Iterable[Rules]) -> Iterator[list[Rules]]:
    """Games in pages that a message has room for."""
    page: list[Rules] = []
    length = 0
    for rules in games:
        line = len(_line(rules)) + 1
        if page and (len(page) == _MOST_GAMES or length + line > _LONGEST_PAGE):
            yield page
            page, length = [], 0
        page.append(rules)
        length += line
    yield page


def _line(rules: Rules) -> str:
    return f"**{_(rules.title)}** · {level_of(rules.difficulty)} · {_(rules.summary)}"


def _heading(shelf: str, games: int, number: int, pages: int) -> str:
    of = " · " + _("page {page} of {pages}", page=number + 1, pages=pages) if pages > 1 else ""
    if shelf == EVERY:
        return f"### {ngettext('{number} game', '{number} games', games)}{of}"
    level = Difficulty[shelf.upper()]
    return f"### {level_of(level, begins=True)} ({games}){of}\n-# {_(level.value)}"


def _shelf_options(shelf: str, shelves: dict[str, tuple[Rules, ...]]) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=f"{_shelf_name(name)} ({len(games)})",
            value=name,
            description=None if name == EVERY else _(Difficulty[name.upper()].value),
            default=name == shelf,
        )
        for name, games in shelves.items()
    ]


def _shelf_name(shelf: str) -> str:
    return _("All games") if shelf == EVERY else level_of(Difficulty[shelf.upper()], begins=True)


def _turning(shelf: str, number: int, pages: int) -> list[PageButton]:
    """The buttons to the pages before and after one."""
    first, last = number == 0, number + 1 == pages
    return [
        PageButton(Shelved(shelf, max(0, number - 1)), _("Earlier games"), "◀️", disabled=first),
        PageButton(Shelved(shelf, number + 1), _("More games"), "▶️", disabled=last),
    ]


def _rules_option(rules: Rules) -> discord.SelectOption:
    return discord.SelectOption(
        label=_(rules.title)[:_LONGEST_TEXT],
        value=rules.id,
        description=_(rules.summary)[:_LONGEST_TEXT],
    )


class PageButton(ui.DynamicItem[ui.Button[ui.LayoutView]], template=_PAGE_PATTERN):
    """A button that turns to another page."""

    def __init__(
        self, to: Shelved, label: str, emoji: str | None = None, *, disabled: bool = False
    ) -> None:
        """Make the button that turns to that page."""
        self._to = to
        custom_id = f"patience:games:{to.shelf}:{to.page}"
        super().__init__(
            ui.Button(label=label, emoji=emoji, disabled=disabled, custom_id=custom_id)
        )

    @classmethod
    async def from_custom_id(  # type: ignore[override]  # the library's own client type is generic
        cls,
        interaction: Interaction,
        item: ui.Item[Any],  # the library finds the item by its custom_id, whatever its view
        match: re.Match[str],
        /,
    ) -> PageButton:
        """Make the button of a message again, from its ``custom_id``."""
        return cls(Shelved(match["shelf"], int(match["page"])), "…")

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]  # as above
        """Turn to the page."""
        await answer(interaction, _turned(self._to), updates=True)


class ShelfMenu(ui.DynamicItem[ui.Select[ui.LayoutView]], template=re.escape(_SHELF_MENU_ID)):
    """The menu of how hard the games shall be."""

    def __init__(self, options: list[discord.SelectOption]) -> None:
        """Make the menu with one option for each shelf."""
        super().__init__(ui.Select(custom_id=_SHELF_MENU_ID, options=options))

    @classmethod
    async def from_custom_id(  # type: ignore[override]  # the library's own client type is generic
        cls,
        interaction: Interaction,
        item: ui.Item[Any],  # the library finds the item by its custom_id, whatever its view
        match: re.Match[str],
        /,
    ) -> ShelfMenu:
        """Make the menu of a message again."""
        return cls(item.options if isinstance(item, ui.Select) else [])

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]  # as above
        """Show the games of the shelf chosen."""
        await answer(interaction, _turned(Shelved(self.item.values[0])), updates=True)


class RulesMenu(ui.DynamicItem[ui.Select[ui.LayoutView]], template=re.escape(_RULES_MENU_ID)):
    """The menu of games to be explained."""

    def __init__(self, options: list[discord.SelectOption]) -> None:
        """Make the menu with one option for each game, its value the game's id."""
        super().__init__(
            ui.Select(
                custom_id=_RULES_MENU_ID, placeholder=_("Explain one of these"), options=options
            )
        )

    @classmethod
    async def from_custom_id(  # type: ignore[override]  # the library's own client type is generic
        cls,
        interaction: Interaction,
        item: ui.Item[Any],  # the library finds the item by its custom_id, whatever its view
        match: re.Match[str],
        /,
    ) -> RulesMenu:
        """Make the menu of a message again."""
        return cls(item.options if isinstance(item, ui.Select) else [])

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]  # as above
        """Explain the game chosen."""
        await answer(
            interaction, interaction.client.boards.rules(interaction.user.id, self.item.values[0])
        )


async def _turned(to: Shelved) -> Reply:
    return games_page(to)
