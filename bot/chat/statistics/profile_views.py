"""Players' profiles and badges as messages."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from discord import ui

from bot.chat.games.pictures import add_picture
from bot.chat.responding.components import button, row
from bot.chat.responding.mentions import mention
from bot.chat.responding.replies import Reply, message
from bot.i18n import N_, _
from bot.service.players.achievements import ACHIEVEMENTS, Tier
from bot.service.players.profiles import LEVEL_STEP, POINTS
from bot.wording.formatting import format_difficulty, format_rating, game_title
from rendering.charts.faces import Face
from rendering.charts.profile import Badge, BestGame
from rendering.charts.profile import Profile as Drawing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.chat.responding.components import Component
    from bot.service.contests.ratings import PlayerRating, ShownRating
    from bot.service.players.achievements import Achievement
    from bot.service.players.profiles import Profile
    from rendering import Picture


_FILENAME: Final = "profile.png"
_NEXT: Final = 3
"""How many of the badges that are closest are named."""

_TIERS: Final[Mapping[Tier, str]] = MappingProxyType(
    {
        Tier.BRONZE: N_("Bronze"),
        Tier.SILVER: N_("Silver"),
        Tier.GOLD: N_("Gold"),
        Tier.DIAMOND: N_("Diamond"),
    }
)


def profile_picture(
    profile: Profile, name: str, rating: ShownRating | None, avatar: bytes | None = None
) -> Drawing:
    """What the picture of a profile shows."""
    level = profile.level
    return Drawing(
        face=Face(name, avatar),
        level=level.number,
        points=level.done,
        end=level.length,
        deals=profile.deals,
        wins_in_a_row=(profile.streak.current, profile.streak.longest),
        days_in_a_row=(profile.daily.current, profile.daily.longest),
        games=tuple(
            BestGame(
                game_title(rules_id),
                record.deals,
                record.fewest_moves or 0,
                int((record.shortest or timedelta()).total_seconds()),
            )
            for rules_id, record in profile.games.items()
        ),
        badges=tuple(Badge(_(badge.title), badge.tier, badge.emblem) for badge in profile.badges),
        all_badges=len(ACHIEVEMENTS),
        rating=None if rating is None else (rating.points, rating.deviation),
    )


def profile_view(
    profile: Profile,
    picture: Picture | None,
    overall: PlayerRating,
    here: PlayerRating | None,
) -> Reply:
    """A player's profile, with buttons for the badges of each tier."""
    container = ui.Container[ui.LayoutView](
        ui.TextDisplay(f"### {_('Profile')}\n-# {mention(profile.player)}")
    )
    attachments = add_picture(container, _FILENAME, picture)
    container.add_item(ui.TextDisplay("\n".join([*_rating_lines(overall, here), *_lines(profile)])))
    container.add_item(row(*(_tier_button(profile, tier) for tier in Tier)))
    statistics = button(f"statistics:{profile.player}", _("Statistics"))
    container.add_item(row(statistics, button(f"collection:{profile.player}", _("Collection"))))
    return Reply(message(container), attachments, private=True)


def badges_view(profile: Profile, tier: Tier) -> Reply:
    """All badges of a tier: those that a player has, and how far they are with the others."""
    badges = [badge for badge in ACHIEVEMENTS if badge.tier is tier]
    lines = [
        f"### {_('Badges')} · {_(_TIERS[tier])}",
        f"-# {mention(profile.player)}",
        *(_badge_line(profile, badge) for badge in badges),
    ]
    container = ui.Container[ui.LayoutView](ui.TextDisplay("\n".join(lines)))
    return Reply(message(container), private=True)


def _rating_lines(overall: PlayerRating, here: PlayerRating | None) -> Iterator[str]:
    """The ratings that can be shown; only one of them where they follow from the same races."""
    if overall.shown is not None:
        yield "🏁 " + _("Rating in all races: {rating}", rating=format_rating(overall.shown))
    if here is not None and here.shown is not None and here.races < overall.races:
        yield "🏁 " + _("Rating in this server: {rating}", rating=format_rating(here.shown))


def _lines(profile: Profile) -> Iterator[str]:
    """The badges that are closest, and how levels are counted."""
    closest = sorted(
        (
            badge
            for badge in ACHIEVEMENTS
            if badge not in profile.badges and 0 < badge.count(profile.career) < badge.target
        ),
        key=lambda badge: badge.count(profile.career) / badge.target,
        reverse=True,
    )
    if not profile.deals:
        yield _("No wins yet. Type /play to start a game.")
    if closest:
        yield _("**Next badges**")
        yield from (_badge_line(profile, badge) for badge in closest[:_NEXT])
    points = ", ".join(
        f"{format_difficulty(difficulty)} {count}" for difficulty, count in POINTS.items()
    )
    yield "-# " + _(
        "The first time you win a deal, you get points: {points}. Level 2 takes {step} points, and "
        "each level after that {step} more than the one before.",
        points=points,
        step=LEVEL_STEP,
    )


def _badge_line(profile: Profile, badge: Achievement) -> str:
    if badge in profile.badges:
        return f"✅ **{_(badge.title)}** · {_(badge.description)}"
    count = badge.count(profile.career)
    progress = f" ({count}/{badge.target})" if badge.target > 1 else ""
    return f"▫️ **{_(badge.title)}** · {_(badge.description)}{progress}"


def _tier_button(profile: Profile, tier: Tier) -> Component:
    has = sum(badge.tier is tier for badge in profile.badges)
    total = sum(badge.tier is tier for badge in ACHIEVEMENTS)
    label = f"{_(_TIERS[tier])} {has}/{total}"
    return button(f"badges:{tier.value}:{profile.player}", label)
