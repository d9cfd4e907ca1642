"""Help, the list of games by difficulty, and the rules of a game, as messages."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.games.names import BEST_KNOWN
from bot.chat.games.offers import format_demands, game_option
from bot.chat.games.pictures import NO_THUMBNAILS, add_entry, add_picture
from bot.chat.games.traits import NO_WIN_COUNTS, WinCounts, difficulty_of, explain_difficulty
from bot.chat.guide.words import word_lines
from bot.chat.responding.components import button, row, select
from bot.chat.responding.replies import Attachment, Reply, message
from bot.i18n import N_, _, format_decimal, format_integer, ngettext, translate
from bot.service.players.statistics import MIN_GAMES_FOR_RATE
from bot.wording.formatting import format_difficulty
from engine import CATALOGUE, LAST_DEAL, HouseRules
from engine.house_rules import settings_of
from engine.rules import Difficulty
from engine.wording import winning

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.chat.games.pictures import Thumbnails
    from bot.chat.responding.components import Component
    from engine import Rules
    from engine.rules import WinRate
    from rendering import Picture

ALL: Final = "every"
"""The list of all games; the others hold those of one difficulty."""

_MAX_GAMES: Final = 5
"""How many games a page has, each with a picture and a button: more components Discord forbids."""
BEST_KNOWN_FIRST: Final = tuple(
    CATALOGUE[rules_id] for rules_id in dict.fromkeys((*BEST_KNOWN, *CATALOGUE))
)
"""All games, those that many know first."""

_START: Final = N_(
    "Type **/play** and choose a game. Below the board a button stands for a column, or for a card "
    "that you can play: blue, or green if the card can go home. A card moves at once if it has one "
    "place to go, or if that cannot hurt; otherwise, tap where it should go. If it went to the "
    "wrong place, tap Undo and then the same button, and you choose."
)
_WINNING: Final = N_(
    "Most games are won when all cards lie on the foundations. **/games** with the name of a game "
    "says what wins that one, and has its other rules."
)
_WORDS: Final = N_("Six words that rules use:")
_PILES: Final = N_(
    "**s** is the stock, **w** the waste, **f** the foundations, **a b c** cells, **r** the "
    "reserve."
)
_MORE: Final = (
    N_(
        "**/hint** suggests a move, **/odds** says whether you can still win, and Undo goes back "
        "as far as you like. **/type** plays by typing what the buttons do."
    ),
    N_(
        "**/daily play** deals one game a day for everybody, and **/daily today** four more; "
        "**/race challenge** starts a race on the same deal with one player, **/race start** with "
        "up to twenty."
    ),
    N_("🎯 above a board is the day's goal. Meeting it earns badges; missing it costs nothing."),
    N_(
        "**/tournament play** takes part in your server's tournament; **/tournament show** has its "
        "standings."
    ),
    N_(
        "**/resume** brings back games you left; **/games** lists all of them, and explains the "
        "one that you name."
    ),
    N_("**/profile** shows your level, your streaks and your badges."),
    N_(
        "**/settings** changes how boards look and what a tap does; **/daily remind** reminds you "
        "of the day's deal."
    ),
)


@dataclass(frozen=True, slots=True)
class DifficultyPage:
    """A page, from 0, of the list of games of a difficulty in lower case, or of :data:`ALL`."""

    difficulty: str = ALL
    page: int = 0


def help_view(picture: Picture | None, words: Picture | None) -> Reply:
    """How to play and to win, with a board that has a hint, and one that shows what is what."""
    container = ui.Container[ui.LayoutView](
        ui.TextDisplay(f"### Patience\n{_(_START)}\n\n{_(_WINNING)}")
    )
    attachments = add_picture(container, "help.png", picture)
    container.add_item(ui.TextDisplay("\n".join([_(_WORDS), *word_lines()])))
    attachments += add_picture(container, "words.png", words)
    container.add_item(
        ui.TextDisplay("\n".join([f"-# {_(_PILES)}", *(f"- {_(line)}" for line in _MORE)]))
    )
    container.add_item(row(_play_button("klondike", "Klondike")))
    return Reply(message(container), attachments, private=True)


def rules_view(
    rules: Rules,
    picture: Picture | None,
    wins: WinCounts = NO_WIN_COUNTS,
    *,
    offers_play: bool = True,
    toggles: Sequence[Component] = (),
) -> Reply:
    """The rules of a game, and for house rules the buttons that put them on lists."""
    container = ui.Container[ui.LayoutView](ui.TextDisplay("\n".join(_rules_lines(rules, wins))))
    attachments = add_picture(container, f"{rules.id}.png", picture)
    if offers_play:
        others = [button(f"house:{rules.id}", _("House rules"))] if settings_of(rules) else []
        container.add_item(row(_play_button(rules.id, translate(rules.name)), *others))
        if toggles:
            container.add_item(row(*toggles))
    return Reply(message(container), attachments, private=True)


def _play_button(rules_id: str, title: str) -> Component:
    label = _("Play {game}", game=title)
    return button(f"deal:{rules_id}", label, style=discord.ButtonStyle.primary)


def _rules_lines(rules: Rules, wins: WinCounts) -> Iterator[str]:
    yield f"### {translate(rules.name)}"
    if isinstance(rules, HouseRules):
        yield _(
            "**House rules: {changes}**, instead of what the rules of {game} say:",
            changes=translate(rules.changed),
            game=_(rules.base.title),
        )
    else:
        yield _(rules.summary)
    yield f"- **{translate(winning(rules))}**"
    yield from (f"- {_(line)}" for line in rules.text)
    if isinstance(rules, HouseRules):
        yield "-# " + _(
            "Nobody has measured how many deals can be won. Games by house rules have statistics "
            "of their own, and count for no level, badge or rating."
        )
        return
    label = format_difficulty(difficulty_of(rules, wins), capitalized=True)
    facts = [f"{label} ·", explain_difficulty(rules, wins)]
    if rules.win_rate is not None:
        share, source = _percent(rules.win_rate), _(rules.win_rate.source)
        facts.append(
            _("{percent}% of all deals can be won ({source}).", percent=share, source=source)
        )
    if rules.last_deal < LAST_DEAL:
        facts.append(_("Deals 1 to {last}.", last=format_integer(rules.last_deal)))
    yield f"-# {' '.join(facts)}"
    yield "-# " + _("Source: {source}.", source=_(rules.source))


def _percent(rate: WinRate) -> str:
    """A share and its margin, with all the decimals of either: rounded, 99.99999 would be 100."""
    numbers = [rate.percent, *([rate.margin] if rate.margin else [])]
    decimals = max(-int(Decimal(str(number)).as_tuple().exponent) for number in numbers)
    return " ± ".join(format_decimal(number, decimals) for number in numbers)


def games_view(
    at: DifficultyPage = DifficultyPage(),
    games: Iterable[Rules] = BEST_KNOWN_FIRST,
    wins: WinCounts = NO_WIN_COUNTS,
    thumbnails: Thumbnails = NO_THUMBNAILS,
) -> Reply:
    """A page of the list of games, or the nearest there is, with what they look like."""
    lists = _lists(games, wins)
    chosen, number, pages = _turned_to(at, lists)
    page = pages[number]

    heading = _heading(chosen, len(lists[chosen]), number, len(pages))
    container = ui.Container[ui.LayoutView](ui.TextDisplay(heading))
    attachments: tuple[Attachment, ...] = ()
    for rules in page:
        play, file = button(f"deal:{rules.id}", _("Play")), f"{rules.id}.png"
        picture = thumbnails.get(rules.id)
        attachments += add_entry(container, _line(rules, wins), play, file, picture)
    container.add_item(ui.Separator())
    container.add_item(ui.TextDisplay("\n".join(f"-# {line}" for line in _advice(wins))))
    container.add_item(row(select("shelf", _difficulty_options(chosen, lists))))
    if len(pages) > 1:
        container.add_item(_page_buttons(chosen, number, len(pages)))
    options = [game_option(rules, wins) for rules in page]
    explain = select("rules", options, placeholder=_("Show the rules of …"))
    container.add_item(row(explain))
    return Reply(message(container), attachments)


def games_on_page(
    at: DifficultyPage,
    wins: WinCounts = NO_WIN_COUNTS,
    games: Iterable[Rules] = BEST_KNOWN_FIRST,
) -> tuple[Rules, ...]:
    """The games on a page of the list."""
    _chosen, number, pages = _turned_to(at, _lists(games, wins))
    return pages[number]


def _lists(games: Iterable[Rules], wins: WinCounts) -> dict[str, tuple[Rules, ...]]:
    """All games, and those of each difficulty that has any."""
    lists = {ALL: tuple(games)}
    for difficulty in Difficulty:
        matching = tuple(rules for rules in lists[ALL] if difficulty_of(rules, wins) is difficulty)
        if matching:
            lists[difficulty.name.lower()] = matching
    return lists


def _turned_to(
    at: DifficultyPage, lists: dict[str, tuple[Rules, ...]]
) -> tuple[str, int, list[tuple[Rules, ...]]]:
    """The list of a page, the page's number, and all pages of that list."""
    chosen = at.difficulty if at.difficulty in lists else ALL
    games = lists[chosen]
    pages = [games[first : first + _MAX_GAMES] for first in range(0, len(games), _MAX_GAMES)]
    return chosen, min(at.page, len(pages) - 1), pages


def _advice(wins: WinCounts) -> Iterator[str]:
    yield _("Type /play to start any game, or choose one below to learn it.")
    if wins:
        yield _(
            "Games played {number} times here are rated by how often they were won.",
            number=format_integer(MIN_GAMES_FOR_RATE),
        )


def _line(rules: Rules, wins: WinCounts) -> str:
    return f"**{translate(rules.name)}** · {format_demands(rules, wins)}\n{_(rules.summary)}"


def _heading(chosen: str, games: int, number: int, pages: int) -> str:
    of = " · " + _("page {page} of {pages}", page=number + 1, pages=pages) if pages > 1 else ""
    if chosen == ALL:
        return f"### {ngettext('{number} game', '{number} games', games)}{of}"
    difficulty = Difficulty[chosen.upper()]
    name = format_difficulty(difficulty, capitalized=True)
    return f"### {name} ({games}){of}\n-# {_(difficulty.value)}"


def _difficulty_options(
    chosen: str, lists: dict[str, tuple[Rules, ...]]
) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=f"{_list_name(name)} ({len(games)})",
            value=name,
            description=None if name == ALL else _(Difficulty[name.upper()].value),
            default=name == chosen,
        )
        for name, games in lists.items()
    ]


def _list_name(name: str) -> str:
    if name == ALL:
        return _("All games")
    return format_difficulty(Difficulty[name.upper()], capitalized=True)


def _page_buttons(chosen: str, number: int, pages: int) -> ui.ActionRow[ui.LayoutView]:
    back, forward = max(0, number - 1), number + 1
    return row(
        button(f"games:{chosen}:{back}", _("Previous"), emoji="◀️", disabled=number == 0),
        button(f"games:{chosen}:{forward}", _("Next"), emoji="▶️", disabled=forward == pages),
    )
