"""Ratings as messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ui

from bot.chat.games.formatting import format_page, format_place, format_rating
from bot.chat.responding.components import button, row
from bot.chat.responding.mentions import mention
from bot.chat.responding.replies import Reply, message
from bot.chat.responding.shown_pages import show_button
from bot.i18n import _, ngettext
from bot.service.contests.ratings import MIN_RACES

if TYPE_CHECKING:
    from bot.service.contests.ratings import PlayerRating, RatingLine, RatingsPage


def ratings_view(page: RatingsPage, *, is_own: bool = True) -> Reply:
    """A page of a guild's ratings; private, as everybody turns its pages for themselves.

    Args:
        is_own: whether it is for one reader, whose own rating it says.
    """
    lines = [f"### {_('Race ratings of this server')}", *map(_line, page.lines)]
    if not page.lines:
        lines.append(_("Nobody has raced here often enough yet."))
    if page.own is not None and page.own not in page.lines:
        lines += ["…", _line(page.own)]
    lines.append("")
    if is_own and page.viewer.shown is None:
        lines.append(_missing_races(page.viewer))
    if is_own and page.overall.shown is not None and page.overall.races > page.viewer.races:
        lines.append(_overall(page.overall))
    container = ui.Container[ui.LayoutView](ui.TextDisplay("\n".join(lines)))
    if page.pages > 1:
        container.add_item(
            row(
                button(f"ratings:{page.page - 1}", _("Previous"), disabled=page.page == 1),
                button(f"ratings:{page.page + 1}", _("Next"), disabled=page.page == page.pages),
            )
        )
    container.add_item(ui.TextDisplay(_footer(page)))
    more = row(button("server", _("Statistics")))
    if page.lines:
        more.add_item(show_button(f"show:ratings:{page.page}"))
    container.add_item(more)
    return Reply(message(container), private=True)


def _line(line: RatingLine) -> str:
    races = _format_races(line.rating.races)
    return (
        f"{format_place(line.rank)} {mention(line.player)} · {format_rating(line.rating)} · {races}"
    )


def _overall(rating: PlayerRating) -> str:
    """A rating in the races of all servers."""
    shown = "" if rating.shown is None else format_rating(rating.shown)
    text = _("Your rating in all of your races: {rating}", rating=shown)
    return f"{text} · {_format_races(rating.races)}"


def _missing_races(rating: PlayerRating) -> str:
    """How far a player is from being rated."""
    return ngettext(
        "You have a rating after {number} more race.",
        "You have a rating after {number} more races.",
        MIN_RACES - rating.races,
    )


def _footer(page: RatingsPage) -> str:
    count = f"-# {format_page(page.players, page.page, page.pages)}\n" if page.players else ""
    return f"{count}-# {_explanation()}"


def _explanation() -> str:
    return _(
        "Everybody begins at 1500. ± is the uncertainty: it shrinks as you race and grows while "
        "you are away. The rating itself does not drop meanwhile."
    )


def _format_races(count: int) -> str:
    return ngettext("{number} race", "{number} races", count)
