"""A player's profile: level, streaks, best games and badges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from rendering.board.picture import Picture, picture_of
from rendering.cards.court_paints import PIGMENTS
from rendering.cards.court_parts import Paint
from rendering.cards.palette import palette_of
from rendering.charts.canvas import Canvas
from rendering.charts.faces import Face
from rendering.charts.medals import Emblem, medal_mask
from rendering.metrics import Box
from rendering.strings import ENGLISH, Strings
from rendering.style import InvalidStyle, Style
from rendering.text import BOLD, displayable, fit_cap_height, text_width, truncated
from rendering.theme import MIN_CONTRAST, Colour, Theme, contrast

MAX_GAMES: Final = 4
MAX_BADGES: Final = 8
"""How many games and badges are shown."""

_EDGE: Final = 0.045
_NAME: Final = 0.052
_VALUE: Final = 0.05
_LINE: Final = 0.031
_DETAIL: Final = 0.0255
_BAR: Final = 0.02
_MEDAL: Final = 0.066
_FACE: Final = 0.084
_RING: Final = 0.006
"""Shares of the width: the margin, cap heights, the bar of the level, a badge's medal, the face and
its ring."""

_HEAD: Final = 0.227
_FACTS: Final = 0.15
_HEADING: Final = 0.062
_GAME: Final = 0.056
_BADGE: Final = 0.078
_GAP: Final = 0.022
"""Likewise, the heights of the header, the figures, a heading, a row of each kind, and the gap
below a part."""

_RIGHTS: Final = (0.57, 0.79, 1.0)
"""Where the columns of a game's figures end, as shares of the space between the margins."""
_TITLE: Final = 0.48
"""How much of that its title may take."""

_MIN_WIDTH: Final = 400


@dataclass(frozen=True, slots=True)
class BestGame:
    """A game that a player has won.

    Attributes:
        title: its title.
        won: how many of its deals they won.
        moves: their fewest moves.
        seconds: their least time.
    """

    title: str
    won: int
    moves: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge that a player has.

    Attributes:
        title: its title.
        tier: how much it asks for: 1 bronze, 2 silver, 3 gold, 4 diamond.
        emblem: what its medal shows.
    """

    title: str
    tier: int
    emblem: Emblem


@dataclass(frozen=True, slots=True)
class Profile:
    """What a profile shows.

    Attributes:
        face: the player's face and name.
        level: their level.
        points: how many points they have of that level.
        end: how many the next level takes.
        deals: how many deals they won.
        wins_in_a_row: games won in a row, now and at most.
        days_in_a_row: daily deals won in a row, now and at most.
        games: their best games, the best first.
        badges: their badges, the most demanding first.
        all_badges: how many badges there are.
        rating: their rating in races, and how far off it may be; None if there is none to show.
    """

    face: Face
    level: int
    points: int
    end: int
    deals: int
    wins_in_a_row: tuple[int, int]
    days_in_a_row: tuple[int, int]
    games: tuple[BestGame, ...]
    badges: tuple[Badge, ...]
    all_badges: int
    rating: tuple[int, int] | None = None


def draw_profile(profile: Profile, style: Style) -> Picture:
    """Draw a player's profile.

    Raises:
        InvalidStyle: if the picture would be narrower than 400 pixels.
    """
    if style.width < _MIN_WIDTH:
        raise InvalidStyle(f"A profile is at least {_MIN_WIDTH} pixels wide, not {style.width}.")
    shown = replace(
        profile,
        games=profile.games[:MAX_GAMES],
        badges=profile.badges[:MAX_BADGES],
    )
    games = _HEADING + len(shown.games) * _GAME + _GAP if shown.games else 0.0
    rows = -(-len(shown.badges) // 2)
    badges = _HEADING + rows * _BADGE
    height = round(style.width * (_EDGE + _HEAD + _FACTS + games + badges + _EDGE))
    canvas = Canvas(palette_of(style.theme, style.suits), style.width, height)
    top = _EDGE
    _paint_header(canvas, shown, top, style.strings)
    _paint_facts(canvas, shown, top + _HEAD, style.strings)
    if shown.games:
        _paint_games(canvas, shown, top + _HEAD + _FACTS, style.strings)
    title = style.strings.badges.format(number=len(profile.badges), total=profile.all_badges)
    _paint_badges(canvas, shown, title, top + _HEAD + _FACTS + games)
    alt = describe_profile(profile, style.strings)
    return picture_of(canvas.finished(), alt)


def describe_profile(profile: Profile, strings: Strings = ENGLISH) -> str:
    """The profile's alt text, which names all that the picture shows."""
    return " ".join(_sentences(profile, strings))


def _sentences(profile: Profile, strings: Strings) -> Iterator[str]:
    if profile.face.name:
        yield strings.profile.format(player=profile.face.name)
    points = strings.points.format(points=profile.points, end=profile.end)
    yield f"{strings.level.format(number=profile.level)}: {points}."
    yield f"{profile.deals} {strings.deals_won.of(profile.deals)}."
    for (now, most), label in (
        (profile.wins_in_a_row, strings.wins_in_a_row),
        (profile.days_in_a_row, strings.days_in_a_row),
    ):
        yield f"{now} {label}, {strings.most.format(number=most)}."
    if profile.rating is not None:
        yield f"{strings.rating}: {profile.rating[0]} ± {profile.rating[1]}."
    for game in profile.games[:MAX_GAMES]:
        time = strings.format_duration(game.seconds)
        yield (
            f"{game.title}: {strings.won} {game.won}, {strings.fewest_moves} {game.moves}, "
            f"{strings.best_time} {time}."
        )
    badges = strings.badges.format(number=len(profile.badges), total=profile.all_badges)
    tiers = (strings.bronze, strings.silver, strings.gold, strings.diamond)
    named = [f"{badge.title} ({tiers[badge.tier - 1]})" for badge in profile.badges[:MAX_BADGES]]
    yield ". ".join(filter(None, (badges, ", ".join(named)))) + "."


def _paint_header(canvas: Canvas, profile: Profile, top: float, strings: Strings) -> None:
    """The name, the level, and a bar that shows how much of it is done."""
    edge, y = canvas.px(_EDGE), canvas.px(top)
    room = canvas.image.width - 2 * edge
    cap, size = canvas.px(_NAME), canvas.px(_FACE)
    ring = canvas.px(_RING)
    canvas.face(profile.face, (edge + ring, y + ring), size, canvas.theme.accent)
    size += 2 * ring
    beside = size + canvas.px(0.022)
    name = truncated(displayable(profile.face.name), cap, room - beside, BOLD)
    at = edge + beside, y + (size - cap) // 2
    canvas.write(name, at, cap, canvas.theme.label, BOLD)
    y += size + canvas.px(0.028)
    cap = canvas.px(_LINE)
    canvas.write(
        strings.level.format(number=profile.level), (edge, y), cap, canvas.theme.label, BOLD
    )
    points = strings.points.format(points=profile.points, end=profile.end)
    _write_right(canvas, points, (edge + room, y), canvas.px(_DETAIL), canvas.theme.count)
    y += canvas.px(0.052)
    box = Box(edge, y, room, canvas.px(_BAR))
    canvas.bar(box, (profile.points / profile.end, canvas.theme.accent))


def _paint_facts(canvas: Canvas, profile: Profile, top: float, strings: Strings) -> None:
    """The figures with their labels below, and beside them the best ever, or how sure they are."""
    edge = canvas.px(_EDGE)
    facts = [(profile.deals, "", strings.deals_won.of(profile.deals))]
    for (now, most), label in (
        (profile.wins_in_a_row, strings.wins_in_a_row),
        (profile.days_in_a_row, strings.days_in_a_row),
    ):
        facts.append((now, strings.most.format(number=most), label))
    shares = [1.0] * len(facts)
    if profile.rating is not None:
        points, doubt = profile.rating
        facts.append((points, f"± {doubt}", strings.rating))
        shares = [0.8, 1.0, 1.0, 1.1]
    x, unit = edge, (canvas.image.width - 2 * edge) / sum(shares)
    for (value, aside, label), share in zip(facts, shares, strict=True):
        y, room = canvas.px(top), int(unit * share) - edge // 2
        cap = canvas.px(_VALUE)
        canvas.write(str(value), (x, y), cap, canvas.theme.label, BOLD)
        beside = x + text_width(str(value), cap, BOLD) + canvas.px(0.014)
        if aside:
            small = fit_cap_height(aside, canvas.px(_DETAIL), x + room - beside)
            canvas.write(aside, (beside, y + cap - small), small, canvas.theme.count)
        y += cap + canvas.px(0.018)
        cap = fit_cap_height(label, canvas.px(_DETAIL), room)
        canvas.write(label, (x, y), cap, canvas.theme.count)
        x += int(unit * share)


def _paint_games(canvas: Canvas, profile: Profile, top: float, strings: Strings) -> None:
    """The best games, a row each, with their figures in columns."""
    edge, y = canvas.px(_EDGE), canvas.px(top)
    room = canvas.image.width - 2 * edge
    rights = tuple(edge + round(room * right) for right in _RIGHTS)
    line, detail = canvas.px(_LINE), canvas.px(_DETAIL)
    canvas.write(strings.best_games, (edge, y), line, canvas.theme.label, BOLD)
    labels = (strings.won, strings.game_moves, strings.card_time)
    for right, label in zip(rights, labels, strict=True):
        _write_right(canvas, label, (right, y + line - detail), detail, canvas.theme.count)
    y += canvas.px(_HEADING)
    for game in profile.games:
        figures = (str(game.won), str(game.moves), strings.format_duration(game.seconds))
        beside = rights[0] - edge - text_width(figures[0], line) - canvas.px(0.014)
        title = truncated(game.title, line, min(round(room * _TITLE), beside))
        canvas.write(title, (edge, y), line, canvas.theme.label)
        for right, figure in zip(rights, figures, strict=True):
            _write_right(canvas, figure, (right, y), line, canvas.theme.label)
        y += canvas.px(_GAME)


def _paint_badges(canvas: Canvas, profile: Profile, title: str, top: float) -> None:
    """The badges in two columns, each with its medal."""
    edge, y = canvas.px(_EDGE), canvas.px(top)
    canvas.write(title, (edge, y), canvas.px(_LINE), canvas.theme.label, BOLD)
    y += canvas.px(_HEADING)
    half = (canvas.image.width - 2 * edge) // 2
    size = canvas.px(_MEDAL)
    indent = size + canvas.px(0.014)
    for number, badge in enumerate(profile.badges):
        row, column = divmod(number, 2)
        at = (edge + column * half, y + row * canvas.px(_BADGE))
        canvas.paint(medal_mask(badge.tier, badge.emblem, size), at, _ink(badge.tier, canvas.theme))
        cap = canvas.px(_LINE)
        room = half - indent - edge // 3
        fitting = max(fit_cap_height(badge.title, cap, room), canvas.px(_DETAIL))
        text = truncated(badge.title, fitting, room)
        below = at[1] + (size - fitting) // 2
        canvas.write(text, (at[0] + indent, below), fitting, canvas.theme.label)


def _ink(tier: int, theme: Theme) -> Colour:
    """The colour of a tier's medals."""
    inks = (
        (PIGMENTS[Paint.AUBURN], PIGMENTS[Paint.SHADE]),
        (PIGMENTS[Paint.GREY], theme.count),
        (PIGMENTS[Paint.BLOND], PIGMENTS[Paint.BROWN]),
        (theme.accent, theme.accent),
    )
    ink, other = inks[tier - 1]
    return ink if contrast(ink, theme.felt) >= MIN_CONTRAST else other


def _write_right(canvas: Canvas, text: str, at: tuple[int, int], cap: int, ink: Colour) -> None:
    """Write a line that ends at a point."""
    right, y = at
    canvas.write(text, (right - text_width(text, cap), y), cap, ink)
