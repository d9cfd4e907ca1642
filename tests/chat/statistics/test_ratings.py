"""A server's ratings as a message."""

from __future__ import annotations

from discord import ui

from bot.chat.statistics.views import ratings_view
from bot.i18n import use_locale
from bot.models.rankings import Ranking
from bot.service.contests.ratings import PlayerRating, RatingLine, ShownRating

STATISTICS = ("Statistics", True)
SHOW = ("Show to everybody", True)
OWN = ShownRating(1520, 160, races=20)


def line(rank: int) -> RatingLine:
    return RatingLine(rank, 100 + rank, ShownRating(1700 - rank, 120, races=30))


def page(*, number: int, pages: int, own: RatingLine | None) -> Ranking[RatingLine]:
    """A page of three lines."""
    lines = tuple(line(rank) for rank in range(3 * number - 2, 3 * number + 1))
    return Ranking(lines, number, pages, 3 * pages, own)


def shown(
    ratings: Ranking[RatingLine], *, races: int = 20
) -> tuple[str, list[tuple[str | None, bool]]]:
    """The texts of a page, and its buttons: their labels, and whether they can be pressed."""
    viewer = PlayerRating(races, None if ratings.own is None else ratings.own.rating)
    items = list(ratings_view(ratings, viewer, viewer).view.walk_children())
    texts = [item.content for item in items if isinstance(item, ui.TextDisplay)]
    buttons = [item for item in items if isinstance(item, ui.Button)]
    return "\n".join(texts), [(button.label, not button.disabled) for button in buttons]


def test_the_first_of_several_pages_leads_to_the_next_alone() -> None:
    text, buttons = shown(page(number=1, pages=2, own=None), races=1)
    assert buttons == [("Previous", False), ("Next", True), STATISTICS, SHOW]
    assert "🥇 <@101> · **1699**" in text
    assert "6 players, page 1 of 2" in text
    assert "You have a rating after 2 more races." in text


def test_a_viewer_on_another_page_sees_their_own_line_below() -> None:
    text, buttons = shown(page(number=2, pages=2, own=RatingLine(2, 102, OWN)))
    assert buttons == [("Previous", True), ("Next", False), STATISTICS, SHOW]
    assert text.index("<@106>") < text.index("…\n🥈 <@102> · **1520**")


def test_a_single_page_is_not_turned_but_shown_to_everybody() -> None:
    assert shown(page(number=1, pages=1, own=line(2)))[1] == [STATISTICS, SHOW]


def test_what_everybody_is_shown_says_nothing_of_its_reader() -> None:
    ratings = page(number=1, pages=1, own=None)
    texts = [
        item.content
        for item in ratings_view(ratings).view.walk_children()
        if isinstance(item, ui.TextDisplay)
    ]
    assert "You have a rating" not in "\n".join(texts)


def test_ratings_are_told_in_german() -> None:
    with use_locale("de"):
        text, _buttons = shown(page(number=1, pages=1, own=None), races=2)
    assert "Rennwertung dieses Servers" in text
    assert "Nach 1 weiterem Rennen hast du eine Wertung." in text
